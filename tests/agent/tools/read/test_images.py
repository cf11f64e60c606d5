import struct
import zlib

import pytest

from maia.agent.tools.read.images import PixelSize, pixel_size


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress(bytes((width + 1) * height))
    chunks = chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def jpeg(width: int, height: int) -> bytes:
    frame = struct.pack(">HBHHBBBB", 11, 8, height, width, 1, 1, 0x11, 0)
    scan = b"\xff\xda" + struct.pack(">HBBBBBB", 8, 1, 1, 0, 0, 63, 0) + b"\x12\x34"
    return b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc0" + frame + scan + b"\xff\xd9"


def gif(width: int, height: int) -> bytes:
    screen = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(6)
    extension = b"\x21\xf9\x04" + bytes(4) + b"\0"
    picture = b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x02\x02\x4c\x01\0"
    return screen + extension + picture + b"\x3b"


def webp(body: bytes) -> bytes:
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


LOSSY = webp(b"VP8 " + struct.pack("<I", 10) + b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 30, 20))
LOSSLESS = webp(b"VP8L" + struct.pack("<IB", 5, 0x2F) + struct.pack("<I", 29 | 19 << 14))
EXTENDED = webp(b"VP8X" + struct.pack("<I", 10) + bytes(4) + b"\x1d\0\0\x13\0\0")

WHOLE = [
    ("PNG", png(30, 20)),
    ("PNG", png(30, 20) + b"more"),
    ("JPEG", jpeg(30, 20)),
    ("GIF", gif(30, 20)),
    ("GIF", gif(30, 20)[:-1]),
    ("WebP", LOSSY),
    ("WebP", LOSSLESS),
    ("WebP", EXTENDED),
]


@pytest.mark.parametrize(("kind", "data"), WHOLE)
def test_the_size_of_a_whole_image_is_read(kind: str, data: bytes) -> None:
    assert pixel_size(data, kind) == PixelSize(30, 20)


@pytest.mark.parametrize(
    ("kind", "data"),
    [("PNG", png(30, 20)), ("JPEG", jpeg(30, 20)), ("GIF", gif(30, 20)[:-1]), ("WebP", LOSSY)],
)
def test_an_image_cut_anywhere_has_no_size(kind: str, data: bytes) -> None:
    assert [size for size in range(len(data)) if pixel_size(data[:size], kind)] == []


@pytest.mark.parametrize(
    ("kind", "data"), [("PNG", png(0, 0)), ("JPEG", jpeg(0, 5)), ("GIF", gif(0, 0))]
)
def test_an_image_without_pixels_has_no_size(kind: str, data: bytes) -> None:
    assert pixel_size(data, kind) is None


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WebP"])
def test_what_only_begins_like_an_image_has_no_size(kind: str) -> None:
    starts = {"PNG": b"\x89PNG\r\n\x1a\n", "JPEG": b"\xff\xd8\xff", "GIF": b"GIF89a"}
    for rest in (b"", bytes(100), b"\xff" * 100, b"text " * 20):
        assert pixel_size(starts.get(kind, b"RIFF\0\0\0\0WEBP") + rest, kind) is None
