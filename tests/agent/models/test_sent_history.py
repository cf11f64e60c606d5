from hypothesis import given
from hypothesis import strategies as st

from maia.agent.contracts.messages import (
    ImageBlock,
    Message,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from maia.agent.models.history import call_ids, repair
from maia.agent.models.mapping import has_images
from maia.agent.models.sent_history import SentHistory


class Opened:
    """A message that knows how often its content was wanted."""

    def __init__(self, message):
        self._message = message
        self.role = message.role
        self.times = 0

    @property
    def content(self):
        self.times += 1
        return self._message.content


def rounds(count, start=0):
    for number in range(start, start + count):
        call = ToolUseBlock(id=f"c{number}", name="Read", input={})
        yield Message("assistant", (call,))
        yield Message("user", (ToolResultBlock(tool_use_id=call.id, content="it"),))


REQUEST = Message("user", (TextBlock(text="go"),))


def test_of_a_history_that_grew_only_what_is_new_is_checked():
    history = tuple(map(Opened, (REQUEST, *rounds(20))))
    sent = SentHistory("en")
    sent.sendable(history)
    for message in history:
        message.times = 0
    longer = (*history, *rounds(1, start=20))
    found = sent.sendable(longer)
    assert found.messages is longer
    assert len(found.call_ids) == 21
    assert sum(message.times for message in history) == 0


def test_a_call_id_of_long_ago_is_not_used_again():
    sent = SentHistory("en")
    history = (REQUEST, *rounds(3))
    sent.sendable(history)
    again = (*history, *rounds(1))
    assert sent.sendable(again).messages == repair(again) != again


parts = st.one_of(
    st.just(TextBlock(text="said")),
    st.just(TextBlock(text=" ")),
    st.just(ImageBlock(blob="x", media_type="image/png")),
    st.builds(ToolUseBlock, id=st.sampled_from("ab"), name=st.just("Read"), input=st.just({})),
    st.builds(ToolResultBlock, tool_use_id=st.sampled_from("ab"), content=st.just("it")),
)
odd = st.builds(
    Message, st.sampled_from(["user", "assistant"]), st.lists(parts, max_size=3).map(tuple)
)
sound = st.integers(0, 3).map(lambda count: (REQUEST, *rounds(count)))


@given(sound, st.lists(st.tuples(st.integers(0, 8), st.lists(odd, max_size=3)), max_size=4))
def test_however_the_history_changes_it_is_what_repair_makes_of_it(history, changes):
    sent = SentHistory("en")
    for kept, added in [(len(history), []), *changes]:
        history = (*history[:kept], *added)
        found = sent.sendable(history)
        assert found.messages == repair(history)
        assert found.call_ids == call_ids(found.messages)
        assert found.has_images == has_images(found.messages)
