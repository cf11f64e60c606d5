import asyncio
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.events import (
    ErrorRaised,
    Event,
    FolderTrusted,
    ModelSelected,
    PermissionAsked,
    ProfileSelected,
    QuestionClosed,
    TextArrived,
    ToolCallStarted,
    TurnEnded,
    TurnStarted,
)
from maia.agent.contracts.operations import (
    Answer,
    Interrupt,
    SelectModel,
    SelectProfile,
    Submit,
    TrustFolder,
)
from maia.agent.permissions.rules import read_rules
from maia.agent.runtime.assembly import Place, open_conversation
from maia.agent.runtime.conversation import Conversation
from maia.agent.runtime.rule_files import LoadedRules
from maia.agent.runtime.settings import Settings
from maia.testing.model_server import Answer as Reply
from maia.testing.model_server import Delivery, ToolCall

RULES = {"allow": ["Read", "Write", "Bash", "Redirect"], "ask": ["TodoWrite"]}


@pytest.fixture
async def conversation(model_server: Any, tmp_path: Path, home: Path):
    settings = Settings(
        url=model_server.url,
        chat_path="/v1/chat/completions",
        models_path="/v1/models",
        api_key=None,
        model=None,
        max_iterations=None,
        max_output_tokens=None,
        language=None,
        context=200_000,
        env={"FLAVOUR": "vanilla"},
        rule_files=LoadedRules(read_rules(RULES, "test")),
    )
    opened = open_conversation(settings, Place(home, tmp_path, "en"), "scripted-model")
    yield opened
    await opened.close()


async def events_until(conversation: Conversation, *kinds: type) -> list[Event]:
    seen: list[Event] = []
    async with asyncio.timeout(20):
        while not (seen and isinstance(seen[-1], kinds)):
            seen.append(await conversation.next_event())
    return seen


async def turn(conversation: Conversation, text: str = "go") -> list[Event]:
    await conversation.submit(Submit(text))
    return await events_until(conversation, TurnEnded)


async def test_a_turn_starts_answers_and_ends(conversation: Any, model_server: Any) -> None:
    model_server.script(Reply(("Hel", "lo")))
    events = await turn(conversation)
    assert events[0] == TurnStarted(1)
    assert "".join(event.text for event in events if isinstance(event, TextArrived)) == "Hello"
    assert events[-1] == TurnEnded(1, "done", 1)


async def test_the_env_setting_reaches_the_commands(conversation: Any, model_server: Any) -> None:
    model_server.script(Reply(calls=(ToolCall("Bash", {"command": "echo $FLAVOUR"}),)), Reply("ok"))
    await turn(conversation)
    assert "vanilla" in model_server.chats[1].body["messages"][-1]["content"]


async def test_interrupted_in_mid_stream_the_conversation_goes_back(
    conversation: Any, model_server: Any
) -> None:
    model_server.script(
        Reply("first"), Reply(("half", "never"), delivery=Delivery(hang_after=2)), Reply("after")
    )
    await turn(conversation)
    conversation.state.pending_context.append("kept")
    before = conversation.state.snapshot()
    await conversation.submit(Submit("second"))
    await events_until(conversation, TextArrived)
    await conversation.submit(Interrupt())
    assert (await events_until(conversation, TurnEnded))[-1] == TurnEnded(2, "interrupted", 1)
    assert conversation.state.snapshot() == before
    await model_server.chats[1].reached("disconnected")
    assert (await turn(conversation, "third"))[-1].reason == "done"


async def test_interrupted_in_mid_tool_nothing_runs_on_and_changed_files_are_listed(
    conversation: Any, model_server: Any, tmp_path: Path
) -> None:
    model_server.script(
        Reply(
            calls=(
                ToolCall("Write", {"path": "made.txt", "content": "x"}),
                ToolCall("Bash", {"command": "sleep 300 & echo $! > pid; sleep 300"}),
            )
        ),
        Reply("after"),
    )
    await conversation.submit(Submit("go"))
    async with asyncio.timeout(20):
        while (
            not (tmp_path / "pid").exists()
            or not (tmp_path / "pid").read_text().strip()
            or not (tmp_path / "made.txt").exists()
        ):
            await asyncio.sleep(0.02)
    await conversation.submit(Interrupt())
    ended = (await events_until(conversation, TurnEnded))[-1]
    assert ended.reason == "interrupted"
    assert ended.changed_files == (str(tmp_path / "made.txt"),)
    assert conversation.state.messages == []
    pid = int((tmp_path / "pid").read_text())
    async with asyncio.timeout(10):
        while Path(f"/proc/{pid}").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text():
            await asyncio.sleep(0.02)
    assert (await turn(conversation, "again"))[-1].reason == "done"


