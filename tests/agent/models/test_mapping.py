import json

from maia.agent.contracts.messages import (
    ImageBlock,
    Message,
    ReasoningBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    UnknownBlock,
)
from maia.agent.contracts.model import ChatRequest
from maia.agent.contracts.tools import ToolSpec
from maia.agent.models.mapping import BodyMapper, encode_json, has_images


def messages_of(blobs, *messages, system="", **options):
    mapper = BodyMapper("m", blobs, options.pop("language", "en"))
    request = ChatRequest(system, tuple(messages))
    return mapper.body(request, max_tokens=None, **options)["messages"]


def user(*blocks):
    return Message("user", blocks)


def maia(*blocks):
    return Message("assistant", blocks)


def test_the_body_of_the_specification(blobs):
    spec = ToolSpec("Read", "Reads.", {"type": "object", "properties": {}})
    request = ChatRequest("You are Maia.", (user(TextBlock("hi")),), (spec,))
    assert BodyMapper("m", blobs).body(request, max_tokens=4000) == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "You are Maia."},
            {"role": "user", "content": "hi"},
        ],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": 4000,
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "Read",
                    "description": "Reads.",
                    "parameters": {"type": "object", "properties": {}},
                },
            }
        ],
    }


def test_what_is_not_given_is_not_in_the_body(blobs):
    body = BodyMapper("m", blobs).body(ChatRequest("", (user(TextBlock("hi")),)), max_tokens=None)
    assert list(body) == ["model", "messages", "stream", "stream_options"]


def test_calls_and_results(blobs):
    mapped = messages_of(
        blobs,
        maia(ToolUseBlock("a", "Read", {"path": "é"}), ToolUseBlock("b", "Bash", {})),
        user(TextBlock("and then"), ToolResultBlock("a", "1"), ToolResultBlock("b", "2", True)),
        maia(TextBlock("Both."), ToolUseBlock("c", "Read", {"n": 1})),
    )
    assert mapped == [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "a",
                    "type": "function",
                    "function": {"name": "Read", "arguments": '{"path":"é"}'},
                },
                {"id": "b", "type": "function", "function": {"name": "Bash", "arguments": "{}"}},
            ],
        },
        {"role": "tool", "tool_call_id": "a", "content": "1"},
        {"role": "tool", "tool_call_id": "b", "content": "2"},
        {"role": "user", "content": "and then"},
        {
            "role": "assistant",
            "content": "Both.",
            "tool_calls": [
                {
                    "id": "c",
                    "type": "function",
                    "function": {"name": "Read", "arguments": '{"n":1}'},
                }
            ],
        },
    ]


def test_results_alone_make_no_message_of_the_user(blobs):
    assert [
        m["role"] for m in messages_of(blobs, user(ToolResultBlock("a", "1"), TextBlock(" ")))
    ] == ["tool"]


def test_an_image_is_sent_as_data_behind_the_results(blobs):
    image = ImageBlock(blobs.put(b"\x89PNG"), "image/png")
    mapped = messages_of(blobs, user(ToolResultBlock("a", "an image"), image, TextBlock("see")))
    assert mapped == [
        {"role": "tool", "tool_call_id": "a", "content": "an image"},
        {
            "role": "user",
            "content": [
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
                {"type": "text", "text": "see"},
            ],
        },
    ]


def test_an_image_that_is_gone_or_not_taken_is_a_note(blobs):
    gone = user(ImageBlock("sha256:none", "image/png"))
    (mapped,) = messages_of(blobs, gone)
    assert [part["type"] for part in mapped["content"]] == ["text"]
    assert "gone" in mapped["content"][0]["text"]
    (mapped,) = messages_of(blobs, gone, images=False, language="fr")
    assert "n'accepte pas" in mapped["content"][0]["text"]


def test_reasoning_and_unknown_blocks_are_not_sent(blobs):
    unknown = UnknownBlock({"type": "video", "url": "x"})
    mapped = messages_of(
        blobs,
        user(unknown, TextBlock("a")),
        maia(ReasoningBlock("hm", "sig"), TextBlock("b"), unknown),
    )
    assert mapped == [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]


def test_several_texts_stand_apart(blobs):
    assert (
        messages_of(blobs, user(TextBlock("a"), TextBlock(""), TextBlock("b")))[0]["content"]
        == "a\n\nb"
    )


def test_names_that_servers_refuse_are_bent(blobs):
    names = ["functions.Read", "", "é" * 100]
    (mapped,) = messages_of(
        blobs, maia(*(ToolUseBlock(str(n), name, {}) for n, name in enumerate(names)))
    )
    sent = [entry["function"]["name"] for entry in mapped["tool_calls"]]
    assert sent == ["functions_Read", "unknown", "_" * 64]


def test_the_beginning_keeps_its_bytes_when_the_conversation_grows(blobs):
    first = (user(TextBlock("go")), maia(ToolUseBlock("a", "Read", {"z": 1, "a": [1.5, None]})))
    more = (user(ToolResultBlock("a", "1")), maia(TextBlock("Done.")))
    short = encode_json(messages_of(blobs, *first, system="s"))
    assert encode_json(messages_of(blobs, *first, *more, system="s")).startswith(short[:-1])


def test_json_is_utf8_whatever_is_in_it():
    value = {"a\ud83d": ["\ud83d\ude00", "\udc4d é", 10**30], "b": "\\ud83d"}
    assert json.loads(encode_json(value).decode("utf-8")) == {
        "a\ufffd": ["😀", "\ufffd é", 10**30],
        "b": "\\ud83d",
    }


def test_images_are_found(blobs):
    assert has_images([user(TextBlock("a")), user(ImageBlock("x", "image/png"))])
    assert not has_images([user(TextBlock("a"))])
