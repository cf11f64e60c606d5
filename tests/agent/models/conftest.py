"""A small HTTP server on loopback whose replies are scripted byte by byte."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

Framing = Literal["chunked", "length", "until_close"]


@dataclass(frozen=True)
class Recorded:
    """A request as it came; `connection` numbers the connections from 1."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    connection: int

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Reply:
    """`pieces` are bytes to write and seconds to wait; `cut` closes without the proper end."""

    pieces: tuple[bytes | float, ...]
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    framing: Framing = "chunked"
    cut: bool = False
    hang_up: bool = False


class LoopbackServer:
    """Answers each request with the next scripted reply."""

    def __init__(self) -> None:
        self.requests: list[Recorded] = []
        self.connections = 0
        self.hung_up_on = asyncio.Event()
        self.was_asked = asyncio.Event()
        self._replies: deque[Reply] = deque()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def reply(self, *pieces: bytes | float, **options: Any) -> None:
        self._replies.append(Reply(pieces, **options))

    def reply_json(self, value: Any, status: int = 200, **options: Any) -> None:
        headers = {"Content-Type": "application/json"}
        body = json.dumps(value).encode()
        self._replies.append(Reply((body,), status, headers, "length", **options))

    def reply_stream(self, *chunks: Any, done: bool = True, **options: Any) -> None:
        """Chunks as events; a number is a pause, and bytes stand as they are."""
        pieces = [
            c if isinstance(c, (bytes, float)) else b"data: " + json.dumps(c).encode() + b"\n\n"
            for c in chunks
        ]
        if done:
            pieces.append(b"data: [DONE]\n\n")
        headers = {"Content-Type": "text/event-stream"}
        self._replies.append(Reply(tuple(pieces), headers=headers, **options))

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.connections += 1
        number = self.connections
        try:
            while await self._serve_one(reader, writer, number):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            self.hung_up_on.set()
        finally:
            writer.close()

    async def _serve_one(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int
    ) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.strip().split("\r\n")
        method, path, _ = first.split(" ")
        headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.requests.append(Recorded(method, path, headers, body, number))
        self.was_asked.set()
        reply = self._replies.popleft()
        if reply.hang_up:
            return False
        watch = asyncio.create_task(self._watch(reader))
        try:
            await self._write(writer, reply)
        finally:
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)
        return not reply.cut and reply.framing != "until_close"

    async def _watch(self, reader: asyncio.StreamReader) -> None:
        """Notice a client that leaves while it is being answered."""
        if not await reader.read(1):
            self.hung_up_on.set()

    async def _write(self, writer: asyncio.StreamWriter, reply: Reply) -> None:
        headers = dict(reply.headers)
        if reply.framing == "chunked":
            headers["Transfer-Encoding"] = "chunked"
        elif reply.framing == "length":
            headers["Content-Length"] = str(
                sum(len(p) for p in reply.pieces if isinstance(p, bytes))
            )
        else:
            headers["Connection"] = "close"
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"HTTP/1.1 {reply.status} Said\r\n{lines}\r\n".encode())
        await writer.drain()
        for piece in reply.pieces:
            if isinstance(piece, bytes):
                framed = b"%x\r\n%b\r\n" % (len(piece), piece)
                writer.write(framed if reply.framing == "chunked" else piece)
                await writer.drain()
            else:
                await asyncio.sleep(piece)
        if reply.framing == "chunked" and not reply.cut:
            writer.write(b"0\r\n\r\n")
            await writer.drain()


@pytest.fixture
async def server() -> AsyncIterator[LoopbackServer]:
    loopback = LoopbackServer()
    await loopback.start()
    yield loopback
    await loopback.stop()


class MemoryBlobs:
    """A BlobStore in memory."""

    def __init__(self) -> None:
        self._data: dict[str, bytes] = {}

    def put(self, data: bytes) -> str:
        reference = f"sha256:{len(self._data)}"
        self._data[reference] = data
        return reference

    def get(self, reference: str) -> bytes | None:
        return self._data.get(reference)


@pytest.fixture
def blobs() -> MemoryBlobs:
    return MemoryBlobs()
