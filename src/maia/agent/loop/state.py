"""What a conversation is at one moment, and how it goes back to an earlier one."""

from dataclasses import dataclass, field

from maia.agent.contracts.history import HistoryListener
from maia.agent.contracts.messages import ContentBlock, Message, TextBlock


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A conversation as it was; messages are immutable, so this costs two tuples."""

    messages: tuple[Message, ...] = ()
    pending_context: tuple[str, ...] = ()


@dataclass(slots=True)
class ConversationState:
    """The history sent to the model, and the context waiting to be joined to the next request.

    `listener` is told of every change as it happens.
    """

    messages: list[Message] = field(default_factory=list[Message])
    pending_context: list[str] = field(default_factory=list[str])
    listener: HistoryListener | None = None

    def snapshot(self) -> Snapshot:
        """The present state, to come back to."""
        return Snapshot(tuple(self.messages), tuple(self.pending_context))

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to `snapshot` (Ctrl+C, spec 5.5)."""
        if self.snapshot() == snapshot:
            return
        self.messages[:] = snapshot.messages
        self.pending_context[:] = snapshot.pending_context
        if self.listener is not None:
            self.listener.cut(snapshot.messages)
            self._tell_pending()

    def take(self, snapshot: Snapshot) -> None:
        """Be another conversation from here on: another session. The listener is not told."""
        self.messages[:] = snapshot.messages
        self.pending_context[:] = snapshot.pending_context

    def add_request(self, text: str) -> None:
        """Add what the user asks, the pending context joined in front of it (spec 6.2).

        When the last message is already the user's (tool results after a stop or the iteration
        limit), the request is merged into it: roles alternate.
        """
        whole = "\n\n".join([*self.pending_context, text])
        self.add_user_blocks((TextBlock(whole),))
        if self.pending_context:
            self.pending_context.clear()
            self._tell_pending()

    def add_pending(self, text: str) -> None:
        """Keep `text` for the next request."""
        self.pending_context.append(text)
        self._tell_pending()

    def add_user_blocks(self, blocks: tuple[ContentBlock, ...]) -> None:
        """Add blocks on the user's side, as a new message or to the user message that is last."""
        if self.messages and self.messages[-1].role == "user":
            last = self.messages[-1]
            self.messages[-1] = Message("user", (*last.content, *blocks))
        else:
            self.messages.append(Message("user", blocks))
        self._tell_message()

    def add_assistant_blocks(self, blocks: tuple[ContentBlock, ...]) -> None:
        """Add what the model said. `blocks` is not empty."""
        self.messages.append(Message("assistant", blocks))
        self._tell_message()

    def _tell_message(self) -> None:
        if self.listener is not None:
            self.listener.message_set(len(self.messages) - 1, self.messages[-1])

    def _tell_pending(self) -> None:
        if self.listener is not None:
            self.listener.pending_set(tuple(self.pending_context))
