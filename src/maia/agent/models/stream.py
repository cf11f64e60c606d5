"""One answer, from the bytes of its body to the events of the ChatModel port. Pure: no I/O."""

import json
import re
from typing import Any, cast

from maia.agent.contracts.errors import EmptyBody, ModelError, StreamCut, StreamFailed
from maia.agent.contracts.model import StreamEvent
from maia.agent.models.arguments import JsonExtent
from maia.agent.models.assembly import Assembler
from maia.agent.models.failures import BODY_EXCERPT
from maia.agent.models.sse import EventTooLong, SseEvent, SseReader

WHOLE_ANSWER_BYTES = 16 * 1024 * 1024
"""How much of a body is kept as long as nothing in it is part of an event stream."""

_LAST_DATA = re.compile(r"^data: ?(\{.*)\Z", re.MULTILINE)
_END_MARKER = "[DONE]"
_CHUNK_FIELDS = ("choices", "error", "usage", "object")


class AnswerReader:
    """Reads a body that came with a 2xx status: push its bytes, then finish once.

    A server that does not stream may send the whole answer, or its error, as one JSON object.
    """

    def __init__(self, assembler: Assembler, url: str) -> None:
        self._assembler = assembler
        self._url = url
        self._sse = SseReader()
        self._unread = bytearray()  # the body, as long as no chunk of a stream was found in it
        self._has_chunk = False
        self._failure: ModelError | None = None
        self._has_event = False
        self.chunks_read = 0
        """How many parts of an answer have come, comments and foreign events (`ping`) not counted:
        what tells silence from work."""
        self.is_over = False
        """Nothing that still comes can matter: the end marker, or an error, was read."""

    @property
    def has_begun(self) -> bool:
        """The model has begun to speak; before, a server may still read the prompt."""
        return self._assembler.has_begun

    @property
    def is_finished(self) -> bool:
        """The answer is whole; only usage and the end marker may still come."""
        return self._assembler.is_finished

    def push(self, chunk: bytes) -> list[StreamEvent]:
        """What these bytes bring at once."""
        if not self._has_chunk and len(self._unread) < WHOLE_ANSWER_BYTES:
            self._unread += chunk
        try:
            return self._take_events(self._sse.push(chunk))
        except EventTooLong as error:
            self._failure = StreamFailed(message=str(error))
            self.is_over = True
            return []

    def finish(self, failure: ModelError | None = None) -> list[StreamEvent]:
        """The last events. `failure` is why reading stopped, if it was not the end of the body."""
        failure = self._failure or failure
        events: list[StreamEvent] = []
        if not self.is_over:
            events += self._take_events(self._sse.flush())
        if not self._has_chunk and not self.is_finished and failure is None:
            whole = self._whole_answer()
            if isinstance(whole, ModelError):
                failure = whole
            else:
                events += self._assembler.push_completion(whole)
        return events + self._assembler.finish(failure)

    def _take_events(self, events: list[SseEvent]) -> list[StreamEvent]:
        brought: list[StreamEvent] = []
        for event in events:
            self._has_event = True
            for text in _json_texts(event.data):
                if self.is_over:
                    break
                if text.strip() == _END_MARKER:
                    self._assembler.mark_done()
                    self.chunks_read += 1
                    self.is_over = True
                else:
                    brought += self._take_chunk(_unlisted(_decode(text)), event, text)
        return brought

    def _take_chunk(self, value: object, event: SseEvent, text: str) -> list[StreamEvent]:
        chunk = cast("dict[str, Any]", value if isinstance(value, dict) else {})
        if event.event == "error" and not chunk.get("error"):
            chunk = {"error": chunk or text}
        if not any(field in chunk for field in _CHUNK_FIELDS):
            return []  # invalid JSON and foreign events are passed over (spec 7.2)
        self._has_chunk = True
        self.chunks_read += 1
        self._unread.clear()
        brought = self._assembler.push(chunk)
        self.is_over = self._assembler.error is not None
        return brought

    def _whole_answer(self) -> dict[str, Any] | ModelError:
        """The body read as one JSON object, or why it is no answer."""
        text = self._unread.decode("utf-8-sig", errors="replace").strip()
        if not text:
            return EmptyBody(url=self._url)
        value = _unlisted(_decode(text))
        if isinstance(value, dict) and any(field in value for field in _CHUNK_FIELDS):
            return cast("dict[str, Any]", value)
        if text.startswith(":") and not self._has_event:
            return EmptyBody(url=self._url)  # nothing but comments that kept the line alive
        if _is_cut_short(text):
            return StreamCut(url=self._url)
        return StreamFailed(message=text[:BODY_EXCERPT])


def _decode(text: str) -> object:
    """The JSON value of `text`; None when it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _unlisted(value: object) -> object:
    """What a list of one holds: Gemini's way to write an error."""
    items = cast("list[object]", value) if isinstance(value, list) else []
    return items[0] if len(items) == 1 else cast("object", value)


def _is_cut_short(text: str) -> bool:
    """Whether the body is JSON, or an event stream of it, that ends in the middle of an object."""
    event = _LAST_DATA.search(text)
    last = event.group(1) if event else text
    extent = JsonExtent()
    extent.feed(last)
    return last.startswith("{") and extent.open


def _json_texts(data: str) -> list[str]:
    """An event's data; line by line when it holds several, sent without the blank line between."""
    if "\n" not in data or _decode(data) is not None:
        return [data]
    return data.split("\n")
