import asyncio

import pytest

from maia.agent.contracts.messages import Message, TextBlock, ToolResultBlock, ToolUseBlock
from maia.agent.contracts.model import ChatRequest, Done, Failed, TextDelta, ToolUse
from maia.testing.scripted_model import ScriptedModel, Wait, history_violations


def user(*blocks):
    return Message("user", blocks or (TextBlock("hello"),))


def assistant(*ids):
    return Message(
        "assistant", tuple(ToolUseBlock(i, "Read", {}) for i in ids) or (TextBlock("x"),)
    )


def results(*ids):
    return tuple(ToolResultBlock(i, "done") for i in ids)


def request(*messages):
    return ChatRequest("system", messages or (user(),))


async def events(model, asked=None):
    return [event async for event in model.chat(asked or request())]


async def test_scripts_are_played_in_order_and_ended():
    call = ToolUse("a", "Read", {})
    model = ScriptedModel([TextDelta("x")], [call, Done("tool_use")])

    assert await events(model) == [TextDelta("x"), Done("end_turn")]
    assert await events(model) == [call, Done("tool_use")]
    assert len(model.requests) == 2
    assert model.cancelled == 0
    model.check()


async def test_a_script_may_be_made_from_the_request():
    model = ScriptedModel(lambda asked: [TextDelta(asked.system)])

    assert await events(model) == [TextDelta("system"), Done("end_turn")]


async def test_one_request_too_many_fails_and_is_a_violation():
    (event,) = await events(model := ScriptedModel())

    assert isinstance(event, Failed)
    with pytest.raises(AssertionError, match="nothing left"):
        model.check()


async def test_a_wait_is_silent_until_it_is_set():
    wait = Wait()
    model = ScriptedModel([TextDelta("a"), wait, TextDelta("b")])
    reading = asyncio.ensure_future(events(model))
    await asyncio.sleep(0.01)
    assert not reading.done()

    wait.set()

    assert await reading == [TextDelta("a"), TextDelta("b"), Done("end_turn")]


async def test_a_cancelled_stream_is_counted():
    model = ScriptedModel([Wait()])
    reading = asyncio.ensure_future(events(model))
    await asyncio.sleep(0.01)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading

    assert model.cancelled == 1


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ((), "does not end with the user"),
        ((user(), assistant()), "does not end with the user"),
        ((assistant(), user()), "do not alternate"),
        ((user(), user()), "do not alternate"),
        ((Message("user", ()),), "is empty"),
        ((user(), assistant("a"), user()), "answers"),
        ((user(), assistant("a", "b"), user(*results("b", "a"))), "answers"),
        ((user(), assistant("a"), user(*results("a", "a"))), "answers"),
        ((user(*results("a")),), "answers"),
        ((user(), assistant("a", "a"), user(*results("a", "a"))), "two calls"),
        ((user(), assistant("a"), user(*results("a")), assistant("a"), user(*results("a"))), "two"),
    ],
)
async def test_a_wrong_conversation_is_a_violation(messages, said):
    model = ScriptedModel([TextDelta("x")])

    (event,) = await events(model, ChatRequest("", messages))

    assert isinstance(event, Failed)
    assert said in model.violations[0]


def test_a_right_conversation_has_no_violation():
    blocks = (*results("a", "b"), TextBlock("go on"))

    assert history_violations([user(), assistant("a", "b"), user(*blocks)]) == []
