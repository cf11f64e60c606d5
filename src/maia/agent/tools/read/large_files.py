"""Lines of a file that is too large to load: read block by block, what is not shown forgotten."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from maia.agent.tools.read.page import LINE_CHARACTERS, PAGE_CHARACTERS

_BLOCK = 4_000_000
_KEPT = LINE_CHARACTERS * 4  # bytes of one line: UTF-8 has at most 4 a character

ReadBlock = Callable[[int, int], Awaitable[bytes]]
"""Bytes from an offset, at most so many."""


@dataclass(frozen=True, slots=True)
class RawLine:
    """The start of a line as bytes, and how many bytes of it were left out."""

    data: bytes
    cut: int


@dataclass(frozen=True, slots=True)
class LineRange:
    """The lines found; `at_end` when the file ends with them, `lines` counted from its start."""

    lines: tuple[RawLine, ...]
    at_end: bool
    counted: int


async def read_lines(read: ReadBlock, first: int, count: int) -> LineRange:
    """Lines `first` (from 1) and following, at most `count`, holding one block in memory."""
    collector = _Collector(first, count)
    offset = 0
    while True:
        block = await read(offset, _BLOCK)
        if not block:
            return collector.finished(at_end=True)
        offset += len(block)
        if not collector.take(block):
            return collector.finished(at_end=False)
        del block  # else it lives on while the next one is read


class _Collector:
    """Takes blocks in order and keeps the lines that are wanted."""

    def __init__(self, first: int, count: int) -> None:
        self._first = first
        self._count = count
        self._lines: list[RawLine] = []
        self._size = 0
        self._line = 1  # the line that the next byte belongs to
        self._start = b""  # of that line, when it is wanted
        self._cut = 0
        self._open = False  # whether that line has any byte

    def take(self, block: bytes) -> bool:
        """Go through one block; false when no more is needed."""
        place = 0
        if self._line < self._first:
            feeds = block.count(b"\n")
            if self._line + feeds < self._first:
                self._line += feeds
                self._open = not block.endswith(b"\n")
                return True
            while self._line < self._first:
                place = block.index(b"\n", place) + 1
                self._line += 1
            self._open = False
        while place < len(block):
            end = block.find(b"\n", place)
            self._extend(block[place : end if end >= 0 else len(block)])
            if end < 0:
                return True
            self._finish()
            place = end + 1
            if self._is_full():
                return False
        return True

    def finished(self, *, at_end: bool) -> LineRange:
        if at_end and self._open and self._line >= self._first and not self._is_full():
            self._finish()
        elif at_end and self._open:
            self._line += 1
        return LineRange(tuple(self._lines), at_end, self._line - 1)

    def _is_full(self) -> bool:
        return len(self._lines) == self._count or self._size > PAGE_CHARACTERS * 4

    def _extend(self, piece: bytes) -> None:
        room = _KEPT - len(self._start)
        self._start += piece[:room]
        self._cut += max(0, len(piece) - room)
        self._open = True

    def _finish(self) -> None:
        self._lines.append(RawLine(self._start, self._cut))
        self._size += len(self._start)
        self._start, self._cut, self._open = b"", 0, False
        self._line += 1
