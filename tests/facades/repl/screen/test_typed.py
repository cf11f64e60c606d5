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


@pytest.mark.parametrize("cut", range(1, 44))
def test_nor_does_one_whose_paste_comes_in_pieces(cut):
    data = f"{START}echo{END}\x15!cmd\r{START}more\r{END}x"
    told = [(Keys.BracketedPaste, "echo\x15!cmd\rmore\r"), ("x", "x")]
    assert keys_of(data[:cut], data[cut:]) == told


def test_two_pastes_with_a_pause_between_them_are_two():
    keys = []
    parser = PasteParser(keys.append)
    for piece in (f"{START}one{END}x", f"{START}two{END}"):
        parser.feed(piece)
        parser.flush()
    typed = [(key.key, key.data) for key in keys]
    assert typed == [(Keys.BracketedPaste, "one"), ("x", "x"), (Keys.BracketedPaste, "two")]


def test_a_pause_inside_a_paste_does_not_end_it():
    keys = []
    parser = PasteParser(keys.append)
    for piece in (f"{START}one\r", "two\r", f"{END}"):
        parser.feed(piece)
        parser.flush()
    assert [(key.key, key.data) for key in keys] == [(Keys.BracketedPaste, "one\rtwo\r")]


@pytest.mark.parametrize("cut", range(1, 20))
def test_a_paste_may_come_in_pieces(cut):
    data = f"{START}one\rtwo{END}x"
    assert keys_of(data[:cut], data[cut:]) == [(Keys.BracketedPaste, "one\rtwo"), ("x", "x")]


@given(
    st.lists(st.sampled_from(["a", "\r", "\x1b", START, END, "[201~", "\x03"])),
    st.integers(1, 9),
)
def test_whatever_is_pasted_no_key_comes_of_it(parts, size):
    data = f"{START}{''.join(parts)}{END}"
    typed = keys_of(*(data[at : at + size] for at in range(0, len(data), size)))
    pasted = [key for key, _ in typed]
    assert pasted == [Keys.BracketedPaste]
