"""Tables that fit the terminal."""

from collections.abc import Sequence

from maia.facades.repl.markdown.spans import Line, Span, line_width, wrapped

Cells = list[tuple[list[Span], str]]
"""A row: for each cell its spans, and how it is aligned (`right`, `center`, else left)."""

_DIM = "2"
_BETWEEN = " │ "
_NARROWEST = 3


def table_lines(rows: Sequence[Cells], width: int) -> list[Line]:
    """The rows, the first one being the head; cells are wrapped where the table is too wide.

    With more columns than fit at all, each row is given as lines of their own.
    """
    count = max((len(row) for row in rows), default=0)
    if count == 0:
        return []
    room = width - len(_BETWEEN) * (count - 1)
    if room < count * _NARROWEST:
        return [line for row in rows for spans, _ in row for line in wrapped(spans, width)]
    widths = _widths(rows, count, room)
    lines: list[Line] = []
    for number, row in enumerate(rows):
        lines += _row(row, widths)
        if number == 0:
            lines.append((Span("─┼─".join("─" * each for each in widths), _DIM),))
    return lines


def _widths(rows: Sequence[Cells], count: int, room: int) -> list[int]:
    """What each column wants, the widest cut down until all fit."""
    wanted = [1] * count
    for row in rows:
        for place, (spans, _) in enumerate(row):
            wanted[place] = max(wanted[place], line_width(spans))
    while sum(wanted) > room:
        widest = max(wanted)
        second = max((each for each in wanted if each < widest), default=_NARROWEST)
        places = [place for place, each in enumerate(wanted) if each == widest]
        over = sum(wanted) - room
        cut = max(1, min(widest - max(second, _NARROWEST), -(-over // len(places))))
        for place in places:
            wanted[place] -= min(cut, max(0, sum(wanted) - room))
    return wanted


def _row(row: Cells, widths: list[int]) -> list[Line]:
    cells = [wrapped(spans, widths[place]) for place, (spans, _) in enumerate(row)]
    aligned = [align for _, align in row]
    cells += [[()]] * (len(widths) - len(cells))
    aligned += [""] * (len(widths) - len(aligned))
    lines: list[Line] = []
    for level in range(max(len(cell) for cell in cells)):
        spans: list[Span] = []
        for place, cell in enumerate(cells):
            if place:
                spans.append(Span(_BETWEEN, _DIM))
            line = cell[level] if level < len(cell) else ()
            spans += _padded(line, widths[place], aligned[place])
        lines.append(tuple(spans))
    return lines


def _padded(line: Line, width: int, align: str) -> list[Span]:
    left = width - line_width(line)
    before = left if align == "right" else left // 2 if align == "center" else 0
    return [Span(" " * before), *line, Span(" " * (left - before))]
