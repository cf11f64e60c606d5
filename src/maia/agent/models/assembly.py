"""The chunks of a completion, assembled into the events of the ChatModel port. Pure: no I/O."""

from collections.abc import Collection
from typing import Any, cast

from maia.agent.contracts.errors import ModelError, StreamCut, StreamFailed
from maia.agent.contracts.model import (
    Done,
    Failed,
    ReasoningDelta,
    StopReason,
    StreamEvent,
    TextDelta,
    ToolUse,
    Usage,
)
from maia.agent.models.failures import error_in, stream_error
from maia.agent.models.surrogates import SurrogateJoiner
from maia.agent.models.tool_calls import CallAssembler

CUT_SIZES = frozenset({1024, 2048, 4096, 8192, 16384, 32768, 65536})
"""Output limits that servers hide behind a repaired call: no answer ends there by chance (7.2)."""

_LENGTH_REASONS = frozenset(
    {"length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded"}
)
_CALL_REASONS = frozenset({"tool_calls", "function_call"})
_FAILURE_REASONS = frozenset(
    {
        *("error", "server_error", "network_error", "insufficient_system_resource"),
        *("abort", "aborted", "cancelled", "canceled"),
    }
)
"""Words of servers that broke off: what they had said is no answer, and its calls must not run."""


