"""The long-lived application: frames at a bounded rate, and a log that grows above them."""

import asyncio
import os
from collections.abc import Callable

from prompt_toolkit.application import Application
from prompt_toolkit.input.base import Input
from prompt_toolkit.key_binding import KeyBindingsBase
from prompt_toolkit.layout import Layout
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.styles import BaseStyle

from maia.facades.repl.screen.output import FrameOutput, SizeChanged
from maia.facades.repl.screen.widths import log_rows

FRAME_SECONDS = 0.05
"""Between two frames at least: twenty a second are more than the eye follows."""

_IDLE_SHARE = 4
"""A slow frame (a huge terminal) is followed by so many times its own time of rest."""

_ATTEMPTS = 4
"""A frame is made anew when the size has changed meanwhile; then it is written all the same."""

_ESCAPE_SECONDS = 0.05
_SEQUENCE_SECONDS = 0.5


class LiveApplication(Application[None]):
    """Draws the live area; what is appended to the log goes above it, in the same frame.

    `on_failure` is told once when drawing is no longer possible: OSError when the terminal is gone.
    """

    def __init__(
        self,
        layout: Layout,
        bindings: KeyBindingsBase,
        style: BaseStyle,
        source: Input,
        output: FrameOutput,
        *,
        colour: bool,
    ) -> None:
        self.on_failure: Callable[[Exception], None] = lambda _error: None
        self.frame_seconds = FRAME_SECONDS
        self._frames = output
        self._log: list[str] = []
        self._timer: asyncio.TimerHandle | None = None
        self._next_frame = 0.0
        self._size = output.get_size()
        self._has_new_size = False
        self._reflows = "XTERM_VERSION" not in os.environ and os.environ.get("TERM") != "linux"
        super().__init__(
            layout=layout,
            key_bindings=bindings,
            style=style,
            include_default_pygments_style=False,
            full_screen=False,
            erase_when_done=True,
            color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
            input=source,
            output=output,
        )
        self.ttimeoutlen = _ESCAPE_SECONDS
        self.timeoutlen = _SEQUENCE_SECONDS

    @property
    def is_drawn(self) -> bool:
        """Whether the live area is on the screen: not while an editor or a shell has it."""
        return self._is_running and not self._running_in_terminal

    def append(self, text: str) -> None:
        """Add whole lines to the log with the next frame."""
        self._log.append(text if text.endswith("\n") else text + "\n")
        self.invalidate()

    def take_log(self) -> str:
        """What was appended and not drawn, taken out."""
        text = "".join(self._log)
        self._log.clear()
        return text

    def invalidate(self) -> None:
        """Have a frame drawn soon; from any thread."""
        loop = self.loop
        if loop is None or loop.is_closed() or not self._is_running:
            return
        try:
            here = asyncio.get_running_loop() is loop
        except RuntimeError:
            here = False
        if here:
            self._schedule(loop)
        else:
            loop.call_soon_threadsafe(self._schedule, loop)

    def draw_now(self) -> None:
        """Draw a frame before returning."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._redraw()

    def redraw_all(self) -> None:
        """Draw the live area from nothing, at its place."""
        with self._frames.frame():
            self._lift()
            self._redraw()

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is None:
            self._timer = loop.call_at(max(self._next_frame, loop.time()), self._timed_frame)

    def _timed_frame(self) -> None:
        self._timer = None
        self._redraw()

    def _redraw(self, render_as_done: bool = False) -> None:  # noqa: FBT001, FBT002  # overridden
        if not self.is_drawn or self.loop is None:
            return
        started = self.loop.time()
        try:
            for attempt in range(_ATTEMPTS):
                log, drawn, size = self._log.copy(), dict(vars(self.renderer)), self._size
                try:
                    self._draw_frame(render_as_done, last=attempt == _ATTEMPTS - 1)
                    break
                except SizeChanged:  # as if it had not been drawn
                    self._log[:], self._size, self._has_new_size = log, size, True
                    vars(self.renderer).update(drawn)
        except Exception as error:  # noqa: BLE001  # handed on: a frame has no caller
            self.on_failure(error)
        ended = self.loop.time()
        self._next_frame = ended + max(self.frame_seconds, _IDLE_SHARE * (ended - started))

    def _draw_frame(self, render_as_done: bool, *, last: bool) -> None:  # noqa: FBT001  # as above
        with self._frames.frame(last=last):
            self._follow_size()
            self._commit_log()
            filled = self._filled_rows()
            super()._redraw(render_as_done)
            if not render_as_done and filled - self._filled_rows():
                # tmux goes on taking a row for a long one until it is erased as a whole.
                self._lift()
                super()._redraw(render_as_done)

    def _commit_log(self) -> None:
        text = self.take_log()
        if text:
            columns = max(1, self._frames.get_size().columns)
            self._frames.hide_cursor()
            height = self._lift()
            self._frames.write_raw(text.replace("\n", "\r\n"))
            self._cover(height - log_rows(text, columns, height))

    def _lift(self) -> int:
        """Take the live area off the screen; the height that it had."""
        drawn = self.renderer.last_rendered_screen
        height = min(drawn.height, self._frames.get_size().rows) if drawn else 0
        self.renderer.erase()
        self._cover(height)
        return height

    def _cover(self, rows: int) -> None:
        self._frames.rows_below = max(0, rows)
        self.renderer.request_absolute_cursor_position()

    def _on_resize(self) -> None:
        """Draw at once at the new size."""
        self._has_new_size = True
        self.draw_now()

    def _follow_size(self) -> None:
        """Erase what the terminal has made of the live area, if its size is another one now.

        A frame may be due before the signal has come that tells of it.
        """
        size = self._frames.get_size()
        if size == self._size and not self._has_new_size:
            return
        if self.renderer.last_rendered_screen is not None:
            self._frames.hide_cursor()
            self._frames.cursor_up(self._rows_from_reflow(size.columns))
            self.renderer.erase()
            self._cover(0)
        self._size = size
        self._has_new_size = False

    def _filled_rows(self) -> frozenset[int]:
        """The rows of the live area that reach the last column."""
        drawn, last = self.renderer.last_rendered_screen, self._frames.get_size().columns - 1
        if drawn is None:
            return frozenset()
        rows = range(min(drawn.height, self._frames.get_size().rows))
        return frozenset(y for y in rows if drawn.data_buffer[y][last].char != " ")

    def _rows_from_reflow(self, columns: int) -> int:
        """How many rows more there are above the cursor, where lines were wrapped anew.

        A frame that the terminal drew after it had changed its size, and before this was noticed,
        is taken for one that it wrapped: then a row too many is taken, one time in forty when a
        terminal is resized again and again while an answer streams.
        """
        drawn = self.renderer.last_rendered_screen
        if drawn is None or not self._reflows or not 0 < columns < self._size.columns:
            return 0
        cursor = drawn.get_cursor_position(self.layout.current_window)
        rows = cursor.x // columns
        for y in range(cursor.y):
            row = drawn.data_buffer[y]
            used = max((x + 1 for x, cell in row.items() if cell.char != " "), default=1)
            rows += (min(used, self._size.columns) - 1) // columns
        return rows
