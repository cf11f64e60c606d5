"""Finished Markdown blocks out of text that arrives in pieces.

A block is finished when what follows cannot change it any more: a paragraph at its blank line, a
heading at its end, a list when something else begins, a fence when it is closed. Work is done by
line, so a piece costs the same however long the answer is.
"""

import re
from dataclasses import dataclass

LONGEST_CODE = 100
"""Lines of an open fence after which they are given, and it goes on as another block."""

LONGEST_LIST = 200
"""Lines of a list after which its next item begins another block."""

LONGEST_TEXT = 300
"""Lines of a paragraph or a table after which it goes on as another block."""

_FENCE = re.compile(r"(?P<indent> {0,3})(?P<marks>`{3,}|~{3,})(?P<info>.*)")
_NESTED_FENCE = re.compile(r"\s*(?P<marks>`{3,}|~{3,})(?P<info>.*)")
_DEEPEST_END = 3
"""Columns by which the end of a fence may be indented: with more it is a line of the code."""

_ITEM = re.compile(r"(?P<indent> {0,3})(?:[-*+]|\d{1,9}[.)])(?:\s|$)")
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")


@dataclass(frozen=True, slots=True)
class Block:
    """The raw text of a block, its blank lines behind it.

    `opening` is the first line of the fence, or the head of the table, that an earlier block began
    and this one goes on with.
    """

    text: str
    opening: str = ""


def ends_fence(line: str, marks: str, indent: int = 0) -> bool:
    """Whether `line` closes a fence that `marks` opened in a list item of this `indent`."""
    stripped = line.strip()
    if not stripped or set(stripped) != {marks[0]} or len(stripped) < len(marks):
        return False
    return _indent(line) <= indent + _DEEPEST_END


def _indent(line: str) -> int:
    line = line.expandtabs(4)
    return len(line) - len(line.lstrip(" "))


def _is_table_head(lines: list[str]) -> bool:
    rule = lines[1].strip()
    return "|" in lines[0] and "|" in rule and "-" in rule and set(rule) <= set("|:- \t")


class BlockSplitter:
    """Takes pieces, gives blocks; all blocks together are all the pieces."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._partial: list[str] = []
        self._fence = ""
        self._fence_indent = 0
        self._opening = ""
        self._continues = False
        self._is_list = False
        self._blank = False

    @property
    def open(self) -> str:
        """The raw text that is not given yet."""
        self._partial[:] = ["".join(self._partial)]  # or a long line would be joined from its bits
        return "".join([*self._lines, *self._partial])

    def push(self, piece: str) -> list[Block]:
        """The blocks that `piece` finishes."""
        found: list[Block] = []
        start = 0
        while (end := piece.find("\n", start)) >= 0:
            self._partial.append(piece[start : end + 1])
            line = "".join(self._partial)
            self._partial.clear()
            start = end + 1
            self._take(line, found)
        if start < len(piece):
            self._partial.append(piece[start:])
        return found

    def finish(self) -> list[Block]:
        """What is left; a fence that was never closed ends here."""
        found: list[Block] = []
        if self._partial:
            line = "".join(self._partial)
            self._partial.clear()
            self._take(line, found)
        self._close(found)
        self._fence = ""
        self._forget_opening()
        return found

    def _take(self, line: str, found: list[Block]) -> None:
        if self._fence:
            self._take_code(line, found)
        elif not line.strip():
            self._take_blank(line, found)
        else:
            self._take_text(line, found)

    def _take_code(self, line: str, found: list[Block]) -> None:
        self._lines.append(line)
        if ends_fence(line, self._fence, self._fence_indent):
            self._fence = ""
            if not self._is_list:
                self._close(found)
                self._forget_opening()
        elif not self._is_list and len(self._lines) >= LONGEST_CODE:
            self._close(found)
            self._continues = True

    def _take_blank(self, line: str, found: list[Block]) -> None:
        self._lines.append(line)
        if self._is_list:
            self._blank = True
        else:
            if any(each.strip() for each in self._lines):
                self._close(found)
            self._forget_opening()

    def _take_text(self, line: str, found: list[Block]) -> None:
        item = _ITEM.match(line)
        if self._is_list and self._ends_list(line, is_item=item is not None):
            self._close(found)
        self._blank = False
        fence = (_NESTED_FENCE if self._is_list else _FENCE).match(line)
        if fence is not None and not ("`" in fence["info"] and fence["marks"][0] == "`"):
            if not self._is_list:
                self._close(found)
                self._opening, self._continues = line, False
            self._fence = fence["marks"]
            self._fence_indent = _indent(line) if self._is_list else 0
            self._lines.append(line)
            return
        if not self._is_list and _HEADING.match(line):
            self._close(found)
            self._forget_opening()
            self._lines.append(line)
            self._close(found)
            return
        if item is not None and not self._is_list and self._may_begin_list(item[0].strip()):
            self._close(found)
            self._forget_opening()
            self._is_list = True
        self._lines.append(line)
        if not self._is_list and len(self._lines) >= LONGEST_TEXT:
            self._go_on(found)

    def _go_on(self, found: list[Block]) -> None:
        """Give what there is of a long text; what follows of a table keeps its head."""
        head = self._lines[:2]
        self._close(found)
        if not self._continues and _is_table_head(head):
            self._opening, self._continues = "".join(head), True

    def _may_begin_list(self, mark: str) -> bool:
        """Only one that begins with 1 may follow a paragraph without a blank line."""
        numbered_later = mark[0].isdigit() and mark[:-1] != "1"
        return not (numbered_later and any(line.strip() for line in self._lines))

    def _ends_list(self, line: str, *, is_item: bool) -> bool:
        if is_item:
            return len(self._lines) >= LONGEST_LIST and not line.startswith(" ")
        return self._blank and not line.startswith((" ", "\t"))

    def _forget_opening(self) -> None:
        self._opening, self._continues = "", False

    def _close(self, found: list[Block]) -> None:
        if self._lines:
            opening = self._opening if self._continues else ""
            found.append(Block("".join(self._lines), opening))
            self._lines.clear()
        self._is_list = self._blank = False
