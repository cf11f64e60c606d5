"""The text being streamed, raw, wrapped as it grows: each piece is looked at once."""

from collections import deque

from maia.facades.repl.screen.widths import width_of
from maia.facades.shown_text import HarmlessStream

KEPT_ROWS = 300
"""Rows kept for drawing: more than any terminal shows below the log."""

_SHOWN = str.maketrans({"\t": "    "} | dict.fromkeys("\u200d\ufe0e\ufe0f🏻🏼🏽🏾🏿", ""))
"""Joiners, variation selectors and skin tones go: terminals do not agree on the width they give.
The finished answer has them."""


class OpenBlock:
    """Wraps at the column, so that rows once full never change and need not be drawn again."""

    def __init__(self) -> None:
        self._text = ""
        self._taken = ""
        self._columns = 0
        self._start()

    def show(self, text: str) -> None:
        """Replace the text; cheap when it only grew."""
        self._text = text

    def rows(self, columns: int) -> list[str]:
        """The last rows at this width, KEPT_ROWS at most."""
        if columns != self._columns or not self._text.startswith(self._taken):
            self._columns = max(columns, 1)
            self._start()
        piece = self._text[len(self._taken) :]
        self._taken = self._text
        self._wrap(self._stream.push(piece))
        last = [self._row] if self._row else []
        return [*self._full, *last] if self._text else []

    def _start(self) -> None:
        self._taken = ""
        self._stream = HarmlessStream()
        self._full: deque[str] = deque(maxlen=KEPT_ROWS)
        self._row = ""
        self._used = 0

    def _wrap(self, piece: str) -> None:
        for character in piece.translate(_SHOWN):
            if character == "\n":
                self._end_row()
                continue
            width = width_of(character)
            if self._used + width > self._columns and self._row:
                self._end_row()
            self._row += character
            self._used += width

    def _end_row(self) -> None:
        self._full.append(self._row)
        self._row, self._used = "", 0
