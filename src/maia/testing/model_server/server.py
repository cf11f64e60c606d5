"""The server: its thread, its script, what it recorded, and the verdict on the client."""

import asyncio
import json
import socket
import threading
import weakref
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self, cast

from maia.testing.model_server.http_exchange import (
    LONGEST_HEAD,
    BadRequestError,
    ClientLeftError,
    CutError,
    ReplyWriter,
    read_body,
    read_head,
)
from maia.testing.model_server.records import DEADLINE, RecordedRequest
from maia.testing.model_server.rendering import Rendered, Renderer
from maia.testing.model_server.replies import Delivery, HttpError, Planned, Raw, Reply
from maia.testing.model_server.request_rules import find_violations

MODEL = "scripted-model"
_ACCEPT_SECONDS = 0.05
_ROUNDS = 5
WINDOW = 128_000  # tokens that /model/info gives for every model
_PLAIN = Delivery(framing="length")


class ModelServer:
    """An OpenAI-compatible server on 127.0.0.1 that answers from a script.

    It runs in a thread with a loop of its own, so that tests of any kind and child processes can
    use it. A wrong request is answered with 400 and kept in `violations`; `check` raises for them.
    With an `api_key`, requests without it get 401.
    """

    def __init__(
        self, *planned: Planned, models: Sequence[str] = (MODEL,), port: int = 0, api_key: str = ""
    ) -> None:
        self.requests: list[RecordedRequest] = []
        self.violations: list[str] = []
        self.models = tuple(models)
        self.model_facts = _model_facts()
        self.list_reply: Reply | None = None
        """What the model list and /model/info answer instead of the truth, for broken servers."""
        self.api_key = api_key
        self._port = port
        self._renderer = Renderer()  # numbers the calls: no id comes twice in a conversation
        self._changed = threading.Condition()
        self._connections: set[asyncio.Task[None]] = set()
        self._transports: weakref.WeakSet[asyncio.WriteTransport] = weakref.WeakSet()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending = asyncio.Event()
        self._thread: threading.Thread | None = None
        self.script(*planned)

    # The script

    def script(self, *planned: Planned, then: Planned | None = None) -> None:
        """Answer with `planned` from now on, in order, and after them with `then` for ever."""
        with self._changed:
            self._planned = list(planned)
            self._then = then

    @property
    def remaining(self) -> int:
        """How many planned replies have not been asked for."""
        return len(self._planned)

    # What came in

    @property
    def chats(self) -> list[RecordedRequest]:
        """The chat requests, in order of arrival, wrong ones among them."""
        return [request for request in self.requests if request.method == "POST"]

    def wait_for_chats(self, count: int, seconds: float = DEADLINE) -> list[RecordedRequest]:
        """Wait until `count` chat requests have arrived, and give all there are."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.chats) >= count, timeout=seconds):
                raise TimeoutError(
                    f"{len(self.chats)} chat requests after {seconds} s, not {count}"
                )
            return self.chats

    async def chats_arrived(self, count: int, seconds: float = DEADLINE) -> list[RecordedRequest]:
        """The same without blocking the event loop."""
        return await asyncio.to_thread(self.wait_for_chats, count, seconds)

    def check(self) -> None:
        """Raise AssertionError when a request was wrong; the message says what and where."""
        if self.violations:
            raise AssertionError("wrong requests to the model:\n  " + "\n  ".join(self.violations))

    def forgive(self) -> list[str]:
        """Give the violations and forget them: for tests that send wrong requests on purpose."""
        with self._changed:
            forgiven, self.violations = self.violations, []
        return forgiven

    def reset(self) -> None:
        """Forget everything: script, requests, violations. Connections stay."""
        with self._changed:
            self.requests, self.violations = [], []
            self.list_reply = None
            self.model_facts = _model_facts()
            self._renderer = Renderer()
        self.script()

    # Its life

    @property
    def url(self) -> str:
        """`http://127.0.0.1:PORT`, without a path."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> Self:
        """Listen; on return the port is open."""
        listener = socket.create_server(("127.0.0.1", self._port), backlog=128)
        self._port = listener.getsockname()[1]
        self._thread = threading.Thread(
            target=self._serve, args=(listener,), name="model-server", daemon=True
        )
        self._thread.start()
        with self._changed:
            self._changed.wait_for(lambda: self._loop is not None, timeout=DEADLINE)
        return self

    def stop(self) -> None:
        """Close every connection and the port. Safe to call twice."""
        if self._thread is not None and self._loop is not None:
            self._loop.call_soon_threadsafe(self._ending.set)
            self._thread.join(DEADLINE)
            self._thread = self._loop = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        self.stop()
        if kind is None:
            self.check()

    def _serve(self, listener: socket.socket) -> None:
        asyncio.run(self._accept(listener))

    async def _accept(self, listener: socket.socket) -> None:
        server = await asyncio.start_server(self._connected, sock=listener, limit=LONGEST_HEAD)
        with self._changed:
            self._loop = asyncio.get_running_loop()
            self._changed.notify_all()
        await self._ending.wait()
        server.close()
        for _ in range(_ROUNDS):  # one may have been accepted just now; closing takes a round too
            for task in self._connections:
                task.cancel()
            await asyncio.gather(*self._connections, return_exceptions=True)
            for transport in tuple(self._transports):  # one may have words left for a slow client
                transport.abort()
            await asyncio.sleep(0)
            others = asyncio.all_tasks() - {asyncio.current_task()}
            if others:  # a connection is being accepted: it is closed in the next round
                await asyncio.wait(others, timeout=_ACCEPT_SECONDS)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = cast("asyncio.Task[None]", asyncio.current_task())
        self._connections.add(task)
        self._transports.add(writer.transport)
        connection = cast("socket.socket", writer.get_extra_info("socket"))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            while await self._exchange(reader, writer):
                pass
        except BadRequestError as error:
            self._blame(str(error))
        except (ConnectionError, asyncio.CancelledError):
            writer.transport.abort()  # the client has gone, or the server is stopped
        finally:
            writer.close()
            self._connections.discard(task)

    # One request

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await read_head(reader)
        if head is None:
            return False
        raw = await read_body(reader, writer, head[2])
        record = RecordedRequest(*head, raw, self._changed)
        reply = self._reply_to(record)
        with self._changed:
            self.requests.append(record)
            self._changed.notify_all()
        try:
            await ReplyWriter(reader, writer, reply, record).send()
        except ClientLeftError:
            record.settle("disconnected")
            return False
        except CutError:
            record.settle("cut")
            return False
        record.settle("answered")
        return reply.delivery.framing != "close" and record.headers.get("connection") != "close"

    def _reply_to(self, record: RecordedRequest) -> Rendered:
        if self.api_key and record.headers.get("authorization") != f"Bearer {self.api_key}":
            return self._render(_refusal(401, "Incorrect API key provided", "invalid_api_key"))
        if record.method == "GET":
            return self._listing(record)
        if record.method != "POST" or not record.path.endswith("chat/completions"):
            self._blame(f"{record.method} {record.path} is not a route", record)
            return self._render(_refusal(404, f"no such route: {record.path}", "not_found"))
        return self._chat(record)

    def _listing(self, record: RecordedRequest) -> Rendered:
        if record.path.endswith("/model/info"):
            data = [
                {
                    "model_name": name,
                    "litellm_params": {"model": name},
                    "model_info": self.model_facts,
                }
                for name in self.models
            ]
            listing = {"data": data}
        elif record.path.endswith("/models"):
            data = [{"id": name, "object": "model", "owned_by": "script"} for name in self.models]
            listing = {"object": "list", "data": data}
        else:
            self._blame(f"GET {record.path} is not a route", record)
            return self._render(_refusal(404, f"no such route: {record.path}", "not_found"))
        body = json.dumps(listing).encode()
        return self._render(
            self.list_reply
            or Raw((body,), headers={"Content-Type": "application/json"}, delivery=_PLAIN)
        )

    def _chat(self, record: RecordedRequest) -> Rendered:
        found: list[str] = []
        if not record.headers.get("content-type", "").startswith("application/json"):
            found.append("the Content-Type is not application/json")
        try:
            record.body = json.loads(record.raw)
        except ValueError as error:
            found.append(f"the body is not JSON: {error}")
        else:
            found += find_violations(record.body)
        if found:
            self._blame("; ".join(found), record)
            return self._render(_refusal(400, "; ".join(found), "wrong_request"))
        with self._changed:
            planned = self._planned.pop(0) if self._planned else self._then
        if planned is None:
            said = "the script has no reply left for this request"
            self._blame(said, record)
            return self._render(_refusal(400, said, "script_exhausted"))
        try:
            reply = planned(record.body) if callable(planned) else planned
        except Exception as error:  # noqa: BLE001 - the function is the test's own: say it, do not hang
            said = f"the script's function failed: {type(error).__name__}: {error}"
            self._blame(said, record)
            return self._render(_refusal(500, said, "script_failed"))
        return self._renderer.render(reply, record.body)

    def _render(self, reply: Reply) -> Rendered:
        return self._renderer.render(reply, {})

    def _blame(self, said: str, record: RecordedRequest | None = None) -> None:
        with self._changed:
            self.violations.append(f"request {len(self.requests) + 1}: {said}")
            if record is not None:
                record.violations = (*record.violations, said)


def _model_facts() -> dict[str, Any]:
    return {"max_input_tokens": WINDOW, "supports_vision": False}


def _refusal(status: int, message: str, code: str) -> HttpError:
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": code}
    return HttpError(status, {"error": error})
