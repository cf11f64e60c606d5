from typing import Any

import pytest

from maia.facades.repl.changes import change_text, proposed_change
from maia.facades.repl.style import Style

PLAIN = Style(colour=False)


def lines_of(tool: str, given: dict[str, Any]) -> list[str]:
    change = proposed_change(tool, given)
    assert change is not None
    return list(change.lines)


def test_an_edit_is_a_diff_of_its_two_texts() -> None:
    given = {"path": "a", "old_string": "one\ntwo\nthree\n", "new_string": "one\n2\nthree\n"}
    assert lines_of("Edit", given) == [" one", "-two", "+2", " three"]


def test_hunks_apart_are_kept_apart() -> None:
    before = "\n".join(map(str, range(20)))
    after = before.replace("2\n", "two\n", 1).replace("18", "eighteen")
    lines = lines_of("Edit", {"old_string": before, "new_string": after})
    assert "@@" in lines[1:]
    assert {"-2", "+two", "-18", "+eighteen"} <= set(lines)


@pytest.mark.parametrize(("old", "new"), [("old_str", "new_str"), ("oldText", "newText")])
def test_the_names_that_models_use_are_understood(old: str, new: str) -> None:
    change = proposed_change("Edit", {"path": "a", old: "x", new: "y"})
    assert change is not None
    assert change.lines == ("-x", "+y")
    assert change.parameters == {old, new}


def test_several_edits_are_shown_one_after_another() -> None:
    edits = [
        {"old_string": "a", "new_string": "b"},
        {"old_string": "c", "new_string": "", "replace_all": True},
    ]
    assert lines_of("Edit", {"path": "x", "edits": edits}) == [
        "@@", "-a", "+b", "@@ replace_all", "-c",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "given",
    [
        {"path": "a"},
        {"old_string": "x", "new_string": "x\n"},
        {"old_string": 1, "new_string": 2},
        {"edits": ["no edit"]},
        {"edits": [{"old_string": "a", "new_string": "b", "else": "hidden"}]},
        {"edits": [{"old_string": "a", "new_string": "a\n"}]},
        {"edits": '[{"old_string": "a", "new_string": "b"}]'},
    ],
)
def test_what_is_not_understood_is_no_change_and_stays_a_parameter(given: dict[str, Any]) -> None:
    assert proposed_change("Edit", given) is None


def test_a_write_shows_its_content() -> None:
    assert lines_of("Write", {"path": "a", "content": "one\n\ntwo"}) == ["+one", "+", "+two"]
    assert proposed_change("Write", {"path": "a", "content": ""}) is None


def test_other_tools_change_no_file() -> None:
    assert proposed_change("Bash", {"old_string": "a", "new_string": "b"}) is None


def test_a_long_change_is_bounded_and_the_rest_counted() -> None:
    change = proposed_change("Write", {"content": "line\n" * 100})
    assert change is not None
    text, left = change_text(change, PLAIN)
    assert (text.count("\n"), left) == (40, 60)
    change = proposed_change("Write", {"content": "x" * 9_000 + "\nsecond\n"})
    assert change is not None
    text, left = change_text(change, PLAIN)
    assert len(text) < 4_100
    assert text.endswith("x…\n")
    assert left == 1


def test_huge_texts_are_not_compared() -> None:
    old, new = "a\n" * 100_000, "b\n" * 100_000
    assert len(lines_of("Edit", {"old_string": old, "new_string": new})) == 200_000


def test_nothing_is_hidden_in_a_change_and_tabs_stay() -> None:
    change = proposed_change("Edit", {"old_string": "\tx\r", "new_string": "\t\x1b[2K\u202ey"})
    assert change is not None
    assert change_text(change, PLAIN)[0] == "  -\tx\\r\n  +\t\\x1b[2K\\u202ey\n"
