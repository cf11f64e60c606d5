"""Text in LF space: CRLF read as one line feed, with the way back to where it stands in the file.

A lone CR is a character like any other, never the end of a line.
"""

import re
from bisect import bisect_left
from typing import Literal, TypeAlias

LineEnd: TypeAlias = Literal["\n", "\r\n"]
LineEndStyle: TypeAlias = Literal["none", "lf", "crlf", "mixed"]

_CRLF = re.compile("\r\n")


def to_lf(text: str) -> str:
    """`text` with each CRLF as one line feed."""
    return text.replace("\r\n", "\n")


def line_end_style(text: str) -> LineEndStyle:
    """Which line ends a text uses."""
    crlf = text.count("\r\n")
    feeds = text.count("\n")
    if feeds == 0:
        return "none"
    if crlf == 0:
        return "lf"
    return "crlf" if crlf == feeds else "mixed"


class LfText:
    """A text as found (`raw`) and in LF space (`text`). Positions count characters."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.text = to_lf(raw)
        # Where the line feeds that are CRLF in `raw` stand in `text`.
        self._crlf = [match.start() - n for n, match in enumerate(_CRLF.finditer(raw))]

    def raw_position(self, position: int) -> int:
        """Where `position` of `text` is in `raw`; never between the two characters of a CRLF."""
        return position + bisect_left(self._crlf, position)

    def end_at(self, position: int) -> LineEnd:
        """How the line feed at `position` of `text` is written in `raw`."""
        index = bisect_left(self._crlf, position)
        return "\r\n" if index < len(self._crlf) and self._crlf[index] == position else "\n"

    def end_near(self, position: int) -> LineEnd:
        """The line end that lines put in at `position` should have.

        That of the line they are put into; at the start of a line, of the line before.
        """
        before = self.text.rfind("\n", 0, position)
        after = self.text.find("\n", position)
        at_start = before == position - 1
        near = before if before >= 0 and (at_start or after < 0) else after
        return self.end_at(near) if near >= 0 else "\n"
