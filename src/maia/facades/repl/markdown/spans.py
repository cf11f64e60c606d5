"""Styled text in lines of a width: what the renderer is made of."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from maia.facades.repl.style import Style


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text in one look; `code` is its SGR code, empty for none."""

    text: str
    code: str = ""


Line = tuple[Span, ...]
_WORDS = re.compile(r"\n|[ \t]+|[^ \t\n]+")


def width_of(text: str) -> int:
    """Columns that `text` takes on a terminal."""
    if text.isascii():
        return len(text)
    from prompt_toolkit.utils import get_cwidth

    return get_cwidth(text)


def line_width(line: Iterable[Span]) -> int:
    """Columns of a line."""
    return sum(width_of(span.text) for span in line)


def painted(line: Iterable[Span], style: Style) -> str:
    """The line with its colours, neighbours of one look together."""
    out, text, code = "", "", ""
    for span in _without_end(tuple(line)):
        if span.code != code:
            out += style.paint(text, code) if text else ""
            text, code = "", span.code
        text += span.text
    return out + (style.paint(text, code) if text else "")


def _without_end(line: Line) -> Line:
    """The line without the blanks that nobody sees at its end."""
    while line and not line[-1].text.strip(" "):
        line = line[:-1]
    return line


def wrapped(spans: Iterable[Span], width: int) -> list[Line]:
    """The spans in lines of at most `width` columns; a word that is longer is cut.

    A newline in a span ends its line.
    """
    width = max(1, width)
    lines: list[list[Span]] = [[]]
    used = 0
    gap: Span | None = None
    for word in _words(spans):
        if word.text == "\n":
            lines.append([])
            used, gap = 0, None
        elif word.text.isspace():
            gap = Span(" ", word.code) if used else None
        else:
            room = width - used - (1 if gap else 0)
            taken = width_of(word.text)
            if taken > room and used:
                lines.append([])
                used, gap = 0, None
            if gap is not None:
                lines[-1].append(gap)
                used, gap = used + 1, None
            for place, part in enumerate(_parts(word, width - used, width)):
                if place:
                    lines.append([])
                    used = 0
                lines[-1].append(part)
                used += width_of(part.text)
    return [tuple(line) for line in lines]


def _words(spans: Iterable[Span]) -> Iterator[Span]:
    for span in spans:
        for found in _WORDS.finditer(span.text):
            yield Span(found[0], span.code)


def _parts(word: Span, room: int, width: int) -> Iterator[Span]:
    """The word, cut where it is wider than the line."""
    if width_of(word.text) <= room:
        yield word
        return
    part, used = "", 0
    for sign in word.text:
        taken = width_of(sign)
        if used + taken > room and part:
            yield Span(part, word.code)
            part, used, room = "", 0, width
        part += sign
        used += taken
    yield Span(part, word.code)
