import asyncio

import pytest

from maia.agent.contracts.events import ContinuationAsked, Notice, QuestionClosed
from maia.agent.contracts.operations import Answer
from maia.agent.runtime.mailbox import Mailbox


def question(name: str) -> ContinuationAsked:
    return ContinuationAsked(name, 50)


async def begun(mailbox: Mailbox, name: str) -> "asyncio.Task[Answer]":
    task = asyncio.create_task(mailbox.ask(question(name)))
    await asyncio.sleep(0)
    return task


async def test_events_come_in_the_order_they_were_told() -> None:
    mailbox = Mailbox()
    mailbox.emit(Notice("one"))
    mailbox.emit(Notice("two"))
    assert await mailbox.next_event() == Notice("one")
    assert mailbox.has_events
    assert await mailbox.next_event() == Notice("two")
    assert not mailbox.has_events


async def test_an_answer_for_no_question_changes_nothing() -> None:
    mailbox = Mailbox()
    mailbox.answer(Answer("nobody asked", "yes"))
    assert not mailbox.has_events


async def test_the_first_answer_counts() -> None:
    mailbox = Mailbox()
    asking = await begun(mailbox, "q")
    mailbox.answer(Answer("q", "no"))
    mailbox.answer(Answer("q", "yes"))
    assert await asking == Answer("q", "no")
    mailbox.answer(Answer("q", "yes"))
    assert [await mailbox.next_event() for _ in range(2)] == [
        question("q"),
        QuestionClosed("q", "no"),
    ]
    assert not mailbox.has_events


async def test_the_second_question_waits_for_the_answer_to_the_first() -> None:
    mailbox = Mailbox()
    first, second = await begun(mailbox, "a"), await begun(mailbox, "b")
    mailbox.answer(Answer("b", "yes"))  # it was not put yet
    mailbox.answer(Answer("a", "yes"))
    assert (await first).answer == "yes"
    await asyncio.sleep(0)
    mailbox.answer(Answer("b", "no"))
    assert (await second).answer == "no"
    told = [await mailbox.next_event() for _ in range(4)]
    assert told == [
        question("a"),
        QuestionClosed("a", "yes"),
        question("b"),
        QuestionClosed("b", "no"),
    ]


async def test_a_question_whose_turn_ends_is_closed_unanswered_and_the_next_is_put() -> None:
    mailbox = Mailbox()
    first, second = await begun(mailbox, "a"), await begun(mailbox, "b")
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    await asyncio.sleep(0)
    mailbox.answer(Answer("b", "yes"))
    assert (await second).answer == "yes"
    assert [await mailbox.next_event() for _ in range(3)] == [
        question("a"),
        QuestionClosed("a"),
        question("b"),
    ]


async def test_a_question_that_was_never_put_is_not_closed_either() -> None:
    mailbox = Mailbox()
    first, second = await begun(mailbox, "a"), await begun(mailbox, "b")
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    mailbox.answer(Answer("a", "yes"))
    await first
    assert [await mailbox.next_event() for _ in range(2)] == [
        question("a"),
        QuestionClosed("a", "yes"),
    ]
    assert not mailbox.has_events
