import pytest
from hypothesis import given
from hypothesis import strategies as st

from maia.facades.shown_text import HarmlessStream, failure_sentence, harmless, one_line
from maia.i18n import Catalogue


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 日本\n\ttab", "plain é 日本\n\ttab"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bc reset", " reset"),
        ("\x9b2J", ""),
        ("a\rb", "a\\x0db"),
        ("a\r\nb", "a\nb"),
        ("a\x08\x00b", "a\\x08\\x00b"),
        ("safe\u202eexe.txt", "safe\\u202eexe.txt"),
        ("\x1b]52;c;aGk=", ""),
        ("\ud800", "?"),
        ("zero\u200bwidth \U000e0041", "zero\\u200bwidth \\U000e0041"),
        ("❤️\u200d🔥", "❤️\u200d🔥"),
    ],
)
def test_nothing_from_outside_acts_on_the_terminal(text: str, shown: str) -> None:
    assert harmless(text) == shown


@given(st.text())
def test_no_escape_or_control_ever_passes(text: str) -> None:
    for char in harmless(text):
        assert char in "\n\t" or (ord(char) >= 32 and not 0x7F <= ord(char) < 0xA0)


pieces = st.sampled_from(
    ["\x1b[31m", "\x1b]0;t\x07", "text", "\r\n", "\x1b]8;;u\x1b\\", "é", "\x1bM"]
)


@given(st.lists(pieces), st.lists(st.integers(1, 5)))
def test_a_sequence_cut_between_pieces_never_acts(parts: list[str], sizes: list[int]) -> None:
    text = "".join(parts)
    stream = HarmlessStream()
    shown, at = "", 0
    for size in [*sizes, len(text) + 1]:
        shown += stream.push(text[at : at + size])
        at += size
    shown += stream.flush()
    assert shown == harmless(text)


def test_an_endless_sequence_is_not_held_for_ever() -> None:
    stream = HarmlessStream()
    stream.push("\x1b]0;")
    shown = "".join(stream.push("x" * 1000) for _ in range(50)) + stream.flush()
    assert "\x1b" not in shown


def test_one_line_is_cut_with_a_mark() -> None:
    assert one_line("a\n b\tc", 10) == "a b c"
    assert one_line("abcdef", 4) == "abc…"


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ('{"error": {"message": "no such model"}}', "no such model"),
        ('{"error": "overloaded"}', "overloaded"),
        ('{"detail": "Not Found"}', "Not Found"),
        ('{"error": {"message": "cut \\"here\\"", "type": "x", "tra', 'cut "here"'),
        ('{"error": {"code": 5}}', '{"error": {"code": 5}}'),
        ("{", "{"),
        ("<html>bad gateway</html>", "<html>bad gateway</html>"),
        ("", ""),
    ],
)
def test_of_a_json_body_the_message_in_it_is_shown(body: str, shown: str) -> None:
    values = {"url": "http://x", "status": 400, "body": body}
    said = failure_sentence(Catalogue("en"), "error.http", values)
    assert said == f"The model server http://x refused the request (HTTP 400): {shown}"


def test_a_server_that_failed_has_not_refused() -> None:
    values = {"url": "u", "status": 502, "body": "x"}
    said = failure_sentence(Catalogue("en"), "error.http", values)
    assert said == "The model server u failed (HTTP 502): x"
    assert "a échoué" in failure_sentence(Catalogue("fr"), "error.http", values)
