"""Whatever the file and whatever the edit: what is not touched stays, byte for byte."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from maia.agent.contracts.errors import ToolFailure
from maia.agent.tools.edit.editing import Editor
from maia.agent.tools.edit.requests import EditRequest
from maia.agent.tools.edit.segments import differing_segments
from maia.workspace.decoding import UTF_8, Encoding, decode_text
from maia.workspace.line_ends import LfText, to_lf

ENCODINGS = (
    UTF_8,
    Encoding("utf-8", "UTF-8 with BOM", b"\xef\xbb\xbf"),
    Encoding("utf-16-le", "UTF-16 LE", b"\xff\xfe"),
)
LINES = st.text(st.sampled_from("ab \té\u00a0’\r{}$\\1"), max_size=6)
ENDS = st.sampled_from(["\n", "\r\n"])
FILES = st.lists(st.tuples(LINES, ENDS), min_size=1, max_size=8).map(
    lambda pairs: "".join(line + end for line, end in pairs)
)
NEW_TEXTS = st.text(st.sampled_from("abé\u00a0 \t\n$\\1"), max_size=10)


def edit(raw: str, *edits: EditRequest, encoding: Encoding = UTF_8) -> str:
    return Editor("f", encoding, "en").edit(raw, edits).raw


@given(FILES, st.booleans(), st.data(), NEW_TEXTS, st.sampled_from(ENCODINGS))
def test_untouched_lines_are_byte_identical(
    raw: str, unterminated: bool, data: st.DataObject, new: str, encoding: Encoding
) -> None:
    raw = raw[:-1].removesuffix("\r") if unterminated else raw
    assume(raw)
    file = LfText(raw)
    start = data.draw(st.integers(0, len(file.text) - 1))
    end = data.draw(st.integers(start + 1, len(file.text)))
    old = file.text[start:end]
    # A CR at the edge would join what is put beside it: that is the edit's own doing.
    assume("\r" not in old + file.text[max(0, start - 1) : start])
    assume(file.text.find(old) == start and file.text.find(old, start + 1) < 0)
    assume(to_lf(old) != to_lf(new))
    found = decode_text(encoding.encode(raw))
    assume(found is not None and found.text == raw)
    after = encoding.encode(edit(raw, EditRequest(old, new, False), encoding=encoding))
    head = encoding.encode(raw[: file.raw_position(start)])
    tail = raw[file.raw_position(end) :].encode(encoding.codec)
    assert after.startswith(head)
    assert after.endswith(tail)
    middle = after[len(head) : len(after) - len(tail)].decode(encoding.codec)
    assert to_lf(middle) == new


@given(
    st.text("ab\n ", min_size=1, max_size=30), st.text("ab\n ", min_size=1, max_size=3), NEW_TEXTS
)
def test_on_lf_text_replace_all_is_plain_replacement(text: str, old: str, new: str) -> None:
    assume(old in text and old != new)
    expected = text.replace(old, new)
    assume(expected != text)
    assert edit(text, EditRequest(old, new, True)) == expected


@given(
    st.text("ab\n ", min_size=1, max_size=30), st.text("ab\n ", min_size=1, max_size=4), NEW_TEXTS
)
def test_on_lf_text_a_unique_edit_is_plain_replacement(text: str, old: str, new: str) -> None:
    places = [i for i in range(len(text)) if text.startswith(old, i)]
    assume(places and old != new)
    if len(places) > 1:
        with pytest.raises(ToolFailure):
            edit(text, EditRequest(old, new, False))
    else:
        assert edit(text, EditRequest(old, new, False)) == text.replace(old, new)


@given(st.text("ab\n\t ", max_size=20), st.text("ab\n\t ", max_size=20))
def test_segments_turn_the_old_text_into_the_new(old: str, new: str) -> None:
    built, done = "", 0
    for segment in differing_segments(old, new):
        built += old[done : segment.start] + new[segment.new_start : segment.new_end]
        done = segment.end
    assert built + old[done:] == new


def outcome(raw: str, old: str, new: str) -> str | ToolFailure:
    try:
        return edit(raw, EditRequest(old, new, False))
    except ToolFailure as failure:
        return failure


@given(FILES, NEW_TEXTS, NEW_TEXTS)
def test_an_edit_either_fails_with_words_or_changes_the_text(raw: str, old: str, new: str) -> None:
    result = outcome(raw, old, new)
    if isinstance(result, ToolFailure):
        assert 0 < len(result.text) < 10_000
    else:
        assert result != raw
