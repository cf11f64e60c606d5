"""The WebFetch tool: one call, from its arguments to what the model reads."""

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maia.agent.contracts.errors import ToolFailure
from maia.agent.contracts.tools import (
    URL_NAMES,
    DefaultPermission,
    ToolContext,
    ToolKind,
    ToolOutcome,
    ToolSpec,
)
from maia.agent.tools.fetch.convert import MAX_CHARACTERS, html_to_markdown
from maia.agent.tools.fetch.download import Content, RedirectElsewhere, download
from maia.agent.tools.fetch.failures import FetchFailed
from maia.agent.tools.fetch.media import decode_content, looks_like_html
from maia.agent.tools.fetch.texts import TEXTS
from maia.agent.tools.parameters import Parameters
from maia.i18n import Language
from maia.workspace.terminal_text import visible

if TYPE_CHECKING:
    import httpx

FETCH_SECONDS = 30
"""For everything: connection, redirects, content, conversion (spec 8)."""

DEFAULT_LENGTH = 20_000
"""Characters of content when `max_length` is not given (spec 8); MAX_CHARACTERS is the most."""

_TITLE_CHARACTERS = 300
_DESCRIBED_CHARACTERS = 300
_MAX_URL_CHARACTERS = 8_000
_LAST_PORT = 65_535
_NOT_IN_URLS = re.compile(r"[\s\\\x00-\x1f\x7f<>\"\ud800-\udfff]")

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "url": {"type": "string"},
        "max_length": {"type": "integer", "description": "characters; default 20000"},
    },
    "required": ["url"],
}


class FetchTool:
    """WebFetch. What it brings is said to be untrusted, in its first lines."""

    def __init__(self, *, seconds: float = FETCH_SECONDS) -> None:
        self._seconds = seconds
        description = Path(__file__).with_name("fetch.md").read_text("utf-8").strip()
        self._spec = ToolSpec("WebFetch", description, _SCHEMA)

    @property
    def spec(self) -> ToolSpec:
        """What the model is told."""
        return self._spec

    @property
    def kind(self) -> ToolKind:
        """It fetches."""
        return "fetch"

    @property
    def default_permission(self) -> DefaultPermission:
        """A person is asked: a URL can carry something out."""
        return "ask"

    def describe(self, arguments: Mapping[str, Any]) -> str:
        """The URL, nothing of it hidden; a very long one is cut in the middle, and says so."""
        url = next((arguments[name] for name in URL_NAMES if arguments.get(name)), "")
        shown = visible(url.strip()) if isinstance(url, str) else ""
        if len(shown) <= _DESCRIBED_CHARACTERS:
            return shown
        return f"{shown[: _DESCRIBED_CHARACTERS - 50]} … {shown[-47:]}"

    def lock_key(self, arguments: Mapping[str, Any], launch_folder: Path) -> str | None:
        """None: pages are read side by side."""
        del arguments, launch_folder
        return None

    async def execute(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """Read the page. Raises ToolInputError and ToolFailure."""
        parameters = Parameters(arguments, context.language)
        url = _url(parameters, context.language)
        limit = min(
            parameters.integer("max_length", default=DEFAULT_LENGTH, minimum=1), MAX_CHARACTERS
        )
        try:
            async with asyncio.timeout(self._seconds):
                found = await download(url)
                if isinstance(found, RedirectElsewhere):
                    text = _say(context, "redirect", url=str(url), target=found.target)
                    return ToolOutcome(text)
                readable = await _readable(found, limit)
        except TimeoutError as error:
            text = _say(context, "timed_out", url=str(url), seconds=self._seconds)
            raise ToolFailure(text) from error
        except FetchFailed as error:
            raise ToolFailure(_explain(error, context)) from error
        return ToolOutcome(_report(found, readable, limit, context))


@dataclass(frozen=True, slots=True)
class _Readable:
    """Content as text. `is_whole` is false when it is longer than what is kept here."""

    title: str
    text: str
    is_whole: bool


def _url(parameters: Parameters, language: Language) -> "httpx.URL":
    import httpx

    written = parameters.text(*URL_NAMES).strip()
    bad = parameters.invalid("url", TEXTS.text(language, "bad_url"))
    if len(written) > _MAX_URL_CHARACTERS or _NOT_IN_URLS.search(written):
        raise bad
    try:
        url = httpx.URL(written)
        host, port = url.host, url.port or 0  # the host is decoded only here, and may be none
    except (httpx.InvalidURL, ValueError) as error:
        raise bad from error
    if url.scheme not in ("http", "https") or not host or port > _LAST_PORT:
        raise bad
    if url.userinfo:
        raise parameters.invalid("url", TEXTS.text(language, "credentials"))
    return url


async def _readable(found: Content, limit: int) -> _Readable:
    kind = found.media_type.kind
    if kind == "unknown" and looks_like_html(found.data):
        kind = "html"
    text = decode_content(found.data, found.media_type.charset, is_markup=kind in ("html", "text"))
    if text is None or (kind == "unknown" and "\0" in text):
        size = str(len(found.data))
        raise FetchFailed("not_text", url=found.url, type=found.media_type.name, size=size)
    if kind == "html":
        page = await html_to_markdown(text)
        if page is None:
            raise FetchFailed("unconvertible", url=found.url)
        return _Readable(page.title[:_TITLE_CHARACTERS], page.text, page.is_whole)
    if kind == "json":
        text = await asyncio.to_thread(_formatted_json, text, limit)
    return _Readable("", text, is_whole=True)


def _formatted_json(text: str, limit: int) -> str:
    """Indented JSON, a little more than `limit` at most; as it came when it is not JSON."""
    pieces: list[str] = []
    length = 0
    try:
        for piece in json.JSONEncoder(indent=2, ensure_ascii=False).iterencode(json.loads(text)):
            pieces.append(piece)
            length += len(piece)
            if length > limit:
                break
    except (ValueError, RecursionError):
        return text
    return "".join(pieces)


def _report(found: Content, readable: _Readable, limit: int, context: ToolContext) -> str:
    head = [_say(context, "url", url=found.url)]
    if found.media_type.name:
        head.append(_say(context, "type", type=visible(found.media_type.name)))
    if readable.title:
        head.append(_say(context, "title", title=visible(readable.title)))
    head += [_say(context, "untrusted"), ""]
    body = readable.text[:limit].encode("utf-8", "replace").decode()
    tail: list[str] = []
    if len(readable.text) > limit or not readable.is_whole:
        tail.append(_say(context, "cut", limit=len(body), most=MAX_CHARACTERS))
    if not body.strip():
        tail.append(_say(context, "empty"))
    return "\n".join([*head, body, *tail] if body.strip() else [*head, *tail])


def _explain(error: FetchFailed, context: ToolContext) -> str:
    values = dict(error.values)
    if error.key == "not_text":
        size = str(values["size"])
        known = size.isdecimal()
        values["size"] = _say(context, "bytes" if known else "unknown_size", count=size)
        values["type"] = visible(str(values["type"])) or _say(context, "no_type")
    return _say(context, error.key, **values).strip()


def _say(context: ToolContext, key: str, /, **values: object) -> str:
    return TEXTS.text(context.language, key, **values)
