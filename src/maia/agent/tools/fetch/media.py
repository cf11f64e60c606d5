"""What kind of content a type is, and bytes to text by the rules of the web."""

import codecs
import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from maia.workspace.decoding import decode_text

ContentKind: TypeAlias = Literal["html", "json", "text", "unknown", "other"]

_HTML = frozenset({"text/html", "application/xhtml+xml"})
_UNKNOWN = frozenset({"", "application/octet-stream", "binary/octet-stream", "unknown/unknown"})
_TEXT = re.compile(
    r"text/.*|.*\+(?:xml|yaml)|application/(?:x-)?(?:xml|yaml|toml|javascript|ecmascript|typescript"
    r"|sql|sh|python|tex|graphql|x-ndjson|x-httpd-php|rtf)|message/.*"
)
_JSON = re.compile(r"application/(?:x-)?json|text/json|.*\+json")

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{2,40})|<\?xml[^>]{0,200}?encoding=["']([\w.:-]{2,40})""",
    re.IGNORECASE,
)
_DECLARATION_BYTES = 4096
"""How far into a page its own word about its encoding is looked for."""

_CODEC = re.compile(r"utf|ascii|iso8859|iso2022|cp\d|koi8|gb|big5|shift_jis|euc|mac|tis|hz|johab")
_WEB_MEANING = {"ascii": "cp1252", "iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030"}
"""Names that the web has always used for a wider encoding."""

_LOOKS_LIKE_HTML = re.compile(rb"\s*(?:<!doctype html|<html|<head|<body)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MediaType:
    """A content type header: `name` in lower case without parameters, and its charset."""

    name: str
    charset: str

    @property
    def kind(self) -> ContentKind:
        """What is done with it."""
        if self.name in _HTML:
            return "html"
        if _JSON.fullmatch(self.name):
            return "json"
        if _TEXT.fullmatch(self.name):
            return "text"
        return "unknown" if self.name in _UNKNOWN else "other"


def parse_media_type(header: str) -> MediaType:
    """Reads a header; anything odd in it is left out."""
    name, *parameters = header.split(";")
    charset = ""
    for parameter in parameters:
        key, _equals, value = parameter.partition("=")
        if key.strip().lower() == "charset":
            charset = value.strip().strip("\"'")
    return MediaType(name.strip().lower(), charset)


def looks_like_html(data: bytes) -> bool:
    """Whether content that came without a type is a page."""
    return _LOOKS_LIKE_HTML.match(data) is not None


def decode_content(data: bytes, charset: str, *, is_markup: bool) -> str | None:
    """The text: by its mark, the header, its own declaration, or what fits. None for binary."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace")
    declared = _DECLARED.search(data[:_DECLARATION_BYTES]) if is_markup else None
    labels = [charset, (declared[1] or declared[2]).decode("ascii") if declared else ""]
    for label in labels:
        codec = _codec(label)
        if codec is not None:
            return data.decode(codec, "replace")
    found = decode_text(data)
    return None if found is None else found.text


def _codec(label: str) -> str | None:
    """Python's name of an encoding of text; None for an unknown one and for what only looks so."""
    try:
        name = codecs.lookup(label).name
    except (LookupError, ValueError):
        return None
    return _WEB_MEANING.get(name, name) if _CODEC.match(name) else None
