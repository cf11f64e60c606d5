"""Lines of text as the model reads them: numbered, clipped, bounded."""

from collections.abc import Iterable
from dataclasses import dataclass

from maia.agent.tools.read.texts import TEXTS
from maia.i18n import Language
from maia.workspace.decoding import printable

LINE_CHARACTERS = 2_000
"""Characters shown of one line."""

PAGE_CHARACTERS = 100_000
"""Characters of one result; fewer lines than asked for are shown rather than more text."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end. `cut` counts what the text lacks already, in bytes."""

    text: str
    cut: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """Numbered lines; `last` is the number of the last one (`first` - 1 when there is none)."""

    text: str
    last: int


def number_lines(lines: Iterable[Line], first: int, language: Language) -> Page:
    """Each line as its number in 6 columns, a tab, and its text (spec 8)."""
    shown: list[str] = []
    size = 0
    number = first - 1
    for line in lines:
        text = f"{number + 1:>6}\t{_clipped(line, number + 1, language)}"
        size += len(text) + 1
        if size > PAGE_CHARACTERS:
            break
        shown.append(text)
        number += 1
    return Page("\n".join(shown), number)


def _clipped(line: Line, number: int, language: Language) -> str:
    text = line.text
    shown = printable(text[:LINE_CHARACTERS])
    values = {"line": number, "next": LINE_CHARACTERS + 1}
    if line.cut:
        cut = line.cut + len(text[LINE_CHARACTERS:].encode("utf-8", "surrogatepass"))
        return shown + TEXTS.text(language, "cut_bytes", cut=cut, **values)
    if len(text) > LINE_CHARACTERS:
        return shown + TEXTS.text(language, "cut", cut=len(text) - LINE_CHARACTERS, **values)
    return shown
