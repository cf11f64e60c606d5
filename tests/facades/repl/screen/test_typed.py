import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.keys import Keys

from maia.facades.repl.screen.typed import PasteParser

START, END = "\x1b[200~", "\x1b[201~"


def keys_of(*pieces):
    keys = []
    parser = PasteParser(keys.append)
    for piece in pieces:
        parser.feed(piece)
    parser.flush()
    return [(key.key, key.data) for key in keys]


def test_an_end_mark_inside_a_paste_does_not_end_it():
    typed = keys_of(f"{START}echo{END}\rrm -rf /\r{END}x")
    assert typed == [(Keys.BracketedPaste, "echo\rrm -rf /\r"), ("x", "x")]


def test_an_end_mark_without_a_paste_is_nothing():
    assert keys_of(f"a{END}b") == [("a", "a"), ("b", "b")]


def test_two_pastes_stay_two():
    typed = keys_of(f"{START}one{END}x{START}two{END}")
    assert typed == [(Keys.BracketedPaste, "one"), ("x", "x"), (Keys.BracketedPaste, "two")]


@pytest.mark.parametrize("cut", range(1, 20))
def test_a_paste_may_come_in_pieces(cut):
    data = f"{START}one\rtwo{END}x"
    assert keys_of(data[:cut], data[cut:]) == [(Keys.BracketedPaste, "one\rtwo"), ("x", "x")]


@given(st.text(alphabet="ab\r\x1b[201~", max_size=40))
def test_whatever_is_pasted_no_key_comes_of_it(text):
    typed = keys_of(f"{START}{text}{END}")
    pasted = [key for key, _ in typed]
    assert pasted == [Keys.BracketedPaste]
