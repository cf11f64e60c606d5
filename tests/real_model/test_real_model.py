import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.errors import ContextTooLong
from maia.agent.contracts.messages import Message, TextBlock, ToolResultBlock, ToolUseBlock
from maia.agent.contracts.model import ChatRequest, Done, Failed, TextDelta, Usage
from maia.agent.tools.built_in import built_in_tools

pytestmark = pytest.mark.real_model

SYSTEM = "You are brief. Answer in one short sentence."
COMMAND_SECONDS = 800
STOP_SECONDS = 60


def user(text: str) -> Message:
    return Message("user", (TextBlock(text),))


def asked(text: str, *before: Message, **more: Any) -> ChatRequest:
    return ChatRequest(SYSTEM, (*before, user(text)), **{"max_tokens": 48} | more)


async def answer_of(engine: Any, request: ChatRequest) -> list[Any]:
    return [event async for event in engine.chat(request)]


def text_of(events: list[Any]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


async def test_text_streams_in_pieces_and_ends_with_a_reason(engine: Any) -> None:
    events = await answer_of(engine, asked("Name three colours."))

    assert len([event for event in events if isinstance(event, TextDelta)]) > 1
    assert len(text_of(events).split()) >= 3
    assert events[-1] == Done("end_turn")
    (usage,) = [event for event in events if isinstance(event, Usage)]
    assert usage.input_tokens > 10
    assert 1 < usage.output_tokens <= 48


async def test_the_output_limit_cuts_the_answer_and_is_said(engine: Any) -> None:
    events = await answer_of(engine, asked("Count from 1 to 50.", max_tokens=6))

    assert events[-1] == Done("max_tokens", output_cut=True)
    assert text_of(events)


async def test_the_nine_tools_are_accepted(engine: Any) -> None:
    tools = tuple(tool.spec for tool in built_in_tools())

    events = await answer_of(engine, asked("Say hello. Call no tool.", tools=tools))

    assert len(tools) == 9
    assert isinstance(events[-1], Done), events[-1]
    (usage,) = [event for event in events if isinstance(event, Usage)]
    assert usage.input_tokens > 1000  # the tools were read by the model, not passed over


async def test_a_history_with_calls_and_results_is_accepted_and_read(engine: Any) -> None:
    calls = tuple(
        ToolUseBlock(f"call_{name}", "Read", {"path": f"{name}.txt"}) for name in ("one", "two")
    )
    results = (
        ToolResultBlock("call_one", "The password is walrus."),
        ToolResultBlock("call_two", "No such file: two.txt", is_error=True),
    )
    read = (user("Read one.txt and two.txt"), Message("assistant", calls), Message("user", results))
    said = Message("assistant", (TextBlock("I have read one.txt; two.txt does not exist."),))

    after_results = await answer_of(engine, ChatRequest(SYSTEM, read, max_tokens=48))
    later = await answer_of(engine, asked("What is the password?", *read, said))

    assert isinstance(after_results[-1], Done), after_results[-1]
    assert isinstance(later[-1], Done), later[-1]
    assert "walrus" in text_of(later).lower()


async def test_a_conversation_that_does_not_fit_is_told_from_other_refusals(engine: Any) -> None:
    events = await answer_of(engine, asked("word " * 6000))

    assert isinstance(events[-1], Failed)
    assert type(events[-1].error) is ContextTooLong, events[-1].error


async def test_leaving_in_mid_stream_stops_the_server_which_goes_on_answering(
    engine: Any, real_server: Any
) -> None:
    limit = 3000
    request = asked("Write all numbers from 1 to 1000, each on its own line.", max_tokens=limit)
    streaming = asyncio.Event()

    async def read() -> None:
        async for event in engine.chat(request):
            if isinstance(event, TextDelta):
                streaming.set()

    reading = asyncio.create_task(read())
    await streaming.wait()
    assert real_server.slot()["is_processing"]
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading

    end = time.monotonic() + STOP_SECONDS
    while (slot := await asyncio.to_thread(real_server.slot))["is_processing"]:
        assert time.monotonic() < end, "the server still writes for nobody"
        await asyncio.sleep(0.1)
    assert slot["n_prompt_tokens"] < limit / 2  # all it holds, the answer too: it was not finished
    assert isinstance((await answer_of(engine, asked("Say hello.")))[-1], Done)


def maia(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "maia.cli.main", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=COMMAND_SECONDS,
        check=False,
    )


@pytest.fixture
def _settings(real_server: Any, home: Any) -> None:
    values = {
        "LiteLLM_URL": real_server.url,
        "OpenAI_EndPoint": "/v1/chat/completions",
        "LiteLLM_Models": "/v1/models",
        "MaxOutputTokens": 200,
    }
    (home / ".maia").mkdir()
    (home / ".maia" / "settings.json").write_text(json.dumps(values), encoding="utf-8")


@pytest.mark.usefixtures("_settings")
def test_the_command_lists_the_model(real_server: Any) -> None:
    ended = maia("models")

    assert (ended.returncode, ended.stdout.split()) == (0, [real_server.model]), ended.stderr


@pytest.mark.usefixtures("_settings")
def test_the_command_does_a_task_without_a_person(real_server: Any) -> None:
    ended = maia("--model", real_server.model, "-p", "Say hello in one word. Call no tool.")

    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip()
    assert list(Path.cwd().iterdir()) == []
