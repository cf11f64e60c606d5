"""What the model is told of a request that was taken back."""

import asyncio
from typing import Any

from maia.agent.contracts.operations import Interrupt, Submit
from maia.agent.runtime.effects import effects_note
from maia.testing.model_server import Answer as Reply
from maia.testing.model_server import ToolCall


def test_where_nothing_happened_there_is_nothing_to_tell() -> None:
    assert effects_note((), (), "en") is None


def test_files_and_commands_stand_in_their_own_lists() -> None:
    note = effects_note(("/w/a",), ("make all",), "en")
    assert note is not None
    assert note.splitlines()[1:] == [
        "Files it changed:",
        "- /w/a",
        "Commands it started:",
        "- make all",
    ]


def test_a_list_without_entries_is_left_out() -> None:
    assert "Commands" not in (effects_note(("/w/a",), (), "en") or "")
    assert "Fichiers" not in (effects_note((), ("make",), "fr") or "")


def test_long_lists_and_lines_are_bounded() -> None:
    note = effects_note(tuple(f"/w/{n}" for n in range(500)), ("x" * 10_000,), "en") or ""
    assert len(note) < 2_000
    assert "- and 470 more" in note


def test_each_file_and_command_is_one_line() -> None:
    note = effects_note(("/w/a\n- /etc/passwd",), ("echo a\necho b",), "en") or ""
    assert "- /w/a - /etc/passwd" in note.splitlines()
    assert "- echo a echo b" in note.splitlines()


async def test_a_command_that_was_interrupted_is_told_and_one_that_was_refused_is_not(
    talk: Any, model_server: Any, tmp_path: Any
) -> None:
    calls = (
        ToolCall("Bash", {"command": "touch begun; sleep 300"}),
        ToolCall("WebFetch", {"url": "http://127.0.0.1:1/", "prompt": "x"}),
    )
    model_server.script(Reply(calls=calls[:1]), Reply("ok"))
    await talk.conversation.submit(Submit("go"))
    async with asyncio.timeout(20):
        while not (tmp_path / "begun").exists():
            await asyncio.sleep(0.02)
    await talk.conversation.submit(Interrupt())
    (note,) = talk.conversation.state.pending_context
    assert "touch begun; sleep 300" in note
    await talk.ask("what now?")
    assert "touch begun" in model_server.chats[1].body["messages"][-1]["content"]


async def test_a_call_that_nobody_allowed_has_no_effect_to_tell(
    talk: Any, model_server: Any
) -> None:
    model_server.script(Reply(calls=(ToolCall("TodoWrite", {"todos": []}),)))
    await talk.conversation.submit(Submit("go"))
    await talk.until_question()
    await talk.conversation.submit(Interrupt())
    assert talk.conversation.state.pending_context == []
