"""An interrupted request: the conversation of before it, and what the model is told of it."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.events import CompactionEnded, CompactionStarted, TextArrived, TurnEnded
from maia.agent.contracts.operations import Interrupt, RunShell, Submit
from maia.testing.model_server import Answer as Reply
from maia.testing.model_server import Delivery, ToolCall

HANGS = Reply(("half", "never"), delivery=Delivery(hang_after=2))
NEVER_BEGINS = Reply("never", delivery=Delivery(hang_after=0))


def journal_of(talk: Any) -> list[dict[str, Any]]:
    path = talk.sessions.path / f"{talk.conversation.session}.journal"
    return [json.loads(line) for line in path.read_bytes().splitlines()]


async def interrupted(talk: Any, *kinds: type) -> TurnEnded:
    """Interrupt once an event of `kinds` was told; the end of the turn."""
    await talk.until(*kinds)
    await talk.conversation.submit(Interrupt())
    return next(event for event in await talk.told() if isinstance(event, TurnEnded))


async def small_window(talk: Any, model_server: Any, room: int) -> None:
    """Let the conversation be full once it has grown by `room` tokens."""
    model_server.model_facts["max_input_tokens"] = await talk.tokens() + room + 4500


async def test_messages_and_pending_context_are_those_of_before_the_request(
    talk: Any, model_server: Any, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("content of a")
    model_server.script(Reply("one"), HANGS)
    await talk.ask("first")
    await talk.do(RunShell("!echo vanilla"))
    before = talk.conversation.state.snapshot()
    await talk.conversation.submit(Submit("second @a.txt"))
    ended = await interrupted(talk, TextArrived)
    assert ended.reason == "interrupted"
    assert talk.conversation.state.snapshot() == before
    assert "vanilla" in before.pending_context[0]


async def test_the_journal_records_the_way_back_and_erases_nothing(
    talk: Any, model_server: Any
) -> None:
    model_server.script(Reply("one"), Reply(calls=(ToolCall("Bash", {"command": "true"}),)), HANGS)
    await talk.ask("first")
    before = journal_of(talk)
    await talk.conversation.submit(Submit("second"))
    await model_server.chats_arrived(3)
    during = journal_of(talk)
    assert len(during) > len(before)
    await interrupted(talk, TextArrived)
    after = journal_of(talk)
    assert after[: len(during)] == during
    cut, pending, effects, *_ = after[len(during) :]
    assert (cut["type"], cut["count"]) == ("cut", 2)
    assert pending["type"] == "pending"
    assert (effects["type"], effects["commands"]) == ("effects", ["true"])
    found = talk.sessions.load(talk.conversation.session).session
    assert found.messages == tuple(talk.conversation.state.messages)
    assert found.pending_context == tuple(talk.conversation.state.pending_context)


async def test_the_next_request_tells_which_files_and_commands_had_taken_effect(
    talk: Any, model_server: Any, tmp_path: Path
) -> None:
    calls = (
        ToolCall("Write", {"path": "made.txt", "content": "x"}),
        ToolCall("Bash", {"command": "echo done > by_command"}),
    )
    model_server.script(Reply(calls=calls), HANGS, Reply("ok"), Reply("ok"))
    await talk.conversation.submit(Submit("make it"))
    ended = await interrupted(talk, TextArrived)
    assert ended.changed_files == (str(tmp_path / "made.txt"),)
    assert (tmp_path / "by_command").exists()
    assert talk.conversation.state.messages == []
    await talk.ask("what now?")
    asked = model_server.chats[2].body["messages"][-1]["content"]
    assert str(tmp_path / "made.txt") in asked
    assert "echo done > by_command" in asked
    assert asked.endswith("what now?")
    await talk.ask("and now?")
    assert "made.txt" not in model_server.chats[3].body["messages"][-1]["content"]


async def test_where_nothing_had_taken_effect_the_model_is_told_nothing(
    talk: Any, model_server: Any
) -> None:
    model_server.script(HANGS, Reply("ok"))
    await talk.conversation.submit(Submit("first"))
    await interrupted(talk, TextArrived)
    await talk.ask("second")
    assert model_server.chats[1].body["messages"][1:] == [{"role": "user", "content": "second"}]


async def test_what_several_interrupted_requests_had_done_is_told_of_each(
    talk: Any, model_server: Any
) -> None:
    model_server.script(
        Reply(calls=(ToolCall("Bash", {"command": "echo 1"}),)),
        HANGS,
        Reply(calls=(ToolCall("Bash", {"command": "echo 2"}),)),
        HANGS,
        Reply("ok"),
    )
    for _ in range(2):
        await talk.conversation.submit(Submit("do it"))
        await interrupted(talk, TextArrived)
    await talk.ask("third")
    asked = model_server.chats[4].body["messages"][-1]["content"]
    assert "echo 1" in asked
    assert "echo 2" in asked


async def test_a_request_that_joined_a_stop_is_taken_out_of_its_message(
    talk: Any, model_server: Any
) -> None:
    model_server.script(Reply(calls=(ToolCall("Bash", {"command": "true"}),)), HANGS, Reply("ok"))
    talk.conversation.parts.loop.max_iterations = 1
    await talk.conversation.submit(Submit("first"))
    question = (await talk.until_question())[-1]
    await talk.answer(question, "no")
    before = talk.conversation.state.snapshot()
    assert before.messages[-1].role == "user"
    await talk.conversation.submit(Submit("second"))
    await interrupted(talk, TextArrived)
    assert talk.conversation.state.snapshot() == before
    assert talk.sessions.load(talk.conversation.session).session.messages == before.messages
    await talk.ask("third")


async def test_an_automatic_compaction_on_the_way_is_taken_back_with_its_system_prompt(
    talk: Any, model_server: Any, tmp_path: Path
) -> None:
    (tmp_path / "MAIA.md").write_text("Instructions of the project.")
    await talk.do(RunShell("!true"))
    talk.conversation.state.pending_context.clear()
    await talk.conversation.parts.turns.standing.rebuild()
    talk.conversation.parts.loop.system = talk.conversation.parts.turns.standing.system
    await small_window(talk, model_server, 300)
    model_server.script(Reply("long " * 200), Reply("short summary"), HANGS, Reply("ok"))
    await talk.ask("first")
    before, system = talk.conversation.state.snapshot(), talk.conversation.parts.loop.system
    await talk.conversation.submit(Submit("word " * 150))
    await interrupted(talk, TextArrived)
    assert model_server.chats[2].body["messages"][0]["content"] != system
    assert talk.conversation.state.snapshot() == before
    assert talk.conversation.parts.loop.system == system
    assert talk.conversation.summary is None
    found = talk.sessions.load(talk.conversation.session).session
    assert found.messages == before.messages
    assert found.start_context is None


async def test_an_interrupted_compaction_before_the_request_changes_nothing(
    talk: Any, model_server: Any
) -> None:
    await small_window(talk, model_server, 300)
    model_server.script(Reply("long " * 200), NEVER_BEGINS, Reply("ok"))
    await talk.ask("first")
    name = talk.conversation.session
    before = talk.conversation.state.snapshot()
    await talk.conversation.submit(Submit("word " * 150))
    await model_server.chats_arrived(2)
    ended = await interrupted(talk, CompactionStarted)
    assert ended.reason == "interrupted"
    assert talk.conversation.state.snapshot() == before
    assert talk.conversation.session == name


async def test_an_interrupted_compaction_after_a_turn_leaves_the_turn_in_the_conversation(
    talk: Any, model_server: Any
) -> None:
    await small_window(talk, model_server, 300)
    model_server.script(Reply("long " * 400), NEVER_BEGINS)
    await talk.conversation.submit(Submit("first"))
    seen = await talk.until(CompactionStarted)
    await model_server.chats_arrived(2)
    await talk.conversation.submit(Interrupt())
    seen += await talk.told()
    assert talk.texts == ["first", "long " * 400]
    assert seen[-1] == TurnEnded(1, "done", 1)
    assert CompactionEnded() in seen


async def test_interrupted_while_references_are_read_nothing_of_the_request_stays(
    talk: Any, model_server: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    (tmp_path / "a.txt").write_text("content of a")
    begun = asyncio.Event()

    async def hang(*_: Any) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr("maia.agent.runtime.turns.resolve_mentions", hang)
    await talk.conversation.submit(Submit("see @a.txt"))
    await begun.wait()
    await talk.conversation.submit(Interrupt())
    (ended,) = [event for event in await talk.told() if isinstance(event, TurnEnded)]
    assert ended.reason == "interrupted"
    assert talk.conversation.state.messages == []
    assert talk.sessions.names() == ()


@pytest.mark.parametrize("count", [1, 2, 5])
async def test_interrupts_that_come_together_are_one(
    talk: Any, model_server: Any, count: int
) -> None:
    model_server.script(HANGS, Reply("ok"))
    await talk.conversation.submit(Submit("first"))
    await talk.until(TextArrived)
    for _ in range(count):
        talk.conversation.interrupt_soon()
    await asyncio.sleep(0)
    ends = [event for event in await talk.told() if isinstance(event, TurnEnded)]
    assert [event.reason for event in ends] == ["interrupted"]
    await talk.ask("second")
    assert talk.texts == ["second", "ok"]


async def test_closed_in_mid_turn_the_session_is_saved_as_before_the_request(
    talk: Any, model_server: Any
) -> None:
    model_server.script(
        Reply("one"), Reply(calls=(ToolCall("Bash", {"command": "echo 1"}),)), HANGS
    )
    await talk.ask("first")
    await talk.conversation.submit(Submit("second"))
    await talk.until(TextArrived)
    await talk.conversation.close()
    found = talk.sessions.load(talk.conversation.session)
    assert not found.unfinished
    assert len(found.session.messages) == 2
    assert "echo 1" in found.session.pending_context[0]
