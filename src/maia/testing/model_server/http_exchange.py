"""HTTP/1.1 as far as the scripted server needs it: read a request, send a reply as scripted."""

import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus

from maia.testing.model_server.records import RecordedRequest
from maia.testing.model_server.rendering import Rendered

LONGEST_HEAD = 256 * 1024  # bytes
LOOK_EVERY = 0.005  # seconds between two looks at whether a silent client is still there


class BadRequestError(Exception):
    """What came in is not HTTP."""


class ClientLeftError(Exception):
    """The client closed the connection before the end of the reply."""


class CutError(Exception):
    """The reply was cut, as the script says."""


async def read_head(reader: asyncio.StreamReader) -> tuple[str, str, dict[str, str]] | None:
    """Method, path and headers of the next request; None when the client is done."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise BadRequestError("the request ended in its head") from error
        return None
    except asyncio.LimitOverrunError as error:
        raise BadRequestError("the head of the request is too long") from error
    line, *rest = head.decode("latin-1").split("\r\n")
    parts = line.split(" ")
    if len(parts) != 3:  # noqa: PLR2004 - method, target, version
        raise BadRequestError(f"not a request line: {line!r}")
    headers: dict[str, str] = {}
    for field in rest:
        name, colon, value = field.partition(":")
        if colon:
            headers[name.strip().lower()] = value.strip()
    return parts[0], parts[1].partition("?")[0], headers


async def read_body(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, headers: dict[str, str]
) -> bytes:
    """The body of the request, by its length or in chunks."""
    if headers.get("expect", "").lower() == "100-continue":
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    try:
        if "chunked" in headers.get("transfer-encoding", "").lower():
            return b"".join([chunk async for chunk in _chunks(reader)])
        return await reader.readexactly(int(headers.get("content-length", "0")))
    except (asyncio.IncompleteReadError, ValueError) as error:
        raise BadRequestError(f"the body of the request is not whole: {error}") from error


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while True:
        size = int((await reader.readline()).partition(b";")[0], 16)
        if size:
            yield await reader.readexactly(size)
        end = await reader.readline()
        if not size:
            while end not in (b"\r\n", b""):  # trailers
                end = await reader.readline()
            return


class ReplyWriter:
    """Sends one reply as scripted: in pieces, in writes of one size, silent, cut."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        reply: Rendered,
        record: RecordedRequest,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._reply = reply
        self._delivery = reply.delivery
        self._record = record
        self._sent = 0

    async def send(self) -> None:
        """Send it all. Raises ClientLeftError, or CutError when the script ends the connection."""
        await self._write(self._head())
        for position, piece in enumerate(self._reply.pieces):
            await self._pause(self._delivery.delay if position else self._delivery.first_delay)
            if position == self._delivery.hang_after:
                await self._stay_silent()
            await self._body(piece)
        if self._delivery.hang_after == len(self._reply.pieces):
            await self._stay_silent()
        if self._delivery.cut_after is not None:
            raise CutError  # the body was shorter than that: cut before its end is said
        if self._delivery.framing == "chunked":
            await self._write(b"0\r\n\r\n")

    def _head(self) -> bytes:
        status = self._reply.status
        try:
            phrase = HTTPStatus(status).phrase
        except ValueError:
            phrase = "Unknown"
        lines = [f"HTTP/1.1 {status} {phrase}"]
        lines += [f"{name}: {value}" for name, value in self._reply.headers.items()]
        if self._delivery.framing == "chunked":
            lines.append("Transfer-Encoding: chunked")
        elif self._delivery.framing == "length":
            lines.append(f"Content-Length: {sum(map(len, self._reply.pieces))}")
        else:
            lines.append("Connection: close")
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    async def _body(self, piece: bytes) -> None:
        size = self._delivery.write_size or len(piece) or 1
        for start in range(0, len(piece), size):
            part = piece[start : start + size]
            limit = self._delivery.cut_after
            if limit is not None and self._sent + len(part) >= limit:
                await self._write(self._framed(part[: limit - self._sent]))
                raise CutError
            await self._write(self._framed(part))
            self._sent += len(part)

    def _framed(self, part: bytes) -> bytes:
        if self._delivery.framing != "chunked" or not part:
            return part
        return b"%x\r\n%b\r\n" % (len(part), part)

    async def _write(self, data: bytes) -> None:
        self._look()
        self._writer.write(data)
        try:
            await self._writer.drain()
        except ConnectionError as error:
            raise ClientLeftError from error
        if self._delivery.write_size:
            await asyncio.sleep(0)  # the transport sends at once (TCP_NODELAY): a write, a segment

    def _look(self) -> None:
        if self._reader.at_eof() or self._writer.transport.is_closing():
            raise ClientLeftError

    async def _pause(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (left := end - loop.time()) > 0:
            await asyncio.sleep(min(left, LOOK_EVERY))
            self._look()

    async def _stay_silent(self) -> None:
        self._record.settle("silent")
        release = self._delivery.release
        while release is None or not release.is_set():
            await asyncio.sleep(LOOK_EVERY)
            self._look()
        self._record.settle("open")
