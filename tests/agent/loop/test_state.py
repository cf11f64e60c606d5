"""The history tells its listener of every change, as it happens."""

from dataclasses import dataclass, field

import pytest

from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.loop.state import ConversationState


@dataclass
class Told:
    """Keeps what it was told, and builds the history again from that alone."""

    calls: list[str] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    pending: tuple[str, ...] = ()

    def message_set(self, index: int, message: Message) -> None:
        self.calls.append(f"message {index}")
        self.messages[index:] = [message]

    def pending_set(self, pending: tuple[str, ...]) -> None:
        self.calls.append("pending")
        self.pending = pending

    def cut(self, messages: tuple[Message, ...]) -> None:
        self.calls.append("cut")
        self.messages[:] = messages


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def state(told: Told) -> ConversationState:
    return ConversationState(listener=told)


def same(state: ConversationState, told: Told) -> bool:
    return told.messages == state.messages and told.pending == tuple(state.pending_context)


def test_a_request_and_an_answer_are_told_with_their_places(state, told) -> None:
    state.add_request("hello")
    state.add_assistant_blocks((TextBlock("hi"),))
    assert told.calls == ["message 0", "message 1"]
    assert same(state, told)


def test_a_request_that_joins_the_last_message_replaces_it(state, told) -> None:
    state.add_request("one")
    state.add_request("two")
    assert told.calls == ["message 0", "message 0"]
    assert same(state, told)
    assert len(state.messages) == 1


def test_the_pending_context_goes_into_the_request_and_is_then_empty(state, told) -> None:
    state.add_pending("output of ls")
    state.add_request("explain")
    assert told.calls == ["pending", "message 0", "pending"]
    assert state.messages == [Message("user", (TextBlock("output of ls\n\nexplain"),))]
    assert same(state, told)


def test_going_back_is_told_once_with_what_remains(state, told) -> None:
    state.add_request("one")
    state.add_pending("note")
    before = state.snapshot()
    state.add_request("two")
    state.restore(before)
    assert told.calls[-2:] == ["cut", "pending"]
    assert same(state, told)


def test_going_back_to_where_one_is_is_not_told(state, told) -> None:
    state.add_request("one")
    state.restore(state.snapshot())
    assert told.calls == ["message 0"]


def test_becoming_another_conversation_is_not_told(state, told) -> None:
    state.add_request("one")
    other = ConversationState()
    other.add_request("elsewhere")
    state.take(other.snapshot())
    assert told.calls == ["message 0"]
    assert state.messages == other.messages
