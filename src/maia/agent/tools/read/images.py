"""The size in pixels of an image, read from its bytes; an image that is cut short has none.

A provider answers a broken or oversized image with an error, at this request and, as it stays in
the history, at every later one: such an image must never get that far.
"""

from dataclasses import dataclass

_JPEG_MARK = 0xFF
_JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # start-of-frame markers
_JPEG_SCAN = 0xDA
_JPEG_END = b"\xff\xd9"
_JPEG_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})  # markers that no length follows
_GIF_IMAGE, _GIF_EXTENSION, _GIF_END = 0x2C, 0x21, 0x3B


@dataclass(frozen=True, slots=True)
class PixelSize:
    """Width and height in pixels."""

    width: int
    height: int


def pixel_size(data: bytes, format_name: str) -> PixelSize | None:
    """The size of a whole PNG, JPEG, GIF or WebP; None when it is cut short, broken or empty."""
    readers = {"PNG": _png, "JPEG": _jpeg, "GIF": _gif, "WebP": _webp}
    try:
        size = readers[format_name](data)
    except IndexError:  # the data ends where more was to come
        return None
    return size if size is not None and size.width > 0 and size.height > 0 else None


def _number(data: bytes, start: int, length: int, order: str = "big") -> int:
    piece = data[start : start + length]
    if len(piece) < length:
        raise IndexError(start)
    return int.from_bytes(piece, "little" if order == "little" else "big")


def _png(data: bytes) -> PixelSize | None:
    if data[12:16] != b"IHDR":
        return None
    place = 8
    while data[place + 4 : place + 8] != b"IEND":
        place += _number(data, place, 4) + 12
    _number(data, place + 8, 4)  # its checksum is there too
    return PixelSize(_number(data, 16, 4), _number(data, 20, 4))


def _jpeg(data: bytes) -> PixelSize | None:
    size = None
    place = 2
    while True:
        if data[place] != _JPEG_MARK:
            return None
        marker = data[place + 1]
        if marker == _JPEG_MARK:  # filling
            place += 1
        elif marker in _JPEG_ALONE:
            place += 2
        elif marker == _JPEG_SCAN:
            return size if data.find(_JPEG_END, place) >= 0 else None
        else:
            if marker in _JPEG_SIZES:
                size = PixelSize(_number(data, place + 7, 2), _number(data, place + 5, 2))
            place += 2 + _number(data, place + 2, 2)


def _gif(data: bytes) -> PixelSize | None:
    place = 13 + _gif_colours(data[10])
    images = 0
    # Some programs leave out the end mark.
    while not (images and place == len(data)) and data[place] != _GIF_END:
        images += data[place] == _GIF_IMAGE
        if data[place] == _GIF_IMAGE:
            place += 11 + _gif_colours(data[place + 9])
        elif data[place] == _GIF_EXTENSION:
            place += 2
        else:
            return None
        while data[place]:  # blocks, each after its length
            place += data[place] + 1
        place += 1
    return PixelSize(_number(data, 6, 2, "little"), _number(data, 8, 2, "little"))


def _gif_colours(flags: int) -> int:
    """Bytes of the colour table that the flags announce."""
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0


def _webp(data: bytes) -> PixelSize | None:
    if _number(data, 4, 4, "little") + 8 > len(data):
        return None
    match data[12:16]:
        case b"VP8X":
            return PixelSize(_number(data, 24, 3, "little") + 1, _number(data, 27, 3, "little") + 1)
        case b"VP8L":
            bits = _number(data, 21, 4, "little")
            return PixelSize((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case b"VP8 ":
            return PixelSize(
                _number(data, 26, 2, "little") & 0x3FFF, _number(data, 28, 2, "little") & 0x3FFF
            )
        case _:
            return None
