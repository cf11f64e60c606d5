import time

import pytest
from hypothesis import example, given
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
from maia.agent.models.history import TEXTS, call_ids, repair


def user(*blocks):
    return Message("user", tuple(TextBlock(b) if isinstance(b, str) else b for b in blocks))


def maia(*blocks):
    return Message("assistant", tuple(TextBlock(b) if isinstance(b, str) else b for b in blocks))


def call(call_id, name="Read"):
    return ToolUseBlock(call_id, name, {})


def result(call_id, content="done", *, is_error=False):
    return ToolResultBlock(call_id, content, is_error)


LOST = TEXTS.text("en", "no_result")
START = TEXTS.text("en", "no_beginning")
THOUGHT = ReasoningBlock("hm")


def lost(call_id):
    return result(call_id, LOST, is_error=True)


def orphan(content):
    return TEXTS.text("en", "orphan", content=content)


def faults(messages) -> list[str]:
    """What a strict server would refuse; written without a look at the code under test."""
    found = []
    seen = set()
    for place, message in enumerate(messages):
        if message.role != ("user", "assistant")[place % 2]:
            found.append(f"{place}: role")
        uses = [b.id for b in message.content if type(b) is ToolUseBlock]
        results = [b.tool_use_id for b in message.content if type(b) is ToolResultBlock]
        before = messages[place - 1].content if place else ()
        asked = [b.id for b in before if type(b) is ToolUseBlock]
        if sorted(results) != sorted(asked):
            found.append(f"{place}: results {results} for {asked}")
        if uses and message.role == "user":
            found.append(f"{place}: call of the user")
        if uses and place == len(messages) - 1:
            found.append(f"{place}: call at the end")
        for use in uses:
            if use in seen or not use:
                found.append(f"{place}: id {use!r}")
            seen.add(use)
        prose = any(type(b) is TextBlock and b.text.strip() for b in message.content)
        image = message.role == "user" and any(type(b) is ImageBlock for b in message.content)
        if not (prose or image or uses or results):
            found.append(f"{place}: empty")
    return found


SOUND = (
    user("go"),
    maia("Looking.", THOUGHT, call("a"), call("b")),
    user(result("b"), result("a"), ImageBlock("sha256:1", "image/png"), "and then"),
    maia("Done."),
)


def test_a_sound_history_is_given_back_as_it_is():
    assert faults(SOUND) == []
    assert repair(SOUND) is SOUND
    assert repair(()) == ()


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        pytest.param(
            [user("go"), maia(call("a"), call("b")), user(result("b"))],
            [user("go"), maia(call("a"), call("b")), user(lost("a"), result("b"))],
            id="a call without a result",
        ),
        pytest.param(
            [user("go"), maia(call("a"))],
            [user("go"), maia(call("a")), user(lost("a"))],
            id="a call at the end",
        ),
        pytest.param(
            [user("go"), maia(call("a")), user("hello?")],
            [user("go"), maia(call("a")), user(lost("a"), "hello?")],
            id="a call followed by words",
        ),
        pytest.param(
            [user("go"), maia(call("a")), maia("Then."), user(result("a"))],
            [user("go"), maia(call("a"), "Then."), user(result("a"))],
            id="a call, words, its result",
        ),
        pytest.param(
            [user("go"), maia(call("a")), user("hello?"), maia("Yes."), user(result("a", "late"))],
            [user("go"), maia(call("a")), user(result("a", "late"), "hello?"), maia("Yes.")],
            id="a result that strayed",
        ),
        pytest.param(
            [user(result("x", "the file")), maia("Done.")],
            [user(orphan("the file")), maia("Done.")],
            id="a result without its call becomes text",
        ),
        pytest.param(
            [user(result("x", " "), result("y", "no", is_error=True), "go")],
            [user("go")],
            id="a result without its call and without worth becomes nothing",
        ),
        pytest.param(
            [user("go"), maia(call("a")), user(result("a"), result("a"), result("a", "other"))],
            [user("go"), maia(call("a")), user(result("a"), orphan("other"))],
            id="results said twice",
        ),
        pytest.param(
            [user("go"), maia("1"), user(result("x", "")), maia("2")],
            [user("go"), maia("1", "2")],
            id="what is left of the neighbours is merged",
        ),
        pytest.param(
            [user("go"), maia(call("a"), call("a")), user(result("a", "1"), result("a", "2"))],
            [user("go"), maia(call("a"), call("a_2")), user(result("a", "1"), result("a_2", "2"))],
            id="one id for two calls",
        ),
        pytest.param(
            [
                user("go"),
                maia(call("a")),
                user(result("a")),
                maia(call("a")),
                user(result("a", "2")),
            ],
            [
                user("go"),
                maia(call("a")),
                user(result("a")),
                maia(call("a_2")),
                user(result("a_2", "2")),
            ],
            id="one id in two exchanges",
        ),
        pytest.param(
            [user("go"), maia(call("")), user(result(""))],
            [user("go"), maia(call("call_1")), user(result("call_1"))],
            id="no id",
        ),
        pytest.param(
            [user("a"), user("b"), maia("c"), maia("d")],
            [user("a", "b"), maia("c", "d")],
            id="neighbours of one role",
        ),
        pytest.param([maia("hi")], [user(START), maia("hi")], id="the assistant first"),
        pytest.param(
            [user(result("x", "")), maia("hi")],
            [user(START), maia("hi")],
            id="the assistant first, after repair",
        ),
        pytest.param(
            [user("a"), maia(THOUGHT, UnknownBlock({"type": "new"})), user("b"), maia(), user(" ")],
            [user("a", "b")],
            id="messages with nothing to send",
        ),
        pytest.param(
            [user("a", call("x")), maia(call("y"), result("y"))],
            [user("a"), maia(call("y")), user(result("y"))],
            id="blocks in the wrong mouth",
        ),
    ],
)
def test_repairs(broken, whole):
    assert faults(whole) == []
    assert list(repair(tuple(broken))) == whole


