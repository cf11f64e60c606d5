"""Code with its colours."""

import functools
import time
from typing import Any, cast

from maia.facades.repl.markdown.spans import Line, Span
from maia.facades.repl.style import Style, foreground

_LOOKS: dict[str, tuple[int, int, int]] = {
    "Keyword": (197, 134, 192),
    "Name.Function": (220, 220, 170),
    "Name.Class": (78, 201, 176),
    "Name.Decorator": (220, 220, 170),
    "Name.Builtin": (78, 201, 176),
    "Name.Tag": (86, 156, 214),
    "Name.Attribute": (156, 220, 254),
    "Literal.String": (206, 145, 120),
    "Literal.Number": (181, 206, 168),
    "Operator.Word": (197, 134, 192),
    "Comment": (106, 153, 85),
    "Generic.Deleted": (244, 135, 113),
    "Generic.Inserted": (137, 209, 133),
    "Generic.Heading": (86, 156, 214),
}
_LONGEST = 10_000
_LONGEST_LINE = 400
_MOST_LINES = 400
_LONGEST_NAME = 40
_SECONDS = 0.25
"""Some lexers need seconds for code made to be slow: past these limits it has no colours."""


def code_lines(code: str, language: str, style: Style) -> list[Line]:
    """The lines of `code`; without colours where there are none, or for an unknown language."""
    plain: list[Line] = [(Span(line),) for line in code.split("\n")]
    too_long = len(code) > _LONGEST or len(plain) > _MOST_LINES
    too_long = too_long or any(len(line[0].text) > _LONGEST_LINE for line in plain)
    lexer = None if style.depth == 0 or too_long else _lexer(language)
    if lexer is None:
        return plain
    lines: list[list[Span]] = [[]]
    until = time.thread_time() + _SECONDS
    for kind, text in lexer.get_tokens(code):
        if time.thread_time() > until:
            return plain
        look = foreground(colour, style.depth) if (colour := _look(str(kind))) else ""
        for place, part in enumerate(str(text).split("\n")):
            if place:
                lines.append([])
            if part:
                lines[-1].append(Span(part, look))
    return [tuple(line) for line in lines]


@functools.lru_cache(maxsize=64)
def _lexer(language: str) -> Any:
    """The lexer of a language; None when there is none."""
    if not language or len(language) > _LONGEST_NAME:
        return None
    from pygments import lexers  # 30 ms
    from pygments.util import ClassNotFound

    try:
        # Its stubs do not say what its options are.
        return cast("Any", lexers).get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _look(kind: str) -> tuple[int, int, int] | None:
    """The colour of a token's kind, or of the kind that it belongs to."""
    name = kind.removeprefix("Token.")
    while name:
        if name in _LOOKS:
            return _LOOKS[name]
        name = name.rpartition(".")[0]
    return None
