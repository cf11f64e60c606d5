"""Who is told of each change to a history as it happens: the journal of the session."""

from typing import Protocol

from maia.agent.contracts.messages import Message


class HistoryListener(Protocol):
    """Told after each change, before anything else happens. Never raises."""

    def message_set(self, index: int, message: Message) -> None:
        """The message at `index` is this one: a new one, or one that grew."""
        ...

    def pending_set(self, pending: tuple[str, ...]) -> None:
        """The context that waits for the next request is this, whole."""
        ...

    def cut(self, messages: tuple[Message, ...]) -> None:
        """The conversation went back to these messages: a rollback, or a rewind."""
        ...
