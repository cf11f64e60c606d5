"""Faults of ours, and failing servers: told, and never the end of a conversation."""

from typing import Any

import pytest

from maia.agent.contracts.events import CompactionEnded, ErrorRaised, TurnEnded
from maia.agent.contracts.operations import Compact, Interrupt, Rewind, RunShell, Submit
from maia.testing.model_server import Answer as Reply
from maia.testing.model_server import Delivery, HttpError

INTERNAL = ErrorRaised("error.internal", {"error": "ZeroDivisionError: oops"})


async def broken(*_: Any, **__: Any) -> None:
    raise ZeroDivisionError("oops")


async def test_a_fault_in_a_command_is_told(talk: Any, monkeypatch: Any, caplog: Any) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(type(talk.conversation.parts.shell), "run", broken)
        assert INTERNAL in await talk.do(RunShell("!echo x"))
    assert "the work failed" in caplog.text
    assert INTERNAL not in await talk.do(RunShell("!echo x"))


async def test_a_fault_in_a_compaction_is_told_and_its_end_too(
    talk: Any, model_server: Any, monkeypatch: Any, caplog: Any
) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await talk.ask("first")
    with monkeypatch.context() as patch:
        patch.setattr(type(talk.conversation.parts.room.compactor), "_summary", broken)
        events = await talk.do(Compact())
    assert CompactionEnded() in events
    assert events[-1] == INTERNAL
    await talk.ask("second")
    assert talk.texts == ["first", "one", "second", "two"]
    assert "the work failed" in caplog.text


async def test_a_fault_in_going_back_is_told(
    talk: Any, model_server: Any, monkeypatch: Any, caplog: Any
) -> None:
    model_server.script(Reply("one"))
    await talk.ask("first")
    monkeypatch.setattr(type(talk.conversation.parts.files), "restore", broken)
    assert INTERNAL in await talk.do(Rewind(1, "both"))
    assert talk.texts == ["first", "one"]
    assert "the work failed" in caplog.text


async def test_a_fault_while_a_request_is_taken_back_ends_the_turn_all_the_same(
    talk: Any, model_server: Any, monkeypatch: Any, caplog: Any
) -> None:
    model_server.script(Reply(("half", "never"), delivery=Delivery(hang_after=2)))
    await talk.conversation.submit(Submit("go"))
    await model_server.chats_arrived(1)
    monkeypatch.setattr(type(talk.conversation.parts.turns), "_take_back", broken)
    await talk.conversation.submit(Interrupt())
    events = await talk.told()
    assert [event.reason for event in events if isinstance(event, TurnEnded)] == ["interrupted"]
    assert INTERNAL in events
    assert "the work failed" in caplog.text


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500])
async def test_a_first_request_that_failed_can_be_asked_again_with_the_context_it_had(
    talk: Any, model_server: Any, status: int
) -> None:
    await talk.do(RunShell("!echo vanilla"))
    before = talk.conversation.state.snapshot()
    refusal = HttpError(status, {"error": {"message": "no"}}, {"Retry-After": "0"})
    model_server.script(then=refusal)
    assert (await talk.ask("first"))[-1].reason == "failed"
    assert talk.conversation.state.snapshot() == before
    model_server.script(Reply("ok"))
    await talk.ask("second")
    await talk.conversation.close()
    (message, _) = talk.sessions.load(talk.conversation.session).session.messages
    assert "vanilla" in message.content[0].text
    assert message.content[0].text.endswith("second")


async def test_a_session_whose_only_request_failed_is_in_no_list(
    talk: Any, model_server: Any
) -> None:
    model_server.script(HttpError(400, {"error": {"message": "no"}}))
    await talk.ask("first")
    await talk.conversation.close()
    assert talk.sessions.list().entries == ()