class Assembler:
    """Assembles one answer: push each chunk, mark the end marker, then finish.

    `known_tools` are the names sent with the request, `taken_ids` the call ids of its history.
    """

    def __init__(
        self, url: str, known_tools: Collection[str] = (), taken_ids: Collection[str] = ()
    ) -> None:
        self._url = url
        self._taken_ids = taken_ids
        self._calls = CallAssembler(known_tools)
        self._text = SurrogateJoiner()
        self._reasoning = SurrogateJoiner()
        self._has_spoken = False
        self._usage: dict[str, Any] = {}
        self._finish_reason = ""
        self._marked_done = False
        self.error: ModelError | None = None
        """What the server reported inside its stream; nothing pushed after it counts."""

    @property
    def is_finished(self) -> bool:
        """The server has said how the answer ends; only usage may still come."""
        return bool(self._finish_reason) or self._marked_done

    @property
    def has_begun(self) -> bool:
        """The answer has begun: a word, a thought or a call, not only a role or numbers."""
        return self._has_spoken

    def push(self, chunk: dict[str, Any]) -> list[StreamEvent]:
        """What a chunk brings at once: text and reasoning. Calls and usage wait for the end."""
        if self.error is not None:
            return []
        error = error_in(chunk)
        if error is not None:
            self.error = stream_error(self._url, error)
            return []
        self._take_usage(chunk.get("usage"))
        events: list[StreamEvent] = []
        choices = chunk.get("choices")
        for choice in cast("list[object]", choices if isinstance(choices, list) else []):
            if isinstance(choice, dict):
                self._take_choice(cast("dict[str, Any]", choice), events)
        return events

    def push_completion(self, body: dict[str, Any]) -> list[StreamEvent]:
        """A whole answer from a server that does not stream."""
        events = self.push(body)
        self.mark_done()
        return events

    def mark_done(self) -> None:
        """The end marker (`[DONE]`) was read."""
        self._marked_done = True

    def finish(self, failure: ModelError | None = None) -> list[StreamEvent]:
        """The last events. `failure` is why reading stopped, if it was not the end of the stream.

        An answer that its server had ended is whole, whatever happened to the connection then.
        """
        events: list[StreamEvent] = []
        self._say(ReasoningDelta, self._reasoning.flush(), events)
        self._say(TextDelta, self._text.flush(), events)
        if self._usage:
            events.append(self._read_usage())
        error = self.error
        if error is None and self._finish_reason in _FAILURE_REASONS:
            error = StreamFailed(message=f"finish_reason: {self._finish_reason}")
        if error is None and not self.is_finished:
            error = failure or StreamCut(url=self._url)
        if error is not None:
            events.append(Failed(error))
            return events
        length = self._finish_reason in _LENGTH_REASONS
        calls = self._calls.finish(self._taken_ids, length=length)
        events.extend(calls)
        hidden_cut = bool(calls) and _count(self._usage.get("completion_tokens")) in CUT_SIZES
        events.append(Done(self._stop_reason(calls), output_cut=length or hidden_cut))
        return events

    def _take_choice(self, choice: dict[str, Any], events: list[StreamEvent]) -> None:
        if choice.get("index") not in (0, "0", None):
            return  # we ask for one answer; another is not ours
        error = error_in(choice)
        if error is not None:
            self.error = stream_error(self._url, error)
        delta = choice.get("delta")
        if not delta and not self._has_spoken:  # a server that sends whole messages
            delta = choice.get("message")
        if isinstance(delta, dict):
            self._take_delta(cast("dict[str, Any]", delta), events)
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason and self._finish_reason not in _LENGTH_REASONS:
            self._finish_reason = reason.lower()
        self._take_usage(choice.get("usage"))

    def _take_delta(self, delta: dict[str, Any], events: list[StreamEvent]) -> None:
        thought = delta.get("reasoning_content") or delta.get("reasoning")
        if isinstance(thought, str):
            self._say(ReasoningDelta, self._reasoning.push(thought), events)
        content = delta.get("content")
        if isinstance(content, str):
            self._say(TextDelta, self._text.push(content), events)
        elif isinstance(content, list):
            self._take_parts(cast("list[object]", content), events)
        refused = delta.get("refusal")
        if isinstance(refused, str):
            self._say(TextDelta, self._text.push(refused), events)
        if delta.get("tool_calls"):
            self._has_spoken = True
            self._calls.push(delta["tool_calls"])
        elif isinstance(delta.get("function_call"), dict):  # the older form, one call an answer
            self._has_spoken = True
            self._calls.push([{"index": 0, "function": delta["function_call"]}])

    def _take_parts(self, parts: list[object], events: list[StreamEvent]) -> None:
        for part in parts:
            if isinstance(part, str):
                self._say(TextDelta, self._text.push(part), events)
            elif isinstance(part, dict):
                fields = cast("dict[str, Any]", part)
                text = fields.get("text")
                if isinstance(text, str) and fields.get("type") in {"text", "output_text", None}:
                    self._say(TextDelta, self._text.push(text), events)

    def _say(
        self, kind: type[TextDelta | ReasoningDelta], text: str, events: list[StreamEvent]
    ) -> None:
        if text:
            self._has_spoken = True
            events.append(kind(text))

    def _take_usage(self, usage: object) -> None:
        """Keep the last usage; a field it leaves out keeps its earlier value."""
        if isinstance(usage, dict):
            fields = cast("dict[str, Any]", usage)
            self._usage |= {name: value for name, value in fields.items() if value is not None}

    def _read_usage(self) -> Usage:
        details = self._usage.get("completion_tokens_details")
        thought = 0
        if isinstance(details, dict):
            thought = _count(cast("dict[str, Any]", details).get("reasoning_tokens"))
        output = _count(self._usage.get("completion_tokens"))
        prompt = _count(self._usage.get("prompt_tokens"))
        read_before = 0
        details = self._usage.get("prompt_tokens_details")
        if isinstance(details, dict):
            read_before = _count(cast("dict[str, Any]", details).get("cached_tokens"))
        return Usage(prompt, max(0, output - thought), thought, min(read_before, prompt))

    def _stop_reason(self, calls: list[ToolUse]) -> StopReason:
        reason = self._finish_reason
        if reason in _LENGTH_REASONS:
            return "max_tokens"
        if calls or reason in _CALL_REASONS:
            return "tool_use"
        return "end_turn" if reason in {"stop", ""} else "other"


def _count(value: object) -> int:
    """A number of tokens; 0 for what is not one."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return 0
    return max(0, int(value)) if value == value and abs(value) != float("inf") else 0  # noqa: PLR0124 -- NaN
