"""Getting the bytes of a URL: redirects on the same site only, size bounded once decompressed."""

import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maia.agent.tools.fetch.failures import FetchFailed
from maia.agent.tools.fetch.media import MediaType, decode_content, parse_media_type

if TYPE_CHECKING:
    import httpx

MAX_BYTES = 5_000_000
"""Largest content, after decompression (spec 8: 5 MB)."""

MAX_REDIRECTS = 5
"""Most redirects that are followed (spec 8)."""

ERROR_CHARACTERS = 500
"""How much of the page of an error the model is shown."""

_ERROR_BYTES = 16_384
_CHUNK_BYTES = 65_536
_MEGABYTE = 1_000_000
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_FIRST_ERROR = 300  # what is left of 3xx once redirects are taken out is no answer either
_HTTP_PORTS = {"http": 80, "https": 443}
_HEADERS = {
    "User-Agent": "maia (coding agent)",
    "Accept": "text/html, text/markdown, text/plain, application/json, */*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
}


@dataclass(frozen=True, slots=True)
class Content:
    """What a URL gave."""

    url: str
    media_type: MediaType
    data: bytes


@dataclass(frozen=True, slots=True)
class RedirectElsewhere:
    """The URL leads to another site, which a person has not agreed to."""

    target: str


async def download(url: "httpx.URL") -> Content | RedirectElsewhere:
    """GET the URL. Raises FetchFailed; the caller sets the deadline."""
    import httpx

    start = url
    try:
        async with httpx.AsyncClient(headers=_HEADERS, timeout=None) as client:  # noqa: S113  # the caller's deadline holds
            for _hop in range(MAX_REDIRECTS + 1):
                async with client.stream("GET", url) as response:
                    target = _target(response)
                    if target is None:
                        return await _content(response)
                if target.scheme not in _HTTP_PORTS:
                    raise FetchFailed("redirect_unusable", url=str(url), target=str(target))
                if not _same_site(url, target):
                    return RedirectElsewhere(str(target))
                url = target
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        reason = str(error) or type(error).__name__
        raise FetchFailed("unreachable", url=str(url), reason=reason) from error
    raise FetchFailed("too_many_redirects", url=str(start), limit=MAX_REDIRECTS)


def _target(response: "httpx.Response") -> "httpx.URL | None":
    """Where a redirect leads, without a user name; None when the response is none."""
    location = response.headers.get("location")
    if response.status_code not in _REDIRECTS or not location:
        return None
    return response.url.join(location).copy_with(userinfo=b"")


def _same_site(here: "httpx.URL", there: "httpx.URL") -> bool:
    """The same host and port; from http to https of the standard ports is no change of site."""
    if here.host.lower() != there.host.lower():
        return False
    ports = tuple(url.port or _HTTP_PORTS[url.scheme] for url in (here, there))
    return (here.scheme == there.scheme and ports[0] == ports[1]) or (
        (here.scheme, there.scheme) == ("http", "https") and ports == (80, 443)
    )


async def _content(response: "httpx.Response") -> Content:
    url = str(response.url)
    media_type = parse_media_type(response.headers.get("content-type", ""))
    if response.status_code >= _FIRST_ERROR:
        body = await _error_text(response, media_type)
        raise FetchFailed("status", url=url, status=response.status_code, body=body)
    if media_type.kind == "other":
        size = response.headers.get("content-length", "")
        raise FetchFailed("not_text", url=url, type=media_type.name, size=size)
    data = b"".join([piece async for piece in _decoded(response, MAX_BYTES)])
    return Content(url, media_type, data)


async def _error_text(response: "httpx.Response", media_type: MediaType) -> str:
    """The beginning of what an error says, when it is text."""
    if media_type.kind == "other":
        return ""
    pieces: list[bytes] = []
    try:
        async for piece in _decoded(response, _ERROR_BYTES):
            pieces.append(piece)  # noqa: PERF401  # what came before a failure is kept
    except FetchFailed:
        pass
    text = decode_content(b"".join(pieces), media_type.charset, is_markup=True) or ""
    if media_type.kind == "html":
        from maia.agent.tools.fetch.convert import strip_tags

        text = strip_tags(text)
    return " ".join(text.split())[:ERROR_CHARACTERS]


async def _decoded(response: "httpx.Response", limit: int) -> AsyncIterator[bytes]:
    """The body in pieces, at most `limit` bytes once decompressed; FetchFailed beyond."""
    url = str(response.url)
    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        raise FetchFailed("encoding", url=url, encoding=encoding)
    inflate = None if encoding in ("", "identity") else _Inflate()
    left = limit
    async for chunk in response.aiter_raw(_CHUNK_BYTES):
        try:
            piece = chunk if inflate is None else inflate.feed(chunk, left + 1)
        except zlib.error as error:
            raise FetchFailed("damaged", url=url) from error
        left -= len(piece)
        if left < 0:
            yield piece[:left]
            raise FetchFailed("too_large", url=url, limit=MAX_BYTES // _MEGABYTE)
        yield piece


class _Inflate:
    """gzip (also several in a row) or deflate (with or without its zlib frame), never unbounded."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(zlib.MAX_WBITS | 32)  # gzip and zlib, told by themselves
        self._is_first = True

    def feed(self, chunk: bytes, limit: int) -> bytes:
        """What `chunk` decompresses to, at most `limit` bytes; zlib.error when it is damaged."""
        try:
            out = self._stream.decompress(chunk, limit)
        except zlib.error:
            if not self._is_first:
                raise
            self._stream = zlib.decompressobj(-zlib.MAX_WBITS)
            out = self._stream.decompress(chunk, limit)
        self._is_first = False
        while self._stream.eof and self._stream.unused_data and len(out) < limit:
            rest = self._stream.unused_data
            self._stream = zlib.decompressobj(zlib.MAX_WBITS | 32)
            out += self._stream.decompress(rest, limit - len(out))
        return out
