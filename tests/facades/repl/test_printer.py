from typing import Any

import pytest

from maia.agent.contracts.display import CommandOutput, FileDiff, TodoItem, TodoList
from maia.agent.contracts.events import (
    ErrorRaised,
    FolderTrusted,
    ModelSelected,
    Notice,
    ProfileSelected,
    ReasoningArrived,
    ResponseEnded,
    TextArrived,
    ToolCallAnnounced,
    ToolCallEnded,
    ToolsRunning,
    ToolsSettled,
    TurnEnded,
)
from maia.facades.repl.printer import Printer
from maia.facades.repl.style import Style, style_for
from maia.i18n import Catalogue


def shown(*events: Any, language: Any = "en", colour: bool = False) -> str:
    printer = Printer(Catalogue(language), Style(colour))
    return "".join(printer.render(event) for event in events)


def edit(end: Any = "ran", content: str = "done", display: Any = ()) -> tuple[Any, Any]:
    return (
        ToolCallAnnounced("c", "Edit", "edit", "src/a.py", {}),
        ToolCallEnded("c", "Edit", end, content, display),
    )


def test_an_answer_streams_as_it_comes_and_ends_its_line() -> None:
    assert (
        shown(TextArrived("m", "Hel"), TextArrived("m", "lo"), ResponseEnded("m", "end_turn"))
        == "Hello\n"
    )


def test_a_tool_line_never_starts_in_the_middle_of_an_answer() -> None:
    assert shown(TextArrived("m", "I edit"), *edit()) == "I edit\n● Edit src/a.py\n"


def test_a_diff_is_shown_under_its_call() -> None:
    diff = FileDiff("src/a.py", "@@ -1 +1 @@\n-x = 1\n+x = 2\n")
    assert shown(*edit(display=(diff,))) == "● Edit src/a.py\n  @@ -1 +1 @@\n  -x = 1\n  +x = 2\n"


def test_the_first_lines_of_a_command_are_shown_to_the_person() -> None:
    output = CommandOutput("ls", "\n".join(f"line {n}" for n in range(40)), 0)
    text = shown(
        ToolCallAnnounced("c", "Bash", "execute", "ls", {}),
        ToolCallEnded("c", "Bash", "ran", "", (output,)),
    )
    assert text.startswith("● Bash ls\n  line 0\n  line 1\n")
    assert text.endswith("  line 11\n  … lines not shown: 28\n")


def test_a_long_line_is_cut_with_a_mark() -> None:
    assert shown(*edit("failed", "x" * 700)).endswith("x…\n")
    text = shown(*edit("failed", "x" * 700 + "\nand\nmore\n"))
    assert text.endswith("x…\n  … lines not shown: 2\n")
    assert "…" not in shown(*edit("failed", "x" * 600 + "\n"))


def test_a_long_diff_says_how_much_more_there_is() -> None:
    diff = FileDiff("a", "".join(f"+{n}\n" for n in range(60)))
    assert shown(*edit(display=(diff,))).endswith("  +47\n  … lines not shown: 12\n")


def test_a_plan_is_shown_with_its_marks() -> None:
    items = (
        TodoItem("one", "completed", ""),
        TodoItem("two", "in_progress", ""),
        TodoItem("three", "pending", ""),
    )
    assert shown(*edit(display=(TodoList(items),))).endswith("  ☑ one\n  ▶ two\n  ☐ three\n")


def test_a_failure_shows_what_the_model_is_told() -> None:
    assert shown(*edit("failed", "not found")) == "● Edit src/a.py\n  not found\n"


def test_a_denied_call_names_its_rule_and_a_refused_one_tells_no_more() -> None:
    call = ToolCallAnnounced("c", "Bash", "execute", "rm x", {})
    denied = ToolCallEnded("c", "Bash", "denied", "for the model", rule="deny Bash(rm *)")
    assert shown(call, denied) == "● Bash rm x\n  [DENY] deny Bash(rm *)\n"
    refused = ToolCallEnded("c", "Bash", "refused", "for the model")
    assert shown(call, refused) == "● Bash rm x\n"


def test_badges_say_what_kind_of_line_it_is() -> None:
    assert shown(Notice("notice.output_cut")).startswith("[WARN] Answer cut")
    assert (
        shown(Notice("notice.stopped", "info"), language="fr")
        == "[INFO] Itération interrompue (stop).\n"
    )
    assert (
        shown(ErrorRaised("error.max_iterations", {"count": 50}), language="fr")
        == "[FAIL] Arrêt : plus de 50 itérations.\n"
    )
    assert shown(ModelSelected("m")) == "[INFO] Model: m\n"


