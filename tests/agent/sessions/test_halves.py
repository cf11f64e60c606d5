"""Half an emoji never reaches a session, a request or a terminal (case G03)."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.agent.sessions.conftest import CASES

from maia.agent.context.quoted_data import middle_cut
from maia.agent.contracts.events import TurnEnded
from maia.agent.contracts.operations import LoadSession, Submit
from maia.agent.permissions.rules import Rules
from maia.agent.runtime.assembly import Place, open_conversation
from maia.agent.runtime.rule_files import LoadedRules
from maia.agent.runtime.settings import Settings
from maia.agent.tools.shell.output import OutputBuffer
from maia.testing.model_server import Answer

EMOJI = (CASES / "G03" / "emoji.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("limit", range(1, 61))
def test_cutting_at_any_limit_leaves_whole_characters(limit: int) -> None:
    buffer = OutputBuffer(limit)
    buffer.append(EMOJI)
    for text in (buffer.take("en"), middle_cut(EMOJI, limit, "en")):
        text.encode("utf-8")
        assert set(text) - set("[.… characters left out 0123456789]\n") <= set(EMOJI)


async def test_a_session_with_halves_is_resumed_and_its_request_is_valid(
    model_server: Any, tmp_path: Path, home: Path
) -> None:
    folder = tmp_path / ".maia" / ".sessions"
    folder.mkdir(parents=True)
    (folder / "cut.journal").write_bytes((CASES / "G03" / "surrogate.journal").read_bytes())
    settings = Settings(
        url=model_server.url,
        chat_path="/v1/chat/completions",
        models_path="/v1/models",
        api_key=None,
        model=None,
        max_iterations=None,
        max_output_tokens=None,
        language=None,
        env={},
        rule_files=LoadedRules(Rules()),
    )
    model_server.script(Answer("fine"))
    talk = open_conversation(settings, Place(home, tmp_path, "en"), "scripted-model")
    try:
        await talk.submit(LoadSession("cut"))
        await talk.submit(Submit("go on"))
        while not isinstance(await talk.next_event(), TurnEnded):
            pass
    finally:
        await talk.close()
    body = json.dumps(model_server.chats[0].body, ensure_ascii=False)
    body.encode("utf-8")
    assert "cut \ufffd" in body
    assert "\ufffd tail" in body
    (folder / "cut.json").read_text(encoding="utf-8")


def test_halves_in_two_deltas_are_one_character() -> None:
    from maia.agent.contracts.model import TextDelta
    from maia.agent.models.assembly import Assembler
    from maia.agent.models.stream import AnswerReader

    reader = AnswerReader(Assembler("u", set(), ()), "u")
    events = reader.push((CASES / "G03" / "halves.sse").read_bytes())
    text = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert text == "\U0001f600"
