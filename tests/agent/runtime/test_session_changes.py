import json
import os
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.events import Notice, SessionOpened, SessionRenamed
from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.contracts.operations import (
    Clear,
    LoadSession,
    NewSession,
    RenameSession,
    Rewind,
    SelectModel,
)
from maia.agent.sessions.saved import SavedSession, encode_session
from maia.testing.model_server import Answer as Reply
from maia.testing.model_server import TokenUsage, ToolCall


def keep(talk: Any, name: str, *texts: str, **fields: Any) -> None:
    """Put a session on the disk, as an earlier run left it."""
    messages = tuple(
        Message("assistant" if place % 2 else "user", (TextBlock(text),))
        for place, text in enumerate(texts)
    )
    saved = SavedSession(name, messages=messages, **fields)
    (talk.sessions.path / f"{name}.json").write_bytes(encode_session(saved))


def kept(talk: Any, name: str) -> list[str]:
    messages = talk.sessions.load(name).session.messages
    return [getattr(block, "text", "") for message in messages for block in message.content]


def system_of(request: Any) -> str:
    return request.body["messages"][0]["content"]


@pytest.mark.parametrize("typed", ["nowhere", "", "../../etc/passwd", "a\x1bb", "x" * 5000])
async def test_an_unknown_session_is_named_and_nothing_changes(
    talk: Any, model_server: Any, typed: str
) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await talk.ask("first")
    name = talk.conversation.session
    assert talk.notices(await talk.do(LoadSession(typed))) == ["session.unknown"]
    await talk.ask("second")
    await talk.conversation.close()
    assert talk.sessions.names() == (name,)
    assert kept(talk, name) == ["first", "one", "second", "two"]


async def test_an_unknown_session_brings_the_names_that_are_close(talk: Any) -> None:
    keep(talk, "refactoring", "hi")
    keep(talk, "release", "hi")
    keep(talk, "other", "hi")
    (told,) = await talk.do(LoadSession("refactorin"))
    assert told == Notice(
        "session.unknown_close", values={"name": "refactorin", "close": "refactoring"}
    )


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"messages": 3}'])
async def test_a_session_that_cannot_be_read_is_said_and_the_present_one_goes_on_under_its_name(
    talk: Any, model_server: Any, content: bytes
) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await talk.ask("first")
    name = talk.conversation.session
    (talk.sessions.path / "broken.json").write_bytes(content)
    events = await talk.do(LoadSession("broken"))
    assert talk.notices(events) in (["session.not_json"], ["session.not_session"])
    assert not [event for event in events if isinstance(event, SessionOpened)]
    await talk.ask("second")
    await talk.conversation.close()
    assert kept(talk, name) == ["first", "one", "second", "two"]
    assert (talk.sessions.path / "broken.json").read_bytes() == content


async def test_a_session_is_loaded_whatever_the_case_of_its_name(
    talk: Any, model_server: Any
) -> None:
    keep(talk, "Été", "asked", "answered")
    events = await talk.do(LoadSession("éTÉ"))
    assert SessionOpened("Été", "loaded") in events
    assert talk.texts == ["asked", "answered"]
    model_server.script(Reply("more"))
    await talk.ask("again")
    assert [one["content"] for one in model_server.chats[0].body["messages"][1:]] == [
        "asked",
        "answered",
        "again",
    ]


async def test_blanks_around_a_name_and_accents_typed_in_pieces_do_not_matter(talk: Any) -> None:
    keep(talk, "Été", "asked", "answered")
    assert SessionOpened("Été", "loaded") in await talk.do(LoadSession(" E\u0301te\u0301 "))


async def test_loading_saves_what_is_left_and_goes_on_in_the_other_file(
    talk: Any, model_server: Any
) -> None:
    keep(talk, "other", "asked", "answered", pending_context=("a file",), model="old-model")
    model_server.script(Reply("one"), Reply("two"))
    await talk.ask("first")
    left = talk.conversation.session
    await talk.do(LoadSession("other"))
    assert talk.conversation.model == "scripted-model"
    await talk.ask("second")
    await talk.conversation.close()
    assert kept(talk, left) == ["first", "one"]
    assert kept(talk, "other") == ["asked", "answered", "a file\n\nsecond", "two"]
    assert talk.sessions.names() == tuple(sorted((left, "other")))


