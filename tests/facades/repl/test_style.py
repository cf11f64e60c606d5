"""Colours by role, as many as the terminal has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maia.facades.repl.style import Depth, Style, background, foreground, style_for


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({}, 0),
        ({"TERM": ""}, 0),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, 0),
        ({"TERM": "xterm", "NO_COLOR": "1", "COLORTERM": "truecolor"}, 0),
        ({"TERM": "xterm", "NO_COLOR": ""}, 4),
        ({"TERM": "linux"}, 4),
        ({"TERM": "xterm-256color"}, 8),
        ({"TERM": "screen-256color", "COLORTERM": "unknown"}, 8),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, 24),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, 24),
        ({"TERM": "xterm-direct"}, 24),
    ],
)
def test_the_environment_says_how_many_colours_there_are(
    environ: dict[str, str], depth: Depth
) -> None:
    style = style_for(environ, terminal=True)
    assert (style.depth, style.colour) == (depth, depth > 0)


def test_what_is_no_terminal_gets_no_colours() -> None:
    environ = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    assert style_for(environ, terminal=False) == Style(colour=False)


def test_without_colours_every_role_is_the_text_itself() -> None:
    style = Style(False)
    roles = (style.good, style.bad, style.dim, style.strong, style.info, style.fail)
    assert [role("x") for role in roles] == ["x"] * 6
    assert style.rgb("x", (1, 2, 3)) == style.paint("x", "31") == "x"
    assert style.badge("info") == "[INFO]"


def test_what_is_said_behind_a_badge_has_the_colours_of_the_specification() -> None:
    style = Style(True)
    assert style.said("info", "x") == style.info("x") == "\x1b[38;2;126;200;255mx\x1b[0m"
    assert style.said("fail", "x") == style.fail("x") == "\x1b[38;2;220;138;221mx\x1b[0m"
    assert style.said("warning", "x") == "x"
    assert style.strong("x") == "\x1b[1mx\x1b[0m"


@pytest.mark.parametrize(
    ("depth", "code", "behind"),
    [
        (24, "38;2;255;0;0", "48;2;255;0;0"),
        (8, "38;5;196", "48;5;196"),
        (4, "31", "41"),
        (0, "", ""),
    ],
)
def test_a_colour_is_the_nearest_that_there_is(depth: Depth, code: str, behind: str) -> None:
    assert foreground((255, 0, 0), depth) == code
    assert background(code) == behind


def test_the_bright_ones_of_sixteen_have_bright_backgrounds() -> None:
    assert foreground((255, 255, 255), 4) == "97"
    assert background("97") == "107"


@given(st.tuples(*[st.integers(0, 255)] * 3), st.sampled_from([4, 8]))
def test_every_colour_has_one_that_the_terminal_knows(
    colour: tuple[int, int, int], depth: Depth
) -> None:
    code = foreground(colour, depth)
    parts = [int(part) for part in code.split(";")]
    if depth == 8:
        assert parts[:2] == [38, 5]
        assert 16 <= parts[2] <= 231
    else:
        assert len(parts) == 1
        assert 31 <= parts[0] <= 36 or 90 <= parts[0] <= 97
