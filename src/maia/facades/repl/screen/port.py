"""What the session may ask of a screen, whether it is drawn live or written line by line."""

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Literal, Protocol, Self, TypeVar

from maia.facades.repl.screen.choice import Choice

T = TypeVar("T")

AT_ONCE = "oynset"
"""Letters that answer a question without Enter, unless the caller says otherwise."""

Attention = Literal["bell", "osc9", "off"]
"""How a screen tells that a question waits."""


class Screen(Protocol):
    """A log that grows, an input zone, a status and a context bar.

    One task reads at a time, save that a question may come up over a request being read.
    """

    async def __aenter__(self) -> Self:
        """Take the terminal."""
        ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give the terminal back as it was, in every way out."""
        ...

    def write(self, text: str) -> None:
        """Append whole lines, styled and harmless, to the log. Raises OutputLost, maybe late."""
        ...

    def show_open_block(self, text: str) -> None:
        """The whole raw text that is not committed yet; empty takes it off the screen."""
        ...

    def set_status(self, text: str, *, busy: bool) -> None:
        """What goes on, on one line; `busy` says that the person waits for it."""
        ...

    def refresh_context(self) -> None:
        """Say that the context bar would be drawn differently now."""
        ...

    async def read_request(self, placeholder: str) -> str:
        """The next request, queued ones first. Raises LeaveError, OutputLost."""
        ...

    async def read_answer(self, prompt: str, prefilled: str = "") -> str:
        """A line in answer to something, not kept. Raises LeaveError, OutputLost."""
        ...

    async def ask_key(
        self,
        title: str,
        keys: str,
        accepts: Callable[[str], T | None],
        *,
        at_once: str = AT_ONCE,
    ) -> T:
        """What `accepts` makes of the text typed, once that is not None.

        A letter of `at_once` in an empty zone needs no Enter. What was typed before the question
        stood on the screen is never an answer. Raises LeaveError (Esc, Ctrl+C), OutputLost.
        """
        ...

    async def choose(self, title: str, options: Sequence[Choice], start: int = 0) -> int | None:
        """The index of one of `options`; None when the person chooses none."""
        ...

    async def choose_many(
        self, title: str, options: Sequence[Choice], chosen: frozenset[int]
    ) -> frozenset[int] | None:
        """The indexes ticked in the end, `chosen` at first; None leaves all as it was."""
        ...

    def on_interrupt(self, action: Callable[[], None] | None) -> None:
        """What Ctrl+C does while a turn runs and no question is up; None: no turn runs."""
        ...

    def interrupt(self) -> None:
        """SIGINT has come: as if Ctrl+C had been pressed. Raises KeyboardInterrupt, as that may."""
        ...

    def attention(self) -> None:
        """Tell a person who looks elsewhere that something waits for them."""
        ...
