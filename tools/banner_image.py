"""Draws the owl of the banner and writes it as data: `python tools/banner_image.py`.

The picture is made of shapes over one another, each with a gradient; 64 points of each pixel are
looked at, so that edges are smooth in all their colours. A path as argument is written instead.
"""

import binascii
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).resolve().parent.parent / "src/maia/facades/repl/banner/image.py"
SIDE = 32
POINTS = 8  # to a side of a pixel

Rgb = tuple[float, float, float]
Inside = Callable[[float, float], bool]

BROWN, DARK_BROWN, DEEP_BROWN = (168, 112, 70), (104, 66, 46), (74, 46, 36)
CREAM, SAND = (255, 243, 218), (232, 198, 146)
AMBER, HONEY = (255, 214, 92), (240, 146, 30)
NIGHT, DUSK, WHITE = (22, 20, 34), (44, 40, 70), (255, 255, 255)
ORANGE, RUST = (250, 166, 60), (206, 102, 32)
BARK, DARK_BARK = (126, 92, 66), (76, 54, 42)
LEAF, DARK_LEAF = (132, 196, 92), (60, 132, 66)


class Shape(NamedTuple):
    """Where it is, and its colours from its top to its bottom."""

    inside: Inside
    top: Rgb
    bottom: Rgb
    first: float
    last: float

    def colour(self, y: float) -> Rgb:
        """The colour at this height."""
        part = min(1.0, max(0.0, (y - self.first) / (self.last - self.first)))
        red, green, blue = (a + (b - a) * part for a, b in zip(self.top, self.bottom, strict=True))
        return red, green, blue


def ellipse(x: float, y: float, rx: float, ry: float, *colours: Rgb) -> Shape:
    """An ellipse around a point."""

    def inside(px: float, py: float) -> bool:
        return ((px - x) / rx) ** 2 + ((py - y) / ry) ** 2 <= 1

    return Shape(inside, colours[0], colours[-1], y - ry, y + ry)


def triangle(corners: tuple[tuple[float, float], ...], *colours: Rgb) -> Shape:
    """A triangle, whichever way round its corners are."""
    (ax, ay), (bx, by), (cx, cy) = corners

    def inside(px: float, py: float) -> bool:
        sides = (
            (bx - ax) * (py - ay) - (by - ay) * (px - ax),
            (cx - bx) * (py - by) - (cy - by) * (px - bx),
            (ax - cx) * (py - cy) - (ay - cy) * (px - cx),
        )
        return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)

    return Shape(inside, colours[0], colours[-1], min(ay, by, cy), max(ay, by, cy))


def both(shape: Shape) -> list[Shape]:
    """A shape and its image in a mirror down the middle."""

    def inside(px: float, py: float) -> bool:
        return shape.inside(SIDE - px, py)

    return [shape, shape._replace(inside=inside)]


def feathers() -> list[Shape]:
    """Small chevrons on the belly."""
    rows = ((21.0, (16.0,)), (23.4, (13.2, 18.8)), (25.8, (16.0,)))
    found: list[Shape] = []
    for y, places in rows:
        for x in places:
            found.append(triangle(((x - 1.5, y), (x + 1.5, y), (x, y + 1.7)), BROWN, DARK_BROWN))
            found.append(triangle(((x - 1.5, y - 0.8), (x + 1.5, y - 0.8), (x, y + 0.7)), CREAM))
    return found


def owl() -> list[Shape]:
    """From what is behind to what is in front."""
    return [
        *both(triangle(((4.6, 0.6), (13.5, 5.4), (5.2, 11.5)), DARK_BROWN, BROWN)),
        ellipse(16, 17, 11.6, 12.4, BROWN, DARK_BROWN),
        *both(ellipse(5.6, 20.4, 3.6, 7.6, DARK_BROWN, DEEP_BROWN)),
        ellipse(16, 23, 7.4, 7, CREAM, SAND),
        *feathers(),
        *both(ellipse(10.9, 12.2, 5.9, 5.9, CREAM, SAND)),
        *both(ellipse(11.2, 12.4, 4.1, 4.1, HONEY, AMBER)),
        *both(ellipse(11.5, 12.5, 2.6, 2.6, NIGHT, DUSK)),
        ellipse(10.5, 11.4, 1.05, 1.05, WHITE),
        ellipse(19.5, 11.4, 1.05, 1.05, WHITE),
        triangle(((13.9, 14.4), (18.1, 14.4), (16, 19)), ORANGE, RUST),
        ellipse(15, 30.4, 14.4, 1.5, BARK, DARK_BARK),
        ellipse(28.2, 28.4, 2.8, 1.7, LEAF, DARK_LEAF),
        *both(ellipse(12.4, 29.4, 2.2, 1.5, ORANGE, RUST)),
    ]


def pixel(shapes: list[Shape], column: int, row: int) -> bytes:
    """Red, green, blue and 255; four zeros where the terminal is to be seen."""
    sums, covered = [0.0, 0.0, 0.0], 0
    for place in range(POINTS * POINTS):
        x = column + (place % POINTS + 0.5) / POINTS
        y = row + (place // POINTS + 0.5) / POINTS
        front = next((shape for shape in reversed(shapes) if shape.inside(x, y)), None)
        if front is not None:
            sums = [total + part for total, part in zip(sums, front.colour(y), strict=True)]
            covered += 1
    if 2 * covered < POINTS * POINTS:
        return bytes(4)
    return bytes([*(round(total / covered) for total in sums), 255])


def draw() -> bytes:
    """All pixels, row by row."""
    shapes = owl()
    return b"".join(pixel(shapes, place % SIDE, place // SIDE) for place in range(SIDE * SIDE))


def module(pixels: bytes) -> str:
    """The source of the module with the data."""
    packed = binascii.b2a_base64(zlib.compress(pixels, 9), newline=False).decode()
    lines = "\n".join(f'    "{packed[at : at + 88]}"' for at in range(0, len(packed), 88))
    return (
        '"""The picture of the banner, written by tools/banner_image.py: not to be edited."""\n\n'
        f"SIDE = {SIDE}\n"
        '"""Pixels to a side."""\n\n'
        f"PACKED = (\n{lines}\n)\n"
        '"""Base64 of zlib of red, green, blue, alpha; alpha is 0 or 255."""\n'
    )


def main(arguments: list[str]) -> int:
    """Writes the module; 0."""
    file = Path(arguments[0]) if arguments else DATA
    file.write_text(module(draw()), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