def test_the_fixed_words_follow_the_language():
    (_, _, last) = repair((user("go"), maia(call("a"))), "fr")
    assert last.content[0].content.startswith("Aucun résultat")


def test_what_was_sent_stays_the_same_when_messages_are_added():
    broken = (user("go"), maia(call("a"), call("a")), user("hello?"), maia("Yes."), user("b"))
    more = (maia(call("a_2")), user(result("a_2")))
    assert repair(broken + more)[: len(repair(broken))] == repair(broken)


def test_call_ids_are_those_of_all_calls():
    assert call_ids(SOUND) == {"a", "b"}


_IDS = st.sampled_from(["", "a", "b", "a_2", "call_1"])
_BLOCKS = st.one_of(
    st.sampled_from([TextBlock(""), TextBlock(" \n"), TextBlock("x"), THOUGHT]),
    st.just(UnknownBlock({"type": "video"})),
    st.just(ImageBlock("sha256:0", "image/png")),
    st.builds(ToolUseBlock, _IDS, st.just("Read"), st.just({})),
    st.builds(ToolResultBlock, _IDS, st.sampled_from(["", "1", "2"]), st.booleans()),
)
_MESSAGES = st.builds(
    Message, st.sampled_from(["user", "assistant"]), st.lists(_BLOCKS, max_size=4).map(tuple)
)
_HISTORIES = st.lists(_MESSAGES, max_size=8).map(tuple)


@given(_HISTORIES)
@example((maia(call("a")), user(result("a"), result("a", "2")), maia(result("a"))))
def test_any_history_repaired_is_sound_and_stays_so(messages):
    repaired = repair(messages)
    assert faults(repaired) == []
    assert repair(repaired) is repaired
    assert (repaired == messages) == (faults(messages) == [])


@given(_HISTORIES)
def test_repair_loses_no_words_and_no_call(messages):
    def words(history):
        return [
            b.text
            for m in history
            for b in m.content
            if type(b) is TextBlock and b.text.strip() and not b.text.startswith("[")
        ]

    repaired = repair(messages)
    calls = sum(
        type(b) is ToolUseBlock for m in messages if m.role == "assistant" for b in m.content
    )
    assert words(repaired) == words(messages)
    assert len(call_ids(repaired)) == calls


def test_a_long_history_is_checked_and_repaired_in_linear_time():
    rounds = [(maia(call(f"c{n}")), user(result(f"c{n}", "x" * 1000))) for n in range(20_000)]
    history = (user("go"), *(message for pair in rounds for message in pair))
    started = time.monotonic()
    assert repair(history) is history
    assert faults(repair(history[1:])) == []
    assert time.monotonic() - started < 20
