"""Replies as bytes: the pieces of a stream, or one JSON object."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from maia.testing.model_server.replies import (
    Answer,
    Delivery,
    HttpError,
    Reply,
    TokenUsage,
    ToolCall,
)

CREATED = 1_700_000_000  # a fixed time, so that the bytes are the same in every run


@dataclass(frozen=True, slots=True)
class Rendered:
    """A reply ready to be sent."""

    status: int
    headers: dict[str, str]
    pieces: tuple[bytes, ...]
    delivery: Delivery


class Renderer:
    """Turns replies into bytes; numbers the answers and the calls that have no id of their own."""

    def __init__(self) -> None:
        self._answers = 0
        self._calls = 0

    def render(self, reply: Reply, request: dict[str, Any]) -> Rendered:
        """The bytes of `reply` to the request with this body."""
        if isinstance(reply, Answer):
            return self._answer(reply, request)
        if isinstance(reply, HttpError):
            text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
            kind = "text/plain" if isinstance(reply.body, str) else "application/json"
            headers = {"Content-Type": kind, **reply.headers}
            return Rendered(reply.status, headers, (text.encode(),), reply.delivery)
        return Rendered(reply.status, dict(reply.headers), reply.pieces, reply.delivery)

    def _answer(self, answer: Answer, request: dict[str, Any]) -> Rendered:
        self._answers += 1
        base = {
            "id": f"chatcmpl-{self._answers}",
            "created": CREATED,
            "model": request.get("model"),
        }
        calls = tuple(self._numbered(call) for call in answer.calls)
        if not request.get("stream"):
            body = json.dumps(_whole(answer, calls, base)).encode()
            return Rendered(200, {"Content-Type": "application/json"}, (body,), answer.delivery)
        options: dict[str, Any] = request.get("stream_options") or {}
        chunks = _chunks(answer, calls, base, with_usage=bool(options.get("include_usage")))
        pieces = [b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks]
        if answer.done and answer.error is None:
            pieces.append(b"data: [DONE]\n\n")
        headers = {"Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache"}
        return Rendered(200, headers, tuple(pieces), answer.delivery)

    def _numbered(self, call: ToolCall) -> ToolCall:
        if call.id is not None:
            return call
        self._calls += 1
        return ToolCall(call.name, call.arguments, f"call_{self._calls}", call.pieces)


def _pieces_of(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return ((text,) if text else ()) if isinstance(text, str) else text


def _arguments(call: ToolCall) -> str:
    return call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)


def _finish_reason(answer: Answer) -> str:
    return answer.finish_reason or ("tool_calls" if answer.calls else "stop")


def _usage(usage: TokenUsage) -> dict[str, Any]:
    counted: dict[str, Any] = {
        "prompt_tokens": usage.prompt,
        "completion_tokens": usage.completion,
        "total_tokens": usage.prompt + usage.completion,
    }
    if usage.reasoning:
        counted["completion_tokens_details"] = {"reasoning_tokens": usage.reasoning}
    return counted


def _deltas(answer: Answer, calls: tuple[ToolCall, ...]) -> Iterator[dict[str, Any]]:
    for piece in _pieces_of(answer.reasoning):
        yield {"reasoning_content": piece}
    for piece in _pieces_of(answer.text):
        yield {"content": piece}
    for index, call in enumerate(calls):
        first, *rest = _fragments(_arguments(call), call.pieces)
        function = {"name": call.name, "arguments": first}
        yield {
            "tool_calls": [
                {"index": index, "id": call.id, "type": "function", "function": function}
            ]
        }
        for fragment in rest:
            yield {"tool_calls": [{"index": index, "function": {"arguments": fragment}}]}


def _fragments(text: str, count: int) -> list[str]:
    """`text` in at most `count` pieces of about the same length, at least one."""
    size = max(1, -(-len(text) // max(1, count)))
    return [text[start : start + size] for start in range(0, len(text), size)] or [""]


def _chunks(
    answer: Answer, calls: tuple[ToolCall, ...], base: dict[str, Any], *, with_usage: bool
) -> Iterator[dict[str, Any]]:
    base = {"id": base["id"], "object": "chat.completion.chunk", **base}

    def chunk(delta: dict[str, Any], finish_reason: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
        return {**base, "choices": [choice]}

    yield chunk({"role": "assistant", "content": None if calls else ""})
    for delta in _deltas(answer, calls):
        yield chunk(delta)
    if answer.error is not None:
        yield {"error": dict(answer.error)}
        return
    yield chunk({}, _finish_reason(answer))
    if with_usage and answer.usage is not None:
        yield {**base, "choices": [], "usage": _usage(answer.usage)}


def _whole(answer: Answer, calls: tuple[ToolCall, ...], base: dict[str, Any]) -> dict[str, Any]:
    if answer.error is not None:
        return {"error": dict(answer.error)}
    text, reasoning = "".join(_pieces_of(answer.text)), "".join(_pieces_of(answer.reasoning))
    message: dict[str, Any] = {"role": "assistant", "content": text or None}
    if reasoning:
        message["reasoning_content"] = reasoning
    if calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": _arguments(call)},
            }
            for call in calls
        ]
    choice = {"index": 0, "message": message, "finish_reason": _finish_reason(answer)}
    whole: dict[str, Any] = {**base, "object": "chat.completion", "choices": [choice]}
    if answer.usage is not None:
        whole["usage"] = _usage(answer.usage)
    return whole
