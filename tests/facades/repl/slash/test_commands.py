"""Each slash command, on a real conversation (spec 5.6)."""

from pathlib import Path
from typing import Any

import pytest

from maia.facades.commands import commands_of
from maia.testing.model_server import Answer, HttpError, ToolCall


async def test_help_names_every_command_with_its_sentence(person: Any) -> None:
    text = await person.types("/help")
    for command in commands_of("repl"):
        assert f"  /{command.name}" in text
    assert "run a command yourself" in text


async def test_every_command_of_the_table_is_carried_out(person: Any) -> None:
    for command in commands_of("repl"):
        text = await person.types(
            f"/{command.name}", *([None] if command.name in ("model", "trust") else [])
        )
        assert "Unknown command" not in text, command.name


async def test_exit_leaves_and_init_becomes_a_request(person: Any) -> None:
    await person.types("/exit")
    assert person.outcome.leave
    await person.types("/init")
    assert "MAIA.md" in person.outcome.request
    assert not person.outcome.leave


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("/nope", "Unknown command: /nope."),
        ("/modle", "Did you mean /model?"),
        ("/\x1b[2Jx", "Unknown command: /x."),
    ],
)
async def test_an_unknown_command_is_said_with_what_it_may_mean(
    person: Any, typed: str, said: str
) -> None:
    assert said in await person.types(typed)


async def test_a_model_is_named_or_chosen_and_ctrl_c_chooses_none(
    person: Any, model_server: Any
) -> None:
    assert "Model: gamma" in await person.types("/model litellm:gamma")
    assert "Model: beta" in await person.types("/model", 1)
    assert [choice.label for choice in person.screen.lists[-1]] == ["alpha", "beta"]
    assert await person.types("/model", None) == ""
    assert person.desk.conversation.model == "beta"


async def test_a_mode_is_shown_selected_and_bypass_wants_a_yes(person: Any) -> None:
    assert "accept-edits" in await person.types("/mode")
    assert "mode plan" in await person.types("/mode PLAN")
    assert "Did you mean: plan?" in await person.types("/mode plam")
    await person.types("/mode bypass", "n")
    assert person.desk.conversation.policy.profile == "plan"
    await person.types("/mode bypass", "y")
    assert person.desk.conversation.policy.profile == "bypass"


async def test_costs_are_those_of_the_last_request_the_session_and_the_day(
    person: Any, model_server: Any
) -> None:
    model_server.model_facts |= {"input_cost_per_token": 0.01, "output_cost_per_token": 0.02}
    model_server.script(Answer("one"), Answer("two"))
    await person.asks("a")
    await person.asks("b")
    request, session, today = (await person.types("/cost")).splitlines()
    assert request.strip().startswith("last request       requests: 1")
    assert session.strip().startswith("this session       requests: 2")
    assert today.strip().startswith("today              requests: 2")
    assert "$" in request


async def test_a_price_that_is_not_known_is_not_invented(person: Any, model_server: Any) -> None:
    model_server.script(Answer("one"))
    await person.asks("a")
    text = await person.types("/cost")
    assert "price not known" in text
    assert "$" not in text


async def test_the_last_answer_is_copied_whole(person: Any, model_server: Any) -> None:
    assert "no answer to copy" in await person.types("/copy")
    model_server.script(Answer("**the** answer"))
    await person.asks("a")
    assert "Copied: 14 characters." in await person.types("/copy")
    assert person.copied == ["**the** answer"]


async def test_tools_and_settings_are_listed(person: Any) -> None:
    assert "  Read " in await person.types("/tools")
    assert "  MaxIterations = 50" in await person.types("/config")


async def test_a_session_is_renamed_left_and_loaded_by_name_or_from_the_list(
    person: Any, model_server: Any
) -> None:
    model_server.script(Answer("one"))
    assert "The session is called session_" in await person.types("/rename")
    assert "needs a name" in await person.types('/rename " "')
    await person.asks("first question")
    assert "is called talk now" in await person.types("/rename talk")
    assert "no other session" in await person.types("/load")
    assert "New session" in await person.types("/new")
    assert "There is no session nothing" in await person.types("/load nothing")
    assert "Close: talk." in await person.types("/load tolk")
    await person.types("/load", 0)
    (choice,) = person.screen.lists[-1]
    assert (choice.label, choice.detail) == ("talk", "2 messages · first question")
    assert person.desk.conversation.session == "talk"


async def test_a_session_that_cannot_be_read_is_named_in_the_list(
    person: Any, tmp_path: Path
) -> None:
    (tmp_path / ".maia" / ".sessions" / "bad.json").write_text("{")
    assert "The session bad is not readable JSON" in await person.types("/load")


async def test_there_is_nothing_to_compact_rewind_or_show_at_first(person: Any) -> None:
    assert "nothing to compact" in await person.types("/compact")
    assert "no request to go back to" in await person.types("/rewind")
    assert "has changed no file" in await person.types("/diff")


async def test_a_compaction_that_fails_leaves_the_conversation(
    person: Any, model_server: Any
) -> None:
    model_server.script(Answer("one"), HttpError(500, "kaputt"))
    await person.asks("a")
    text = await person.types("/compact")
    assert "kaputt" in text
    assert "was not compacted" in text
    assert len(person.desk.conversation.state.messages) == 2


@pytest.mark.parametrize(
    ("part", "messages", "exists"), [(0, 0, False), (1, 0, True), (2, 4, False)]
)
async def test_rewinding_puts_back_both_the_conversation_or_the_files(
    person: Any, model_server: Any, tmp_path: Path, part: int, messages: int, exists: bool
) -> None:
    await person.types("/mode accept-edits")
    write = ToolCall("Write", {"path": "new.txt", "content": "x\n"})
    model_server.script(Answer(calls=(write,)), Answer("done"))
    await person.asks("write it")
    assert "+x" in await person.types("/diff")
    await person.types("/rewind", 0, part)
    assert [choice.label for choice in person.screen.lists[-2]] == ["write it"]
    assert len(person.desk.conversation.state.messages) == messages
    assert (tmp_path / "new.txt").exists() is exists


async def test_leaving_a_list_of_rewind_changes_nothing(person: Any, model_server: Any) -> None:
    model_server.script(Answer("one"))
    await person.asks("a")
    await person.types("/rewind", None)
    await person.types("/rewind", 0, None)
    assert len(person.desk.conversation.state.messages) == 2
