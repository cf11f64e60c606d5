"""From bytes to text and back, byte for byte: encoding, byte-order mark, binary or not.

An encoding is only ever accepted when it gives back the very bytes it was found in, so an edit of
one line cannot touch another. UTF-16 without a mark counts as binary (it is full of NUL).
"""

import codecs
import re
from dataclasses import dataclass
from typing import Literal

_MARKS: tuple[tuple[bytes, str, str], ...] = (
    # UTF-32 first: its little-endian mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32 LE"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32 BE"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16 LE"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16 BE"),
    (codecs.BOM_UTF8, "utf-8", "UTF-8 with BOM"),
)

_ISO_2022_JP = re.compile(rb"\x1b\$[@B]|\x1b\([JI]")
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\f\r\x08\x1b") + b"\x7f"
_BINARY_CONTROLS = 0.05
"""A file that is not UTF-8 and has more control characters than this share is not text."""

_ESCAPED = re.compile("[\udc80-\udcff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_ASCII = re.compile("[^\x00-\x7f]")
_MOSTLY_UTF_8 = 2
"""Well-formed characters per broken byte from which a broken file still counts as UTF-8."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """How text is written as bytes. `codec` is Python's name, `name` what people call it.

    With `surrogateescape`, bytes that are not valid stand in the text as U+DC80 to U+DCFF.
    """

    codec: str
    name: str
    mark: bytes = b""
    errors: Literal["strict", "surrogateescape"] = "strict"

    def encode(self, text: str) -> bytes:
        """The bytes, the mark included. UnicodeEncodeError for what the encoding lacks."""
        return self.mark + text.encode(self.codec, self.errors)

    def lacking(self, text: str) -> str | None:
        """The first character of `text` that this encoding cannot hold, or None."""
        try:
            text.encode(self.codec)
        except UnicodeEncodeError as error:
            return text[error.start]
        return None

    @property
    def is_utf_8(self) -> bool:
        """UTF-8, valid throughout and without a mark: what needs no mention."""
        return self == UTF_8


UTF_8 = Encoding("utf-8", "UTF-8")


@dataclass(frozen=True, slots=True)
class DecodedText:
    """Text as it stands in a file (line ends untouched, no mark) and how it was encoded."""

    text: str
    encoding: Encoding

    def encode(self) -> bytes:
        """The bytes it came from."""
        return self.encoding.encode(self.text)


def decode_text(data: bytes) -> DecodedText | None:
    """The text of `data`, or None when it is binary. `decode_text(d).encode() == d` always."""
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return _decode_marked(data, Encoding(codec, name, mark))
    if b"\0" in data:
        return None
    if _ISO_2022_JP.search(data):
        found = _decoded(data, Encoding("iso2022_jp", "ISO-2022-JP"))
        if found is not None:
            return found
    return _decoded(data, UTF_8) or _decode_broken(data)


def _decode_marked(data: bytes, encoding: Encoding) -> DecodedText | None:
    found = _decoded(data, encoding)
    if found is None and encoding.codec == "utf-8":
        found = _decoded(data, _broken_utf_8(encoding.mark))
    return None if found is None or "\0" in found.text else found


def _decoded(data: bytes, encoding: Encoding) -> DecodedText | None:
    """Decode with `encoding`; None unless it gives the same bytes back."""
    try:
        text = data[len(encoding.mark) :].decode(encoding.codec, encoding.errors)
        same = encoding.encode(text) == data
    except UnicodeError:
        return None
    return DecodedText(text, encoding) if same else None


def _decode_broken(data: bytes) -> DecodedText | None:
    """What is not valid UTF-8: UTF-8 with a few broken bytes, another encoding, or binary."""
    controls = len(data) - len(data.translate(None, _CONTROLS))
    if controls > len(data) * _BINARY_CONTROLS:
        return None
    found = _decoded(data, _broken_utf_8(b""))
    if found is not None:
        broken = len(_ESCAPED.findall(found.text))
        well_formed = len(_NOT_ASCII.findall(found.text)) - broken
        if well_formed >= broken * _MOSTLY_UTF_8:
            return found
    from maia.workspace.legacy_encodings import candidates

    return next(filter(None, (_decoded(data, Encoding(c, n)) for c, n in candidates(data))), None)


def _broken_utf_8(mark: bytes) -> Encoding:
    return Encoding("utf-8", "UTF-8 with invalid bytes", mark, "surrogateescape")


def printable(text: str) -> str:
    r"""`text` without lone surrogates: a byte that was not valid UTF-8 is shown as `\xff`."""
    return _SURROGATE.sub(_as_escape, text)


def _as_escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code - 0xDC00:02x}" if _ESCAPED.match(match[0]) else f"\\u{code:04x}"
