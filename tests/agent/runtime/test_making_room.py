"""Compactions that nobody asked for: in time, in mid-turn, after a refusal; and never for ever."""

from typing import Any

import pytest

from maia.agent.context.compaction.texts import TEXTS
from maia.agent.context.message_sum import MessageSum
from maia.agent.contracts.events import (
    CompactionStarted,
    ErrorRaised,
    Event,
    Notice,
    RequestStarted,
    TurnEnded,
)
from maia.agent.contracts.messages import ContentBlock
from maia.agent.contracts.operations import Clear, Compact, LoadSession
from maia.agent.contracts.operations import RenameSession as Rename
from maia.agent.runtime import context_room
from maia.testing.model_server import Answer as Reply
from maia.testing.model_server import HttpError, ToolCall

MARGIN = 4500
SUMMARY = "We are painting it blue."
BROKEN = HttpError(500, {"error": {"message": "out of order"}})
READ = Reply(calls=(ToolCall("Read", {"path": "long.txt"}),))


def refused(maximum: int | None = None) -> HttpError:
    named = f"This model's maximum context length is {maximum} tokens. " if maximum else ""
    message = f"{named}Please reduce the length of the messages."
    return HttpError(400, {"error": {"message": message, "code": "context_length_exceeded"}})


def causes(events: list[Event]) -> list[str]:
    return [event.cause for event in events if isinstance(event, CompactionStarted)]


def words(count: int) -> str:
    return "word " * count


