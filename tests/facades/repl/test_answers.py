import pytest

from maia.facades.repl.answers import Reply, read_reply


@pytest.mark.parametrize(
    ("typed", "reply"),
    [
        ("o", Reply("yes")),
        ("Y ", Reply("yes")),
        ("oui", Reply("yes")),
        ("e", Reply("yes", "session")),
        ("E", Reply("yes", "session")),
        ("t", Reply("yes", "always")),
        ("a", Reply("yes", "always")),
        ("toujours", Reply("yes", "always")),
        ("n", Reply("no")),
        ("non", Reply("no")),
        ("n because it is the wrong file", Reply("no", reason="because it is the wrong file")),
        ("Non, regarde d'abord le test", Reply("no", reason="regarde d'abord le test")),
        ("no: not now", Reply("no", reason="not now")),
        ("s", Reply("stop")),
        ("", None),
        ("x", None),
        ("nothing", None),
        ("yes and rm -rf", None),
        ("n'y touche pas", None),
    ],
)
def test_a_word_is_an_answer_and_anything_else_asks_again(typed: str, reply: Reply | None) -> None:
    assert read_reply(typed, stop_offered=True) == reply


@pytest.mark.parametrize("typed", ["s", "e", "t", "a"])
def test_what_is_not_offered_is_no_answer(typed: str) -> None:
    assert read_reply(typed, stop_offered=False) is None
