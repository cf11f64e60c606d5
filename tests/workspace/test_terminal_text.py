import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maia.workspace.terminal_text import LONGEST_HELD, TerminalText, plain_text, visible

CASE = Path(__file__).parents[1] / "cases" / "sessions" / "G05"
HARMLESS_CONTROLS = "\n\t"


def cleaned(*pieces: bytes) -> str:
    terminal = TerminalText()
    return "".join(map(terminal.feed, pieces)) + terminal.finish()


def controls_in(text: str) -> list[str]:
    return [
        c for c in text if (ord(c) < 0x20 or 0x7F <= ord(c) < 0xA0) and c not in HARMLESS_CONTROLS
    ]


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        (b"plain\ntext\n", "plain\ntext\n"),
        (b"\x1b[31mred\x1b[0m", "red"),
        (b"\x1b]0;title\x07after", "after"),
        (b"\x1b]8;;http://h.invalid\x1b\\link\x1b]8;;\x1b\\", "link"),
        (b"\x1b]52;c;ZXZpbA==\x07x", "x"),
        (b"\x1bP1$r\x1b\\dcs \x1b_apc\x1b\\ \x1bc reset", "dcs   reset"),
        (b"\xc2\x9b2J\xc2\x9d0;t\xc2\x9c c1", " c1"),
        (b"\x1b(B\x0fshifts\x1b7\x1b8", "shifts"),
        (b"\x1b]0;unterminated\nafter", "0;unterminated\nafter"),
        (b"ends in esc\x1b", "ends in esc"),
        (b"10%\r20%\r100%\ndone", "100%\ndone"),
        (b"10%\r20%\r", "20%"),
        (b"one\r\ntwo\r\r\n", "one\ntwo\n"),
        (b"old\x1b[2K\x1b[1Gnew\n", "new\n"),
        (b"old\x1b[Gnew", "new"),
        (b"N\bNA\bAM\bME\bE", "NAME"),
        (b"a\0b\x01", "a\u2400b\u2401"),
        (b"bell\x07 del\x7f", "bell del\u2421"),
        (b"caf\xc3\xa9 \xff", "café \ufffd"),
    ],
)
def test_what_is_printed_becomes_plain_text(printed, shown):
    assert cleaned(printed) == shown
    assert cleaned(*(bytes([byte]) for byte in printed)) == shown


@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=6))
def test_nothing_harmful_passes_however_it_is_cut(data, cuts):
    places = [0, *sorted(cuts), len(data)]
    pieces = [data[a:b] for a, b in pairwise(places)]
    assert controls_in(cleaned(*pieces)) == []


@given(
    st.lists(
        st.sampled_from([b"a", b"\r", b"\n", b"\x1b[2K", b"\x1b]0;t\x07", b"\b", "é".encode()])
    )
)
def test_cuts_do_not_change_the_text(parts):
    data = b"".join(parts)
    assert cleaned(*(bytes([byte]) for byte in data)) == cleaned(data)


def test_the_hostile_payload_is_harmless_and_readable():
    text = cleaned((CASE / "payload.bin").read_bytes())
    assert controls_in(text) == []
    lines = text.splitlines()
    assert lines[0] == "plain"
    assert lines[-1] == "after"
    assert "link" in text
    assert "red" in text


def test_the_unfinished_line_is_known_as_it_stands():
    terminal = TerminalText()
    assert terminal.feed(b"done\nPass\rPassword: ") == "done\n"
    assert terminal.unfinished_line == "Password: "


def test_a_line_without_end_is_let_go():
    terminal = TerminalText()
    given_out = terminal.feed(b"x" * (LONGEST_HELD * 3))
    assert len(given_out) == LONGEST_HELD * 3
    assert terminal.unfinished_line == ""


@pytest.mark.parametrize(
    "piece", [b"\xc2\x90", b"\x1b]", b"\x1b[", b"\xc2\x9b1;", b"\x1b ", b"a\b\b"]
)
def test_hostile_output_takes_no_more_time_than_its_length(piece):
    # Quadratic time would take minutes here and run into the time limit of the test.
    data = piece * 300_000 + b"\nend"
    assert cleaned(data).endswith("\nend")
    assert cleaned(*(data[at : at + 65_536] for at in range(0, len(data), 65_536))).endswith("end")


def test_an_escape_sequence_without_end_is_let_go():
    terminal = TerminalText()
    piece = b"y" * 1000
    given_out = terminal.feed(b"\x1b]0;")
    for _ in range(200):
        given_out += terminal.feed(piece)
    given_out += terminal.finish()
    assert given_out.count("y") == 200_000
    assert controls_in(given_out) == []


def test_a_whole_text_is_cleaned_in_one_call():
    assert plain_text("\x1b[1mbold\x1b[0m \ud800") == "bold ?"


@pytest.mark.parametrize("key", ["command", "command2", "command3"])
def test_nothing_is_hidden_in_a_command_made_visible(key):
    command = json.loads((CASE / "command.json").read_text())[key]
    shown = visible(command)
    assert controls_in(shown) == []
    assert "\n" not in shown
    assert "\u202e" not in shown
    assert "rm -r build" in shown


@pytest.mark.parametrize(
    "hidden",
    "\u00ad\u200b\u2060\u3164\ufe0f\U000e0041\U00013430\U0001bca0\U00016fe4\U0001d159\u2003\u20dd",
)
def test_what_cannot_be_seen_is_written_as_its_code(hidden):
    for text in (f"a {hidden}b", f"{hidden}{hidden}"):
        assert hidden not in visible(text)
        assert hidden.encode("unicode_escape").decode() in visible(text)


def test_letters_keep_their_marks_and_nothing_piles_up():
    accented = "e\u0301 Việt\u0323 ที่นี่ नमस्ते"
    assert visible(accented) == accented
    assert visible("a" + "\u0301" * 9) == "a" + "\u0301" * 3 + "\\u0301" * 6
    assert visible("\u0301a") == "\\u0301a"
