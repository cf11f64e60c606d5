"""Permissions while a conversation runs: what /clear and /new read again, and what they forget."""

import json
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.events import PermissionAsked, SessionOpened
from maia.agent.contracts.operations import Answer, Clear, NewSession, SelectProfile, Submit
from maia.testing.model_server import Answer as Reply
from maia.testing.model_server import ToolCall

TODO = Reply(calls=(ToolCall("TodoWrite", {"todos": []}),))
FETCH = Reply(calls=(ToolCall("CurrentModel"),))


def write_rules(folder: Path, content: str) -> None:
    (folder / ".maia").mkdir(exist_ok=True)
    (folder / ".maia" / "settings.json").write_text(content)


@pytest.mark.parametrize("operation", [Clear(), NewSession()])
async def test_what_this_session_allowed_is_forgotten(
    talk: Any, model_server: Any, operation: Any
) -> None:
    model_server.script(FETCH, Reply("ok"), FETCH, Reply("ok"), FETCH)
    await talk.conversation.submit(Submit("go"))
    asked = (await talk.until(PermissionAsked))[-1]
    await talk.do(Answer(asked.question_id, "yes", "", "session", asked.suggestions))
    assert not [one for one in await talk.ask() if isinstance(one, PermissionAsked)]
    await talk.do(operation)
    await talk.conversation.submit(Submit("go"))
    await talk.until(PermissionAsked)


async def test_rules_that_were_written_meanwhile_count_after_clear(
    talk: Any, model_server: Any, home: Path
) -> None:
    write_rules(home, json.dumps({"permissions": {"deny": ["TodoWrite"]}}))
    await talk.do(Clear())
    model_server.script(TODO, Reply("ok"))
    events = await talk.ask()
    assert not [one for one in events if isinstance(one, PermissionAsked)]
    assert "deny TodoWrite" in model_server.chats[-1].body["messages"][-1]["content"]


@pytest.mark.parametrize("content", ["{", "[]", '{"permissions": {"allow": 3}}'])
async def test_rules_of_the_user_that_cannot_be_read_leave_the_present_ones_and_are_said(
    talk: Any, home: Path, content: str
) -> None:
    before = tuple(talk.conversation.policy.rules())
    write_rules(home, content)
    events = await talk.do(Clear())
    assert [one for one in events if isinstance(one, SessionOpened)]
    assert any(key.startswith("settings.") for key in talk.notices(events))
    assert tuple(talk.conversation.policy.rules()) == before


async def test_while_rules_of_the_project_cannot_be_read_everything_is_asked(
    talk: Any, tmp_path: Path
) -> None:
    await talk.do(SelectProfile("bypass"))
    write_rules(tmp_path, "{")
    events = await talk.do(Clear())
    assert any(key.startswith("settings.") for key in talk.notices(events))
    assert talk.conversation.policy.profile == "ask"
