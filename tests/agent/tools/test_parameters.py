import sys
from typing import Any

import pytest

from maia.agent.contracts.errors import ToolInputError
from maia.agent.tools.parameters import PATH_BYTES, Parameters


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (20, 20),
        (20.0, 20),
        ("20", 20),
        (" 20 ", 20),
        ("20.0", 20),
        ("+3", 3),
        ("", 7),
        ("  ", 7),
        (None, 7),
        (10**30, sys.maxsize),
        (1e300, sys.maxsize),
    ],
)
def test_a_whole_number_is_read_however_it_is_written(value: object, read: int) -> None:
    assert Parameters({"limit": value}, "en").integer("limit", default=7) == read


@pytest.mark.parametrize(
    "value",
    ["+-5", "--5", "9" * 5000, "1e3", "3.5", 3.5, float("inf"), float("nan"), True, [1], -1],
)
def test_what_is_no_whole_number_is_refused_and_never_breaks(value: object) -> None:
    with pytest.raises(ToolInputError, match="whole number"):
        Parameters({"limit": value}, "en").integer("limit", default=7)


def test_empty_text_is_nothing_given_where_no_text_is_asked_for() -> None:
    parameters = Parameters({"flag": "", "mode": " ", "path": "", "text": ""}, "en")
    assert parameters.flag("flag", default=True)
    assert parameters.choice("mode", ("a", "b"), default="b") == "b"
    assert parameters.path(default=".") == "."
    assert parameters.text("text") == ""
    with pytest.raises(ToolInputError, match="text expected"):
        parameters.path()


def test_a_text_in_the_place_of_a_path_is_refused() -> None:
    assert Parameters({"path": "x" * PATH_BYTES}, "en").path() == "x" * PATH_BYTES
    for text in ("x" * (PATH_BYTES + 1), "é" * PATH_BYTES, "\ud800" * PATH_BYTES):
        with pytest.raises(ToolInputError, match="at most 4096 bytes"):
            Parameters({"path": text}, "en").path()


def test_an_error_names_what_was_received_within_bounds() -> None:
    arguments: dict[str, Any] = {"x" * 10_000: 1} | {f"p{number}": "" for number in range(1000)}
    error = Parameters(arguments, "en").invalid("path", "text expected")
    assert len(error.text) < 1000
    assert "981 more" in error.text
