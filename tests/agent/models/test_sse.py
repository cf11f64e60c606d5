from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maia.agent.models.sse import EventTooLong, SseEvent, SseReader


def read(*chunks: bytes, max_event_bytes: int = 10_000) -> list[SseEvent]:
    reader = SseReader(max_event_bytes)
    events = [event for chunk in chunks for event in reader.push(chunk)]
    return events + reader.flush()


def datas(*chunks: bytes) -> list[str]:
    return [event.data for event in read(*chunks)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_every_line_end_of_the_standard_ends_a_line(end):
    stream = end.join([b"data: a", b"", b"data: b", b"", b""])
    assert datas(stream) == ["a", "b"]


def test_a_crlf_cut_between_its_bytes_is_one_line_end():
    assert datas(b"data: a\r", b"\ndata: b\r", b"\n\r", b"\n") == ["a\nb"]


def test_separators_of_text_are_not_separators_of_lines():
    said = "a\u2028b\u0085c\u2029d\x0be\x0cf\x1cg"
    assert datas(f"data: {said}\n\n".encode()) == [said]


def test_a_byte_order_mark_is_skipped_also_when_it_is_cut():
    assert datas(b"\xef", b"\xbb", b"\xbfdata: a\n\n") == ["a"]


def test_comments_and_other_fields_say_nothing():
    assert datas(b": ping\n\nid: 3\nretry: 9\nfoo\n:x\ndata: a\n\n: ping\n\n") == ["a"]


def test_data_lines_of_one_event_are_joined():
    assert datas(b"data: a\ndata:\ndata:b\ndata:  c\n\n") == ["a\n\nb\n c"]


def test_an_event_bears_its_name_and_the_next_does_not():
    assert read(b"event: error\ndata: a\n\ndata: b\n\n") == [
        SseEvent("a", "error"),
        SseEvent("b", "message"),
    ]


def test_a_name_without_data_is_no_event():
    assert read(b"event: ping\n\n") == []


@pytest.mark.parametrize("end", [b"", b"\n", b"\r"])
def test_the_last_event_needs_no_blank_line(end):
    assert datas(b"data: a\n\ndata: b" + end) == ["a", "b"]


def test_bytes_that_are_not_utf8_are_replaced_not_fatal():
    assert datas(b"data: a\xff\xc3b\n\n") == ["a\ufffd\ufffdb"]


@pytest.mark.parametrize(
    "chunks",
    [[b"data: " + b"x" * 50] * 3, [b"data: xxxxxxxxxx\n"] * 12, [b": " + b"x" * 200]],
    ids=["line", "event", "comment"],
)
def test_what_grows_without_end_is_given_up(chunks):
    with pytest.raises(EventTooLong):
        read(*chunks, max_event_bytes=100)


def test_many_events_do_not_add_up_to_the_bound():
    reader = SseReader(max_event_bytes=100)
    assert sum(len(reader.push(b"data: " + b"x" * 50 + b"\n\n")) for _ in range(50)) == 50


_LINES = st.lists(
    st.sampled_from(
        ["data: é", "data:{}", "data", "event: e", ": c", "", "id: 1", "x", "data: 👩‍💻\u2028"]
    )
)


@given(
    lines=_LINES,
    ends=st.lists(st.sampled_from(["\n", "\r", "\r\n"]), min_size=1),
    cuts=st.lists(st.integers(0, 400)),
    bom=st.booleans(),
)
def test_any_chunking_gives_the_same_events(lines, ends, cuts, bom):
    text = "".join(line + ends[i % len(ends)] for i, line in enumerate(lines))
    stream = (b"\xef\xbb\xbf" if bom else b"") + text.encode()
    places = sorted({min(cut, len(stream)) for cut in cuts} | {0, len(stream)})
    pieces = [stream[a:b] for a, b in pairwise(places)]
    assert read(*pieces) == read(stream) == read(*(bytes([b]) for b in stream))
