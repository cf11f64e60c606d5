"""The owl of the banner: its pixels out of the data that tools/banner_image.py wrote."""

import binascii
import zlib

from maia.facades.repl.banner.cells import Pixels
from maia.facades.repl.banner.image import PACKED, SIDE

_BYTES = 4  # of a pixel: red, green, blue, alpha


def picture() -> Pixels:
    """SIDE columns and rows, from the upper left."""
    data = zlib.decompress(binascii.a2b_base64(PACKED))
    return {
        (place % SIDE, place // SIDE): (data[at], data[at + 1], data[at + 2])
        for place in range(SIDE * SIDE)
        if data[(at := place * _BYTES) + 3]
    }
