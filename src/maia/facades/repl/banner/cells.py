"""Pixels as half blocks: two in each cell of the terminal, one above the other."""

from collections.abc import Mapping

from maia.facades.repl.style import Rgb, Style, background, foreground

Pixels = Mapping[tuple[int, int], Rgb]
"""Colours by column and row; where there is none the terminal is seen."""


def half_blocks(pixels: Pixels, columns: int, rows: int, style: Style) -> list[str]:
    """`rows` rows of pixels in half as many lines, each `columns` wide.

    Without colours all that is not empty looks the same.
    """
    lines: list[str] = []
    for row in range(0, rows, 2):
        line, run, code = "", "", ""
        for column in range(columns):
            sign, look = _cell(pixels.get((column, row)), pixels.get((column, row + 1)), style)
            if look != code:
                line += style.paint(run, code) if run else ""
                run, code = "", look
            run += sign
        lines.append(line + style.paint(run, code))
    return lines


def _cell(upper: Rgb | None, lower: Rgb | None, style: Style) -> tuple[str, str]:
    """The sign of a cell, and the code of its colours."""
    if upper is None:
        return (" ", "") if lower is None else ("▄", foreground(lower, style.depth))
    if lower is None:
        return "▀", foreground(upper, style.depth)
    above, below = foreground(upper, style.depth), foreground(lower, style.depth)
    return ("█", above) if above == below else ("▀", f"{above};{background(below)}")
