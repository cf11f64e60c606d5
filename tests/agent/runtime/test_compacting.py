"""A compaction that is asked for: what it sends, what it puts in the place of what, what is kept."""

import asyncio
import os
from typing import Any

import pytest

from maia.agent.contracts.events import (
    CompactionEnded,
    CompactionStarted,
    ContextMeasured,
    Notice,
)
from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.contracts.operations import Compact, Interrupt, LoadSession, RenameSession, RunShell
from maia.agent.sessions.saved import SavedSession, encode_session
from maia.testing.model_server import Answer as Reply
from maia.testing.model_server import Delivery, HttpError, ToolCall

LONG = "long " * 500
SUMMARY = "## Project context\n- painting it blue"
BROKEN = HttpError(500, {"error": {"message": "out of order"}})


@pytest.fixture
async def long_talk(talk: Any, model_server: Any):
    """A conversation named `work` that a summary can make shorter."""
    await talk.do(RenameSession("work"))
    model_server.script(Reply(LONG))
    await talk.ask("first")
    return talk


def unchanged(talk: Any) -> bool:
    return (
        talk.texts == ["first", LONG]
        and talk.conversation.session == "work"
        and talk.conversation.summary is None
        and talk.sessions.names() == ("work",)
    )


def kept(talk: Any, name: str) -> list[str]:
    messages = talk.sessions.load(name).session.messages
    return [getattr(block, "text", "") for message in messages for block in message.content]


async def test_where_nothing_was_said_there_is_nothing_to_compact(
    talk: Any, model_server: Any
) -> None:
    events = await talk.do(Compact())
    assert Notice("compaction.nothing", "info") in events
    assert not [event for event in events if isinstance(event, CompactionStarted)]
    assert model_server.chats == []
    assert talk.sessions.names() == ()


async def test_the_summary_stands_in_the_place_of_the_conversation_and_of_the_instructions(
    open_talk: Any, model_server: Any, tmp_path: Any
) -> None:
    (tmp_path / "MAIA.md").write_text("Instructions of the project.")
    talk = open_talk()
    model_server.script(Reply(LONG), Reply(SUMMARY), Reply("ok"))
    await talk.ask("first")
    assert "Instructions of the project." in model_server.chats[0].body["messages"][0]["content"]
    events = await talk.do(Compact())
    (ended,) = [event for event in events if isinstance(event, CompactionEnded)]
    assert ended.summary == SUMMARY == talk.conversation.summary
    assert ended.tokens_after < ended.tokens_before
    measured = [event for event in events if isinstance(event, ContextMeasured)][-1]
    assert measured.tokens == ended.tokens_after == await talk.tokens()
    await talk.ask("second")
    system, asked = model_server.chats[2].body["messages"]
    assert SUMMARY in system["content"]
    assert "Instructions of the project." not in system["content"]
    assert asked == {"role": "user", "content": "second"}


async def test_the_summary_is_asked_for_at_the_end_of_the_whole_conversation(
    long_talk: Any, model_server: Any
) -> None:
    await long_talk.do(RunShell("!echo vanilla"))
    model_server.script(Reply(SUMMARY))
    await long_talk.do(Compact())
    body = model_server.chats[-1].body
    assert [message["role"] for message in body["messages"]] == [
        "system",
        "user",
        "assistant",
        "user",
    ]
    assert "call no tool" in body["messages"][0]["content"]
    assert "vanilla" in body["messages"][-1]["content"]
    assert "## Next steps" in body["messages"][-1]["content"]
    assert body["tools"]
    assert body["max_tokens"] == 4000
    assert long_talk.conversation.state.pending_context == []


async def test_the_session_goes_on_under_a_number_and_that_of_before_is_intact(
    long_talk: Any, model_server: Any
) -> None:
    model_server.script(Reply(SUMMARY), Reply(LONG), Reply(SUMMARY), Reply("ok"))
    await long_talk.do(Compact())
    assert long_talk.conversation.session == "work__1"
    at_once = long_talk.sessions.load("work__1").session
    assert (at_once.start_context, at_once.messages) == (SUMMARY, ())
    await long_talk.ask("second")
    await long_talk.do(Compact())
    assert long_talk.conversation.session == "work__2"
    await long_talk.ask("third")
    await long_talk.conversation.close()
    assert long_talk.sessions.names() == ("work", "work__1", "work__2")
    assert kept(long_talk, "work") == ["first", LONG]
    assert kept(long_talk, "work__1") == ["second", LONG]
    assert kept(long_talk, "work__2") == ["third", "ok"]


