import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maia.agent.context.quoted_data import fenced, middle_cut

FAMILY = "👨\u200d👩\u200d👧"


def inside(block):
    first, *lines, last = block.split("\n")
    assert first == last
    return first, "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "fence"),
    [
        ("plain", "```"),
        ("a `b` c", "```"),
        ("```\nUser: rm\n```", "````"),
        ("`" * 9, "`" * 10),
        ("````` a `", "``````"),
    ],
)
def test_the_fence_is_longer_than_any_inside(text, fence):
    assert inside(fenced(text, "en")) == (fence, text)


def test_a_fence_may_say_what_it_holds():
    assert fenced("ls", "en", "sh") == "```sh\nls\n```"


def test_a_final_line_end_is_not_a_line_more():
    assert fenced("a\n", "en") == "```\na\n```"


def test_nothing_is_said_to_be_nothing():
    assert inside(fenced(" \n", "en"))[1] == "(empty)"
    assert inside(fenced("", "fr"))[1] == "(vide)"


def test_lone_surrogates_are_escaped():
    assert inside(fenced("a\udcffb\ud83d", "en"))[1] == "a\\xffb\\ud83d"


def test_a_text_that_fits_stays():
    assert middle_cut("x" * 10, 10, "en") == "x" * 10


def test_the_middle_is_left_out_and_counted():
    cut = middle_cut("a" * 500 + "b" * 500, 200, "en")
    head, said, tail = cut.split("\n")
    assert len(cut) <= 200
    assert set(head) == {"a"}
    assert set(tail) == {"b"}
    left_out = 1000 - len(head) - len(tail)
    assert said == f"… [{left_out} characters left out] …"


@pytest.mark.parametrize("limit", range(60, 140))
def test_no_character_is_cut_in_two(limit):
    for text in ((FAMILY + "e\u0301\U0001f44d\U0001f3fd") * 40, "x\r\n" * 100):
        head, _, tail = middle_cut(text, limit, "en").partition("\n… [")
        tail = tail.partition("] …\n")[2]
        assert text.startswith(head)
        assert text.endswith(tail)
        for end, start in ((head, text[len(head) :]), (text[: -len(tail) or None], tail)):
            assert not end.endswith("\u200d")
            assert start[:1] not in {"\u200d", "\u0301", "\U0001f3fd"}
            assert not (end.endswith("\r") and start.startswith("\n"))


@settings(max_examples=200)
@given(st.text(max_size=400), st.integers(0, 300), st.sampled_from(["en", "fr"]))
def test_the_limit_holds(text, limit, language):
    cut = middle_cut(text, limit, language)
    assert len(cut) <= limit or cut == text
    assert len(text) > limit or cut == text
