"""The ChatModel port over HTTP: OpenAI's chat completions, as a LiteLLM server speaks them."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace

from maia.agent.contracts.errors import ModelError, ServerUnreachable, StreamCut, StreamSilent
from maia.agent.contracts.model import ChatRequest, Failed, ModelFacts, StreamEvent
from maia.agent.contracts.tools import BlobStore
from maia.agent.models.assembly import Assembler
from maia.agent.models.catalogue import model_facts
from maia.agent.models.debug_log import SECRET_LENGTH, DebugLog, debug_log_path
from maia.agent.models.failures import refusal
from maia.agent.models.mapping import BodyMapper, encode_json
from maia.agent.models.sent_history import SentHistory
from maia.agent.models.server import (
    ServerAnswer,
    ServerConnection,
    ServerSettings,
    read_refusal,
    shown,
)
from maia.agent.models.stream import AnswerReader
from maia.i18n import Language


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait, in seconds, for more of an answer: comments and `ping` events are none.

    `first` covers a local server that reads a long prompt, perhaps after an empty first part;
    `between` the pauses of a model that has begun to speak; `after_finish` a server that has ended
    its answer and keeps the line open; `end_of_body` the few bytes behind the end marker, which
    must be read for the connection to be used again.
    """

    first: float = 600.0
    between: float = 300.0
    after_finish: float = 10.0
    end_of_body: float = 0.25


class ChatCompletions:
    """One model behind one server. Connections are kept alive between requests."""

    def __init__(
        self,
        settings: ServerSettings,
        model: str,
        blobs: BlobStore,
        *,
        language: Language = "en",
        patience: Patience = Patience(),
    ) -> None:
        self._settings = settings
        self._model = model
        self._language: Language = language
        self._patience = patience
        self._history = SentHistory(language)
        self._mapper = BodyMapper(model, blobs, language)
        self._connection = ServerConnection(settings)
        self._facts: ModelFacts | None = None
        self._asking = asyncio.Lock()

    @property
    def id(self) -> str:
        """The provider."""
        return "litellm"

    @property
    def model(self) -> str:
        """The model's name as the server knows it."""
        return self._model

    async def accepts_images(self) -> bool:
        """Whether the model takes images, as `/model/info` says."""
        return (await self.facts()).takes_images is True

    async def facts(self) -> ModelFacts:
        """What `/model/info` says of the model; asked once."""
        async with self._asking:  # parallel tools ask at the same moment
            if self._facts is None:
                self._facts = await model_facts(self._connection, self._model)
        return self._facts

    async def close(self) -> None:
        """Close the connections. Safe to call twice."""
        await self._connection.close()

    async def chat(self, request: ChatRequest) -> AsyncGenerator[StreamEvent]:
        """Send `request`, its history checked and repaired, and yield the answer.

        Ends with one `Done` or `Failed`. Leaving early, or being cancelled, closes the connection.
        """
        sent = self._history.sendable(request.messages)
        images = sent.has_images and await self.accepts_images()
        limit = request.max_tokens or self._settings.max_output_tokens
        body = encode_json(
            self._mapper.body(
                replace(request, messages=sent.messages), max_tokens=limit, images=images
            )
        )
        url = self._settings.address(self._settings.chat_path)
        known_tools = {spec.name for spec in request.tools}
        assembler = Assembler(shown(url), known_tools, sent.call_ids)
        started = asyncio.get_running_loop().time()
        try:
            answer = await self._send(url, body)
        except ModelError as error:
            yield Failed(error)
            return
        try:
            reader = AnswerReader(assembler, shown(url))
            with DebugLog(debug_log_path(os.environ), self._settings.secret) as log:
                async with aclosing(self._read(answer, reader, log, started)) as events:
                    async for event in events:
                        yield event
        finally:
            await answer.close()

    async def _send(self, url: str, body: bytes) -> ServerAnswer:
        """The answer of the server, its status 2xx. Raises a `ModelError`."""
        try:
            async with asyncio.timeout(self._patience.first):
                answer = await self._connection.request("POST", url, body)
        except TimeoutError as error:
            raise StreamSilent(url=shown(url), seconds=round(self._patience.first)) from error
        if 200 <= answer.status < 300:  # noqa: PLR2004 -- the class of success
            return answer
        try:
            said = await read_refusal(answer)
        finally:
            await answer.close()
        raise refusal(shown(url), answer.status, answer.headers, self._blotted(said))

    async def _read(
        self, answer: ServerAnswer, reader: AnswerReader, log: DebugLog, started: float
    ) -> AsyncGenerator[StreamEvent]:
        """Read the body to its end, or until it breaks, falls silent, or cannot matter any more."""
        loop = asyncio.get_running_loop()
        heard = started
        failure: ModelError | None = None
        async with aclosing(answer.chunks()) as chunks:
            while not reader.is_over:
                seen = reader.chunks_read
                wait = self._wait(reader)
                try:
                    async with asyncio.timeout_at(heard + wait):
                        chunk = await anext(chunks)
                except StopAsyncIteration:
                    break
                except TimeoutError:
                    failure = StreamSilent(url=shown(self._settings.url), seconds=round(wait))
                    break
                except ServerUnreachable:  # it was reached, and broke in the middle
                    failure = StreamCut(url=shown(self._settings.url))
                    break
                log.write(chunk)
                for event in reader.push(chunk):
                    yield event
                if reader.chunks_read != seen:
                    heard = loop.time()
            if failure is None:
                await self._read_end(chunks, log)
        for event in reader.finish(failure):
            yield event

    def _wait(self, reader: AnswerReader) -> float:
        if reader.is_finished:
            return self._patience.after_finish
        return self._patience.between if reader.has_begun else self._patience.first

    async def _read_end(self, chunks: AsyncGenerator[bytes], log: DebugLog) -> None:
        """Read what stands behind the end marker, so that the connection can be used again."""
        try:
            async with asyncio.timeout(self._patience.end_of_body):
                async for chunk in chunks:
                    log.write(chunk)
        except (TimeoutError, ModelError):
            return  # the answer is whole; the connection is closed instead of kept

    def _blotted(self, text: str) -> str:
        secret = self._settings.secret
        return text.replace(secret, "[api key]") if len(secret) >= SECRET_LENGTH else text
