"""What is written about a definition: its documentation string, or the comment above it."""

import inspect
import re
from typing import TYPE_CHECKING

from maia.codemap.extract.source import Source
from maia.codemap.languages.packs import Pack

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST_DOC = 2_000
_MOST_LINES = 60
_QUOTES = re.compile(r"^[A-Za-z]*(\"\"\"|'''|\"|')(.*)\1$", re.DOTALL)
_TAG = re.compile(r"@(var|return)\s+(\??(?:null\|)?(?:\\?\w+(?:\\\w+)*|\$this)(?:\|null)?)(?=\s|$)")
_MARKS = re.compile(r"^\s*(?:/\*+|\*+/|\*|//+!?|#+|--+|;+|%+)\s?|\s*\*+/\s*$")


def documentation_string(body: "Node", source: Source) -> str:
    """The string that is the first statement of a body."""
    first = body.named_child(0) if body.named_child_count else None
    if first is not None and first.type == "expression_statement":
        first = first.named_child(0)
    if first is None or first.type not in ("string", "concatenated_string"):
        return ""
    found = _QUOTES.match(source.slice(first.start_byte, first.end_byte))
    return inspect.cleandoc(found[2])[:LONGEST_DOC] if found else ""


def type_in(doc: str, kind: str) -> str:
    """The type that a comment says a symbol has or gives, where it is one class by its name."""
    wanted = "return" if kind in ("function", "method") else "var"
    for found in _TAG.finditer(doc):
        if found[1] == wanted:
            return found[2].replace("|null", "").replace("null|", "").removeprefix("?")
    return ""


def comment_above(source: Source, start: int, pack: Pack) -> str:
    """The comment that ends on the line before `start`, without its marks."""
    marks = tuple(pack.extra.get("documentation", {}).get("line", ()))
    blocks = pack.extra.get("documentation", {}).get("block", ())
    skipped = tuple(pack.extra.get("documentation", {}).get("skip", ()))
    line = source.line_of(start) - 1
    lines: list[str] = []
    closing = ""
    for number in range(line, max(0, line - _MOST_LINES), -1):
        text = _line(source, number).strip()
        if closing:
            lines.append(text)
            if closing in text:
                break
            continue
        opened = next((begin for begin, end in blocks if text.endswith(end)), "")
        if opened and not lines:
            lines.append(text)
            if opened in text:
                break
            closing = opened
        elif marks and text.startswith(marks):
            lines.append(text)
        elif not (skipped and text.startswith(skipped) and not lines):
            break
    if not lines:
        return ""
    cleaned = (_MARKS.sub("", _MARKS.sub("", each)) for each in reversed(lines))
    return inspect.cleandoc("\n".join(cleaned)).strip()[:LONGEST_DOC]


def _line(source: Source, number: int) -> str:
    starts = source.line_starts
    end = starts[number] if number < len(starts) else len(source.data)
    return source.slice(starts[number - 1], end)
