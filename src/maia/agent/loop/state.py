"""What a conversation is at one moment, and how it goes back to an earlier one."""

from dataclasses import dataclass, field

from maia.agent.contracts.messages import ContentBlock, Message, TextBlock


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A conversation as it was; messages are immutable, so this costs two tuples."""

    messages: tuple[Message, ...]
    pending_context: tuple[str, ...]


@dataclass(slots=True)
class ConversationState:
    """The history sent to the model, and the context waiting to be joined to the next request."""

    messages: list[Message] = field(default_factory=list[Message])
    pending_context: list[str] = field(default_factory=list[str])

    def snapshot(self) -> Snapshot:
        """The present state, to come back to."""
        return Snapshot(tuple(self.messages), tuple(self.pending_context))

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to `snapshot` (Ctrl+C, spec 5.5)."""
        self.messages[:] = snapshot.messages
        self.pending_context[:] = snapshot.pending_context

    def add_request(self, text: str) -> None:
        """Add what the user asks, the pending context joined in front of it (spec 6.2).

        When the last message is already the user's (tool results after a stop or the iteration
        limit), the request is merged into it: roles alternate.
        """
        whole = "\n\n".join([*self.pending_context, text])
        self.pending_context.clear()
        self.add_user_blocks((TextBlock(whole),))

    def add_user_blocks(self, blocks: tuple[ContentBlock, ...]) -> None:
        """Add blocks on the user's side, as a new message or to the user message that is last."""
        if self.messages and self.messages[-1].role == "user":
            last = self.messages[-1]
            self.messages[-1] = Message("user", (*last.content, *blocks))
        else:
            self.messages.append(Message("user", blocks))

    def add_assistant_blocks(self, blocks: tuple[ContentBlock, ...]) -> None:
        """Add what the model said. `blocks` is not empty."""
        self.messages.append(Message("assistant", blocks))
