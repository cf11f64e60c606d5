from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from maia.agent.contracts.messages import (
    ContentBlock,
    ImageBlock,
    Message,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from maia.agent.contracts.operations import Rewind, Submit
from maia.agent.loop.state import ConversationState, Snapshot
from maia.agent.runtime.past_requests import past_requests
from maia.testing.model_server import Answer as Reply
from maia.testing.model_server import ToolCall

TEXTS = st.text(min_size=1, max_size=5)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("ask"), TEXTS),
        st.tuples(st.just("answer"), TEXTS),
        st.tuples(st.just("call"), st.integers(1, 3)),
        st.tuples(st.just("pending"), TEXTS),
    ),
    max_size=12,
)


def results(number: int, count: int) -> tuple[ContentBlock, ...]:
    ids = [f"call_{number}_{place}" for place in range(count)]
    return (*(ToolResultBlock(each, "x") for each in ids), ImageBlock("blob", "image/png"))


def played(steps: list[tuple[str, Any]]) -> tuple[ConversationState, list[tuple[str, Snapshot]]]:
    """A conversation as the loop makes it, and what it was before each request."""
    state = ConversationState()
    asked: list[tuple[str, Snapshot]] = []
    for number, (kind, value) in enumerate(steps):
        is_user = not state.messages or state.messages[-1].role == "user"
        if kind == "ask":
            before = state.snapshot()
            state.add_request(value)
            block = state.messages[-1].content[-1]
            assert isinstance(block, TextBlock)
            asked.append((block.text, before))
        elif kind == "pending":
            state.add_pending(value)
        elif state.messages and is_user:  # the model answers only what was asked
            if kind == "answer":
                state.add_assistant_blocks((TextBlock(value),))
            else:
                blocks = tuple(
                    ToolUseBlock(f"call_{number}_{place}", "Bash", {}) for place in range(value)
                )
                state.add_assistant_blocks(blocks)
                state.add_user_blocks(results(number, value))
    return state, asked


@settings(max_examples=200)
@given(STEPS)
def test_what_was_before_each_request_is_found_again_in_the_messages(
    steps: list[tuple[str, Any]],
) -> None:
    state, asked = played(steps)
    found = past_requests(state.messages)
    assert [request.text for request in found] == [text for text, _ in asked]
    assert [request.before for request in found] == [before.messages for _, before in asked]
    assert [request.number for request in found] == list(range(1, len(asked) + 1))


@settings(max_examples=200)
@given(STEPS)
def test_gone_back_to_before_a_request_the_earlier_ones_are_the_same(
    steps: list[tuple[str, Any]],
) -> None:
    state, _ = played(steps)
    found = past_requests(state.messages)
    for request in found:
        assert past_requests(request.before) == found[: request.number - 1]


def test_where_nothing_was_asked_there_is_nowhere_to_go_back_to() -> None:
    assert past_requests(()) == ()
    assert past_requests((Message("assistant", (TextBlock("hello"),)),)) == ()
    assert past_requests((Message("user", ()),)) == ()


def test_a_request_behind_results_is_taken_out_and_the_results_stay() -> None:
    use = Message("assistant", (ToolUseBlock("call_1", "Bash", {}),))
    result = ToolResultBlock("call_1", "stopped", is_error=True)
    merged = Message("user", (result, TextBlock("second")), {"kept": 1})
    first, second = past_requests((Message("user", (TextBlock("first"),)), use, merged))
    assert first.before == ()
    assert second.text == "second"
    assert second.before == (
        Message("user", (TextBlock("first"),)),
        use,
        Message("user", (result,), {"kept": 1}),
    )


async def test_after_a_stop_one_can_go_back_to_before_the_request_that_joined_it(
    talk: Any, model_server: Any
) -> None:
    model_server.script(
        Reply(calls=(ToolCall("TodoWrite", {"todos": []}),)), Reply("two"), Reply("three")
    )
    await talk.conversation.submit(Submit("first"))
    question = (await talk.until_question())[-1]
    await talk.answer(question, "stop")
    stopped = talk.conversation.state.snapshot()
    await talk.ask("second")
    assert [request.text for request in talk.conversation.requests()] == ["first", "second"]
    await talk.do(Rewind(2, "conversation"))
    assert talk.conversation.state.snapshot() == stopped
    await talk.ask("third")
    assert [request.text for request in talk.conversation.requests()] == ["first", "third"]
    assert (
        talk.sessions.load(talk.conversation.session).session.messages
        == talk.conversation.state.snapshot().messages
    )
