"""What a file is by its first bytes: the images that models take, and common binary formats."""

from dataclasses import dataclass

IMAGE_BYTES = 5_000_000
"""Images larger than this are not given to a model: providers refuse them."""


@dataclass(frozen=True, slots=True)
class ImageFormat:
    """A format that models take."""

    name: str
    media_type: str


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
