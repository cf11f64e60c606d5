"""What a command prints: kept in bounded memory for the model, shown as it comes to people."""

import asyncio
from collections import deque
from collections.abc import Callable

from maia.agent.tools.shell.texts import TEXTS
from maia.i18n import Language
from maia.workspace.terminal_text import TerminalText

OUTPUT_LIMIT = 30_000
"""Characters of output in a result; the middle is left out (spec 8 and 23)."""

PREVIEW_LIMIT = 4_000
"""Characters shown to people in the display block (spec 23)."""

LIVE_INTERVAL = 0.1
"""Seconds between two pieces of live output."""

LIVE_LIMIT = 8_000
"""Characters of one piece; what a fast command prints beyond is skipped."""

_MARK_ROOM = 100
_SKIPPED = "…\n"


class OutputBuffer:
    """The beginning and the end of a text, whatever its length."""

    def __init__(self, limit: int = OUTPUT_LIMIT) -> None:
        self._half = max(1, limit // 2)
        self._clear()

    def append(self, text: str) -> None:
        """Add `text`; what lies between the two halves is forgotten."""
        self.total += len(text)
        room = self._half - self._head_length
        if room > 0:
            self._head.append(text[:room])
            self._head_length += len(self._head[-1])
            text = text[room:]
        if text:
            self._tail.append(text[-self._half :])
            self._tail_length += len(self._tail[-1])
            while self._tail_length - len(self._tail[0]) >= self._half:
                self._tail_length -= len(self._tail.popleft())

    def take(self, language: Language) -> str:
        """What was added since the last `take`, with a mark for what was left out."""
        head, tail, total = "".join(self._head), "".join(self._tail)[-self._half :], self.total
        self._clear()
        if total <= 2 * self._half:
            return head + tail
        head = head[:-_MARK_ROOM]
        count = total - len(head) - len(tail)
        return f"{head}{TEXTS.text(language, 'left_out', count=count)}{tail}"

    def _clear(self) -> None:
        self.total = 0
        self._head: list[str] = []
        self._head_length = 0
        self._tail: deque[str] = deque()
        self._tail_length = 0


class LiveOutput:
    """Gives output to people at a calm pace: in pieces, each bounded."""

    def __init__(self, emit: Callable[[str], None], unfinished: Callable[[], str]) -> None:
        self._emit = emit
        self._unfinished = unfinished
        self._pieces: list[str] = []
        self._length = 0
        self._skipping = False
        self._shown_ahead = ""
        self._timer: asyncio.TimerHandle | None = None

    def add(self, settled: str) -> None:
        """Text that is complete; it is shown soon. What is unfinished by then is shown with it."""
        if self._shown_ahead and settled:
            settled = self._without_shown(settled)
        room = LIVE_LIMIT - self._length
        if settled and room > 0:
            self._pieces.append(settled[:room])
            self._length += len(self._pieces[-1])
        self._skipping = self._skipping or len(settled) > room
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LIVE_INTERVAL, self._tick)

    def finish(self) -> None:
        """Show what is left; nothing comes after."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        self._flush()

    def _tick(self) -> None:
        self._timer = None
        self._flush()
        line = self._unfinished()
        if line.startswith(self._shown_ahead) and len(line) <= LIVE_LIMIT:
            more = line[len(self._shown_ahead) :]
            self._shown_ahead = line
            if more:
                self._emit(more)

    def _flush(self) -> None:
        text = "".join(self._pieces)
        if self._skipping:
            text = text.rstrip("\n") + "\n" + _SKIPPED
        self._pieces, self._length, self._skipping = [], 0, False
        if text:
            self._emit(text)

    def _without_shown(self, settled: str) -> str:
        """The rest of a line whose beginning was shown; a line since rewritten is shown anew."""
        shown, self._shown_ahead = self._shown_ahead, ""
        if settled.startswith(shown):
            return settled[len(shown) :]
        return "\n" + settled


class CommandOutputStream:
    """Takes the bytes of one command: cleaned, kept, and shown live when someone looks."""

    def __init__(self, emit: Callable[[str], None] | None = None) -> None:
        self._terminal = TerminalText()
        self._buffer = OutputBuffer()
        self._preview = ""
        self._live = LiveOutput(emit, lambda: self._terminal.unfinished_line) if emit else None
        self._finished = False

    def receive(self, data: bytes) -> None:
        """The next bytes."""
        self._keep(self._terminal.feed(data))

    def finish(self) -> None:
        """There is no more. Safe to call twice."""
        if not self._finished:
            self._finished = True
            self._keep(self._terminal.finish())
            if self._live is not None:
                self._live.finish()

    def take(self, language: Language) -> str:
        """The text since the last `take`; an unfinished line is shown, and comes again later."""
        text = self._buffer.take(language) + self._terminal.unfinished_line
        return text.rstrip("\n")

    @property
    def preview(self) -> str:
        """The first characters, for people."""
        return self._preview

    def _keep(self, text: str) -> None:
        self._buffer.append(text)
        if len(self._preview) < PREVIEW_LIMIT:
            self._preview += text[: PREVIEW_LIMIT - len(self._preview)]
        if self._live is not None:
            self._live.add(text)
