import pytest
from hypothesis import given
from hypothesis import strategies as st

from maia.workspace.line_ends import LfText, line_end_style, to_lf

mixed_text = st.text(st.sampled_from("ab\r\n"), max_size=40)


@given(mixed_text)
def test_each_position_leads_back_to_the_same_text(raw: str) -> None:
    file = LfText(raw)
    for position in range(len(file.text) + 1):
        place = file.raw_position(position)
        assert to_lf(raw[:place]) == file.text[:position] or raw[place - 1 : place] == "\r"
        assert file.raw_position(len(file.text)) == len(raw)


@given(mixed_text)
def test_the_ends_rebuild_the_raw_text(raw: str) -> None:
    file = LfText(raw)
    rebuilt = "".join(
        file.end_at(place) if each == "\n" else each for place, each in enumerate(file.text)
    )
    assert rebuilt == raw


@pytest.mark.parametrize(
    ("raw", "style"),
    [("", "none"), ("a\rb", "none"), ("a\n", "lf"), ("a\r\n", "crlf"), ("a\r\nb\n", "mixed")],
)
def test_the_style_of_a_text(raw: str, style: str) -> None:
    assert line_end_style(raw) == style


def test_a_lone_cr_is_not_the_end_of_a_line() -> None:
    assert LfText("a\rb\r\r\n").text == "a\rb\r\n"


def test_new_lines_take_the_end_of_their_line_or_of_the_one_before() -> None:
    file = LfText("one\r\ntwo\nthree\r\nfour")
    text = file.text
    assert file.end_near(text.index("two") + 1) == "\n"
    assert file.end_near(text.index("two")) == "\r\n"
    assert file.end_near(len(text)) == "\r\n"
    assert file.end_near(0) == "\r\n"
    assert LfText("one").end_near(1) == "\n"
