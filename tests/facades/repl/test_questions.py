from typing import Any

import pytest

from maia.agent.contracts.events import ContinuationAsked, PermissionAsked
from maia.facades.repl.questions import question_text
from maia.facades.repl.style import Style
from maia.i18n import Catalogue


def asked(tool: str, given: dict[str, Any], summary: str = "", **more: Any) -> str:
    question = PermissionAsked("q", "c", tool, "other", summary, given, **more)
    return question_text(question, Catalogue("en"), Style(colour=False))


def test_a_command_is_shown_whole_whatever_its_length() -> None:
    command = "echo " + "a" * 5_000 + " ; rm -rf the-tail"
    assert asked("Bash", {"command": command}, "echo aaa…") == f"[ASK] Allow Bash {command}?\n"


@pytest.mark.parametrize("name", ["command", "cmd", "script"])
def test_a_command_is_shown_whole_under_any_of_its_names(name: str) -> None:
    command = "x" * 500
    assert f"Bash {command}?" in asked("Bash", {name: command}, "x…x")


def test_a_command_of_several_lines_keeps_its_lines() -> None:
    assert asked("Bash", {"command": "one\n\n  two\n"}) == (
        "[ASK] Allow Bash?\n  │ one\n  │ \n  │   two\n"
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
    text = asked("Write", {"path": "a.py", "content": "line\n" * 100}, "a.py")
    assert text.startswith("[ASK] Allow Write a.py?\n  content:\n  │ line\n")
    assert text.endswith("  … and 80 more lines\n")
    assert asked("Write", {"path": "a", "content": "x" * 9_000}).endswith("x…\n")
    assert asked("Bash", {"command": "make", "background": True}).endswith("  background: True\n")
    assert asked("Bash", {"command": "make", "timeout": None}) == "[ASK] Allow Bash make?\n"


def test_a_url_is_shown_whole() -> None:
    url = "https://example.org/" + "a" * 900 + "?secret=tail"
    assert f"WebFetch {url}?" in asked("WebFetch", {"url": url}, "https://… tail")


def test_the_rule_that_asks_is_named() -> None:
    assert "rule: ask Bash(git push *)" in asked(
        "Bash", {"command": "git push"}, rule="ask Bash(git push *)"
    )


def test_a_call_without_anything_readable_is_asked_by_its_summary() -> None:
    assert asked("Nope", {}, "what it does") == "[ASK] Allow Nope what it does?\n"


def test_going_on_is_asked_in_the_persons_language() -> None:
    question = ContinuationAsked("q", 50)
    assert question_text(question, Catalogue("fr"), Style(colour=False)) == (
        "[ASK] 50 itérations utilisées. Continuer ?\n"
    )
