"""What a file is by its first bytes: the images that models take, and common binary formats."""

from dataclasses import dataclass

IMAGE_BYTES = 3_750_000
"""Images larger than this are not given to a model: providers refuse 5 MB, counted in base64."""

IMAGE_PIXELS = 8_000
"""The same for images that are wider or higher than this."""


@dataclass(frozen=True, slots=True)
class ImageFormat:
    """A format that models take."""

    name: str
    media_type: str


_WIDE_SAMPLE = 2_000  # bytes
_WIDE_ENOUGH = 4  # characters
_PRINTABLE = bytes(range(32, 127)) + b"\t\r\n"

_PNG = ImageFormat("PNG", "image/png")
_JPEG = ImageFormat("JPEG", "image/jpeg")
_GIF = ImageFormat("GIF", "image/gif")
_WEBP = ImageFormat("WebP", "image/webp")

_BINARY: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "PDF"),
    (b"PK\x03\x04", "ZIP"),
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"(\xb5/\xfd", "Zstandard"),
    (b"\x7fELF", "ELF"),
    (b"SQLite format 3\0", "SQLite"),
    (b"\xca\xfe\xba\xbe", "Java class / Mach-O"),
    (b"MZ", "Windows program"),
    (b"\0asm", "WebAssembly"),
    (b"wOF2", "WOFF2"),
    (b"OggS", "Ogg"),
    (b"ID3", "MP3"),
)


def image_format(data: bytes) -> ImageFormat | None:
    """The image format of a file that starts with `data`, whatever its name says."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _PNG
    if data.startswith(b"\xff\xd8\xff"):
        return _JPEG
    if data.startswith((b"GIF87a", b"GIF89a")):
        return _GIF
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _WEBP
    return None


def binary_format(data: bytes) -> str:
    """The name of a common binary format, or nothing. Text may begin likewise (`MZ`)."""
    return next((name for start, name in _BINARY if data.startswith(start)), "")


def unmarked_utf_16(data: bytes) -> str:
    """The name of the UTF-16 that `data`, without its mark, begins in: ASCII between NULs."""
    pairs = min(len(data), _WIDE_SAMPLE) // 2
    for name, first in (("UTF-16LE", 0), ("UTF-16BE", 1)):
        characters, others = data[first : 2 * pairs : 2], data[1 - first : 2 * pairs : 2]
        if (
            pairs >= _WIDE_ENOUGH
            and not others.strip(b"\0")
            and not characters.translate(None, _PRINTABLE)
        ):
            return name
    return ""
