"""Scopes and blocks: in which of them an offset lies."""

from typing import TYPE_CHECKING

from maia.codemap.model import NO_SCOPE, Binding

if TYPE_CHECKING:
    from tree_sitter import Node

Span = tuple[int, int, int]
"""Start, end, and the index of what stands there."""


class ScopeFinder:
    """The innermost scope at offsets that are asked for in rising order."""

    def __init__(self, scopes: list[tuple[int, int, int]]) -> None:
        self._scopes = scopes
        self._next = 0
        self._open: list[tuple[int, int]] = []

    def at(self, offset: int) -> int:
        """The index of the symbol whose scope holds `offset`."""
        scopes = self._scopes
        while self._next < len(scopes) and scopes[self._next][0] <= offset:
            _, end, index = scopes[self._next]
            self._next += 1
            while self._open and self._open[-1][0] < end:
                self._open.pop()
            self._open.append((end, index))
        while self._open and self._open[-1][0] <= offset:
            self._open.pop()
        return self._open[-1][1] if self._open else NO_SCOPE


class Blocks:
    """Where names are bound in less than a whole scope: blocks, functions without a name."""

    def __init__(self) -> None:
        self._all: list[tuple[int, int, int, int]] = []
        self._functions: list[tuple[int, int, int, int]] = []

    def __bool__(self) -> bool:
        return bool(self._all)

    def add(self, node: "Node", *, is_function: bool) -> None:
        """One block; what is hoisted is bound in the function around it."""
        rows = node.start_point.row + 1, node.end_point.row + 1
        found = (node.start_byte, node.end_byte, *rows)
        self._all.append(found)
        if is_function:
            self._functions.append(found)

    def bindings(
        self,
        bound: list[tuple[int, str, str, int]],
        hoisted: set[int],
        scopes: list[Span],
        names: dict[int, int],
    ) -> list[Binding]:
        """The bindings at these offsets, with the lines of their block where they have one.

        The name of a definition is bound where the definition stands, and only where that is in a
        block: its symbol says all else.
        """
        blocks, functions = sorted(self._all), sorted(self._functions)
        in_blocks, in_functions = _finder(blocks), _finder(functions)
        in_scopes = ScopeFinder(scopes)
        spans = {index: (start, end) for start, end, index in scopes}
        found: list[tuple[int, Binding]] = []
        places = sorted((_place(each[0], names), each) for each in bound)
        for place, (offset, name, type_text, row) in places:
            scope, block, function = (
                in_scopes.at(place),
                in_blocks.at(place),
                in_functions.at(place),
            )
            lines = (0, 0)
            if offset in hoisted and function != NO_SCOPE:
                lines = _lines(functions[function], spans.get(scope))
            elif offset not in hoisted and block != NO_SCOPE:
                lines = _lines(blocks[block], spans.get(scope))
            if lines[0] or offset not in names:
                found.append((offset, Binding(name, scope, type_text, row + 1, *lines)))
        return [each for _, each in sorted(found, key=lambda pair: pair[0])]


def _place(offset: int, names: dict[int, int]) -> int:
    start = names.get(offset)
    return offset if start is None else max(0, start - 1)


def _lines(block: tuple[int, int, int, int], scope: tuple[int, int] | None) -> tuple[int, int]:
    """The lines of a block that is less than the scope it stands in."""
    is_less = scope is None or (scope[0] <= block[0] and block[1] + 1 < scope[1])
    return (block[2], block[3]) if is_less else (0, 0)


def _finder(spans: list[tuple[int, int, int, int]]) -> ScopeFinder:
    return ScopeFinder([(start, end, index) for index, (start, end, *_) in enumerate(spans)])
