"""What a call did, as lines under its title: the first ones, and how many more there are."""

from maia.agent.contracts.display import CommandOutput, Display, FileDiff, PlainText, TodoList
from maia.facades.repl.style import Style
from maia.facades.shown_text import harmless, one_line
from maia.i18n import Catalogue

PREVIEW_CHARACTERS = 600
"""How much of a tool's result is shown (spec 23)."""

SHELL_PREVIEW_CHARACTERS = 4_000
"""How much of what the person's own command printed is shown (spec 23)."""

PREVIEW_LINES = 12
DIFF_LINES = 4 * PREVIEW_LINES
SUMMARY_WIDTH = 160
_MARKS = {"pending": "☐", "in_progress": "▶", "completed": "☑"}


class Previews:
    """Draws display blocks and results."""

    def __init__(self, catalogue: Catalogue, style: Style) -> None:
        self._catalogue = catalogue
        self._style = style

    def block(self, block: Display) -> str:
        """A display block of a tool."""
        match block:
            case FileDiff(_, diff):
                return self.diff(diff)
            case CommandOutput(_, output):
                return self.text(output)
            case TodoList(items):
                lines = [
                    f"{_MARKS[item.status]} {one_line(item.content, SUMMARY_WIDTH)}"
                    for item in items
                ]
                return indented("\n".join(lines))
            case PlainText(text):
                return self.text(text)

    def diff(self, text: str, limit: int = DIFF_LINES) -> str:
        """The first lines of a unified diff."""
        lines = harmless(text).rstrip("\n").split("\n")
        shown = [self._diff_line(line) for line in lines[:limit]]
        if len(lines) > limit:
            shown.append(self.left_out(len(lines) - limit))
        return indented("\n".join(shown))

    def text(self, text: str, characters: int = PREVIEW_CHARACTERS) -> str:
        """The first lines of a text; where it is cut, and how many lines more there are."""
        text = text.rstrip("\r\n")
        lines = harmless(text[:characters]).split("\n")
        if len(text) > characters:
            lines[-1] += "…"
        lines = lines[:PREVIEW_LINES]
        left = text.count("\n") + 1 - len(lines)
        return indented("\n".join([*lines, self.left_out(left)] if left > 0 else lines))

    def left_out(self, count: int) -> str:
        """That so many lines are not shown."""
        return self._style.dim(self._catalogue.text("repl.more_lines", count=count))

    def _diff_line(self, line: str) -> str:
        if line.startswith("+"):
            return self._style.good(line)
        return self._style.bad(line) if line.startswith("-") else self._style.dim(line)


def indented(text: str) -> str:
    """Each line behind two blanks; nothing for nothing."""
    return "".join(f"  {line}\n" for line in text.split("\n")) if text.strip() else ""
