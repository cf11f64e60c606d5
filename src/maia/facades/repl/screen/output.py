"""The terminal as the live screen writes to it: a frame is one write, or none."""

import contextlib
import os
from collections.abc import Callable, Generator
from typing import TextIO

from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"
"""Synchronized output (DEC 2026): the terminal shows the frame when it is complete."""

_RESET = f"{_END}\x1b[?2004l\x1b[?7h\x1b[0m\x1b[?25h"


class SizeChanged(Exception):
    """The terminal has another size than the one that a frame was made for: it was not written."""


class FrameOutput(Vt100_Output):
    """Holds back what is written inside `frame`; never asks the terminal where its cursor is.

    `rows_below`: rows from the top of the live area that it must go on covering, so that the input
    zone does not jump upwards when the area would need fewer.
    """

    def __init__(
        self, stdout: TextIO, get_size: Callable[[], Size], *, term: str | None = None
    ) -> None:
        super().__init__(stdout, get_size, term=term, enable_cpr=False)
        self.rows_below = 0
        self._depth = 0
        self._frame_size: Size | None = None
        self._paste_mode = False
        self._paste_wanted = False
        self._cursor_wanted: bool | None = None

    @contextlib.contextmanager
    def frame(self, *, last: bool = True) -> Generator[None]:
        """All that is written inside reaches the terminal in one piece. Raises OSError.

        Unless it is the `last` attempt, a frame that was made for another size than the terminal
        has by now is forgotten, and SizeChanged raised: drawn at a wrong width, it would cover
        lines of the log, or stay behind as one.
        """
        if self._depth:
            yield
            return
        self.flush()
        before = dict(vars(self))
        self._depth = 1
        self._frame_size = super().get_size()
        try:
            yield
            if not last and super().get_size() != self._frame_size:
                self._buffer.clear()
                vars(self).update(before)
                raise SizeChanged
        finally:
            self._depth = 0
            self._frame_size = None
            self._settle()
            if self._buffer:
                self._buffer = [_BEGIN, *self._buffer, _END]
            self.flush()

    def get_size(self) -> Size:
        """The terminal's size; one and the same all through a frame."""
        return self._frame_size or super().get_size()

    def flush(self) -> None:
        """Write what is waiting, unless a frame is being put together."""
        if not self._depth:
            super().flush()

    def erase_down(self) -> None:
        """Erase from the cursor to the end of the screen.

        Never from its first line on in one step: terminals take that for clearing the screen and
        keep what was on it in their scrollback.
        """
        self.write_raw("\x1b7\x1b[K\x1b[B\x1b[J\x1b8")

    def enable_bracketed_paste(self) -> None:
        """Have pastes marked; inside a frame, from its end on."""
        self._paste_wanted = True
        if not self._depth:
            self._settle()

    def disable_bracketed_paste(self) -> None:
        """The opposite."""
        self._paste_wanted = False
        if not self._depth:
            self._settle()

    def hide_cursor(self) -> None:
        """Hide the cursor."""
        self._cursor_wanted = None
        super().hide_cursor()

    def show_cursor(self) -> None:
        """Show the cursor; inside a frame, at its end."""
        self._cursor_wanted = True
        if not self._depth:
            self._settle()

    def get_rows_below_cursor_position(self) -> int:
        """How many rows the renderer is to cover from here."""
        return self.rows_below

    def restore(self) -> None:
        """Leave every mode that may have been entered. Raises OSError."""
        self._depth = 0
        self._buffer.clear()
        self.write_raw(_RESET)
        self.flush()

    def _settle(self) -> None:
        if self._paste_wanted != self._paste_mode:
            self._paste_mode = self._paste_wanted
            self.write_raw("\x1b[?2004h" if self._paste_mode else "\x1b[?2004l")
        if self._cursor_wanted:
            self._cursor_wanted = None
            super().show_cursor()


def terminal_output(stdout: TextIO, term: str) -> FrameOutput:
    """The output of a real terminal, of any size and whatever it says its size is."""

    def size() -> Size:
        rows, columns = 0, 0
        with contextlib.suppress(OSError, ValueError):
            columns, rows = os.get_terminal_size(stdout.fileno())
        return Size(rows=rows or 24, columns=columns or 80)

    return FrameOutput(stdout, size, term=term)