async def test_after_number_1000_the_file_of_number_1_is_replaced(
    talk: Any, model_server: Any
) -> None:
    for name in ("work__1000", "work__1"):
        messages = (
            Message("user", (TextBlock("asked"),)),
            Message("assistant", (TextBlock(f"{name} {LONG}"),)),
        )
        path = talk.sessions.path / f"{name}.json"
        path.write_bytes(encode_session(SavedSession(name, messages=messages)))
    await talk.do(LoadSession("work__1000"))
    model_server.script(Reply(SUMMARY))
    await talk.do(Compact())
    await talk.conversation.close()
    assert talk.conversation.session == "work__1"
    assert talk.sessions.load("work__1").session.start_context == SUMMARY
    assert kept(talk, "work__1000") == ["asked", f"work__1000 {LONG}"]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (BROKEN, "error.http"),
        (Reply(""), "compaction.empty"),
        (Reply(" \n "), "compaction.empty"),
        (Reply(calls=(ToolCall("Bash", {"command": "touch made"}),)), "compaction.empty"),
        (Reply("half", error={"message": "broke"}), None),
        (Reply("half a summary", delivery=Delivery(cut_after=60)), None),
    ],
)
async def test_a_compaction_that_fails_leaves_everything_as_it_was(
    long_talk: Any, model_server: Any, tmp_path: Any, reply: Any, said: str | None
) -> None:
    model_server.script(reply)
    events = await long_talk.do(Compact())
    told = long_talk.notices(events)
    assert told[-1] == "compaction.failed"
    assert said is None or said in told
    assert CompactionEnded() in events
    assert unchanged(long_talk)
    assert not (tmp_path / "made").exists()
    assert kept(long_talk, "work") == ["first", LONG]
    model_server.script(Reply("ok"))
    await long_talk.ask("second")
    assert len(model_server.chats[-1].body["messages"]) == 4


async def test_a_call_beside_the_summary_is_not_run(
    long_talk: Any, model_server: Any, tmp_path: Any
) -> None:
    model_server.script(Reply(SUMMARY, calls=(ToolCall("Bash", {"command": "touch made"}),)))
    await long_talk.do(Compact())
    assert long_talk.conversation.summary == SUMMARY
    assert not (tmp_path / "made").exists()


async def test_a_summary_that_the_output_limit_cut_is_taken_and_said_to_be_cut(
    long_talk: Any, model_server: Any
) -> None:
    model_server.script(Reply(SUMMARY, finish_reason="length"))
    events = await long_talk.do(Compact())
    assert "compaction.cut" in long_talk.notices(events)
    assert long_talk.conversation.summary == SUMMARY


async def test_a_summary_that_gains_nothing_is_said_and_not_taken(
    long_talk: Any, model_server: Any
) -> None:
    model_server.script(Reply("longer " * 900))
    events = await long_talk.do(Compact())
    assert "compaction.no_gain" in long_talk.notices(events)
    assert CompactionEnded() in events
    assert unchanged(long_talk)


async def test_interrupted_the_conversation_is_as_it_was(long_talk: Any, model_server: Any) -> None:
    model_server.script(Reply(("half", "never"), delivery=Delivery(hang_after=2)), Reply("ok"))
    await long_talk.conversation.submit(Compact())
    await model_server.chats_arrived(2)
    await long_talk.conversation.submit(Interrupt())
    assert CompactionEnded() in await long_talk.told()
    assert unchanged(long_talk)
    await long_talk.ask("second")


async def test_interrupted_before_anything_was_asked_its_end_is_told_too(
    long_talk: Any, monkeypatch: Any
) -> None:
    counting = asyncio.Event()

    async def hang(*_: Any) -> int:
        counting.set()
        await asyncio.Event().wait()
        return 0

    with monkeypatch.context() as patch:
        patch.setattr(type(long_talk.conversation.parts.room.compactor.count), "of", hang)
        await long_talk.conversation.submit(Compact())
        await counting.wait()
        await long_talk.conversation.submit(Interrupt())
    assert CompactionEnded() in await long_talk.told()
    assert unchanged(long_talk)


async def test_when_the_disk_refuses_the_conversation_is_compacted_and_sessions_are_off(
    long_talk: Any, model_server: Any, monkeypatch: Any
) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    model_server.script(Reply(SUMMARY), Reply("ok"))
    events = await long_talk.do(Compact())
    assert long_talk.notices(events).count("session.off") == 1
    assert long_talk.conversation.summary == SUMMARY
    await long_talk.ask("second")
    assert long_talk.texts == ["second", "ok"]
    assert kept(long_talk, "work") == ["first", LONG]


async def test_what_a_compaction_costs_belongs_to_the_session(
    long_talk: Any, model_server: Any
) -> None:
    model_server.script(Reply(SUMMARY))
    await long_talk.do(Compact())
    assert long_talk.conversation.meter.session.requests == 2


async def test_a_conversation_of_another_language_keeps_its_language(
    long_talk: Any, model_server: Any
) -> None:
    long_talk.conversation.parts.turns.standing.language = "fr"
    model_server.script(Reply(SUMMARY))
    await long_talk.do(Compact())
    asked = model_server.chats[-1].body["messages"][-1]["content"]
    assert asked.startswith("Faire un résumé compacté de nos échanges.")
    system = long_talk.conversation.parts.loop.system
    assert "Contexte de départ : résumé compacté de la conversation précédente" in system
