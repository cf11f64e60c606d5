import asyncio
from dataclasses import dataclass, field, replace

import pytest

from maia.agent.contracts.tools import ToolContext
from maia.agent.tools.fetch import FetchTool
from maia.testing.memory_blobs import MemoryBlobs
from maia.testing.memory_host import MemoryHost


@dataclass
class Site:
    """A web server on loopback. `pages` maps a path to the bytes it answers, or a coroutine."""

    pages: dict = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    port: int = 0

    def url(self, path="/", host="127.0.0.1"):
        return f"http://{host}:{self.port}{path}"

    def page(self, path, body=b"", *, status="200 OK", **headers):
        """An answer with its length; header names are given with underscores."""
        lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.pages[path] = "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    async def answer(self, reader, writer):
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            self.requests.append(head)
            found = self.pages.get(head.split()[1], b"HTTP/1.1 404 Not Found\r\n\r\n")
            if callable(found):
                await found(writer)
            else:
                writer.write(found)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the tool has hung up, as some tests want
        finally:
            writer.close()


@pytest.fixture
async def site():
    served = Site()
    server = await asyncio.start_server(served.answer, "127.0.0.1", 0)
    served.port = server.sockets[0].getsockname()[1]
    yield served
    server.close()


@pytest.fixture
def context(tmp_path):
    return ToolContext(tmp_path, MemoryHost(), None, MemoryBlobs())


@pytest.fixture
def fetch(context):
    tool = FetchTool()

    async def call(url, *, language="en", **arguments):
        spoken = replace(context, language=language)
        return (await tool.execute({"url": url, **arguments}, spoken)).content

    return call
