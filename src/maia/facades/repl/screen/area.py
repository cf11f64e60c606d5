"""What the live area shows, from top to bottom, as rows of styled text."""

import asyncio
from collections.abc import Callable

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.formatted_text.utils import fragment_list_width
from prompt_toolkit.styles import BaseStyle, Style

from maia.facades.repl.screen.open_block import OpenBlock
from maia.facades.repl.screen.requests import RequestQueue
from maia.facades.repl.screen.widths import fitted, shown_line, width_of
from maia.i18n import Catalogue

SPINNER = "⢄⢂⢁⡁⡈⡐⡠"
"""dots10 of the specification."""

SPINNER_SECONDS = 0.08
SHOWN_COMPLETIONS = 6
DOTS = "┈"
PROMPT = "❯ "

_STILL = "•"
_LABEL_SHARE = 2
_MANY_ROWS = 8
"""From so many rows on there is room for dotted lines."""


def looks() -> BaseStyle:
    """Colours by role; they are the terminal's own, so that they fit its background."""
    return Style.from_dict(
        {
            "line": "ansibrightgreen",
            "busy": "ansibrightyellow",
            "grey": "ansibrightblack",
            "prompt": "ansibrightgreen bold",
            "title": "bold",
            "picked": "reverse",
        }
    )


class Area:
    """Everything but the zone itself."""

    def __init__(
        self,
        catalogue: Catalogue,
        queue: RequestQueue,
        draw_context: Callable[[int], str],
        *,
        animate: bool,
    ) -> None:
        self._catalogue = catalogue
        self._queue = queue
        self._draw_context = draw_context
        self._animate = animate
        self._context: tuple[int, StyleAndTextTuples] | None = None
        self.open_block = OpenBlock()
        self.status = ""
        self.is_busy = False

    @property
    def is_animated(self) -> bool:
        """Whether time alone changes what is drawn."""
        return self.is_busy and self._animate

    def forget_context(self) -> None:
        """Have the context bar drawn anew."""
        self._context = None

    def open_rows(self, columns: int, room: int) -> list[StyleAndTextTuples]:
        """The end of the text being streamed."""
        rows = self.open_block.rows(columns)
        return [[("", row)] for row in rows[max(0, len(rows) - room) :]]

    def queue_rows(self, columns: int, room: int) -> list[StyleAndTextTuples]:
        """The requests that wait, each on one line."""
        shown, more = self._queue.shown()
        lines = [f"{PROMPT}{shown_line(text)}" for text in shown]
        if more:
            lines.append("  " + self._catalogue.text("repl.queued_more", count=more))
        return [[("class:grey", fitted(line, columns))] for line in lines[:room]]

    def completion_rows(self, buffer: Buffer, columns: int, room: int) -> list[StyleAndTextTuples]:
        """What could be completed at the cursor, around the one selected."""
        state = buffer.complete_state
        if state is None:
            return []
        selected = state.complete_index
        count = min(SHOWN_COMPLETIONS, room)
        first = max(0, min((selected or 0) - count + 1, len(state.completions) - count))
        shown = list(enumerate(state.completions))[first : first + count]
        labels = [fitted(shown_line(one.display_text), columns // _LABEL_SHARE) for _, one in shown]
        widest = max(map(width_of, labels), default=0)
        rows: list[StyleAndTextTuples] = []
        for (index, one), label in zip(shown, labels, strict=True):
            row: StyleAndTextTuples = [("class:picked" if index == selected else "", f" {label} ")]
            left = columns - widest - 3
            if one.display_meta_text and left > 1:
                gap = " " * (widest - width_of(label) + 1)
                row.append(("class:grey", gap + fitted(shown_line(one.display_meta_text), left)))
            rows.append(row)
        return rows

    def status_rows(self, columns: int, room: int) -> list[StyleAndTextTuples]:
        """One row, whether there is something to say or not."""
        del room
        if not self.status:
            return [[]]
        text = fitted(shown_line(self.status), columns - 2)
        if not self.is_busy:
            return [[("", text)]]
        return [[("class:busy", f"{self._spinner()} "), ("", text)]]

    def dotted_rows(self, columns: int, room: int) -> list[StyleAndTextTuples]:
        """The frame of the zone; a very low terminal has no row for it."""
        return [[("class:line", DOTS * columns)]] if room >= _MANY_ROWS else []

    def context_rows(self, columns: int, room: int) -> list[StyleAndTextTuples]:
        """The context bar, at the right."""
        del room
        if self._context is None or self._context[0] != columns:
            bar = to_formatted_text(ANSI(self._draw_context(columns)))
            gap = max(0, columns - fragment_list_width(bar))
            self._context = columns, [("", " " * gap), *bar]
        return [self._context[1]]

    def _spinner(self) -> str:
        if not self._animate:
            return _STILL
        return SPINNER[int(asyncio.get_running_loop().time() / SPINNER_SECONDS) % len(SPINNER)]
