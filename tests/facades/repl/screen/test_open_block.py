from hypothesis import given, settings
from hypothesis import strategies as st

from maia.facades.repl.screen.open_block import KEPT_ROWS, OpenBlock
from maia.facades.repl.screen.widths import width_of


def rows_of(text, columns):
    block = OpenBlock()
    block.show(text)
    return block.rows(columns)


def test_no_control_character_of_the_model_is_drawn():
    rows = rows_of("a\x1b[2Jb\x07c\u202ed\x9bK\re", 80)
    assert rows == ["ab\\x07c\\u202ed\\x0de"]


def test_a_sequence_cut_between_two_pieces_stays_harmless():
    block = OpenBlock()
    block.show("a\x1b[")
    block.rows(80)
    block.show("a\x1b[2Jb")
    assert block.rows(80) == ["ab"]


def test_nothing_takes_no_row():
    assert rows_of("", 80) == []


def test_a_line_wraps_at_the_last_column():
    assert rows_of("abcdefg\nhi", 3) == ["abc", "def", "g", "hi"]


def test_a_wide_character_is_not_split_by_the_edge():
    assert rows_of("a日本語", 4) == ["a日", "本語"]


def test_what_terminals_measure_differently_is_simplified():
    assert rows_of("👩\u200d🚀❤\ufe0f👍🏽\t.", 80) == ["👩🚀❤👍    ."]


def test_blank_lines_are_kept():
    assert rows_of("a\n\nb\n", 10) == ["a", "", "b"]


def test_another_width_wraps_all_of_it_anew():
    block = OpenBlock()
    block.show("abcdef")
    assert block.rows(3) == ["abc", "def"]
    assert block.rows(4) == ["abcd", "ef"]


def test_another_text_replaces_the_one_before():
    block = OpenBlock()
    block.show("abc")
    block.rows(10)
    block.show("xy")
    assert block.rows(10) == ["xy"]


def test_rows_far_above_are_let_go():
    assert len(rows_of("x\n" * 5 * KEPT_ROWS, 10)) == KEPT_ROWS


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80), st.integers(2, 20), st.lists(st.integers(0, 80), max_size=5))
def test_piece_by_piece_gives_the_rows_of_the_whole(text, columns, cuts):
    block = OpenBlock()
    for cut in sorted(cuts):
        block.show(text[:cut])
        block.rows(columns)
    block.show(text)
    whole, grown = rows_of(text, columns), block.rows(columns)
    assert grown == whole
    assert all(width_of(row) <= columns for row in whole)