async def test_the_present_session_can_be_loaded_again(talk: Any, model_server: Any) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await talk.ask("first")
    name = talk.conversation.session
    assert talk.notices(await talk.do(LoadSession(name))) == []
    await talk.ask("second")
    await talk.conversation.close()
    assert talk.sessions.names() == (name,)
    assert kept(talk, name) == ["first", "one", "second", "two"]


async def test_a_compacted_session_stands_on_its_summary_again(
    talk: Any, model_server: Any, tmp_path: Path
) -> None:
    (tmp_path / "MAIA.md").write_text("Instructions of the project.")
    keep(talk, "work__1", start_context="We were painting it blue.")
    await talk.do(LoadSession("work__1"))
    assert talk.conversation.summary == "We were painting it blue."
    model_server.script(Reply("ok"), Reply("ok"))
    await talk.ask()
    assert "We were painting it blue." in system_of(model_server.chats[0])
    assert "Instructions of the project." not in system_of(model_server.chats[0])
    keep(talk, "plain", "asked", "answered")
    await talk.do(LoadSession("plain"))
    await talk.ask()
    assert "painting" not in system_of(model_server.chats[1])
    assert "Instructions of the project." in system_of(model_server.chats[1])
    assert talk.conversation.summary is None


async def test_a_session_that_another_conversation_holds_is_copied_under_another_name(
    open_talk: Any, model_server: Any
) -> None:
    model_server.script(Reply("one"), Reply("of the second"), Reply("of the first"))
    first, second = open_talk(), open_talk()
    await first.do(RenameSession("shared"))
    await first.ask("first")
    events = await second.do(LoadSession("shared"))
    values = {"name": "shared", "copy": "shared_2"}
    assert Notice("session.held_elsewhere", values=values) in events
    await second.ask("second")
    await first.ask("third")
    assert kept(second, "shared_2") == ["first", "one", "second", "of the second"]
    await first.conversation.close()
    await second.conversation.close()
    assert kept(first, "shared") == ["first", "one", "third", "of the first"]
    assert kept(first, "shared_2") == ["first", "one", "second", "of the second"]


async def test_a_copy_has_its_own_history_of_files(
    open_talk: Any, model_server: Any, tmp_path: Path
) -> None:
    call = ToolCall("Write", {"path": "a", "content": "x"})
    model_server.script(Reply(calls=(call,)), Reply("ok"))
    first, second = open_talk(), open_talk()
    await first.do(RenameSession("shared"))
    await first.ask("first")
    await second.do(LoadSession("shared"))
    assert await second.conversation.file_changes() == ()
    assert [one.path for one in await first.conversation.file_changes()] == [str(tmp_path / "a")]


async def test_two_conversations_begun_in_the_same_second_have_two_names(
    open_talk: Any, model_server: Any
) -> None:
    model_server.script(then=Reply("ok"))
    first, second = open_talk(), open_talk()
    second.conversation.parts.changes.keeper.begin(first.conversation.session)
    await first.ask("first")
    await second.ask("second")
    assert second.conversation.session == f"{first.conversation.session}_2"


async def test_a_new_session_has_another_name_and_the_old_one_is_saved(
    talk: Any, model_server: Any, tmp_path: Path
) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await talk.ask("first")
    old = talk.conversation.session
    (tmp_path / "MAIA.md").write_text("Written meanwhile.")
    events = await talk.do(NewSession())
    assert kept(talk, old) == ["first", "one"]
    opened = [event for event in events if isinstance(event, SessionOpened)]
    assert [event.how for event in opened] == ["new"]
    await talk.ask("second")
    assert "Written meanwhile." in system_of(model_server.chats[1])
    await talk.conversation.close()
    assert kept(talk, talk.conversation.session) == ["second", "two"]
    assert len(talk.sessions.names()) == 2


