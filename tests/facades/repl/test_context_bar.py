"""The context bar: its squares, its numbers, and how it fits (spec 13.3)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from maia.facades.repl.context_bar import context_bar, shown_tokens
from maia.facades.repl.style import Style
from maia.i18n import Catalogue

EN, FR = Catalogue("en"), Catalogue("fr")
PLAIN, COLOURED = Style(colour=False), Style(colour=True)
SGR = re.compile(r"\x1b\[[0-9;]*m")
GREEN, YELLOW, RED, GREY = "80;200;120", "230;200;80", "240;90;90", "90;90;90"


def bar(tokens: int, maximum: int | None, columns: int = 80, style: Style = PLAIN) -> str:
    return context_bar(tokens, maximum, columns, style, EN)


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        (0, "0"),
        (950, "950"),
        (999, "999"),
        (1_000, "1k"),
        (12_345, "12.3k"),
        (45_700, "45.7k"),
        (200_000, "200k"),
        (999_949, "999.9k"),
        (999_950, "1M"),
        (1_050_000, "1.05M"),
        (2_000_000, "2M"),
    ],
)
def test_numbers_are_short(count: int, shown: str) -> None:
    assert shown_tokens(count) == shown


def test_a_square_stands_for_ten_thousand_tokens_and_the_row_is_at_the_right() -> None:
    text = "■" * 4 + "□" * 16 + " 45.7k / 200k · 23%"
    assert bar(45_700, 200_000) == text.rjust(80)


@pytest.mark.parametrize(
    ("tokens", "filled"),
    [(0, 0), (1, 1), (9_999, 1), (20_000, 2), (199_999, 19), (200_000, 20), (250_000, 20)],
)
def test_one_square_at_least_is_filled_when_something_is_taken(tokens: int, filled: int) -> None:
    text = bar(tokens, 200_000)
    assert (text.count("■"), text.count("□")) == (filled, 20 - filled)


def test_a_context_that_is_full_has_no_empty_square_even_if_it_is_no_round_number() -> None:
    assert "□" not in bar(128_001, 128_001)
    assert "□" in bar(128_000, 128_001)


@pytest.mark.parametrize(
    ("tokens", "colour"),
    [
        (1, GREEN),
        (119_999, GREEN),
        (120_000, YELLOW),
        (169_999, YELLOW),
        (170_000, RED),
        (300_000, RED),
    ],
)
def test_its_colour_says_how_full_it_is(tokens: int, colour: str) -> None:
    text = bar(tokens, 200_000, style=COLOURED)
    assert f"\x1b[38;2;{colour}m■" in text


def test_empty_squares_are_grey_and_look_like_the_others() -> None:
    text = bar(10_000, 30_000, style=COLOURED)
    assert text.endswith(f"\x1b[38;2;{GREEN}m■\x1b[0m\x1b[38;2;{GREY}m■■\x1b[0m 10k / 30k · 33%")


def test_what_does_not_fit_has_a_larger_scale_which_is_said() -> None:
    assert bar(45_700, 200_000, 38).strip() == "■□□□□□□ 45.7k / 200k · 23% · 1■ = 30k"
    assert bar(300_000, 1_000_000, 60).strip() == (
        "■■■■■■■" + "□" * 18 + " 300k / 1M · 30% · 1■ = 40k"
    )
    assert "1■" not in bar(300_000, 1_000_000, 130)


def test_a_scale_of_a_million_is_said_as_one() -> None:
    assert bar(1_000_000, 100_000_000, 80).endswith("□ 1M / 100M · 1% · 1■ = 1.93M")
    assert bar(1_000_000, 20_000_000, 46).endswith("■" + "□" * 19 + " 1M / 20M · 5% · 1■ = 1M")


def test_a_maximum_beyond_all_sense_is_drawn_without_trying_each_scale() -> None:
    assert bar(1, 10**18, 44) == "■" + "□" * 19 + " 1 / 1000000000000M · 0%"


@pytest.mark.parametrize(
    ("columns", "shown"),
    [
        (39, "■■■■□□□□□□□□□□□□□□□□ 45.7k / 200k · 23%"),
        (38, "■□□□□□□ 45.7k / 200k · 23% · 1■ = 30k"),
        (30, "■■□□□□□□□□ 45.7k / 200k · 23%"),
        (24, "■□□□□ 45.7k / 200k · 23%"),
        (22, "45.7k / 200k · 23%"),
        (18, "45.7k / 200k · 23%"),
        (17, "23%"),
        (3, "23%"),
        (2, "2…"),
        (1, "…"),
    ],
)
def test_with_less_room_less_is_shown(columns: int, shown: str) -> None:
    assert bar(45_700, 200_000, columns) == shown.rjust(columns)


def test_a_maximum_that_is_not_known_is_said_without_squares() -> None:
    shown = context_bar(12_345, None, 60, COLOURED, FR)
    assert shown == "12.3k tokens · taille maximale inconnue".rjust(60)
    assert bar(950, 0, 60) == "950 tokens · maximum size unknown".rjust(60)
    assert bar(950, None, 14) == "950 tokens · …"


@given(
    st.integers(0, 200_000_000),
    st.one_of(st.none(), st.integers(-1, 100_000_000)),
    st.integers(-2, 300),
    st.sampled_from([PLAIN, COLOURED, Style(colour=True, depth=4)]),
)
def test_it_is_one_row_that_ends_at_the_last_column(
    tokens: int, maximum: int | None, columns: int, style: Style
) -> None:
    text = SGR.sub("", bar(tokens, maximum, columns, style))
    assert "\n" not in text
    assert get_cwidth(text) == max(0, columns)


@given(st.integers(1, 3_000_000), st.integers(1, 3_000_000), st.integers(1, 200))
def test_more_room_never_shows_less(tokens: int, maximum: int, columns: int) -> None:
    narrow, wide = (parts(tokens, maximum, room) for room in (columns, columns + 1))
    assert all(after or not before for before, after in zip(narrow, wide, strict=True))


def parts(tokens: int, maximum: int, columns: int) -> tuple[bool, bool, bool, bool]:
    """Whether there is a percentage, the numbers, squares, and squares whose worth is known."""
    text = bar(tokens, maximum, columns)
    squares = text.split(" / ")[0].count("■") + text.count("□")
    if squares:
        assert text.strip().startswith("■")
    known = squares == -(-maximum // 10_000) or "1■ = " in text
    return "%" in text, " / " in text, squares > 0, squares > 0 and known