async def test_a_question_is_put_and_its_answer_used(conversation: Any, model_server: Any) -> None:
    todo = {"todos": [{"content": "a", "status": "pending", "activeForm": "a"}]}
    model_server.script(Reply(calls=(ToolCall("TodoWrite", todo),)), Reply("ok"))
    await conversation.submit(Submit("go"))
    asked = (await events_until(conversation, PermissionAsked))[-1]
    assert asked.rule == "ask TodoWrite"
    await conversation.submit(Answer("another-question", "yes"))
    await conversation.submit(Answer(asked.question_id, "no", "not now"))
    events = await events_until(conversation, TurnEnded)
    assert QuestionClosed(asked.question_id, "no") in events
    assert "not now" in model_server.chats[1].body["messages"][-1]["content"]


async def test_an_interrupt_closes_the_question_unanswered(
    conversation: Any, model_server: Any
) -> None:
    model_server.script(Reply(calls=(ToolCall("TodoWrite", {"todos": []}),)))
    await conversation.submit(Submit("go"))
    asked = (await events_until(conversation, PermissionAsked))[-1]
    await conversation.submit(Interrupt())
    events = await events_until(conversation, TurnEnded)
    assert QuestionClosed(asked.question_id) in events
    await conversation.submit(Answer(asked.question_id, "yes"))
    assert conversation.state.messages == []


async def test_a_second_request_while_one_runs_is_refused(
    conversation: Any, model_server: Any
) -> None:
    model_server.script(Reply(("half", "never"), delivery=Delivery(hang_after=2)))
    await conversation.submit(Submit("go"))
    await events_until(conversation, TextArrived)
    with pytest.raises(RuntimeError, match="a turn is running"):
        await conversation.submit(Submit("more"))
    with pytest.raises(RuntimeError, match="a turn is running"):
        await conversation.submit(SelectModel("other"))
    await conversation.submit(Interrupt())


async def test_an_interrupt_without_a_turn_does_nothing(conversation: Any) -> None:
    await conversation.submit(Interrupt())
    assert conversation.state.messages == []


async def test_another_model_goes_on_with_the_conversation(
    conversation: Any, model_server: Any
) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await turn(conversation)
    await conversation.submit(SelectModel("other-model"))
    assert await conversation.next_event() == ModelSelected("other-model")
    await turn(conversation, "more")
    assert model_server.chats[1].body["model"] == "other-model"
    assert len(model_server.chats[1].body["messages"]) == 4
    assert conversation.model == "other-model"


async def test_a_fault_of_ours_ends_the_turn_and_keeps_the_conversation(
    conversation: Any, model_server: Any, caplog: Any
) -> None:
    async def broken(*_: Any) -> None:
        raise ZeroDivisionError("oops")

    conversation.parts.loop.executor.run = broken
    model_server.script(Reply(calls=(ToolCall("Read", {"path": "x"}),)), Reply("fine"))
    events = await turn(conversation)
    assert events[-2] == ErrorRaised("error.internal", {"error": "ZeroDivisionError: oops"})
    assert events[-1].reason == "failed"
    assert "the turn failed" in caplog.text


async def test_tools_are_told_apart_by_their_start(
    conversation: Any, model_server: Any, tmp_path: Path
) -> None:
    (tmp_path / "a").write_text("content of a")
    model_server.script(Reply(calls=(ToolCall("Read", {"path": "a"}),)), Reply("ok"))
    events = await turn(conversation)
    assert sum(isinstance(event, ToolCallStarted) for event in events) == 1
    assert "content of a" in model_server.chats[1].body["messages"][-1]["content"]


async def test_another_profile_decides_from_then_on(conversation: Any, model_server: Any) -> None:
    await conversation.submit(SelectProfile("plan"))
    assert await conversation.next_event() == ProfileSelected("plan")
    call = ToolCall("Write", {"path": "x", "content": "y"})
    model_server.script(Reply(calls=(call,)), Reply("ok"))
    await turn(conversation)
    assert "profile plan" in model_server.chats[1].body["messages"][-1]["content"]


async def test_a_folder_grants_once_it_is_trusted(
    conversation: Any, model_server: Any, tmp_path: Path, home: Path
) -> None:
    (tmp_path / ".maia").mkdir(exist_ok=True)
    (tmp_path / ".maia" / "settings.json").write_text(
        '{"permissions": {"allow": ["CurrentModel"]}}'
    )
    await conversation.submit(TrustFolder())
    assert await conversation.next_event() == FolderTrusted(str(tmp_path))
    model_server.script(Reply(calls=(ToolCall("CurrentModel"),)), Reply("ok"))
    await turn(conversation)
    assert "scripted-model" in model_server.chats[1].body["messages"][-1]["content"]