def lines(count: int) -> str:
    """The same on many lines: Read cuts long ones."""
    return "\n".join([words(20)] * (count // 20))


async def window(talk: Any, model_server: Any, room: int) -> None:
    """Let the conversation be full once it has grown by more than `room` tokens."""
    model_server.model_facts["max_input_tokens"] = await talk.tokens() + room + MARGIN


def resumed(request: str) -> str:
    return f"{request}\n\n{TEXTS.text('en', 'resume')}"


@pytest.mark.parametrize("above", [0, 1])
async def test_one_token_above_the_threshold_room_is_made_before_the_request_and_not_at_it(
    open_talk: Any, model_server: Any, above: int
) -> None:
    model_server.script(Reply(words(200)), Reply("ok"), Reply("ok"))
    first = open_talk()
    await first.do(Rename("work"))
    await first.ask("first")
    await first.conversation.close()
    talk = open_talk()
    await talk.do(LoadSession("work"))
    request = words(300)
    count = await talk.conversation.parts.room.compactor.tokens((request,))
    model_server.model_facts["max_input_tokens"] = count + MARGIN - above
    if above:
        model_server.script(Reply(SUMMARY), Reply("ok"))
    events = await talk.ask(request)
    started = [event for event in events if isinstance(event, (CompactionStarted, RequestStarted))]
    assert isinstance(started[0], CompactionStarted) is bool(above)


async def test_compacted_before_a_request_the_request_is_sent_as_it_was_typed(
    talk: Any, model_server: Any
) -> None:
    await window(talk, model_server, 500)
    model_server.script(Reply(words(400)), Reply(SUMMARY), Reply("ok"))
    await talk.ask("first")
    events = await talk.ask(words(200))
    assert causes(events) == ["automatic"]
    system, asked = model_server.chats[2].body["messages"]
    assert SUMMARY in system["content"]
    assert asked["content"] == words(200)
    assert talk.texts == [words(200), "ok"]


async def test_the_files_that_a_request_brings_count_before_it_is_sent(
    talk: Any, model_server: Any, tmp_path: Any
) -> None:
    (tmp_path / "long.txt").write_text(words(300))
    await window(talk, model_server, 600)
    model_server.script(Reply(words(400)), Reply(SUMMARY), Reply("ok"))
    await talk.ask("first")
    assert causes(await talk.ask("see @long.txt")) == ["automatic"]
    assert words(300).strip() in model_server.chats[2].body["messages"][1]["content"]


async def test_room_is_made_after_a_turn(talk: Any, model_server: Any) -> None:
    await talk.do(Rename("work"))
    await window(talk, model_server, 300)
    model_server.script(Reply(words(400)), Reply(SUMMARY))
    events = await talk.ask("first")
    assert causes(events) == ["automatic"]
    assert events[-1] == TurnEnded(1, "done", 1)
    assert talk.conversation.session == "work__1"
    assert talk.conversation.summary == SUMMARY
    assert talk.conversation.state.messages == []
    before = talk.sessions.load("work").session.messages
    assert [message.content[0].text for message in before] == ["first", words(400)]


async def test_in_mid_turn_room_is_made_between_two_iterations_and_the_request_goes_on(
    talk: Any, model_server: Any, tmp_path: Any
) -> None:
    (tmp_path / "long.txt").write_text(lines(900))
    await window(talk, model_server, 800)
    model_server.script(READ, Reply(SUMMARY), READ, Reply(SUMMARY), Reply("done"))
    events = await talk.ask("  read it,\n\nas it is ")
    assert causes(events) == ["automatic", "automatic"]
    assert "compaction.still_full" not in talk.notices(events)
    assert events[-1].reason == "done"
    for place in (2, 4):
        system, asked = model_server.chats[place].body["messages"]
        assert SUMMARY in system["content"]
        assert asked["content"] == resumed("  read it,\n\nas it is ")
    asked_for = model_server.chats[1].body["messages"]
    assert [message["role"] for message in asked_for] == [
        *("system", "user", "assistant", "tool", "user")
    ]
    assert talk.conversation.session.endswith("__2")


async def test_calls_that_run_together_are_never_parted_from_their_results(
    talk: Any, model_server: Any, tmp_path: Any
) -> None:
    (tmp_path / "long.txt").write_text(lines(500))
    await window(talk, model_server, 800)
    both = Reply(calls=(ToolCall("Read", {"path": "long.txt"}),) * 3)
    model_server.script(both, Reply(SUMMARY), Reply("done"))
    assert causes(await talk.ask("read it")) == ["automatic"]
    assert model_server.violations == []
    assert talk.texts == [resumed("read it"), "done"]


async def test_a_compaction_that_fails_is_said_and_the_turn_goes_on_as_it_is(
    talk: Any, model_server: Any, tmp_path: Any
) -> None:
    (tmp_path / "long.txt").write_text(lines(900))
    await window(talk, model_server, 800)
    model_server.script(READ, BROKEN, READ, Reply("done"))
    events = await talk.ask("read it")
    assert causes(events) == ["automatic"]  # not again with each tool, and not after the turn
    told = talk.notices(events)
    assert "compaction.failed" in told
    assert "compaction.still_full" not in told
    assert events[-1].reason == "done"
    assert talk.texts[0] == "read it"
    assert talk.conversation.summary is None


async def test_a_compaction_that_failed_is_tried_again_with_the_next_request(
    talk: Any, model_server: Any
) -> None:
    await window(talk, model_server, 300)
    model_server.script(Reply(words(400)), BROKEN, Reply(SUMMARY), Reply("ok"))
    await talk.ask("first")
    assert talk.conversation.summary is None
    assert causes(await talk.ask("second")) == ["automatic"]
    assert talk.conversation.summary == SUMMARY
    assert talk.texts == ["second", "ok"]


async def test_a_summary_that_gains_nothing_is_said_and_not_asked_for_again(
    talk: Any, model_server: Any
) -> None:
    await window(talk, model_server, 300)
    model_server.script(Reply(words(400)), Reply(words(900)), Reply("two"), Reply("three"))
    told = talk.notices(await talk.ask("first"))
    assert "compaction.no_gain" in told
    assert "compaction.still_full" in told
    assert causes(await talk.ask("second")) == []
    assert causes(await talk.ask("third")) == []
    assert talk.texts == ["first", words(400), "second", "two", "third", "three"]


async def test_a_request_that_is_too_large_by_itself_is_not_compacted_for_ever(
    talk: Any, model_server: Any, tmp_path: Any
) -> None:
    (tmp_path / "long.txt").write_text(lines(900))
    await window(talk, model_server, 300)
    model_server.script(READ, Reply(SUMMARY), READ, READ, Reply("done"))
    events = await talk.ask(words(600))
    assert causes(events) == ["automatic"]
    assert talk.notices(events).count("compaction.still_full") == 1
    assert events[-1].reason == "done"


@pytest.mark.parametrize("operation", [Clear(), Compact()])
async def test_a_conversation_that_has_become_another_one_is_compacted_again(
    talk: Any, model_server: Any, operation: Any
) -> None:
    await window(talk, model_server, 300)
    model_server.script(Reply(words(400)), Reply(words(900)))
    await talk.ask("first")
    model_server.script(*([Reply(SUMMARY)] if operation == Compact() else []))
    await talk.do(operation)
    model_server.script(Reply(words(400)), Reply(SUMMARY))
    assert causes(await talk.ask("second")) == ["automatic"]


async def test_a_maximum_that_is_not_known_compacts_nothing(
    open_talk: Any, model_server: Any
) -> None:
    model_server.model_facts.clear()
    talk = open_talk()
    model_server.script(Reply("I cannot know."), Reply(words(2000)), Reply("two"))
    assert causes(await talk.ask("first")) == []
    assert causes(await talk.ask("second")) == []


@pytest.mark.parametrize("size", [1000, MARGIN])
async def test_a_window_too_small_for_a_threshold_compacts_nothing(
    open_talk: Any, model_server: Any, size: int
) -> None:
    model_server.model_facts["max_input_tokens"] = size
    talk = open_talk()
    model_server.script(Reply(words(2000)), Reply("two"))
    assert causes(await talk.ask("first")) == []
    assert causes(await talk.ask("second")) == []


async def test_a_context_that_the_server_refuses_is_compacted_and_the_request_goes_on(
    talk: Any, model_server: Any, tmp_path: Any
) -> None:
    (tmp_path / "long.txt").write_text("\n".join(["line " * 20] * 200))
    model_server.script(READ, refused(), Reply(SUMMARY), Reply("done"))
    events = await talk.ask("read it")
    assert causes(events) == ["emergency"]
    assert "compaction.refused_context" in talk.notices(events)
    assert not [event for event in events if isinstance(event, ErrorRaised)]
    sent = model_server.chats[2].body["messages"][3]["content"]
    assert "characters left out" in sent
    assert len(sent) < 1600
    system, asked = model_server.chats[3].body["messages"]
    assert SUMMARY in system["content"]
    assert asked["content"] == resumed("read it")
    assert events[-1].reason == "done"


async def test_a_request_that_is_refused_twice_is_compacted_once_and_its_error_told(
    talk: Any, model_server: Any, tmp_path: Any
) -> None:
    (tmp_path / "long.txt").write_text(lines(900))
    model_server.script(READ, refused(), Reply(SUMMARY), refused())
    events = await talk.ask("read it")
    assert causes(events) == ["emergency"]
    assert [event.key for event in events if isinstance(event, ErrorRaised)] == [
        "error.context_too_long"
    ]
    assert events[-1].reason == "failed"
    model_server.script(Reply("ok"))
    assert (await talk.ask("shorter"))[-1].reason == "done"


async def test_each_request_has_its_own_emergency(
    talk: Any, model_server: Any, tmp_path: Any
) -> None:
    (tmp_path / "long.txt").write_text(lines(900))
    model_server.script(READ, refused(), Reply(SUMMARY), Reply("one"))
    await talk.ask("first")
    model_server.script(READ, refused(), Reply(SUMMARY), Reply("two"))
    assert causes(await talk.ask("second")) == ["emergency"]


async def test_when_an_emergency_fails_the_error_of_the_server_is_told_and_nothing_has_changed(
    talk: Any, model_server: Any, tmp_path: Any
) -> None:
    model_server.script(Reply(words(100)))
    await talk.ask("first")
    name = talk.conversation.session
    model_server.script(refused(), BROKEN)
    events = await talk.ask("second")
    assert "compaction.failed" in talk.notices(events)
    assert [event.key for event in events if isinstance(event, ErrorRaised)] == [
        "error.context_too_long"
    ]
    assert talk.texts == ["first", words(100)]
    assert talk.conversation.session == name
    assert talk.sessions.names() == (name,)


@pytest.mark.parametrize("maximum", [None, 2_000])
async def test_a_request_that_is_refused_by_itself_is_not_compacted_and_can_be_shortened(
    open_talk: Any, model_server: Any, maximum: int | None
) -> None:
    talk = open_talk()
    history = () if maximum is None else (Reply(words(400)),)
    model_server.script(*history, refused(maximum), Reply("ok"))
    for _ in history:
        await talk.ask("first")
    before = talk.conversation.state.snapshot()
    events = await talk.ask(words(3000))
    assert causes(events) == []
    assert "compaction.refused_context" not in talk.notices(events)
    assert [event.key for event in events if isinstance(event, ErrorRaised)] == [
        "error.context_too_long"
    ]
    assert talk.conversation.state.snapshot() == before


async def test_an_emergency_that_gains_nothing_is_not_taken(talk: Any, model_server: Any) -> None:
    model_server.script(Reply(words(200)), refused(), Reply(words(900)))
    await talk.ask("first")
    before = talk.conversation.state.snapshot()
    events = await talk.ask("second")
    assert "compaction.no_gain" in talk.notices(events)
    assert "error.context_too_long" in [
        event.key for event in events if isinstance(event, ErrorRaised)
    ]
    assert talk.conversation.state.snapshot() == before


async def test_a_maximum_is_learnt_from_a_refusal_and_counts_from_there_on(
    open_talk: Any, model_server: Any
) -> None:
    model_server.model_facts.clear()
    talk = open_talk()
    model_server.script(Reply("no idea"), Reply(words(400)))
    await talk.ask("first")
    window = talk.conversation.parts.room.compactor.window
    assert window.known is None
    maximum = await talk.tokens() + MARGIN + 300
    model_server.script(refused(maximum), Reply(SUMMARY), Reply(words(900)), Reply(SUMMARY))
    events = await talk.ask("second")
    assert window.known == maximum
    values = {"model": "scripted-model", "size": maximum}
    assert Notice("notice.context_from_refusal", "info", values) in events
    assert causes(events) == ["emergency", "automatic"]


async def test_a_refusal_is_believed_more_than_what_the_server_said_of_the_model(
    talk: Any, model_server: Any
) -> None:
    model_server.script(Reply(words(400)), refused(50_000), Reply(SUMMARY), Reply("two"))
    await talk.ask("first")
    window = talk.conversation.parts.room.compactor.window
    assert window.known == 128_000
    await talk.ask("second")
    assert window.known == 50_000


async def test_a_conversation_that_is_too_long_even_for_its_summary_is_read_in_slices(
    open_talk: Any, model_server: Any
) -> None:
    model_server.model_facts.clear()
    talk = open_talk(attended=False)
    model_server.script(Reply(words(3000)))
    await talk.ask("first")
    slices = (Reply("part 1"), Reply("part 2"))
    model_server.script(refused(), refused(), refused(), *slices, Reply("done"))
    events = await talk.ask("second")
    assert causes(events) == ["emergency"]
    assert events[-1].reason == "done"
    assert "part 2" in model_server.chats[-1].body["messages"][0]["content"]


async def test_what_was_compacted_in_mid_turn_can_be_loaded_and_gone_on_with(
    open_talk: Any, model_server: Any, tmp_path: Any
) -> None:
    (tmp_path / "long.txt").write_text(lines(900))
    talk = open_talk()
    await window(talk, model_server, 800)
    model_server.script(READ, Reply(SUMMARY), Reply("done"))
    await talk.ask("read it")
    name = talk.conversation.session
    await talk.conversation.close()
    again = open_talk()
    await again.do(LoadSession(name))
    assert again.conversation.summary == SUMMARY
    model_server.script(Reply("ok"))
    await again.ask("more")
    sent = model_server.chats[-1].body["messages"]
    assert SUMMARY in sent[0]["content"]
    assert [message["content"] for message in sent[1:]] == [resumed("read it"), "done", "more"]


async def test_where_nobody_watches_room_is_made_in_mid_turn_but_not_after_the_last_one(
    open_talk: Any, model_server: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_room, "_UNASKED_BYTES", 0)  # else the window is not asked for yet
    (tmp_path / "long.txt").write_text(lines(900))
    talk = open_talk(attended=False)
    await window(talk, model_server, 800)
    model_server.script(READ, Reply(SUMMARY), Reply(words(900)))
    assert causes(await talk.ask("read it")) == ["automatic"]
    assert talk.texts == [resumed("read it"), words(900)]


async def test_in_a_long_turn_each_block_is_weighed_and_counted_once(
    talk: Any, model_server: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = talk.conversation.parts.room
    counter = await room.compactor.count.load()
    weighed = watched(monkeypatch, room._messages)
    counted = watched(monkeypatch, counter._messages)
    (tmp_path / "long.txt").write_text(lines(600))
    await window(talk, model_server, 100_000)
    model_server.script(*[READ] * 6, Reply("ok"))
    await talk.ask("read it six times")
    blocks = [block for message in talk.conversation.state.messages for block in message.content]
    assert len(blocks) == 14
    assert sorted(map(id, counted)) == sorted(map(id, blocks))
    assert sorted(map(id, weighed)) == sorted(map(id, blocks))


def watched(monkeypatch: pytest.MonkeyPatch, messages: MessageSum) -> list[ContentBlock]:
    """The blocks that it will have looked at."""
    seen: list[ContentBlock] = []
    of_block = messages._of_block

    def look(block: ContentBlock) -> int:
        seen.append(block)
        return of_block(block)

    monkeypatch.setattr(messages, "_of_block", look)
    return seen
