"""The model server: where it is, and HTTP with it. The only module that knows the HTTP library."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit, urlunsplit

from maia.agent.contracts.errors import ModelError, ServerUnreachable

if TYPE_CHECKING:
    import httpx

CONNECT_SECONDS = 30.0
"""How long a connection may take, its name looked up and TLS agreed on."""

KEEPALIVE_SECONDS = 120.0
"""How long a connection waits for the next iteration: commands may run in between."""

REFUSAL_SECONDS = 10.0
REFUSAL_BYTES = 64 * 1024
"""How much of a refusal is read: enough for its phrases to be recognised."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where the server is and what every request carries (spec 7.3)."""

    url: str
    chat_path: str = "/v1/chat/completions"
    models_path: str = "/v1/models"
    api_key: str = ""
    max_output_tokens: int | None = None

    @property
    def secret(self) -> str:
        """The key without the line end that files and variables often add."""
        return self.api_key.strip()

    def address(self, path: str) -> str:
        """`path` on this server, with one slash between the two, neither more nor less."""
        base, path = self.url.strip(), path.strip()
        return f"{base.rstrip('/')}/{path.lstrip('/')}" if path.strip("/") else base


def shown(url: str) -> str:
    """`url` for people and logs: without a user and password."""
    try:
        parts = urlsplit(url)
    except ValueError:  # an address no one can parse carries no login we could find
        return url
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


class ServerAnswer(Protocol):
    """A status, headers, and a body that can still be read. Whoever gets one closes it."""

    @property
    def status(self) -> int:
        """The HTTP status."""
        ...

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers, their names in any case."""
        ...

    def chunks(self) -> AsyncGenerator[bytes]:
        """The body as it comes. Raises `ServerUnreachable` when the connection breaks."""
        ...

    async def close(self) -> None:
        """Keep the connection if the body was read to its end, else close it."""
        ...


class _HttpxAnswer:
    """An answer of httpx."""

    def __init__(self, response: httpx.Response, url: str) -> None:
        self._response = response
        self._url = url

    @property
    def status(self) -> int:
        return self._response.status_code

    @property
    def headers(self) -> Mapping[str, str]:
        return self._response.headers

    async def chunks(self) -> AsyncGenerator[bytes]:
        import httpx

        try:
            async for chunk in self._response.aiter_bytes():
                yield chunk
        except (httpx.HTTPError, OSError) as error:
            raise unreachable(self._url, error) from error

    async def close(self) -> None:
        await self._response.aclose()


def unreachable(url: str, error: BaseException) -> ServerUnreachable:
    """The error for a request without an answer, or with half of one; it says the root cause."""
    reason = str(error) or type(error).__name__
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ConnectionError) and cause.errno:
            reason = os.strerror(cause.errno)  # asyncio puts the address in its place
        elif isinstance(cause, OSError) and cause.strerror:
            reason = cause.strerror
        cause = cause.__cause__ or cause.__context__
    return ServerUnreachable(url=shown(url), reason=reason)


class ServerConnection:
    """Keeps connections to one server alive between requests. Makes none before the first."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self._client: httpx.AsyncClient | None = None
        self._has_answered = False

    async def request(self, method: str, url: str, body: bytes | None = None) -> ServerAnswer:
        """Send a request; give its answer once the headers are there. Raises `ServerUnreachable`.

        A connection kept alive may be closed by the server just as it is used again: a request
        whose connection broke before any answer, on a server that has answered before, is sent
        once more.
        """
        import httpx

        try:
            client = self._opened()
            request = client.build_request(method, url, content=body, headers=self._headers(body))
            try:
                response = await client.send(request, stream=True)
            except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
                if not self._has_answered:
                    raise
                response = await client.send(request, stream=True)
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError, ImportError) as error:
            # ImportError: a proxy of a kind (SOCKS) that needs a package which is not there
            raise unreachable(url, error) from error
        self._has_answered = True
        return _HttpxAnswer(response, url)

    async def close(self) -> None:
        """Close every connection. Safe to call twice; a later request opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    def _headers(self, body: bytes | None) -> list[tuple[bytes, bytes]]:
        headers = [(b"Accept-Encoding", b"identity")]  # a compressing proxy holds a stream back
        if body is None:
            headers.append((b"Accept", b"application/json"))
        else:
            headers += [(b"Content-Type", b"application/json"), (b"Accept", b"text/event-stream")]
        if self.settings.secret:
            headers.append((b"Authorization", f"Bearer {self.settings.secret}".encode()))
        return headers

    def _opened(self) -> httpx.AsyncClient:
        if self._client is None:
            import httpx

            url = self.settings.url.strip().lower()
            # No TLS context for plain HTTP: loading the certificates costs a part of the start-up.
            self._client = httpx.AsyncClient(
                verify=not url.startswith("http://") or _has_proxy(),
                trust_env=not _is_loopback(url),
                timeout=httpx.Timeout(None, connect=CONNECT_SECONDS),
                limits=httpx.Limits(keepalive_expiry=KEEPALIVE_SECONDS),
            )
        return self._client


def _has_proxy() -> bool:
    return any(name.lower().endswith("_proxy") and value for name, value in os.environ.items())


def _is_loopback(url: str) -> bool:
    """Whether the server is this machine: a proxy set for the outside must not stand in between."""
    try:
        host = urlsplit(url).hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


async def read_refusal(answer: ServerAnswer) -> str:
    """The beginning of a refusal's body; what came in time, or before the connection broke."""
    data = bytearray()
    try:
        async with asyncio.timeout(REFUSAL_SECONDS), aclosing(answer.chunks()) as chunks:
            async for chunk in chunks:
                data += chunk
                if len(data) >= REFUSAL_BYTES:
                    break
    except (TimeoutError, ModelError):
        pass  # the status has already said what happened; the body is only its wording
    return data.decode("utf-8", errors="replace")
