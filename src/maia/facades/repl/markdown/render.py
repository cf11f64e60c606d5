"""A Markdown block as lines of a terminal.

Everything comes from a model: it is made harmless first, and no link shows another address than
the one that it leads to.
"""

import functools
import logging
import re
from typing import TYPE_CHECKING

from maia.facades.repl.markdown.blocks import Block, ends_fence
from maia.facades.repl.markdown.code import code_lines
from maia.facades.repl.markdown.inline import inline_spans
from maia.facades.repl.markdown.spans import Line, Span, painted, wrapped
from maia.facades.repl.markdown.tables import Cells, table_lines
from maia.facades.repl.style import Style
from maia.facades.shown_text import harmless

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_NARROWEST = 10
_NARROWEST_INSIDE = 4
"""Columns without which what is nested gets no room of its own."""

_DEEPEST = 60
"""Levels that are parsed; the parser drops what is nested deeper, so such a block stays raw."""

_INDENT = "  "
_QUOTE = "│ "
_HEADINGS = {1: "1;4", 2: "1", 3: "1"}
_DIM = "2"
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def render_block(block: Block | str, width: int, style: Style) -> str:
    """The block formatted, whole lines; none wider than `width`, but for code and long addresses.

    What cannot be formatted is given as it was written, harmless.
    """
    block = Block(block) if isinstance(block, str) else block
    raw = harmless(block.text).expandtabs(4)
    try:
        lines = _Renderer(max(_NARROWEST, width), style).block(raw, harmless(block.opening))
    except Exception:  # an answer must be readable whatever is wrong with its form, or with ours
        # Not above debug: without a handler it would go to the screen, with words of the model.
        logging.getLogger("maia").debug("a block could not be formatted", exc_info=True)
        return raw if raw.endswith("\n") else raw + "\n"
    return "".join(f"{painted(line, style)}\n" for line in lines)


@functools.lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # 40 ms

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": _DEEPEST})
    # Without `reference`: it takes definitions out of the text, and their use is in other blocks.
    return parser.enable(["table", "strikethrough"]).disable("reference")


class _Renderer:
    """Lines for the tokens of one block."""

    def __init__(self, width: int, style: Style) -> None:
        self._width = width
        self._style = style

    def block(self, raw: str, opening: str) -> list[Line]:
        if opening and not _FENCE.match(opening):
            raw = opening + raw  # the head of a table
        elif opening:
            return self._rest_of_code(raw, opening)
        tokens = _parser().parse(raw)
        if any(token.level >= _DEEPEST - 2 for token in tokens):
            return wrapped([Span(raw.rstrip("\n"))], self._width)
        return self._sequence(tokens, self._width)

    def _rest_of_code(self, raw: str, opening: str) -> list[Line]:
        lines = raw.rstrip("\n").split("\n")
        found = _FENCE.match(opening)
        marks = found[1] if found else "```"
        if ends_fence(lines[-1], marks):
            lines.pop()
        language = opening.strip().strip(marks[0]).split(" ")[0]
        return self._code("\n".join(lines), language) if lines else []

    def _sequence(self, tokens: "list[Token]", width: int, *, tight: bool = False) -> list[Line]:
        """The lines of blocks, one after the other, a blank line between two."""
        lines: list[Line] = []
        place = 0
        while place < len(tokens):
            end = _end(tokens, place)
            shown = self._one(tokens[place : end + 1], width)
            if shown:
                if lines and not tight:
                    lines.append(())
                lines += shown
            place = end + 1
        return lines

    def _one(self, tokens: "list[Token]", width: int) -> list[Line]:  # noqa: PLR0911  # one arm a kind
        first, inside = tokens[0], tokens[1:-1]
        match first.type:
            case "heading_open":
                code = _HEADINGS.get(int(first.tag[1]), "4")
                return wrapped(inline_spans(inside[0], code), width)
            case "paragraph_open":
                return wrapped(inline_spans(inside[0]), width)
            case "bullet_list_open" | "ordered_list_open":
                return self._list(first, inside, width)
            case "blockquote_open":
                if width - len(_QUOTE) < _NARROWEST_INSIDE:
                    return self._sequence(inside, width)
                quoted = self._sequence(inside, width - len(_QUOTE))
                return [(Span(_QUOTE, _DIM), *line) for line in quoted]
            case "fence" | "code_block":
                return self._code(first.content.rstrip("\n"), first.info.strip().split(" ")[0])
            case "hr":
                return [(Span("─" * min(width, 40), _DIM),)]
            case "table_open":
                return table_lines(_rows(inside), width)
            case _:
                return [(Span(line),) for line in first.content.rstrip("\n").split("\n")]

    def _code(self, code: str, language: str) -> list[Line]:
        return [(Span(_INDENT), *line) for line in code_lines(code, language, self._style)]

    def _list(self, first: "Token", inside: "list[Token]", width: int) -> list[Line]:
        lines: list[Line] = []
        number = int(first.attrs.get("start", 1) or 1)
        last = number + sum(token.type == "list_item_open" for token in inside) - 1
        tight = all(token.hidden for token in inside if token.type == "paragraph_open")
        place = 0
        while place < len(inside):
            end = _end(inside, place)
            mark = f"{number}. ".rjust(len(str(last)) + 2) if first.tag == "ol" else "• "
            if lines and not tight:
                lines.append(())
            lines += self._item(mark, inside[place + 1 : end], width, tight=tight)
            number += 1
            place = end + 1
        return lines

    def _item(self, mark: str, inside: "list[Token]", width: int, *, tight: bool) -> list[Line]:
        """The mark and beside it what the item holds; below it, where there is no room beside."""
        if width - len(mark) < _NARROWEST_INSIDE:
            alone = wrapped([Span(mark.strip(), _DIM)], width)
            return alone + self._sequence(inside, width, tight=tight)
        body = self._sequence(inside, width - len(mark), tight=tight) or [()]
        first, *rest = body
        blank = Span(" " * len(mark))
        return [(Span(mark, _DIM), *first), *((blank, *line) for line in rest)]


def _end(tokens: "list[Token]", place: int) -> int:
    """Where what begins at `place` ends."""
    depth = 0
    for index in range(place, len(tokens)):
        depth += tokens[index].nesting
        if depth == 0:
            return index
    return len(tokens) - 1


def _rows(tokens: "list[Token]") -> list[Cells]:
    rows: list[Cells] = []
    for place, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            code = "1" if token.type == "th_open" else ""
            align = str(token.attrs.get("style", "")).removeprefix("text-align:")
            rows[-1].append((inline_spans(tokens[place + 1], code), align))
    return rows
