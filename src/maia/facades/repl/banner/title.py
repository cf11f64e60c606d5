"""The name in large letters: a font of 5 by 7 pixels, a rainbow across it, a shadow behind it."""

import colorsys

from maia.facades.repl.banner.cells import Pixels
from maia.facades.repl.style import Rgb

NAME = "Maia"

_COLUMNS, _ROWS = 23, 7
"""Four letters of five pixels with one between each two; their height."""

_ADVANCE = 6
_LARGEST = 2
"""Larger letters would be taller than the picture beside them, with the sentences below."""

_SHADOW: Rgb = (72, 72, 84)
_FONT = {
    "M": ("#   #", "## ##", "# # #", "# # #", "#   #", "#   #", "#   #"),
    "a": ("     ", "     ", " ### ", "    #", " ####", "#   #", " ####"),
    "i": ("  #  ", "     ", " ##  ", "  #  ", "  #  ", "  #  ", " ### "),
}


def scale_for(columns: int) -> int:
    """How many pixels to each of the font fit, with the shadow: 1 at least."""
    return max(1, min(_LARGEST, (columns - 1) // _COLUMNS))


def title_size(scale: int, *, shadow: bool) -> tuple[int, int]:
    """Columns and rows of the name, one more of each for the shadow."""
    return _COLUMNS * scale + shadow, _ROWS * scale + shadow


def title(scale: int, *, shadow: bool) -> Pixels:
    """The name in the size that `title_size` says."""
    letters = {
        (scale * (_ADVANCE * place + column) + right, scale * row + down)
        for place, letter in enumerate(NAME)
        for row, line in enumerate(_FONT[letter])
        for column, sign in enumerate(line)
        if sign == "#"
        for right in range(scale)
        for down in range(scale)
    }
    behind = {(column + 1, row + 1): _SHADOW for column, row in letters} if shadow else {}
    return behind | {(column, row): _rainbow(column / scale) for column, row in letters}


def _rainbow(column: float) -> Rgb:
    """From red at the left to violet at the right."""
    parts = colorsys.hsv_to_rgb(0.8 * column / (_COLUMNS - 1), 0.65, 1.0)
    red, green, blue = (round(255 * part) for part in parts)
    return red, green, blue
