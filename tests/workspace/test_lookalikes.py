import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from maia.workspace.lookalikes import FoldedText, fold, fold_name

some_text = st.text(
    st.sampled_from("ab \t\n\u00a0\u2019\u201c\u2013e\u0301é\u200b，\u3000한\u1100\u1161")
)


@given(some_text)
def test_stretches_between_changes_map_to_themselves(source: str) -> None:
    folded = FoldedText(source)
    for position in range(len(source) + 1):
        place = folded.to_folded(position)
        if place is None:
            continue
        start = folded.start_in_source(place)
        end = folded.end_in_source(place)
        # What lies between the two can only be what folds to nothing.
        assert start is not None
        assert end is not None
        assert fold(source[end:start].replace("\n", "") + "\n").strip() == ""


@given(some_text)
@example("\u1100\u200b\u1161")
def test_folding_twice_changes_nothing_more_in_letters(source: str) -> None:
    assert unicodedata.is_normalized("NFC", fold(source)) or "\u0301" in source


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("a\u00a0b", "a b"),
        ("\u201cx\u201d \u2018y\u2019", "\"x\" 'y'"),
        ("1\u20132", "1-2"),
        ("cafe\u0301", "café"),
        ("\u1112\u1161\u11ab", "한"),
        ("f（x，y）", "f(x,y)"),
        ("a \t\nb ", "a\nb "),
        ("a\u200bb", "ab"),
    ],
)
def test_lookalikes_take_their_plain_form(source: str, plain: str) -> None:
    assert fold(source) == plain


def test_names_fold_but_keep_what_is_distinct() -> None:
    assert fold_name("Shot at 7\u202fPM.txt") == fold_name("Shot at 7 PM.txt")
    assert fold_name("cafe\u0301") == fold_name("café")
    assert fold_name("README") != fold_name("readme")


def test_folding_runs_of_blanks_is_fast() -> None:
    assert len(fold(" " * 500_000 + "x" + "\t" * 500_000)) == 1_000_001
