"""The real model behind a real server: started once, on loopback, ended with the tests."""

import hashlib
import http.client
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from maia.agent.models.chat_completions import ChatCompletions
from maia.agent.models.server import ServerSettings
from maia.testing.memory_blobs import MemoryBlobs

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / ".model"
FILE = FOLDER / "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf"
SERVER_PYTHON = FOLDER / "server" / "bin" / "python"
STAMP = FOLDER / "server" / "requirements.sha256"
COMMAND = "python tools/real_model.py"
NAME = "qwen2.5-coder-1.5b"
WINDOW = 4096
THREADS = max(1, (os.cpu_count() or 1) // 2)  # the machine has other work
START_SECONDS = 300
TEST_SECONDS = 900  # a busy machine reads 12 tokens a second, and the tools are some 1,500
LAST_LINES = 30


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.get_closest_marker("real_model"):
        item.add_marker(pytest.mark.xdist_group("real_model"))  # one server, whatever `-n` says
        item.add_marker(pytest.mark.timeout(TEST_SECONDS))


@dataclass(frozen=True, slots=True)
class RealServer:
    """A server with the real model."""

    port: int
    log: Path
    model: str = NAME

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str) -> tuple[int, Any]:
        """Status and JSON of a page. Raises OSError while nobody listens."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def slot(self) -> dict[str, Any]:
        """What the one slot does: `is_processing`, and how many tokens it has written."""
        status, slots = self.get("/slots")
        assert status == 200, slots
        return slots[0]

    def end_of_log(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-LAST_LINES:])


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def is_laid_out() -> bool:
    wanted = hashlib.sha256((HERE / "requirements.txt").read_bytes()).hexdigest()
    return FILE.exists() and STAMP.exists() and STAMP.read_text().strip() == wanted


def wait_until_healthy(server: RealServer, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            if server.get("/health")[0] == 200:
                return
        except OSError:
            pass  # not listening yet
        time.sleep(0.1)
    pytest.fail(f"the server of the real model did not start:\n{server.end_of_log()}")


@pytest.fixture(scope="session")
def real_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    if not is_laid_out():
        pytest.fail(f"the real model is missing or not current; run: {COMMAND}", pytrace=False)
    server = RealServer(free_port(), tmp_path_factory.mktemp("real_model") / "server.log")
    numbers = [str(number) for number in (server.port, WINDOW, THREADS)]
    command = [str(SERVER_PYTHON), str(HERE / "serve.py"), str(FILE), NAME, *numbers]
    with server.log.open("wb") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        wait_until_healthy(server, process)
        yield server
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
async def engine(real_server: RealServer):
    settings = ServerSettings(url=real_server.url)
    model = ChatCompletions(settings, real_server.model, MemoryBlobs())
    yield model
    await model.close()