async def test_cleared_the_instructions_and_the_rules_are_read_again(
    talk: Any, model_server: Any, tmp_path: Path
) -> None:
    keep(talk, "work__1", start_context="The summary.")
    await talk.do(LoadSession("work__1"))
    (tmp_path / "MAIA.md").write_text("Written meanwhile.")
    events = await talk.do(Clear())
    assert SessionOpened("work__1", "cleared") in events
    model_server.script(Reply("ok"))
    await talk.ask()
    assert "Written meanwhile." in system_of(model_server.chats[0])
    assert "The summary." not in system_of(model_server.chats[0])


async def test_what_is_cleared_is_kept_beside_the_session(talk: Any, model_server: Any) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await talk.ask("precious")
    name = talk.conversation.session
    await talk.do(Clear())
    await talk.ask("second")
    await talk.conversation.close()
    assert kept(talk, name) == ["second", "two"]
    aside = (talk.sessions.path / f"{name}.rollbacks.jsonl").read_text(encoding="utf-8")
    (cleared,) = (json.loads(line) for line in aside.splitlines() if '"cleared"' in line)
    texts = [block["text"] for each in cleared["session"]["messages"] for block in each["content"]]
    assert texts == ["precious", "one"]


async def test_the_files_of_a_copied_project_are_not_those_of_its_original(talk: Any) -> None:
    extra = {"checkpoints": "abc123"}
    keep(talk, "copied", "a", "b", cwd="/another/project", extra=extra)
    keep(
        talk, "own", "a", "b", cwd=talk.conversation.parts.changes.keeper.launch_folder, extra=extra
    )
    files = talk.conversation.parts.files
    await talk.do(LoadSession("copied"))
    assert files.session_id != "abc123"
    await talk.do(LoadSession("own"))
    assert files.session_id == "abc123"


async def test_a_session_is_renamed_with_all_it_holds(talk: Any, model_server: Any) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await talk.ask("first")
    former = talk.conversation.session
    events = await talk.do(RenameSession(' "my work" '))
    assert events == [SessionRenamed("my work", former)]
    assert talk.sessions.names() == ("my work",)
    await talk.ask("second")
    await talk.conversation.close()
    assert kept(talk, "my work") == ["first", "one", "second", "two"]


async def test_only_the_case_of_a_name_can_be_changed(talk: Any, model_server: Any) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await talk.do(RenameSession("work"))
    await talk.ask("first")
    await talk.do(RenameSession("Work"))
    assert talk.sessions.names() == ("Work",)
    await talk.ask("second")
    await talk.conversation.close()
    assert talk.sessions.names() == ("Work",)
    assert kept(talk, "Work") == ["first", "one", "second", "two"]


@pytest.mark.parametrize("taken", ["taken", "TAKEN"])
async def test_a_name_that_is_taken_gets_a_number(talk: Any, model_server: Any, taken: str) -> None:
    keep(talk, "taken", "asked", "answered")
    model_server.script(Reply("one"))
    await talk.ask("first")
    (renamed,) = await talk.do(RenameSession(taken))
    assert renamed.name == f"{taken}_2"
    assert talk.conversation.session == f"{taken}_2"
    assert kept(talk, "taken") == ["asked", "answered"]


async def test_a_change_of_case_never_overwrites_a_session_of_that_name(
    talk: Any, model_server: Any
) -> None:
    model_server.script(Reply("one"))
    await talk.do(RenameSession("work"))
    await talk.ask("first")
    keep(talk, "Work", "of somebody else")  # copied into the folder by hand
    await talk.do(RenameSession("Work"))
    assert kept(talk, "Work") == ["of somebody else"]
    assert kept(talk, talk.conversation.session) == ["first", "one"]


