"""Parallel calls, interruptions and errors, through a real LiteLLM proxy."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.events import (
    ErrorRaised,
    Event,
    PermissionAsked,
    TextArrived,
    ToolCallEnded,
    ToolCallStarted,
    TurnEnded,
)
from maia.agent.contracts.operations import Answer as Reply
from maia.agent.contracts.operations import Interrupt, Submit
from maia.agent.runtime.assembly import Place, open_conversation
from maia.agent.runtime.conversation import Conversation
from maia.agent.runtime.settings import load_settings
from maia.testing.model_server import Answer, Delivery, HttpError, ToolCall

pytestmark = pytest.mark.proxy


@pytest.fixture
async def conversation(proxy_settings: Any, tmp_path: Path, home: Path):
    proxy_settings(permissions={"allow": ["Read", "Write", "Bash(true *)"]})
    opened = open_conversation(
        load_settings(home, tmp_path, {}), Place(home, tmp_path, "en"), "scripted-model"
    )
    yield opened
    await opened.close()


async def until(conversation: Conversation, kind: type, seen: list[Event]) -> Any:
    async with asyncio.timeout(60):
        while True:
            seen.append(await conversation.next_event())
            if isinstance(seen[-1], kind):
                return seen[-1]


def position(events: list[Event], kind: type, call_id: str) -> int:
    return next(i for i, e in enumerate(events) if isinstance(e, kind) and e.call_id == call_id)


async def test_five_calls_at_once_in_order_locked_and_asked_one_by_one(
    conversation: Conversation, litellm_proxy: Any, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("first\n")
    slow = "while [ ! -e go ]; do sleep 0.02; done; echo slow done"
    calls = (
        ToolCall("Bash", {"command": slow}, id="slow"),
        ToolCall("Write", {"path": "log.txt", "content": "one\n"}, id="write", pieces=4),
        ToolCall("Read", {"path": "log.txt"}, id="read"),
        ToolCall(
            "Edit", {"path": "notes.txt", "old_string": "first", "new_string": "2nd"}, id="no"
        ),
        ToolCall(
            "Edit", {"path": "notes.txt", "old_string": "first", "new_string": "1st"}, id="yes"
        ),
    )
    litellm_proxy.upstream.script(Answer("Five at once.", calls=calls), Answer("all done"))
    events: list[Event] = []
    await conversation.submit(Submit("go"))

    asked = await until(conversation, PermissionAsked, events)
    assert (asked.call_id, asked.tool, asked.input["command"]) == ("slow", "Bash", slow)
    await conversation.submit(Reply(asked.question_id, "yes"))
    asked = await until(conversation, PermissionAsked, events)
    assert asked.call_id == "no"
    # While a person is asked, what was allowed runs: the write is made before the answer.
    async with asyncio.timeout(20):
        while not (tmp_path / "log.txt").exists():
            await asyncio.sleep(0.01)
    await conversation.submit(Reply(asked.question_id, "no", "the other one"))
    asked = await until(conversation, PermissionAsked, events)
    assert asked.call_id == "yes"
    await conversation.submit(Reply(asked.question_id, "yes"))
    (tmp_path / "go").touch()
    ended = await until(conversation, TurnEnded, events)

    assert ended.reason == "done"
    assert [e.call_id for e in events if isinstance(e, ToolCallEnded)] == [
        "slow", "write", "read", "no", "yes",
    ]  # fmt: skip
    assert position(events, ToolCallStarted, "write") < position(events, ToolCallStarted, "read")
    results = [m for m in litellm_proxy.upstream.chats[1].body["messages"] if m["role"] == "tool"]
    assert [result["tool_call_id"] for result in results] == ["slow", "write", "read", "no", "yes"]
    assert "slow done" in results[0]["content"]
    assert "1\tone" in results[2]["content"]
    assert results[3]["content"] == "The user refused this action, saying: the other one"
    assert (tmp_path / "notes.txt").read_text() == "1st\n"


async def test_interrupted_in_mid_stream(conversation: Conversation, litellm_proxy: Any) -> None:
    silent = Delivery(hang_after=3)
    litellm_proxy.upstream.script(
        Answer(("half of an", " answer", " never"), delivery=silent), Answer("fresh")
    )
    events: list[Event] = []
    await conversation.submit(Submit("go"))
    await until(conversation, TextArrived, events)
    await conversation.submit(Interrupt())
    assert (await until(conversation, TurnEnded, events)).reason == "interrupted"
    assert conversation.state.messages == []
    await litellm_proxy.upstream.chats[0].reached("disconnected", "silent")
    await conversation.submit(Submit("again"))
    assert (await until(conversation, TurnEnded, events)).reason == "done"
    roles = [message["role"] for message in litellm_proxy.upstream.chats[1].body["messages"]]
    assert roles == ["system", "user"]


async def test_interrupted_in_mid_tool(
    conversation: Conversation, litellm_proxy: Any, tmp_path: Path
) -> None:
    endless = "echo $$ > pid; sleep 300; true"
    litellm_proxy.upstream.script(
        Answer(calls=(ToolCall("Bash", {"command": endless}),)), Answer("fresh")
    )
    events: list[Event] = []
    await conversation.submit(Submit("go"))
    asked = await until(conversation, PermissionAsked, events)
    await conversation.submit(Reply(asked.question_id, "yes"))
    async with asyncio.timeout(20):
        while not ((tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip()):
            await asyncio.sleep(0.01)
    await conversation.submit(Interrupt())
    assert (await until(conversation, TurnEnded, events)).reason == "interrupted"
    assert not Path(f"/proc/{(tmp_path / 'pid').read_text().strip()}").exists()
    await conversation.submit(Submit("again"))
    assert (await until(conversation, TurnEnded, events)).reason == "done"


@pytest.mark.parametrize(
    ("reply", "key"),
    [
        (
            HttpError(
                400,
                {
                    "error": {
                        "message": "This model's maximum context length is 8192 tokens.",
                        "type": "invalid_request_error",
                        "code": "context_length_exceeded",
                    }
                },
            ),
            "error.context_too_long",
        ),
        (HttpError(429, {"error": {"message": "Rate limit reached"}}), "error.rate_limited"),
        (HttpError(401, {"error": {"message": "bad key upstream"}}), "error.http"),
    ],
)
async def test_a_refusal_is_told_as_what_it_is(
    conversation: Conversation, litellm_proxy: Any, reply: HttpError, key: str
) -> None:
    litellm_proxy.upstream.script(then=reply)
    events: list[Event] = []
    await conversation.submit(Submit("go"))
    assert (await until(conversation, TurnEnded, events)).reason == "failed"
    assert [event.key for event in events if isinstance(event, ErrorRaised)] == [key]
    assert conversation.state.messages == []


def test_models_come_from_the_proxy(
    litellm_proxy: Any, proxy_settings: Any, maia_command: Any, tmp_path: Path
) -> None:
    proxy_settings()
    ended = maia_command(tmp_path, "models")
    assert (ended.returncode, ended.stdout.splitlines()) == (0, ["other-model", "scripted-model"])


def test_a_wrong_key_is_said(
    litellm_proxy: Any, proxy_settings: Any, maia_command: Any, tmp_path: Path
) -> None:
    proxy_settings(LiteLLM_API_Key="sk-wrong")
    ended = maia_command(tmp_path, "--model", "scripted-model", "-p", "hi")
    assert ended.returncode == 1
    assert "HTTP 40" in ended.stderr
    assert json.dumps("sk-wrong")[1:-1] not in ended.stderr
