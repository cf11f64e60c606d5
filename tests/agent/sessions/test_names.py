"""Names of sessions (spec 12.2, 14.4)."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maia.agent.contracts.errors import SessionError
from maia.agent.sessions.names import (
    MAX_BYTES,
    MAX_LENGTH,
    default_name,
    next_compacted_name,
    normalised_name,
    numbered,
)

NAMES = st.from_regex(r"[a-zé_0-9]{1,99}", fullmatch=True)


def test_the_default_name_tells_the_time() -> None:
    moment = datetime(2026, 3, 4, 5, 6, 7)  # noqa: DTZ001
    assert default_name(moment) == "session_2026-03-04_05_06_07"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  parser  ", "parser"),
        ('"my parser"', "my parser"),
        ("'l'ami'", "l'ami"),
        ("« analyse »", "analyse"),
        ("e\u0301te\u0301", "été"),
        ("a.b", "a.b"),
        ("' 'a", "a"),
        ("\" «a» ' ", "a"),
    ],
)
def test_blanks_and_quotes_around_a_name_are_not_part_of_it(typed: str, name: str) -> None:
    assert normalised_name(typed) == name


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("", "session.name_empty"),
        (' "" ', "session.name_empty"),
        ("a/b", "session.name_characters"),
        ("..\\b", "session.name_characters"),
        *[(f"a{sign}b", "session.name_characters") for sign in ':*?"<>|\x07\x85'],
        ("a\u202eb", "session.name_characters"),
        ("a\ud800b", "session.name_characters"),
        (".hidden", "session.name_dots"),
        ("dot.", "session.name_dots"),
        ("..", "session.name_dots"),
        ("x" * 101, "session.name_long"),
        ("日" * 90, "session.name_long"),
    ],
)
def test_what_cannot_be_a_name_is_refused_with_its_reason(typed: str, key: str) -> None:
    with pytest.raises(SessionError) as caught:
        normalised_name(typed)
    assert caught.value.key == key
    str(caught.value.values).encode("utf-8")


@given(st.text(max_size=120))
def test_a_name_that_is_taken_is_a_file_name_and_stays_itself(typed: str) -> None:
    try:
        name = normalised_name(typed)
    except SessionError:
        return
    assert normalised_name(name) == name
    assert 0 < len(name) <= MAX_LENGTH
    assert len(f"{name}.journal.damaged".encode()) < 255
    assert not set(name) & set('\\/:*?"<>|')


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("xxx", "xxx__1"),
        ("xxx__1", "xxx__2"),
        ("xxx__999", "xxx__1000"),
        ("xxx__1000", "xxx__1"),
        ("xxx__0", "xxx__0__1"),
        ("xxx__1001", "xxx__1001__1"),
        ("xxx__01", "xxx__01__1"),
        ("a__b", "a__b__1"),
        ("__3", "__3__1"),
        ("foo__2__7", "foo__2__8"),
        ("x" * 100, "x" * 97 + "__1"),
        ("x" * 95 + "__999", "x" * 94 + "__1000"),
    ],
)
def test_compacted_sessions_are_numbered_round(name: str, following: str) -> None:
    assert next_compacted_name(name) == following


@given(NAMES)
def test_a_thousand_compactions_come_back_to_the_first(name: str) -> None:
    first = seen = next_compacted_name(name)
    origin = first.rpartition("__")[0]
    for _ in range(1000):
        assert len(seen) <= MAX_LENGTH
        assert origin.startswith(seen.rpartition("__")[0][:94])
        seen = next_compacted_name(seen)
    assert seen.rpartition("__")[2] == first.rpartition("__")[2]
    assert origin.startswith(seen.rpartition("__")[0])


@given(st.text(alphabet="a日😀", min_size=1, max_size=100), st.integers(2, 10_000))
def test_a_number_behind_a_name_never_makes_it_too_long(name: str, number: int) -> None:
    got = numbered(name, number)
    assert got.endswith(f"_{number}")
    assert len(got) <= MAX_LENGTH
    assert len(got.encode()) <= MAX_BYTES
