"""Streams as odd servers send them, relayed by a real LiteLLM proxy, which changes some of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.errors import ContextTooLong, ModelError, StreamFailed
from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.contracts.model import ChatRequest, Done, Failed, TextDelta, ToolUse
from maia.agent.contracts.tools import ToolSpec
from maia.agent.models.chat_completions import ChatCompletions
from maia.agent.models.server import ServerSettings
from maia.testing.memory_blobs import MemoryBlobs
from maia.testing.model_server import HttpError, Raw

pytestmark = pytest.mark.proxy

CASES = Path(__file__).resolve().parents[1] / "cases" / "sse"
A, B = '{"path":"a"}', '{"path":"b"}'
TOOLS = tuple(
    ToolSpec(name, "d", {"type": "object", "properties": {}})
    for name in ("Read", "Bash", "WebFetch", "Grep")
)


@pytest.fixture
async def ask(litellm_proxy: Any):
    settings = ServerSettings(litellm_proxy.url, api_key=litellm_proxy.key)
    model = ChatCompletions(settings, "scripted-model", MemoryBlobs())

    async def send(reply: Any) -> list[Any]:
        litellm_proxy.upstream.script(reply)
        request = ChatRequest("s", (Message("user", (TextBlock("go"),)),), TOOLS)
        return [event async for event in model.chat(request)]

    yield send
    await model.close()


def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    base = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return {**base, "choices": [choice]}


def stream(*chunks: dict[str, Any]) -> Raw:
    lines = [f"data: {json.dumps(each)}\n\n" for each in chunks]
    return Raw(("".join([*lines, "data: [DONE]\n\n"]).encode(),))


def entry(index: int, call_id: str | None, name: str | None, arguments: str) -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {"index": index, "id": call_id, "type": "function", "function": function}


def calls(events: list[Any]) -> list[tuple[str, Any]]:
    return [(event.name, event.input) for event in events if isinstance(event, ToolUse)]


@pytest.mark.parametrize(
    ("case", "file"),
    [
        ("C03", "stream.sse"),
        ("C03", "null_index.sse"),
        ("C05", "repeat.sse"),
        ("C05", "late_name.sse"),
    ],
)
async def test_the_calls_of_the_cases_come_through(ask: Any, case: str, file: str) -> None:
    want = json.loads((CASES / case / "want.json").read_text())[file]
    events = await ask(Raw(((CASES / case / file).read_bytes(),)))
    given = [[event.id, event.name, event.input] for event in events if isinstance(event, ToolUse)]
    assert given == want
    assert events[-1] == Done("tool_use")


@pytest.mark.parametrize(
    "entries",
    [
        [
            (0, "x", "Read", '{"path":'),
            (0, None, None, '"a"}'),
            (0, "y", "Bash", ""),
            (0, None, None, B),
        ],
        [(0, "x", "Read", A), (0, "y", "Bash", B)],
        [(0, None, "Read", A), (0, None, "Bash", B)],
        [
            (0, "x", "Read", ""),
            (0, "y", None, '{"path":'),
            (0, "z", None, '"a"}'),
            (1, "w", "Bash", B),
        ],
        [(0, "x", "Read", A), (0, "x", "Read", json.dumps(A)), (1, "y", "Bash", B)],
        [
            (0, "x", "Read", ""),
            (1, "y", "Bash", '{"path":'),
            (0, None, None, A),
            (1, None, None, '"b"}'),
        ],
    ],
)
async def test_two_calls_in_odd_fragments_are_two_calls(ask: Any, entries: Any) -> None:
    chunks = [chunk({"tool_calls": [entry(*each)]}) for each in entries]
    events = await ask(stream(*chunks, chunk({}, "tool_calls")))
    assert calls(events) == [("Read", {"path": "a"}), ("Bash", {"path": "b"})]


async def test_a_call_in_the_older_form_comes_through(ask: Any) -> None:
    first = chunk({"function_call": {"name": "Read", "arguments": '{"path":'}})
    rest = chunk({"function_call": {"arguments": '"a"}'}})
    assert calls(await ask(stream(first, rest, chunk({}, "function_call")))) == [
        ("Read", {"path": "a"})
    ]


async def test_characters_that_break_lines_elsewhere_come_through(ask: Any) -> None:
    events = await ask(stream(chunk({"content": "a\u2028b\u0085c"}), chunk({}, "stop")))
    assert events[0] == TextDelta("a\u2028b\u0085c")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"message": "prompt is too long: 2 > 1", "code": 400}, ContextTooLong),
        ({"message": "boom", "code": 500}, StreamFailed),
    ],
)
async def test_an_error_in_mid_stream_is_told_by_its_words(
    ask: Any, error: Any, kind: type[ModelError]
) -> None:
    events = await ask(stream(chunk({"content": "half"}), {"error": error}))
    assert events[0] == TextDelta("half")
    assert isinstance(events[-1], Failed)
    assert type(events[-1].error) is kind


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (413, "<html>413 Request Entity Too Large</html>"),
        (413, {"error": {"message": "Request exceeds the maximum size"}}),
        (413, {"error": {"message": "prompt is too long"}}),
        (400, {"error": {"message": "prompt token count of 2000 exceeds the limit of 1000"}}),
        (422, {"error": {"message": "`inputs` tokens + `max_new_tokens` must be <= 4096"}}),
    ],
)
async def test_a_conversation_that_does_not_fit_is_told_under_any_status(
    ask: Any, status: int, said: Any
) -> None:
    (failed,) = await ask(HttpError(status, said))
    assert type(failed.error) is ContextTooLong
