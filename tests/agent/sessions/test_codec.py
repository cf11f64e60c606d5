import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maia.agent.contracts.messages import (
    ImageBlock,
    Message,
    ReasoningBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    UnknownBlock,
)
from maia.agent.sessions.codec import (
    MalformedMessage,
    decode_message,
    encode_message,
    message_from_data,
    message_to_data,
)


def test_every_block_has_the_names_of_the_specification():
    message = Message(
        "assistant",
        (
            TextBlock("a"),
            ToolUseBlock("i", "Read", {"path": "é"}),
            ToolResultBlock("i", "c", is_error=True),
            ToolResultBlock("i", "c"),
            ReasoningBlock("t", "s"),
            ImageBlock("sha256:0", "image/png"),
        ),
    )
    data = {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "a"},
            {"type": "tool_use", "id": "i", "name": "Read", "input": {"path": "é"}},
            {"type": "tool_result", "toolUseId": "i", "content": "c", "isError": True},
            {"type": "tool_result", "toolUseId": "i", "content": "c"},
            {"type": "reasoning", "text": "t", "signature": "s"},
            {"type": "image", "blob": "sha256:0", "mediaType": "image/png"},
        ],
    }
    assert message_to_data(message) == data
    assert message_from_data(data) == message
    assert json.loads(encode_message(message)) == data


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "video", "url": "x", "nested": [{"a": None}]},
        {"type": "text"},
        {"type": "text", "text": 3},
        {"type": "tool_use", "id": "a", "name": "Read", "input": [1]},
        {"type": 7},
        {"no": "type"},
        {},
    ],
)
def test_what_is_not_known_is_kept_and_written_back_unchanged(raw):
    line = json.dumps({"role": "user", "content": [raw, {"type": "text", "text": "a"}]}).encode()
    message = decode_message(line)
    assert message.content == (UnknownBlock(raw), TextBlock("a"))
    assert json.loads(encode_message(message)) == json.loads(line)


@pytest.mark.parametrize(
    "block",
    [
        {"type": "text", "text": "a", "citations": [{"url": "x"}]},
        {"type": "text", "text": "a", "extra": 1, "$extra": {"b": 2}},
        {"type": "tool_use", "id": "i", "name": "Read", "input": {}, "thoughtSignature": "s"},
        {"type": "tool_result", "toolUseId": "i", "content": "c", "isError": True, "took": 0.5},
        {"type": "reasoning", "text": "t", "signature": "s", "redacted": None},
        {"type": "image", "blob": "sha256:0", "mediaType": "image/png", "width": 3},
    ],
)
def test_fields_of_a_newer_version_are_kept_and_written_back_unchanged(block):
    data = {"role": "user", "content": [block], "id": "m1", "at": {"day": 3}}
    message = decode_message(json.dumps(data).encode())
    assert not isinstance(message.content[0], UnknownBlock)
    assert json.loads(encode_message(message)) == data
    assert decode_message(encode_message(message)) == message


def test_a_result_that_is_repaired_keeps_the_fields_of_a_newer_version():
    raw = {"type": "tool_result", "toolUseId": "gone", "content": "c", "took": 3}
    (block,) = message_from_data({"role": "user", "content": [raw]}).content
    renamed = msgspec.structs.replace(block, tool_use_id="i")
    assert message_to_data(Message("user", (renamed,)))["content"] == [raw | {"toolUseId": "i"}]


def test_content_that_is_a_string_is_one_text():
    assert decode_message(b'{"role":"user","content":"hi"}') == Message("user", (TextBlock("hi"),))
    assert decode_message(b'{"role":"user","content":["hi"]}') == Message(
        "user", (TextBlock("hi"),)
    )


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b'{"role":"system","content":[]}',
        b'{"role":["user"],"content":[]}',
        b'{"content":[]}',
        b'{"role":"user"}',
        b'{"role":"user","content":{}}',
        b'{"role":"user","content":[3]}',
        b'\xff{"role":"user","content":[]}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_message_is_said(line):
    with pytest.raises(MalformedMessage):
        decode_message(line)


def test_lone_halves_are_replaced_on_the_way_in():
    line = (
        b'{"role":"assistant","content":[{"type":"text","text":"cut \\ud83d"},{"type":"x\\udc4d"}]}'
    )
    assert decode_message(line) == Message(
        "assistant", (TextBlock("cut \ufffd"), UnknownBlock({"type": "x\ufffd"}))
    )
    pair = b'{"role":"user","content":"\\ud83d\\ude00"}'
    assert decode_message(pair).content == (TextBlock("😀"),)


def test_lone_halves_and_great_numbers_are_written():
    message = Message("user", (ToolUseBlock("a\ud83d", "Read", {"n": 10**30, "t": "\udc00é"}),))
    line = encode_message(message)
    assert b"\n" not in line
    assert decode_message(line) == Message(
        "user", (ToolUseBlock("a\ufffd", "Read", {"n": 10**30, "t": "\ufffdé"}),)
    )


def test_a_line_break_in_a_text_does_not_break_the_line():
    message = Message("user", (TextBlock("a\nb\r\nc\u2028d\x00"),))
    line = encode_message(message)
    assert not {b"\n", b"\r"} & {line[i : i + 1] for i in range(len(line))}
    assert decode_message(line) == message


_TEXT = st.text()
_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=5,
)
_OBJECTS = st.dictionaries(_TEXT, _JSON, max_size=3)
_BLOCKS = st.one_of(
    st.builds(TextBlock, _TEXT),
    st.builds(ToolUseBlock, _TEXT, _TEXT, _OBJECTS),
    st.builds(ToolResultBlock, _TEXT, _TEXT, st.booleans()),
    st.builds(ReasoningBlock, _TEXT, st.none() | _TEXT),
    st.builds(ImageBlock, _TEXT, _TEXT),
    st.builds(UnknownBlock, _OBJECTS.map(lambda raw: {"type": "later", "payload": raw})),
)
_MESSAGES = st.builds(
    Message, st.sampled_from(["user", "assistant"]), st.lists(_BLOCKS, max_size=4).map(tuple)
)


@given(_MESSAGES)
def test_every_message_comes_back(message):
    assert decode_message(encode_message(message)) == message
