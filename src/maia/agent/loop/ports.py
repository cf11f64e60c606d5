"""What the loop is given by whoever holds the conversation."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from maia.agent.contracts.errors import ContextTooLong
from maia.agent.contracts.events import ContinuationAsked, Event, PermissionAsked
from maia.agent.contracts.operations import Answer
from maia.agent.contracts.tools import ToolContext

Emit: TypeAlias = Callable[[Event], None]
"""Takes every event, in order. Never blocks, never raises."""

Question: TypeAlias = PermissionAsked | ContinuationAsked

Ask: TypeAlias = Callable[[Question], Awaitable[Answer]]
"""Puts a question to the person and waits for the answer; one question at a time."""

OpenContext: TypeAlias = Callable[[], ToolContext]
"""The context of one call; the executor adds where output, changes and folders are told."""


class Room(Protocol):
    """Watches how much of the model's context is taken, and makes room when it runs out.

    Room is made by putting a summary, and the request of the turn with it, in the place of the
    history; the system prompt of the loop may change with it.
    """

    async def measure(self) -> None:
        """Tell how much is taken now. Never raises."""
        ...

    async def make(self, request: str) -> None:
        """Between two iterations: make room if the next request would not fit.

        A failure is told, and the turn goes on as it is.
        """
        ...

    async def make_after(self, refusal: ContextTooLong, request: str) -> bool:
        """After the server refused the context: whether there is room now."""
        ...


class AmpleRoom:
    """A context without end, for loops that need no care."""

    async def measure(self) -> None:
        """Nothing is told."""

    async def make(self, request: str) -> None:
        """There is room."""
        del request

    async def make_after(self, refusal: ContextTooLong, request: str) -> bool:
        """More cannot be made."""
        del refusal, request
        return False
