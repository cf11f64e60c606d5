"""The journal: each line whole or recognised as damaged (cases G01, G03)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agent.sessions.conftest import CASES, exchange, said, session

from maia.agent.contracts.messages import Message, TextBlock, ToolUseBlock
from maia.agent.sessions import journal
from maia.agent.sessions.journal import Record, read_records
from maia.agent.sessions.replay import replay
from maia.agent.sessions.saved import SavedSession

WANTED = json.loads((CASES / "G01" / "want.json").read_text())


@pytest.mark.parametrize("case", sorted(WANTED))
def test_a_damaged_journal_gives_all_its_whole_records_and_says_the_damage(case) -> None:
    data = (CASES / "G01" / f"{case}.journal").read_bytes()
    got = replay(data, None, case)
    assert len(got.session.messages) == WANTED[case]["messages"]
    assert any(d.key == "session.journal_damaged" for d in got.damage) is WANTED[case]["damaged"]


@pytest.mark.parametrize("case", sorted(WANTED))
def test_what_is_appended_behind_any_damage_is_on_a_line_of_its_own(case, tmp_path) -> None:
    import os

    path = tmp_path / "s.journal"
    path.write_bytes((CASES / "G01" / f"{case}.journal").read_bytes())
    before = [piece for piece in read_records(path.read_bytes()) if isinstance(piece, Record)]
    handle = os.open(path, os.O_RDWR | os.O_APPEND)
    journal.append(handle, journal.model_record("next"))
    os.close(handle)
    after = [piece for piece in read_records(path.read_bytes()) if isinstance(piece, Record)]
    assert after == [*before, Record("model", {"model": "next"})]
    assert path.read_bytes().split(b"\n")[-2:] == [b'{"type":"model","model":"next"}', b""]


def test_half_an_emoji_is_replaced_and_the_session_can_be_sent() -> None:
    data = (CASES / "G03" / "surrogate.journal").read_bytes()
    got = replay(data, None, "s")
    texts = [block.text for message in got.session.messages for block in message.content]
    assert texts == ["start", "cut \ufffd", "\ufffd tail"]
    assert got.damage == ()


def test_a_block_of_a_message_is_no_record() -> None:
    stump = b'{"type":"message","index":0,"message":{"role":"user","content":[{"type":"text","text":"x"}'
    assert list(read_records(stump)) == [stump]


def test_whole_records_glued_to_each_other_and_to_stumps_are_all_found() -> None:
    first, second, third = (
        journal.encode_record(journal.message_record(place, message)).strip()
        for place, message in enumerate(exchange(3))
    )
    got = replay(first + second + first[:30] + third + b'{"type":"mess', None, "s")
    assert got.session.messages == exchange(3)
    assert got.damage[0].values["size"] == 30 + 13


def test_a_record_behind_a_stump_is_found_though_a_tool_was_given_what_looks_like_one() -> None:
    given = {"records": [{"type": "message", "index": 9}, {"type": "model", "model": "theirs"}]}
    call = Message("assistant", (ToolUseBlock(id="c", name="Write", input=given),))
    whole = journal.encode_record(journal.message_record(0, call))
    assert replay(whole[:40] + whole, None, "s").session.messages == (call,)
    (stump,) = read_records(whole[:-20])
    assert isinstance(stump, bytes)


def test_fields_of_the_wrong_kind_are_as_if_they_were_not_there() -> None:
    start = b'{"type":"start","startContext":5,"model":[],"cwd":null,"pendingContext":{}}\n'
    lines = b'{"type":"model","model":3}\n{"type":"cut","count":"x"}\n{"type":"message"}\n'
    got = replay(start + lines, None, "s")
    assert got.session == session("s", updated_at="")
    assert [damage.values["count"] for damage in got.damage] == [2]


def test_a_journal_that_belongs_to_another_file_is_left_out_and_that_is_said() -> None:
    data = lines(journal.start_record(5, {}), journal.message_record(0, said("user", "other")))
    saved = session("s", said("user", "ours"), extra={"journal": 1})
    got = replay(data, saved, "s")
    assert (got.session, got.is_stale) == (saved, True)
    assert [damage.key for damage in got.damage] == ["session.journal_other"]


def test_a_record_of_a_newer_version_is_passed_over() -> None:
    line = b'{"type":"hologram","depth":3}\n'
    got = replay(line, session("s", said("user", "hi")), "s")
    assert got.damage == ()
    assert got.session.messages == (said("user", "hi"),)


def lines(*records: Record) -> bytes:
    return b"".join(map(journal.encode_record, records))


def test_a_message_that_grew_takes_its_own_place() -> None:
    grown = Message("user", (TextBlock("one"), TextBlock("two")))
    got = replay(
        lines(journal.message_record(0, said("user", "one")), journal.message_record(0, grown)),
        None,
        "s",
    )
    assert got.session.messages == (grown,)


def test_a_rollback_leaves_what_was_before() -> None:
    first = exchange(4)
    records = [journal.message_record(place, message) for place, message in enumerate(first)]
    got = replay(lines(*records, journal.cut_record(2, first[1])), None, "s")
    assert got.session.messages == first[:2]


def test_a_rollback_gives_a_merged_message_its_former_content() -> None:
    records = [
        journal.message_record(0, said("user", "a")),
        journal.message_record(0, Message("user", (TextBlock("a"), TextBlock("b")))),
        journal.cut_record(1, said("user", "a")),
    ]
    assert replay(lines(*records), None, "s").session.messages == (said("user", "a"),)


def test_a_gap_is_said_and_what_follows_is_kept() -> None:
    got = replay(lines(journal.message_record(5, said("user", "late"))), None, "s")
    assert got.session.messages == (said("user", "late"),)
    assert [damage.key for damage in got.damage] == ["session.journal_gap"]


def test_a_journal_of_another_generation_says_nothing_new() -> None:
    data = lines(
        journal.start_record(3, {}), journal.message_record(1, said("assistant", "old news"))
    )
    saved = session("s", said("user", "now"), extra={"journal": 4})
    assert replay(data, saved, "s").session == saved
    assert not replay(data, saved, "s").went_on


def test_the_start_describes_a_session_whose_file_was_never_written() -> None:
    start = journal.start_record(1, {"model": "m", "cwd": "/x", "startContext": "sum"})
    got = replay(lines(start), None, "s").session
    assert (got.model, got.cwd, got.start_context) == ("m", "/x", "sum")


MESSAGES = st.builds(
    lambda role, text: Message(role, (TextBlock(text),)),
    st.sampled_from(["user", "assistant"]),
    st.text(max_size=20),
)


@given(st.lists(MESSAGES, max_size=6), st.integers(0, 400))
def test_a_journal_cut_anywhere_gives_the_records_that_were_whole(messages, cut) -> None:
    whole = [
        journal.encode_record(journal.message_record(place, message))
        for place, message in enumerate(messages)
    ]
    data = b"".join(whole)[:cut]
    complete = 0
    while complete < len(whole) and len(b"".join(whole[: complete + 1])) - 1 <= cut:
        complete += 1
    got = replay(data, None, "s").session
    assert got == SavedSession("s", messages=got.messages)
    expected = replay(b"".join(whole[:complete]), None, "s").session.messages
    assert got.messages == expected
