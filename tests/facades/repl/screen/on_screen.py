"""A live screen on a terminal of a given size that exists only in memory, and what is seen there."""

import asyncio
import contextlib
import io

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input

from maia.facades.repl.screen.live import LiveScreen
from maia.facades.repl.screen.output import FrameOutput
from maia.facades.repl.screen.setup import ScreenSetup
from maia.facades.repl.style import Style
from maia.i18n import Catalogue

PATIENCE = 5.0
PLACEHOLDER = "Your request"


class Seen(io.StringIO):
    """Standard output that counts what it is given and hands it to a terminal emulator."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__()
        self.terminal = pyte.HistoryScreen(columns, rows, history=100_000)
        self.stream = pyte.Stream(self.terminal)
        self.frames: list[str] = []
        self.refuses = False
        self.is_blind = False

    def write(self, text: str) -> int:
        if self.refuses:
            raise BrokenPipeError(32, "Broken pipe")
        self.frames.append(text)
        if not self.is_blind:
            self.stream.feed(text)
        return len(text)

    @property
    def count(self) -> int:
        return sum(len(frame.encode()) for frame in self.frames)

    @property
    def rows(self) -> list[str]:
        # Not `display`: it fails on a wide character of which half was overwritten.
        cells, columns = self.terminal.buffer, range(self.terminal.columns)
        rows = range(self.terminal.lines)
        return ["".join(cells[y][x].data for x in columns).rstrip() for y in rows]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    @property
    def scrolled(self) -> list[str]:
        """Rows that have left the screen at its top."""
        return [
            "".join(row[x].data for x in range(self.terminal.columns)).rstrip()
            for row in self.terminal.history.top
        ]


class Bench:
    """The screen under test, its keyboard and its terminal."""

    def __init__(self, source, columns: int, rows: int, **options) -> None:
        self.size = Size(rows=rows, columns=columns)
        self.seen = Seen(columns, rows)
        self.keyboard = source
        self.bar = "[bar]"
        language = options.pop("language", "en")
        setup = ScreenSetup(
            style=Style(options.pop("colour", True)),
            catalogue=Catalogue(language),
            draw_context=lambda columns: self.bar[:columns],
            **options,
        )
        self.output = FrameOutput(self.seen, lambda: self.size, term="xterm-256color")
        self.screen = LiveScreen(setup, source=source, output=self.output)
        self.screen._app.frame_seconds = self.screen._app.settling_seconds = 0.0

    def type(self, text: str) -> None:
        self.keyboard.send_text(text)

    async def until(self, check, what="") -> None:
        """Wait until `check` says so."""
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while not check():
            if asyncio.get_running_loop().time() > deadline:
                raise AssertionError(f"never came: {what}\n{self.seen.text}")
            await asyncio.sleep(0.005)

    async def sees(self, text: str) -> None:
        await self.until(lambda: text in self.seen.text, text)

    async def sees_no(self, text: str) -> None:
        await self.until(lambda: text not in self.seen.text, f"no {text}")

    async def drawn(self) -> None:
        """The frame that is due has been drawn."""
        await asyncio.sleep(0.01)

    def resize(self, columns: int, rows: int) -> None:
        self.size = Size(rows=rows, columns=columns)
        self.seen.terminal.resize(rows, columns)
        self.screen._app._on_resize()


@contextlib.asynccontextmanager
async def on_screen(columns: int = 60, rows: int = 16, **options):
    with create_pipe_input() as source:
        bench = Bench(source, columns, rows, **options)
        async with bench.screen:
            yield bench
