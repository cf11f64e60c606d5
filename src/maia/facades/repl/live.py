"""The first lines of a command, while it still runs."""

from maia.facades.shown_text import harmless


class LiveOutput:
    """Indents live output and stops after so many lines; pieces may end anywhere in a line.

    `shown`: something was written; `is_whole`: nothing has been left out of it.
    """

    def __init__(self, lines: int, characters: int) -> None:
        self._lines_left = lines
        self._characters_left = characters
        self._in_line = False
        self._skips_rest = False
        self._newlines_cut = 0
        self._cut_in_line = False
        self.shown = False
        self.is_whole = True

    @property
    def lines_cut(self) -> int:
        """How many lines came after the last one that was shown, in part or whole."""
        return self._newlines_cut + self._cut_in_line

    def push(self, text: str) -> str:
        """What to write for a piece."""
        out: list[str] = []
        for line in harmless(text).splitlines(keepends=True):
            if self.is_whole:
                out.append(self._piece(line))
            else:
                self._count(line)
        written = "".join(out)
        self.shown = self.shown or bool(written)
        return written

    def end_line(self) -> str:
        """The newline that a line still open needs."""
        ended, self._in_line = self._in_line, False
        return "\n" if ended else ""

    def _piece(self, line: str) -> str:
        if self._lines_left <= 0 or self._characters_left <= 0:
            self.is_whole, self._skips_rest = False, self._in_line
            self._count(line)
            return f"{self.end_line()}  …\n"
        indent = "" if self._in_line else "  "
        if len(line.rstrip("\n")) > self._characters_left:
            self.is_whole, self._skips_rest, self._in_line = False, True, False
            self._count(line)
            return f"{indent}{line[: self._characters_left]}…\n"
        self._in_line = not line.endswith("\n")
        self._lines_left -= not self._in_line
        self._characters_left -= len(line)
        return indent + line

    def _count(self, line: str) -> None:
        ends = line.endswith("\n")
        if self._skips_rest:
            self._skips_rest = not ends
            return
        self._newlines_cut += ends
        self._cut_in_line = not ends
