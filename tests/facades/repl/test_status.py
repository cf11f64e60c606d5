"""What the status line says, from event to event (spec 15.5)."""

from typing import Any

import pytest

from maia.agent.contracts.events import (
    CompactionEnded,
    CompactionStarted,
    ContinuationAsked,
    RequestStarted,
    ShellEnded,
    ShellStarted,
    TextArrived,
    ToolCallAnnounced,
    ToolCallStarted,
    ToolsRunning,
    ToolsSettled,
    TurnEnded,
    TurnStarted,
)
from maia.facades.repl.status import StatusLine
from maia.i18n import Catalogue


def said(*events: Any, language: Any = "en", quiet: bool = False) -> list[str]:
    line = StatusLine(Catalogue(language), is_quiet=quiet)
    return [line.take(event) for event in events]


CALL = ToolCallAnnounced("c", "Bash", "execute", "ls -la", {})


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (TurnStarted(1), "Thinking"),
        (RequestStarted(2), "Thinking"),
        (TextArrived("m", "x"), "Answering"),
        (ToolsRunning(("Read", "Bash"), 1), "Tools in parallel: 1/2 done (Read, Bash)"),
        (ToolsSettled(), "Thinking"),
        (ContinuationAsked("q", 50), ""),
        (CompactionStarted("automatic"), "Compacting the conversation"),
        (CompactionEnded(), "Thinking"),
        (TurnEnded(1, "done"), ""),
    ],
)
def test_each_moment_of_a_turn_has_its_sentence(event: Any, text: str) -> None:
    assert said(TurnStarted(1), event)[-1] == text


def test_a_running_tool_is_named_on_one_line() -> None:
    evil = ToolCallAnnounced("c", "Bash", "execute", "a\x1b[2J\nb\u202e", {})
    assert said(CALL, ToolCallStarted("c")) == ["", "Running Bash ls -la"]
    assert said(evil, ToolCallStarted("c"))[-1] == "Running Bash a b\\u202e"


def test_one_tool_alone_is_not_counted() -> None:
    assert said(CALL, ToolCallStarted("c"), ToolsRunning(("Bash",), 0))[-1] == "Running Bash ls -la"


def test_outside_a_turn_nothing_is_left_behind() -> None:
    assert said(ShellStarted("make"), ShellEnded("make", "exit code: 0")) == ["Running make", ""]
    assert said(CompactionStarted("manual"), CompactionEnded()) == [
        "Compacting the conversation",
        "",
    ]


def test_where_a_status_is_a_line_that_stays_only_beginnings_are_said() -> None:
    events = (
        TurnStarted(1),
        CALL,
        ToolCallStarted("c"),
        TextArrived("m", "x"),
        TurnEnded(1, "done"),
    )
    assert said(*events, quiet=True) == ["Thinking", "", "", "", ""]


def test_the_sentences_are_in_the_persons_language() -> None:
    assert said(TurnStarted(1), ToolsRunning(("Read", "Bash"), 0), language="fr") == [
        "En réflexion",
        "Outils en parallèle : 0/2 terminés (Read, Bash)",
    ]
