"""Who is asked how large the context may be, in which order, and what nonsense does."""

import asyncio
from typing import Any

import pytest

from maia.agent.contracts.events import ContextMeasured, Event, Notice, TurnEnded
from maia.agent.contracts.operations import Interrupt, SelectModel, Submit
from maia.agent.runtime import model_window
from maia.testing.model_server import Answer as Reply
from maia.testing.model_server import Delivery, HttpError, Raw

SILENT = Reply("never", delivery=Delivery(hang_after=0))


async def found(talk: Any) -> tuple[int | None, list[Event]]:
    """What is found, and what is told of it, when the conversation begins."""
    talk.conversation.begin()
    window = talk.conversation.parts.room.compactor.window
    async with asyncio.timeout(20):
        size = await window.find()
    events = [event for event in await talk.told() if isinstance(event, Notice)]
    return size, [event for event in events if event.key.startswith("notice.context_")]


def of(model: str, size: int, source: str) -> Notice:
    return Notice(f"notice.context_from_{source}", "info", {"model": model, "size": size})


def unknown(model: str) -> Notice:
    return Notice("notice.context_unknown", values={"model": model})


async def test_the_server_is_believed_before_the_setting(open_talk: Any, model_server: Any) -> None:
    model_server.models = ("gpt-4o",)
    model_server.model_facts["max_input_tokens"] = 77_000
    talk = open_talk(model="gpt-4o", context=66_000)
    assert await found(talk) == (77_000, [of("gpt-4o", 77_000, "server")])


async def test_the_setting_is_believed_before_the_table(open_talk: Any, model_server: Any) -> None:
    model_server.model_facts.clear()
    talk = open_talk(model="gpt-4o", context=66_000)
    assert await found(talk) == (66_000, [of("gpt-4o", 66_000, "setting")])


async def test_the_table_is_believed_before_the_model(open_talk: Any, model_server: Any) -> None:
    model_server.model_facts.clear()
    talk = open_talk(model="openai/gpt-4o")
    assert await found(talk) == (128_000, [of("openai/gpt-4o", 128_000, "table")])
    assert model_server.chats == []


async def test_at_last_the_model_is_asked_once_for_the_whole_run(
    talk: Any, model_server: Any
) -> None:
    model_server.model_facts.clear()
    model_server.script(Reply("About 200k tokens."), Reply("ok"), Reply("ok"))
    assert await found(talk) == (200_000, [of("scripted-model", 200_000, "model")])
    assert model_server.chats[0].body["messages"] == [
        {
            "role": "user",
            "content": "Maximum context size for this model, in tokens? Answer with a whole number "
            "only, and no other text.",
        }
    ]
    assert "tools" not in model_server.chats[0].body
    await talk.ask("first")
    await talk.ask("second")
    assert len(model_server.chats) == 3
    assert len(model_server.chats[1].body["messages"]) == 2  # the question is not in it


@pytest.mark.parametrize(
    "reply",
    [
        Reply("I cannot know that."),
        Reply("12"),
        Reply(""),
        Reply("999999999999999999999"),
        HttpError(500, {"error": {"message": "no"}}),
        HttpError(401, "who are you?"),
        Reply("1280", error={"message": "broke"}),
        Reply("128000 tokens", delivery=Delivery(cut_after=20)),
        Raw((b"data: nonsense\n\n",)),
    ],
)
async def test_an_answer_that_says_nothing_is_a_warning_and_no_more(
    talk: Any, model_server: Any, reply: Any
) -> None:
    model_server.model_facts.clear()
    model_server.script(reply, Reply("ok"))
    assert await found(talk) == (None, [unknown("scripted-model")])
    events = await talk.ask()
    assert events[-1].reason == "done"
    assert len(model_server.chats) == 2
    measured = [event for event in events if isinstance(event, ContextMeasured)]
    assert {event.maximum for event in measured} == {None}


@pytest.mark.parametrize("said", [0, -1, 12, 10**12, "128000", None, True, [], 1.5])
async def test_nonsense_of_the_server_is_not_believed(
    open_talk: Any, model_server: Any, said: Any
) -> None:
    model_server.model_facts["max_input_tokens"] = said
    assert (await found(open_talk(context=66_000)))[0] == 66_000


async def test_a_server_that_knows_no_such_page_leaves_it_to_the_setting(
    open_talk: Any, model_server: Any
) -> None:
    model_server.list_reply = HttpError(404, "not here")
    assert (await found(open_talk(context=66_000)))[0] == 66_000


async def test_a_model_that_stays_silent_is_waited_for_so_long_and_no_longer(
    talk: Any, model_server: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(model_window, "QUESTION_SECONDS", 0.05)
    model_server.model_facts.clear()
    model_server.script(SILENT)
    assert await found(talk) == (None, [unknown("scripted-model")])
    await model_server.chats[0].reached("disconnected")


@pytest.mark.parametrize("in_background", [True, False])
async def test_interrupted_while_the_model_is_asked_the_question_is_abandoned(
    talk: Any, model_server: Any, *, in_background: bool
) -> None:
    model_server.model_facts.clear()
    model_server.script(SILENT, Reply("ok"))
    if in_background:
        talk.conversation.begin()
        await model_server.chats_arrived(1)
    await talk.conversation.submit(Submit("first"))
    await model_server.chats_arrived(1)
    await talk.conversation.submit(Interrupt())
    events = await talk.told()
    assert [event.reason for event in events if isinstance(event, TurnEnded)] == ["interrupted"]
    await model_server.chats[0].reached("disconnected")
    events += await talk.ask("second")
    assert events.count(unknown("scripted-model")) == 1
    assert talk.texts == ["second", "ok"]


async def test_each_model_has_its_own_and_is_asked_once(open_talk: Any, model_server: Any) -> None:
    model_server.model_facts.clear()
    talk = open_talk(model="first-model")
    model_server.script(Reply("100k"), Reply("300k"))
    window = talk.conversation.parts.room.compactor.window
    assert (await found(talk))[0] == 100_000
    await talk.conversation.submit(SelectModel("second-model"))
    assert await window.find() == 300_000
    assert model_server.chats[1].body["model"] == "second-model"
    await talk.conversation.submit(SelectModel("first-model"))
    assert await window.find() == 100_000
    assert len(model_server.chats) == 2


async def test_a_model_left_while_it_is_asked_answers_for_no_other(
    open_talk: Any, model_server: Any
) -> None:
    model_server.model_facts.clear()
    talk = open_talk(model="first-model")
    model_server.script(SILENT, Reply("300k"))
    talk.conversation.begin()
    await model_server.chats_arrived(1)
    await talk.conversation.submit(SelectModel("second-model"))
    window = talk.conversation.parts.room.compactor.window
    async with asyncio.timeout(20):
        assert await window.find() == 300_000
    assert [chat.body["model"] for chat in model_server.chats] == ["first-model", "second-model"]
    events = await talk.told()
    assert unknown("first-model") not in events
    assert of("second-model", 300_000, "model") in events


async def test_where_nobody_waits_the_model_is_not_asked_and_nothing_is_told(
    open_talk: Any, model_server: Any
) -> None:
    model_server.model_facts.clear()
    talk = open_talk(attended=False)
    assert await found(talk) == (None, [])
    assert model_server.chats == []