@pytest.mark.parametrize("typed", ["", " '' ", "a/b", "..", ".x", "x.", "x" * 101, "a\nb", "a\x1b"])
async def test_an_invalid_name_is_said_and_changes_nothing(
    talk: Any, model_server: Any, typed: str
) -> None:
    model_server.script(Reply("one"))
    await talk.ask("first")
    name = talk.conversation.session
    (told,) = await talk.do(RenameSession(typed))
    assert told.key.startswith("session.name_")
    assert talk.conversation.session == name
    assert talk.sessions.names() == (name,)


async def test_a_renaming_that_the_disk_refuses_leaves_name_and_session_as_they_were(
    talk: Any, model_server: Any, monkeypatch: Any
) -> None:
    model_server.script(Reply("one"), Reply("two"))
    await talk.ask("first")
    name = talk.conversation.session

    def refuse(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        (told,) = await talk.do(RenameSession("other"))
    assert told.key == "session.unwritable"
    assert talk.conversation.session == name
    await talk.ask("second")
    await talk.conversation.close()
    assert talk.sessions.names() == (name,)
    assert kept(talk, name) == ["first", "one", "second", "two"]


async def test_after_a_crash_the_session_goes_on_and_says_so(
    open_talk: Any, model_server: Any, tmp_path: Path
) -> None:
    model_server.script(Reply("one"), Reply("two"))
    first = open_talk()
    await first.ask("first")
    name = first.conversation.session
    left = {path.name: path.read_bytes() for path in first.sessions.path.iterdir()}
    folder = tmp_path / "after"
    (folder / ".maia" / ".sessions").mkdir(parents=True)
    for file, data in left.items():
        (folder / ".maia" / ".sessions" / file).write_bytes(data)
    second = open_talk(folder=folder)
    assert "session.was_unfinished" in second.notices(await second.do(LoadSession(name)))
    assert second.texts == ["first", "one"]
    assert not second.sessions.load(name).unfinished
    await second.ask("second")
    await second.conversation.close()
    assert kept(second, name) == ["first", "one", "second", "two"]


async def test_gone_back_the_conversation_is_that_of_before_the_request(
    talk: Any, model_server: Any
) -> None:
    model_server.script(Reply("one"), Reply("two"), Reply("three"))
    await talk.ask("first")
    await talk.ask("second")
    await talk.do(Rewind(2, "conversation"))
    assert talk.texts == ["first", "one"]
    journal = talk.sessions.path / f"{talk.conversation.session}.journal"
    kinds = [json.loads(line)["type"] for line in journal.read_bytes().splitlines()]
    assert "cut" in kinds
    await talk.ask("other")
    await talk.conversation.close()
    assert kept(talk, talk.conversation.session) == ["first", "one", "other", "three"]


async def test_there_is_no_going_back_to_a_request_that_was_never_made(
    talk: Any, model_server: Any
) -> None:
    model_server.script(Reply("one"))
    await talk.ask("first")
    for number in (-1, 0, 2):
        assert talk.notices(await talk.do(Rewind(number, "both"))) == ["session.no_request"]
    assert talk.texts == ["first", "one"]


async def test_another_model_is_journalled_and_saved(talk: Any, model_server: Any) -> None:
    model_server.script(Reply("one"))
    await talk.ask("first")
    await talk.do(SelectModel("other-model"))
    name = talk.conversation.session
    assert talk.sessions.load(name).session.model == "other-model"
    await talk.conversation.close()
    assert talk.sessions.load(name).session.model == "other-model"


async def test_what_a_session_cost_comes_back_with_it(talk: Any, model_server: Any) -> None:
    model_server.script(Reply("one", usage=TokenUsage(100, 20)), Reply("two"))
    await talk.ask("first")
    name = talk.conversation.session
    cost = talk.conversation.meter.session
    assert (cost.input_tokens, cost.output_tokens) == (100, 20)
    await talk.do(NewSession())
    assert talk.conversation.meter.session.requests == 0
    await talk.ask("second")
    await talk.do(LoadSession(name))
    assert talk.conversation.meter.session == cost
