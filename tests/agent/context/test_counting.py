import gc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maia.agent.context.counting import (
    IMAGE_TOKENS,
    MESSAGE_TOKENS,
    ContextCounter,
    compact_json,
)
from maia.agent.contracts.messages import (
    ImageBlock,
    Message,
    ReasoningBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    UnknownBlock,
)
from maia.agent.contracts.tools import ToolSpec

SPEC = ToolSpec("Read", "reads", {"type": "object", "properties": {}})


class Counted:
    """Counts characters, and keeps what it was asked."""

    def __init__(self):
        self.asked = []

    def __call__(self, text):
        self.asked.append(text)
        return len(text)


@pytest.fixture
def count():
    return Counted()


@pytest.fixture
def counter(count):
    return ContextCounter(count)


def context_definition(spec):
    return {"name": spec.name, "description": spec.description, "inputSchema": spec.input_schema}


def said(*blocks, role="user"):
    return Message(role, blocks)


def test_an_empty_context_is_its_system_prompt(counter):
    assert counter.tokens("system", ()) == 6
    assert counter.tokens("", ()) == 0


def test_a_message_counts_its_frame_and_its_blocks(counter):
    assert counter.tokens("", [said()]) == MESSAGE_TOKENS
    assert counter.tokens("", [said(TextBlock(text="abc"), TextBlock(text="de"))]) == 9


@pytest.mark.parametrize(
    ("block", "tokens"),
    [
        (TextBlock(text="abc"), 3),
        (ReasoningBlock(text="hmm", signature="x" * 50), 3),
        (
            ToolUseBlock(id="1", name="Read", input={"path": "é", "n": [1, 2]}),
            4 + len('{"path":"é","n":[1,2]}'),
        ),
        (ToolResultBlock(tool_use_id="1", content="four", is_error=True), 4),
        (ImageBlock(blob="sha256:x", media_type="image/png"), IMAGE_TOKENS),
        (UnknownBlock({"type": "new", "a": 1}), 20),
    ],
)
def test_what_each_kind_of_block_counts(counter, block, tokens):
    assert counter.tokens("", [said(block)]) == MESSAGE_TOKENS + tokens


def test_tools_count_as_their_compact_json(counter, count):
    wanted = (
        '[{"name":"Read","description":"reads","inputSchema":{"type":"object","properties":{}}}]'
    )
    assert counter.tokens("", (), [SPEC]) == len(wanted)
    assert wanted in count.asked


def test_pending_texts_count_each(counter):
    assert counter.tokens("s", (), (), ["ab", "ab", "c"]) == 1 + 2 + 2 + 1


def test_what_was_counted_is_not_counted_again(counter, count):
    messages = [said(TextBlock(text="abc")), said(TextBlock(text="d"), role="assistant")]
    first = counter.tokens("system", messages, [SPEC], ["p"])
    count.asked.clear()
    more = [*messages, said(TextBlock(text="new"))]
    assert counter.tokens("system", more, [SPEC], ["p"]) == first + MESSAGE_TOKENS + 3
    assert count.asked == ["new"]


def test_other_tools_and_another_system_prompt_are_counted(counter):
    counter.tokens("system", (), [SPEC])
    assert counter.tokens("sys", (), ()) == 3
    other = ToolSpec("Write", "writes", {})
    both = counter.tokens("", (), [SPEC, other])
    assert both == len(compact_json([context_definition(SPEC), context_definition(other)]))


def test_a_block_that_left_is_let_go_with_the_next_count(counter):
    text = str(b"kept alive", "ascii")  # a new string: a literal is held by the code
    messages = [said(TextBlock(text=text))]
    counter.tokens("", messages)
    messages.clear()
    counter.tokens("", messages)
    gc.collect()
    assert not [one for one in gc.get_referrers(text) if isinstance(one, TextBlock)]


def test_json_is_as_javascript_writes_it():
    assert compact_json({"a": [1, None, True], "é": "\u2028"}) == '{"a":[1,null,true],"é":"\u2028"}'


blocks = st.one_of(
    st.text(max_size=20).map(lambda text: TextBlock(text=text)),
    st.text(max_size=20).map(lambda text: ToolResultBlock(tool_use_id="1", content=text)),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2).map(
        lambda given: ToolUseBlock(id="1", name="Bash", input=given)
    ),
)
messages = st.lists(
    st.builds(
        Message, st.sampled_from(["user", "assistant"]), st.lists(blocks, max_size=3).map(tuple)
    ),
    max_size=6,
)


@settings(max_examples=100)
@given(messages, messages, st.lists(st.text(max_size=9), max_size=3))
def test_the_whole_is_the_sum_of_its_parts(first, second, pending):
    def alone(system="", messages=(), tools=(), pending=()):
        return ContextCounter(len).tokens(system, messages, tools, pending)

    counter = ContextCounter(len)
    before = counter.tokens("system", first, [SPEC], pending)
    after = counter.tokens("system", [*first, *second], [SPEC], pending)
    assert after == before + alone(messages=second)
    assert after >= before + MESSAGE_TOKENS * len(second)
    assert before == (
        alone("system")
        + sum(alone(messages=[one]) for one in first)
        + alone(tools=[SPEC])
        + sum(alone(pending=[one]) for one in pending)
    )
    assert counter.tokens("system", first, [SPEC], pending) == before
