from typing import Any

from maia.agent.contracts.display import CommandOutput
from maia.agent.contracts.events import (
    TextArrived,
    ToolCallAnnounced,
    ToolCallEnded,
    ToolCallStarted,
    ToolOutputArrived,
    TurnEnded,
)
from maia.facades.repl.live import LiveOutput
from maia.facades.repl.printer import Printer
from maia.facades.repl.style import Style
from maia.i18n import Catalogue


def shown(*events: Any) -> str:
    printer = Printer(Catalogue("en"), Style(colour=False))
    return "".join(printer.render(event) for event in events)


def announced(call_id: str, summary: str = "make") -> ToolCallAnnounced:
    return ToolCallAnnounced(call_id, "Bash", "execute", summary, {})


def ended(call_id: str, output: str) -> ToolCallEnded:
    return ToolCallEnded(call_id, "Bash", "ran", output, (CommandOutput("make", output, 0),))


def test_a_command_that_runs_alone_is_shown_while_it_runs_and_not_again() -> None:
    assert (
        shown(
            announced("c"),
            ToolCallStarted("c"),
            ToolOutputArrived("c", "one\ntw"),
            ToolOutputArrived("c", "o\nthree"),
            ended("c", "one\ntwo\nthree"),
        )
        == "▸ Bash make\n  one\n  two\n  three\n● Bash make\n"
    )


def test_a_command_that_says_nothing_while_it_runs_is_shown_at_its_end() -> None:
    assert shown(announced("c"), ToolCallStarted("c"), ended("c", "x")) == "● Bash make\n  x\n"


def test_commands_side_by_side_are_shown_when_they_have_ended() -> None:
    assert (
        shown(
            announced("a", "one"),
            announced("b", "two"),
            ToolCallStarted("a"),
            ToolCallStarted("b"),
            ToolOutputArrived("a", "x\n"),
            ToolOutputArrived("b", "y\n"),
            ended("a", "x"),
            ended("b", "y"),
        )
        == "● Bash one\n  x\n● Bash two\n  y\n"
    )


def test_live_output_is_bounded_and_harmless() -> None:
    live = LiveOutput(lines=3, characters=100)
    text = live.push("".join(f"{n}\n" for n in range(50))) + live.push("more\n")
    assert text == "  0\n  1\n  2\n  …\n"
    assert not live.is_whole
    assert live.lines_cut == 48
    assert "\x1b" not in LiveOutput(3, 100).push("\x1b[2J\x1b]0;t\x07ok")


def test_a_line_without_end_is_cut_with_a_mark_and_its_rest_is_no_line_more() -> None:
    live = LiveOutput(lines=3, characters=10)
    assert live.push("x" * 30) + live.push("x" * 30) == "  xxxxxxxxxx…\n"
    assert live.lines_cut == 0
    assert live.push("x\nnext\nlast") == ""
    assert live.lines_cut == 2


def test_what_is_cut_of_a_running_command_is_counted_at_its_end() -> None:
    output = "".join(f"{n}\n" for n in range(40))
    text = shown(
        announced("c"), ToolCallStarted("c"), ToolOutputArrived("c", output), ended("c", output)
    )
    assert text.endswith("  11\n  …\n● Bash make\n  … lines not shown: 28\n")


def test_what_an_interrupted_answer_held_back_does_not_reach_the_next_one() -> None:
    events = (TextArrived("m", "half\x1b]0;never"), TurnEnded(1, "interrupted"))
    text = shown(*events, TextArrived("n", "whole"))
    assert text.endswith("\nwhole")
    assert "\x1b" not in text
