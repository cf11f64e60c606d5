from typing import Any

import pytest

from maia.agent.contracts.events import ContinuationAsked, PermissionAsked
from maia.agent.contracts.judgement import JudgedPart
from maia.facades.repl.questions import question_details, question_title, usable_suggestions
from maia.facades.repl.style import Style
from maia.i18n import Catalogue


def asked(tool: str, given: dict[str, Any], summary: str = "", **more: Any) -> str:
    question = PermissionAsked("q", "c", tool, "other", summary, given, **more)
    return question_details(question, Catalogue("en"), Style(colour=False))


def test_a_command_is_shown_whole_whatever_its_length() -> None:
    command = "echo " + "a" * 5_000 + " ; rm -rf the-tail"
    assert asked("Bash", {"command": command}, "echo aaa…") == (
        f"  │ {command}\n  no rule allows it\n"
    )


@pytest.mark.parametrize("name", ["command", "cmd", "script"])
def test_a_command_is_shown_whole_under_any_of_its_names(name: str) -> None:
    command = "x" * 500
    assert f"  │ {command}\n" in asked("Bash", {name: command}, "x…x")


def test_a_command_of_several_lines_keeps_its_lines() -> None:
    assert asked("Bash", {"command": "one\n\n  two\n"}) == (
        "  │ one\n  │ \n  │   two\n  no rule allows it\n"
    )


HIDING = (
    "\x1b[2K\r\x1b]0;t\x07\x08\x7f\x9b\u00a0\u00ad\u034f\u115f\u1680\u180e\u2003\u200b\u200f\u2028"
    "\u202e\u202f\u2060\u2066\u2800\u3000\u3164\ufe0f\ufeff\uffa0\U000e0041\ud83d"
)


@pytest.mark.parametrize("place", ["command", "key", "value", "rule"])
def test_nothing_in_a_question_is_hidden_or_acts_on_the_terminal(place: str) -> None:
    hiding = {
        "command": {"given": {"command": HIDING}},
        "key": {"given": {HIDING: "x"}},
        "value": {"given": {"path": "a", "content": HIDING}},
        "rule": {"given": {}, "rule": HIDING},
    }[place]
    text = asked("Bash", **hiding)
    for character in HIDING:
        assert character not in text or character in " [K]02;t", hex(ord(character))
    for escape in (r"\x1b", r"\r", r"\xa0", r"\u200b", r"\u202e", r"\u3000", r"\U000e0041"):
        assert escape in text


def test_the_other_parameters_are_shown_bounded_and_what_is_left_out_is_counted() -> None:
    text = asked("Task", {"path": "a.py", "notes": "line\n" * 100}, "a.py")
    assert text.startswith("  │ a.py\n  notes:\n  │ line\n")
    assert text.endswith("  … lines not shown: 80\n  no rule allows it\n")
    assert "x…\n" in asked("Task", {"path": "a", "notes": "x" * 9_000})
    assert "  background: True\n" in asked("Bash", {"command": "make", "background": True})
    assert "timeout" not in asked("Bash", {"command": "make", "timeout": None})


def test_what_an_edit_and_a_write_would_change_is_shown_before_the_answer() -> None:
    edit = {"path": "a.py", "old_string": "x = 1", "new_string": "x = 2", "replace_all": True}
    assert asked("Edit", edit) == (
        "  │ a.py\n  -x = 1\n  +x = 2\n  replace_all: True\n  no rule allows it\n"
    )
    write = asked("Write", {"path": "a.py", "content": "line\n" * 100})
    assert write.startswith("  │ a.py\n  +line\n")
    assert "  … lines not shown: 60\n" in write


def test_a_url_is_shown_whole() -> None:
    url = "https://example.org/" + "a" * 900 + "?secret=tail"
    assert f"  │ {url}\n" in asked("WebFetch", {"url": url}, "https://… tail")


PARTS = (
    JudgedPart("git status", "allow", "Bash(git status *)"),
    JudgedPart("git push", "ask", "Bash(git push *)"),
    JudgedPart("make", "ask", reason="permission.no_rule"),
    JudgedPart("$X", "ask", reason="permission.doubt.dynamic"),
    JudgedPart("rm x", "deny", "Bash(rm *)", "permission.scanned"),
    JudgedPart("odd", "ask", reason="permission.of_tomorrow"),
)


def test_each_part_says_what_it_does_to_the_decision_and_why() -> None:
    command = "git status; git push; make; $X; rm x; odd"
    text = asked("Bash", {"command": command}, parts=PARTS, rule="deny Bash(rm *)")
    assert text.splitlines()[1:] == [
        "  [ALLOW] git status · rule: Bash(git status *)",
        "  [ASK] git push · rule: Bash(git push *)",
        "  [ASK] make · no rule allows it",
        "  [ASK] $X · no rule allows it, what runs is known only when it runs",
        "  [DENY] rm x · rule: Bash(rm *), stands in the text",
        "  [ASK] odd · no rule allows it, permission.of_tomorrow",
        "  asked by: deny Bash(rm *)",
    ]


def test_a_single_part_that_is_the_whole_command_is_not_said_twice() -> None:
    part = JudgedPart("make", "ask", reason="permission.no_rule")
    assert asked("Bash", {"command": "make"}, parts=(part,)) == (
        "  │ make\n  [ASK] no rule allows it\n"
    )


def test_of_many_parts_those_that_decide_are_shown_and_the_others_counted() -> None:
    allowed = tuple(JudgedPart(f"ls {n}", "allow", "Bash(ls *)") for n in range(60))
    parts = (*allowed, JudgedPart("make", "ask"), JudgedPart("\x1b[2Krm", "deny", "Bash(rm)"))
    text = asked("Bash", {"command": "x"}, parts=parts)
    assert text.splitlines()[1:3] == [
        "  [DENY] \\x1b[2Krm · rule: Bash(rm)",
        "  [ASK] make · no rule allows it",
    ]
    assert "  … parts not shown: 42\n" in text


@pytest.mark.parametrize("hidden", ["Bash(a\nb)", "Bash(\u202e)", "Bash(\x1b[2K)", ""])
def test_a_suggestion_that_cannot_be_seen_whole_is_not_offered(hidden: str) -> None:
    question = PermissionAsked(
        "q", "c", "Bash", "execute", "", {}, suggestions=("Bash(ls)", hidden)
    )
    assert usable_suggestions(question) == ()


def test_the_rule_that_asks_is_named() -> None:
    assert "asked by: ask Bash(git push *)" in asked(
        "Bash", {"command": "git push"}, rule="ask Bash(git push *)"
    )


def test_a_call_without_anything_readable_is_asked_by_its_summary() -> None:
    assert asked("Nope", {}, "what it does") == ("  │ what it does\n  no rule allows it\n")
    assert asked("Nope", {}) == "  no rule allows it\n"


def test_going_on_is_asked_in_the_persons_language() -> None:
    question = ContinuationAsked("q", 50)
    assert question_title(question, Catalogue("fr")) == "50 itérations utilisées. Continuer ?"
    assert question_details(question, Catalogue("fr"), Style(colour=False)) == ""
