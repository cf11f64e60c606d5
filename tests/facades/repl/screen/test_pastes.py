import pytest

from maia.facades.repl.screen.pastes import FOLDED_CHARACTERS, FOLDED_LINES, Pastes, cleaned
from maia.i18n import Catalogue

LONG = "".join(f"line {number}\n" for number in range(10_000))


@pytest.fixture
def pastes():
    return Pastes(Catalogue("en"))


@pytest.mark.parametrize(
    ("pasted", "shown"),
    [
        ("a\x1b[201~b", "ab"),
        ("a\x1b[31mb\x1b[0m", "ab"),
        ("a\x03b\x07", "a\\x03b\\x07"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\tb", "a\tb"),
        ("a\u202eb", "a\\u202eb"),
        ("a\udc80b", "a?b"),
    ],
)
def test_a_paste_holds_no_control_character(pasted, shown):
    assert cleaned(pasted) == shown


def test_a_paste_of_ten_thousand_lines_is_one_word_and_comes_back_whole(pastes):
    name = pastes.fold(LONG)
    assert name == "[pasted 10000 lines]"
    assert pastes.expand(f"see {name} please") == f"see {LONG} please"


def test_french_says_it_in_french():
    assert Pastes(Catalogue("fr")).fold(LONG) == "[10000 lignes collées]"


def test_a_short_paste_is_inserted_as_it_is(pastes):
    text = "x\n" * (FOLDED_LINES - 1)
    assert pastes.fold(text) == text


def test_one_very_long_line_is_folded_too(pastes):
    assert pastes.fold("x" * FOLDED_CHARACTERS) == "[pasted 1 lines]"


def test_two_pastes_of_equal_length_stay_apart(pastes):
    other = LONG.upper()
    first, second = pastes.fold(LONG), pastes.fold(other)
    assert first != second
    assert pastes.fold(LONG) == first
    assert pastes.expand(f"{second}{first}") == other + LONG


def test_what_a_paste_says_is_not_expanded_again(pastes):
    inner = pastes.fold(LONG)
    outer = pastes.fold(f"{inner}\n" * FOLDED_LINES)
    assert pastes.expand(outer) == f"{inner}\n" * FOLDED_LINES


def test_typed_text_that_looks_like_a_placeholder_stays(pastes):
    assert pastes.expand("[pasted 10000 lines]") == "[pasted 10000 lines]"
    pastes.fold(LONG)
    pastes.forget()
    assert pastes.expand("[pasted 10000 lines]") == "[pasted 10000 lines]"


def test_the_placeholder_before_the_cursor_is_known(pastes):
    name = pastes.fold(LONG)
    assert pastes.placeholder_before(f"see {name}") == name
    assert pastes.placeholder_before(f"{name} ") == ""
