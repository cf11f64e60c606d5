"""The long-lived application: frames at a bounded rate, and a log that grows above them."""

import asyncio
import os
from collections.abc import Callable, Mapping

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

SETTLING_SECONDS = 0.35
"""A terminal that is being resized is not drawn on before its size has stayed for so long.

A frame that was made for one size and arrives at another covers lines of the log, or stays behind
as some; dragging a window changes the size many times a second. It is longer than the 0.25 s for
which tmux keeps a new size to itself when it has just told another one.
"""

_ATTEMPTS = 4
"""A frame is made anew when the size has changed meanwhile; then it is written all the same."""

_ESCAPE_SECONDS = 0.05
_SEQUENCE_SECONDS = 0.5


_NEVER_WRAP_ANEW = ("linux", "screen", "st-", "putty", "vt", "dvtm")


def reflows(environ: Mapping[str, str]) -> bool:
    """Whether this terminal wraps what stands on it anew when it is made narrower.

    Most do; tmux does, and calls itself screen.
    """
    if "TMUX" in environ:
        return True
    if "XTERM_VERSION" in environ or "STY" in environ:
        return False
    return not environ.get("TERM", "").startswith(_NEVER_WRAP_ANEW)


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
        self.settling_seconds = SETTLING_SECONDS
        self._frames = output
        self._log: list[str] = []
        self._timer: asyncio.TimerHandle | None = None
        self._next_frame = 0.0
        self._size = self._seen_size = output.get_size()
        self._has_new_size = False
        self._reflows = reflows(os.environ)
        self._settled_at = 0.0
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
        if self.loop is None or self._is_settled(self.loop.time()):
            self._redraw()
        else:
            self._schedule(self.loop)

    def _is_settled(self, now: float) -> bool:
        """Whether the size has not changed for a while; else the next frame is put off."""
        if self._frames.get_size() != self._seen_size:
            self._seen_size = self._frames.get_size()
            self._settled_at = now + self.settling_seconds
        self._next_frame = max(self._next_frame, self._settled_at)
        return now >= self._settled_at

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
        """Draw at the new size when it has stayed for a while."""
        self._has_new_size = True
        if self.loop is not None:
            self._settled_at = self.loop.time() + self.settling_seconds
        self.invalidate()

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
