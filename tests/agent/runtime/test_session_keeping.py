import errno
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.events import Notice
from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.contracts.operations import (
    Clear,
    LoadSession,
    RenameSession,
    RunShell,
    Submit,
)
from maia.agent.sessions.saved import SavedSession, encode_session
from maia.testing.model_server import Answer as Reply
from maia.testing.model_server import Delivery, ToolCall


def said(messages: tuple[Message, ...]) -> list[tuple[str, str]]:
    return [
        (message.role, getattr(block, "text", type(block).__name__))
        for message in messages
        for block in message.content
    ]


def crashed(talk: Any, folder: Path) -> Any:
    """What another machine would find, had this one lost its power now."""
    shutil.copytree(talk.sessions.path, folder / ".maia" / ".sessions")
    return type(talk.sessions)(folder / ".maia" / ".sessions")


def full_disk(monkeypatch: Any) -> None:
    def refuse(*_: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", refuse)


async def test_each_message_is_on_the_disk_while_the_turn_still_runs(
    talk: Any, model_server: Any, tmp_path: Path
) -> None:
    (tmp_path / "a").write_text("content of a")
    model_server.script(
        Reply("I look.", calls=(ToolCall("Read", {"path": "a"}),)),
        Reply(("half", "never"), delivery=Delivery(hang_after=2)),
    )
    await talk.conversation.submit(Submit("what is in a?"))
    await model_server.chats_arrived(2)
    found = talk.sessions.load(talk.conversation.session).session.messages
    assert said(found) == [
        ("user", "what is in a?"),
        ("assistant", "I look."),
        ("assistant", "ToolUseBlock"),
        ("user", "ToolResultBlock"),
    ]
    assert found == tuple(talk.conversation.state.messages)


async def test_a_conversation_that_is_closed_is_a_file_without_a_journal(
    talk: Any, model_server: Any
) -> None:
    model_server.script(Reply("hello"))
    await talk.ask("hi")
    await talk.conversation.close()
    name = talk.conversation.session
    assert sorted(path.name for path in talk.sessions.path.iterdir()) == [
        ".gitignore",
        f"{name}.json",
    ]
    assert said(talk.sessions.load(name).session.messages) == [
        ("user", "hi"),
        ("assistant", "hello"),
    ]


async def test_a_conversation_without_a_message_is_never_saved(talk: Any) -> None:
    await talk.do(RenameSession("nothing said"))
    await talk.do(Clear())
    await talk.conversation.close()
    assert talk.sessions.names() == ()


async def test_a_command_alone_makes_no_session_but_is_in_the_one_that_follows(
    talk: Any, model_server: Any, tmp_path: Path
) -> None:
    await talk.do(RunShell("!echo vanilla"))
    assert talk.sessions.names() == ()
    model_server.script(Reply("ok"))
    await talk.ask("what was it?")
    found = crashed(talk, tmp_path / "other").load(talk.conversation.session).session
    assert "vanilla" in said(found.messages)[0][1]
    assert found.pending_context == ()


async def test_a_command_between_two_requests_survives_a_crash(
    talk: Any, model_server: Any, tmp_path: Path
) -> None:
    model_server.script(Reply("ok"))
    await talk.ask()
    await talk.do(RunShell("!echo vanilla"))
    found = crashed(talk, tmp_path / "other").load(talk.conversation.session)
    assert found.unfinished
    assert len(found.session.pending_context) == 1
    assert "vanilla" in found.session.pending_context[0]


async def test_cleared_the_name_stays_and_what_was_said_is_there_until_something_follows(
    talk: Any, model_server: Any
) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await talk.ask("first")
    name = talk.conversation.session
    await talk.do(Clear())
    assert talk.conversation.state.messages == []
    assert talk.conversation.session == name
    assert said(talk.sessions.load(name).session.messages)[0] == ("user", "first")
    await talk.ask("second")
    await talk.conversation.close()
    assert talk.sessions.names() == (name,)
    assert said(talk.sessions.load(name).session.messages) == [
        ("user", "second"),
        ("assistant", "two"),
    ]


async def test_a_crash_after_clear_brings_nothing_back_of_what_was_cleared(
    talk: Any, model_server: Any, tmp_path: Path
) -> None:
    saved = SavedSession(
        "old",
        messages=(Message("user", (TextBlock("before"),)),),
        pending_context=("a command's output",),
        start_context="the summary",
    )
    (talk.sessions.path / "old.json").write_bytes(encode_session(saved))
    await talk.do(LoadSession("old"))
    await talk.do(Clear())
    model_server.script(Reply("ok"))
    await talk.ask("after")
    found = crashed(talk, tmp_path / "other").load("old").session
    assert said(found.messages) == [("user", "after"), ("assistant", "ok")]
    assert found.start_context is None
    assert found.pending_context == ()


async def test_cleared_and_renamed_the_file_of_before_is_not_emptied(
    talk: Any, model_server: Any
) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await talk.ask("first")
    name = talk.conversation.session
    await talk.do(Clear())
    await talk.do(RenameSession("anew"))
    await talk.ask("second")
    await talk.conversation.close()
    assert said(talk.sessions.load(name).session.messages)[0] == ("user", "first")
    assert said(talk.sessions.load("anew").session.messages)[0] == ("user", "second")


@pytest.mark.parametrize("when", ["at the first message", "in mid-conversation", "at the end"])
async def test_when_the_disk_refuses_it_is_said_once_and_the_conversation_goes_on(
    talk: Any, model_server: Any, monkeypatch: Any, when: str
) -> None:
    model_server.script(Reply("one"), Reply("two"), Reply("three"))
    events = []
    if when != "at the first message":
        events += await talk.ask("first")
    if when == "at the end":
        events += await talk.ask("second")
    full_disk(monkeypatch)
    if when == "at the end":
        events += await talk.do(RenameSession("other"))
        events += await talk.ask("third")
    else:
        events += await talk.ask("second")
        events += await talk.ask("third")
    await talk.conversation.close()
    events += await talk.told()
    assert talk.notices(events).count("session.off") == 1
    assert talk.conversation.sessions is None
    assert model_server.chats[-1].body["messages"][-1]["content"] == "third"


async def test_sessions_that_went_off_stay_off_and_are_asked_for_in_vain(
    talk: Any, model_server: Any, monkeypatch: Any
) -> None:
    model_server.script(Reply("one"))
    full_disk(monkeypatch)
    await talk.ask("first")
    monkeypatch.undo()
    assert talk.notices(await talk.do(LoadSession("x"))) == ["session.are_off"]
    assert talk.texts == ["first", "one"]


async def test_a_folder_that_cannot_be_made_switches_sessions_off(
    open_talk: Any, model_server: Any, tmp_path: Path
) -> None:
    (tmp_path / ".maia").write_text("a file where a folder should be")
    talk = open_talk()
    model_server.script(Reply("one"))
    events = await talk.ask()
    assert talk.notices(events)[:2] == ["session.unwritable", "session.off"]
    assert talk.texts == ["go", "one"]


async def test_a_folder_that_was_deleted_meanwhile_switches_sessions_off(
    talk: Any, model_server: Any, tmp_path: Path
) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await talk.ask()
    shutil.rmtree(tmp_path / ".maia")
    await talk.ask("more")
    await talk.conversation.close()
    assert "session.off" in talk.notices(await talk.told())


async def test_with_the_setting_off_nothing_is_written(
    open_talk: Any, model_server: Any, tmp_path: Path
) -> None:
    talk = open_talk(sessions=False)
    model_server.script(Reply("one"))
    await talk.ask()
    await talk.do(RenameSession("name"))
    await talk.do(Clear())
    await talk.conversation.close()
    assert list(tmp_path.iterdir()) == []
    assert talk.conversation.session == "name"


async def test_where_nobody_watches_nothing_is_kept(
    open_talk: Any, model_server: Any, tmp_path: Path
) -> None:
    talk = open_talk(attended=False)
    model_server.script(Reply("one"))
    await talk.ask()
    await talk.conversation.close()
    assert list(tmp_path.iterdir()) == []


async def test_fields_and_blocks_that_are_not_known_survive_a_save(
    talk: Any, model_server: Any
) -> None:
    written = {
        "version": 1,
        "name": "other",
        "createdAt": "2026-01-01T00:00:00.000Z",
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "hi"}], "mood": "good"},
            {"role": "assistant", "content": [{"type": "text", "text": "hello"}]},
        ],
        "colour": {"deep": ["blue"]},
    }
    (talk.sessions.path / "kept.json").write_text(json.dumps(written))
    await talk.do(LoadSession("kept"))
    model_server.script(Reply("ok"))
    await talk.ask("more")
    await talk.conversation.close()
    found = json.loads((talk.sessions.path / "kept.json").read_text())
    assert found["colour"] == written["colour"]
    assert found["messages"][0] == written["messages"][0]
    assert found["createdAt"] == written["createdAt"]
    assert found["name"] == "kept"
    assert len(found["messages"]) == 4


async def test_a_session_that_was_only_looked_at_is_left_as_it_is(
    talk: Any, model_server: Any
) -> None:
    saved = SavedSession("seen", messages=(Message("user", (TextBlock("hi"),)),))
    path = talk.sessions.path / "seen.json"
    path.write_bytes(encode_session(saved))
    before = path.read_bytes()
    await talk.do(LoadSession("seen"))
    await talk.conversation.close()
    assert path.read_bytes() == before
    assert talk.sessions.names() == ("seen",)


async def test_a_lone_surrogate_in_a_message_does_not_switch_sessions_off(
    talk: Any, model_server: Any
) -> None:
    call = ToolCall("Read", r'{"path": "no\ud800thing"}')
    model_server.script(Reply(calls=(call,)), Reply("ok"))
    events = await talk.ask()
    await talk.conversation.close()
    assert not [event for event in events if isinstance(event, Notice) and "off" in event.key]
    assert len(talk.sessions.load(talk.conversation.session).session.messages) == 4
