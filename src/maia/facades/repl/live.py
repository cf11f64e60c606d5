"""The first lines of a command, while it still runs."""

from maia.facades.shown_text import harmless


class LiveOutput:
    """Indents live output and stops after so many lines; pieces may end anywhere in a line."""

    def __init__(self, lines: int, characters: int) -> None:
        self._lines_left = lines
        self._characters_left = characters
        self._in_line = False
        self.shown = False
        self.is_whole = True

    def push(self, text: str) -> str:
        """What to write for a piece."""
        out: list[str] = []
        for line in harmless(text).splitlines(keepends=True):
            if not self.is_whole or not line:
                break
            if self._lines_left <= 0 or self._characters_left <= 0:
                out.append(self.end_line() + "  …\n")
                self.is_whole = False
                break
            out.append(self._piece(line[: self._characters_left]))
        written = "".join(out)
        self.shown = self.shown or bool(written)
        return written

    def end_line(self) -> str:
        """The newline that a line still open needs."""
        ended, self._in_line = self._in_line, False
        return "\n" if ended else ""

    def _piece(self, piece: str) -> str:
        indent = "" if self._in_line else "  "
        self._in_line = not piece.endswith("\n")
        self._lines_left -= not self._in_line
        self._characters_left -= len(piece)
        return indent + piece
