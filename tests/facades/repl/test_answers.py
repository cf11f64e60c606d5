import pytest

from maia.facades.repl.answers import read_answer


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("o", "yes"),
        ("Y ", "yes"),
        ("oui", "yes"),
        ("n", "no"),
        ("non", "no"),
        ("s", "stop"),
        ("", None),
        ("x", None),
    ],
)
def test_a_word_is_an_answer_and_enter_alone_is_none(typed: str, answer: str | None) -> None:
    assert read_answer(typed, stop_offered=True) == answer


def test_stop_is_an_answer_only_where_it_is_offered() -> None:
    assert read_answer("s", stop_offered=False) is None
