from typing import Any

import pytest

from maia.agent.contracts.events import (
    ErrorRaised,
    Notice,
    RequestStarted,
    ResponseEnded,
    TextArrived,
    ToolCallAnnounced,
    ToolCallEnded,
    ToolCallStarted,
    TurnEnded,
)
from maia.facades.headless.log import RunLog
from maia.facades.headless.report import RunReport
from maia.i18n import Catalogue

CALL = (
    ToolCallAnnounced("c", "Bash", "execute", "git push origin", {}),
    ToolCallStarted("c"),
    ToolCallEnded("c", "Bash", "ran", "done"),
)
TURN = (RequestStarted(1), TextArrived("m", "I pu"), TextArrived("m", "sh"), *CALL)


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]):
    def run(*events: Any, profile: Any = "ask", language: Any = "en", answers: bool = True) -> Any:
        log = RunLog(Catalogue(language), profile, answers=answers)
        for event in events:
            log.show(event)
        return capsys.readouterr()

    return run


def denied(rule: str = "", suggestions: tuple[str, ...] = (), tool: str = "Bash") -> Any:
    kind: Any = "edit" if tool == "Edit" else "execute"
    return (
        ToolCallAnnounced("c", tool, kind, "git push", {}),
        ToolCallEnded("c", tool, "denied", "for the model", rule=rule, suggestions=suggestions),
    )


def test_only_the_last_answer_is_on_stdout(said: Any) -> None:
    out, err = said(
        *TURN,
        RequestStarted(2),
        TextArrived("n", "do"),
        TextArrived("n", "ne"),
        TurnEnded(1, "done"),
    )
    assert out == "done\n"
    assert err == "I push\ntool: Bash git push origin\n"


def test_with_a_report_there_are_notes_only(said: Any) -> None:
    out, err = said(*TURN, TextArrived("n", "done"), TurnEnded(1, "done"), answers=False)
    assert (out, err) == ("", "")
    assert "refused: Bash git push" in said(*denied(), answers=False).err


def test_a_note_stands_on_a_line_of_its_own(said: Any) -> None:
    events = (TextArrived("m", "half"), Notice("notice.output_cut"), TurnEnded(1, "done"))
    out, err = said(*events)
    assert out == "half\n"
    assert err.startswith("Answer cut")
    assert err.endswith(".\n")


def test_what_had_arrived_before_an_error_is_kept(said: Any) -> None:
    error = ErrorRaised("error.stream_cut", {"url": "u"})
    out, err = said(
        TextArrived("m", "half"), ResponseEnded("m", "failed"), error, TurnEnded(1, "failed")
    )
    assert out == "half\n"
    assert err.startswith("The answer of u stopped")


@pytest.mark.parametrize(
    ("profile", "tool", "rule", "suggestions", "why"),
    [
        ("ask", "Bash", "no rule allows it", ("Bash(git push *)",),
         ("no rule allows it (mode ask); rule to add: Bash(git push *), "
          "or --permission-mode bypass")),
        ("ask", "Edit", "", ("Edit(a.py)",),
         ("no rule allows it (mode ask); rule to add: Edit(a.py), "
          "or --permission-mode accept-edits")),
        ("accept-edits", "Edit", "", (),
         ("no rule allows it (mode accept-edits); add one to permissions.allow, "
          "or --permission-mode bypass")),
        ("plan", "Bash", "profile plan", (), "the mode plan only reads"),
        ("ask", "Bash", "deny Bash(git *)", (), "the rule deny Bash(git *) forbids it"),
        ("plan", "Bash", "ask Bash(git *)", ("Bash(git push)",),
         "the rule ask Bash(git *) wants a question, and nobody can be asked here"),
    ],
)  # fmt: skip
def test_a_refusal_says_what_was_refused_and_what_would_allow_it(
    said: Any, profile: Any, tool: str, rule: str, suggestions: Any, why: str
) -> None:
    events = denied(rule, suggestions, tool)
    assert said(*events, profile=profile).err == f"refused: {tool} git push: {why}\n"
    report = RunReport("m", Catalogue("en"), profile)
    for event in events:
        report.add(event)
    assert f'"why": "{why}", "suggestions": [' in report.to_json()


def test_a_refusal_is_in_the_persons_language(said: Any) -> None:
    err = said(*denied("", ("Bash(git push *)",)), language="fr").err
    assert err == (
        "refusé : Bash git push : aucune règle ne l'autorise (mode ask) ; règle à ajouter : "
        "Bash(git push *), ou --permission-mode bypass\n"
    )


def test_nothing_from_outside_acts_on_the_terminal(said: Any) -> None:
    evil = "\x1b[2J\x1b]0;t\x07\r"
    events = (
        TextArrived("m", evil),
        ToolCallAnnounced("c", evil, "other", evil, {}),
        ToolCallStarted("c"),
        ToolCallEnded("c", evil, "denied", evil, rule=evil, suggestions=(evil,)),
        ErrorRaised("error.stream", {"message": evil}),
    )
    assert not any(char in said(*events).err for char in "\x1b\x07\r")
