import gc
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maia.agent.context.message_sum import MessageSum
from maia.agent.contracts.messages import Message, TextBlock, ToolUseBlock

FRAME = 10


@dataclass
class Lengths:
    """The length of a text, or of a call's input as Python writes it; remembers who asked."""

    asked: list = field(default_factory=list)

    def __call__(self, block):
        self.asked.append(block)
        return len(block.text) if isinstance(block, TextBlock) else len(str(block.input))


class Opened:
    """A message that knows how often its content was wanted."""

    def __init__(self, *blocks):
        self._blocks = blocks
        self.times = 0

    @property
    def content(self):
        self.times += 1
        return self._blocks


@pytest.fixture
def lengths():
    return Lengths()


@pytest.fixture
def messages_sum(lengths):
    return MessageSum(lengths, FRAME)


def said(*texts):
    return Message("user", tuple(TextBlock(text=text) for text in texts))


def test_each_message_is_a_frame_and_its_blocks(messages_sum):
    assert messages_sum.of(()) == 0
    assert messages_sum.of([said(), said("abc", "de")]) == 2 * FRAME + 5


def test_of_a_conversation_that_grew_only_what_is_new_is_opened(messages_sum):
    conversation = [Opened(TextBlock(text="a")) for _ in range(50)]
    assert messages_sum.of(conversation) == 50 * (FRAME + 1)
    for message in conversation:
        message.times = 0
    for _ in range(5):
        conversation.append(Opened(TextBlock(text="b")))
        assert messages_sum.of(conversation) == len(conversation) * (FRAME + 1)
    assert sum(message.times for message in conversation[:50]) == 0


def test_what_is_joined_to_the_last_message_is_all_that_is_looked_at(messages_sum, lengths):
    first, last = said("abc"), said("d", "ef")
    messages_sum.of([first, last])
    lengths.asked.clear()
    new = TextBlock(text="four")
    assert messages_sum.of([first, Message("user", (*last.content, new))]) == 2 * FRAME + 10
    assert lengths.asked == [new]


def test_a_block_is_known_in_another_message(messages_sum, lengths):
    first, last = said("abc"), said("de")
    messages_sum.of([first, last])
    lengths.asked.clear()
    assert messages_sum.of([Message("assistant", last.content)]) == FRAME + 2
    assert lengths.asked == []


def test_an_equal_message_in_the_place_of_another_is_looked_at(messages_sum):
    one, true = ({"n": value} for value in (1, True))
    assert one == true
    assert messages_sum.of([call(one)]) == FRAME + len("{'n': 1}")
    assert messages_sum.of([call(true)]) == FRAME + len("{'n': True}")


def call(given):
    return Message("assistant", (ToolUseBlock(id="1", name="Bash", input=given),))


def test_a_message_that_left_is_let_go_with_the_next_call(messages_sum, lengths):
    text = str(b"kept alive", "ascii")  # a new string: a literal is held by the code
    conversation = [said("first"), said(text)]
    messages_sum.of(conversation)
    conversation.pop()
    lengths.asked.clear()
    messages_sum.of(conversation)
    gc.collect()
    assert not [one for one in gc.get_referrers(text) if isinstance(one, TextBlock)]


conversations = st.lists(st.lists(st.text(max_size=5), max_size=3), max_size=6)


@settings(max_examples=100)
@given(conversations, st.lists(st.tuples(st.integers(0, 6), conversations), max_size=4))
def test_however_the_conversation_changes_the_sum_is_that_of_what_it_is(first, changes):
    messages_sum = MessageSum(Lengths(), FRAME)
    conversation = [said(*texts) for texts in first]
    messages_sum.of(conversation)
    for kept, added in changes:
        conversation = [*conversation[:kept], *(said(*texts) for texts in added)]
        assert messages_sum.of(conversation) == MessageSum(Lengths(), FRAME).of(conversation)