def test_an_interruption_says_what_was_undone_and_lists_the_files() -> None:
    text = shown(TurnEnded(1, "interrupted", 2, ("/r/a.py", "/r/b.py")))
    assert text.splitlines() == [
        "[WARN] Interrupted: the conversation is back to before the request.",
        "[WARN] Files changed meanwhile: /r/a.py, /r/b.py",
    ]


def test_tools_side_by_side_are_counted_once_they_take_long() -> None:
    printer = Printer(Catalogue("en"), Style(colour=False))
    assert printer.begin_progress() == ""
    printer.render(ToolsSettled())
    assert printer.render(ToolsRunning(("Read", "Bash"), 0)) == ""
    assert printer.render(ToolsRunning(("Read", "Bash"), 1)) == ""
    assert printer.begin_progress() == "Tools in parallel: 1/2 done (Read, Bash)\n"
    assert printer.render(ToolsRunning(("Read", "Bash"), 2)) == ""
    assert printer.render(ToolsRunning(("Read",), 0)) == ""
    assert printer.render(ToolsRunning(("Read", "Bash", "Grep"), 2)) != ""
    assert printer.render(ToolsSettled()) == ""
    assert printer.render(ToolsRunning(("Read", "Bash"), 0)) == ""


def test_a_mode_and_a_trusted_folder_are_said() -> None:
    assert shown(ProfileSelected("plan")) == (
        "[INFO] mode plan: reading only; the rest is refused\n"
    )
    assert "\x1b[31mmode bypass" in shown(ProfileSelected("bypass"), colour=True)
    assert shown(FolderTrusted("/r\x1b[2J")) == "[INFO] folder trusted: /r\n"


def test_a_failing_server_is_said_to_have_failed() -> None:
    values = {"url": "u", "status": 500, "body": '{"error": {"message": "boom"}}'}
    assert shown(ErrorRaised("error.http", values)) == (
        "[FAIL] The model server u failed (HTTP 500): boom\n"
    )


def test_reasoning_is_not_the_answer() -> None:
    assert shown(ReasoningArrived("m", "hm")) == ""


EVIL = "\x1b]0;owned\x07\x1b[2J\u202egpj.exe\r\x08"


@pytest.mark.parametrize(
    "events",
    [
        (TextArrived("m", EVIL), ResponseEnded("m", "end_turn")),
        (*edit("failed", EVIL),),
        (ToolCallAnnounced("c", EVIL, "other", EVIL, {}), ToolCallEnded("c", EVIL, "ran", "")),
        (*edit(display=(CommandOutput("x", EVIL, 0),)),),
        (*edit(display=(FileDiff("x", "+" + EVIL),)),),
        (*edit(display=(TodoList((TodoItem(EVIL, "pending", EVIL),)),)),),
        (ErrorRaised("error.stream", {"message": EVIL}),),
        (ModelSelected(EVIL),),
        (TurnEnded(1, "interrupted", 1, (EVIL,)),),
        (FolderTrusted(EVIL),),
    ],
)
@pytest.mark.parametrize("colour", [False, True])
def test_nothing_from_outside_acts_on_the_terminal(events: Any, colour: bool) -> None:
    text = shown(*events, colour=colour)
    for allowed in (
        "\x1b[0m",
        "\x1b[2m",
        "\x1b[31m",
        "\x1b[32m",
        "\x1b[41;97m",
        "\x1b[43;30m",
        "\x1b[44;97m",
        "\x1b[38;2;126;200;255m",
        "\x1b[38;2;220;138;221m",
    ):
        text = text.replace(allowed, "")
    assert not any(char in text for char in "\x1b\x07\x08\r\u202e")


@pytest.mark.parametrize(
    ("environ", "terminal", "colour"),
    [
        ({"TERM": "xterm"}, True, True),
        ({"TERM": "xterm"}, False, False),
        ({"TERM": "dumb"}, True, False),
        ({}, True, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, True, False),
    ],
)
def test_colours_only_where_they_are_wanted(environ: Any, terminal: bool, colour: bool) -> None:
    assert style_for(environ, terminal=terminal).colour is colour
