"""Turns interrupted at every step they have: whatever the moment, the same promises hold."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.errors import StreamCut
from maia.agent.contracts.events import (
    ContinuationAsked,
    Event,
    PermissionAsked,
    QuestionClosed,
    ToolCallAnnounced,
    ToolCallEnded,
    ToolCallStarted,
    ToolOutputArrived,
    ToolsRunning,
    ToolsSettled,
    TurnEnded,
    TurnStarted,
)
from maia.agent.contracts.messages import ToolResultBlock, ToolUseBlock
from maia.agent.contracts.model import ArgumentProblem, Done, Failed, TextDelta, ToolUse
from maia.agent.contracts.operations import Answer, Interrupt, Submit
from maia.agent.contracts.permissions import Allowed, Asked, Denied
from maia.agent.models.history import is_sound
from maia.agent.permissions.gate import RuleGate
from maia.agent.permissions.rules import Rules
from maia.agent.permissions.trust import TrustedFolders
from maia.agent.runtime.file_history import FileHistory
from maia.agent.runtime.joining import Surroundings, join
from maia.agent.runtime.mailbox import Mailbox
from maia.agent.runtime.policy import Policy
from maia.agent.runtime.rule_files import LoadedRules
from maia.agent.runtime.selected_model import SelectedModel
from maia.agent.runtime.standing import Standing
from maia.testing.memory_host import MemoryHost
from maia.testing.scripted_model import history_violations

MOST_STEPS = 300


class SlowGate:
    """Takes a step for each verdict; the name of the tool says which."""

    async def judge(self, call: Any) -> Any:
        await asyncio.sleep(0)
        if call.arguments.get("how") == "unjudged":
            raise RuntimeError("no verdict")
        return {"Asked": Asked("ask"), "Denied": Denied("deny")}.get(call.tool, Allowed())


def call(number: int, name: str = "Echo", problem: Any = None, **arguments: Any) -> ToolUse:
    return ToolUse(f"c{number}", name, {"text": str(number), **arguments}, problem)


TEN = [
    call(0, key="f"),
    call(1, "Asked"),
    call(2, key="f", how="fails"),
    call(3, "Denied"),
    call(4, "Unknown"),
    call(5, how="crashes"),
    call(6, "Asked", how="changes"),
    call(7, problem=ArgumentProblem.CUT),
    call(8, key="f"),
    call(9, how="unjudged"),
]
END = [TextDelta("done")]
SCENARIOS: dict[str, tuple[list[Any], list[str]]] = {
    "one call": ([[TextDelta("a"), call(0)], END], []),
    "one question": ([[call(0, "Asked")], END], ["yes"]),
    "two calls": ([[call(0), call(1)], END], []),
    "ten calls": ([TEN, END], ["yes", "no"]),
    "a stop": ([TEN], ["yes", "stop"]),
    "a stop at once": ([[call(0, "Asked"), call(1), call(2, "Asked")]], ["stop"]),
    "twelve at once": ([[call(n) for n in range(12)], END], []),
    "a chain of one key": ([[call(n, key="k") for n in range(4)], END], []),
    "the limit": ([[call(0)], [call(1)], [call(2)], END], ["yes"]),
    "the limit refused": ([[call(0)], [call(1)]], ["no"]),
    "a cut answer": ([[call(0)], [TextDelta("half"), Failed(StreamCut(url="u"))]], []),
    "a tool that stops itself": ([[call(0, how="stops itself"), call(1)], END], []),
    "a tool that exits": ([[call(0, how="exits"), call(1, how="exits oddly")], END], []),
    "tools that take their time to end": (
        [[call(0, how="ignores"), call(1, how="cleans up"), call(2, "Asked")], END],
        ["yes"],
    ),
    "a cut by the limit": ([[call(0), Done("max_tokens", output_cut=True)], END], []),
}


class Talk:
    """A conversation, step by step. The person answers a step late: perhaps after the end."""

    def __init__(self, bench: Callable[..., Any], scripts: list[Any], answers: list[str]) -> None:
        echo = bench().tools[0]
        self.tools = [replace(echo, name=name, log=[]) for name in ("Echo", "Asked", "Denied")]
        made = bench(*scripts, *[END] * 3, tools=self.tools, gate=SlowGate(), max_iterations=2)
        mailbox = Mailbox()
        made.loop.emit = made.loop.executor._emit = mailbox.emit
        made.loop.ask = made.loop.executor._ask = mailbox.ask
        self.model = made.model
        here = Path.cwd()
        no_rules = Policy(
            RuleGate(Rules(), here),
            TrustedFolders(here / "none"),
            here,
            lambda: LoadedRules(Rules()),
        )
        host = MemoryHost()
        around = Surroundings(
            standing=Standing("en", here, system="system"),
            home=here,
            host=host,
            own_host=host,
            files=FileHistory(None, here, mailbox.emit),
            attended=False,
        )
        self.conversation = join(
            made.loop,
            mailbox,
            SelectedModel(made.model),
            lambda _name: made.model,
            no_rules,
            around,
        )
        self.answers = list(answers)
        self.answering: list[Answer] = []
        self.events: list[Event] = []

    async def step(self) -> None:
        """What was asked is answered, then one round of the event loop."""
        for answer in self.answering:
            await self.conversation.submit(answer)
        self.answering.clear()
        await asyncio.sleep(0)
        queue = self.conversation.parts.mailbox._events
        while not queue.empty():
            event = queue.get_nowait()
            self.events.append(event)
            if isinstance(event, PermissionAsked | ContinuationAsked):
                word: Any = self.answers.pop(0)
                self.answering.append(Answer(event.question_id, word))

    async def steps(self, count: int) -> None:
        for _ in range(count):
            await self.step()

    @property
    def has_ended(self) -> bool:
        return any(isinstance(event, TurnEnded) for event in self.events)

    async def end(self) -> None:
        for _ in range(MOST_STEPS):
            if self.has_ended:
                break
            await self.step()
        await self.steps(10)  # whatever comes behind the end is seen

    def check(self) -> None:
        """What holds for every turn, however it ended."""
        assert [type(event) for event in self.events].count(TurnStarted) == 1
        assert isinstance(self.events[0], TurnStarted)
        assert [type(event) for event in self.events].count(TurnEnded) == 1
        assert isinstance(self.events[-1], TurnEnded)
        check_calls(self.events)
        check_questions(self.events)
        assert all(tool.running == 0 for tool in self.tools)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert is_sound(tuple(self.conversation.state.messages))


def check_calls(events: list[Event]) -> None:
    """Each call: announced, perhaps started, then ended, once each; outputs in between."""
    state: dict[str, str] = {}
    ended: list[str] = []
    for event in events:
        match event:
            case ToolCallAnnounced(call_id):
                assert call_id not in state
                state[call_id] = "announced"
            case ToolCallStarted(call_id):
                assert state[call_id] == "announced"
                state[call_id] = "started"
            case ToolOutputArrived(call_id):
                assert state[call_id] == "started"
            case ToolCallEnded(call_id, _, end):
                assert state[call_id] in ("announced", "started")
                assert end != "ran" or state[call_id] == "started"
                state[call_id] = "ended"
                ended.append(call_id)
            case _:
                pass
    assert set(state.values()) <= {"ended"}
    assert ended == sorted(ended, key=list(state).index)
    running = [event for event in events if isinstance(event, ToolsRunning | ToolsSettled)]
    assert not running or isinstance(running[-1], ToolsSettled)


def check_questions(events: list[Event]) -> None:
    """One question at a time, each closed once, and none left open."""
    waiting: list[str] = []
    asked: set[str] = set()
    for event in events:
        if isinstance(event, PermissionAsked | ContinuationAsked):
            assert not waiting
            assert event.question_id not in asked
            asked.add(event.question_id)
            waiting.append(event.question_id)
        elif isinstance(event, QuestionClosed):
            assert waiting == [event.question_id]
            waiting.clear()
    assert not waiting


async def interrupted_at_each_step(
    bench: Any, name: str, interrupt: Callable[[Talk], Any]
) -> AsyncIterator[Talk]:
    """The talk after an interruption at step 0, 1, ... until the turn ends by itself."""
    for steps in range(MOST_STEPS):
        talk = Talk(bench, *SCENARIOS[name])
        await talk.conversation.submit(Submit("go"))
        await talk.steps(steps)
        if talk.has_ended or talk.conversation._work.done():
            return
        await interrupt(talk)
        await talk.end()
        yield talk
    raise AssertionError("the turn has no end")


@pytest.mark.parametrize("name", SCENARIOS)
async def test_a_turn_left_alone_keeps_the_promises(bench: Any, name: str) -> None:
    talk = Talk(bench, *SCENARIOS[name])
    await talk.conversation.submit(Submit("go"))
    await talk.end()
    talk.check()
    assert talk.events[-1].reason != "interrupted"


@pytest.mark.parametrize("name", SCENARIOS)
async def test_interrupted_at_any_step_nothing_is_left_and_the_next_turn_works(
    bench: Any, name: str
) -> None:
    count = 0
    interrupt = lambda talk: talk.conversation.submit(Interrupt())  # noqa: E731
    async for talk in interrupted_at_each_step(bench, name, interrupt):
        count += 1
        talk.check()
        assert talk.events[-1].reason == "interrupted"
        assert talk.conversation.state.messages == []
        talk.events.clear()
        talk.answers = ["yes"] * 20
        await talk.conversation.submit(Submit("again"))
        await talk.end()
        talk.check()
        talk.model.check()
    assert count > 1


@pytest.mark.parametrize(
    "name",
    ["ten calls", "one question", "the limit", "tools that take their time to end"],
)
@pytest.mark.parametrize("between", [0, 1, 2, 5])
async def test_interrupts_in_quick_succession_are_one(bench: Any, name: str, between: int) -> None:
    async def interrupt(talk: Talk) -> None:
        first = asyncio.create_task(talk.conversation.submit(Interrupt()))
        await talk.steps(between)
        await talk.conversation.submit(Interrupt())
        await first

    async for talk in interrupted_at_each_step(bench, name, interrupt):
        talk.check()
        if talk.events[-1].reason == "interrupted":  # else it had ended before the first
            assert talk.conversation.state.messages == []


@pytest.mark.parametrize("name", SCENARIOS)
async def test_the_loop_alone_cancelled_at_any_step_leaves_a_sound_history(
    bench: Any, name: str
) -> None:
    scripts, answers = SCENARIOS[name]
    for steps in range(MOST_STEPS):
        echo = bench().tools[0]
        tools = [replace(echo, name=tool, log=[]) for tool in ("Echo", "Asked", "Denied")]
        made = bench(
            *scripts,
            tools=tools,
            gate=SlowGate(),
            answers=[*answers],
            max_iterations=2,
        )
        turn = asyncio.create_task(made.turn())
        for _ in range(steps):
            await asyncio.sleep(0)
        if turn.done():
            return
        turn.cancel()
        await asyncio.wait([turn])
        assert turn.cancelled()
        messages = made.state.messages
        asked = [*messages] if messages and messages[-1].role == "user" else []
        assert history_violations(asked) == [] or not asked
        assert is_sound(tuple(messages))
        check_calls(made.events)
        used = [b.id for m in messages for b in m.content if isinstance(b, ToolUseBlock)]
        given = [
            b.tool_use_id for m in messages for b in m.content if isinstance(b, ToolResultBlock)
        ]
        assert used == given
    raise AssertionError("the turn has no end")


async def test_an_answer_to_a_question_of_an_earlier_turn_answers_none_of_this_one(
    bench: Any,
) -> None:
    talk = Talk(bench, [[call(0, "Asked")], [call(0, "Asked")]], ["yes", "no"])
    await talk.conversation.submit(Submit("go"))
    while not talk.answering:
        await talk.step()
    late = talk.answering.pop()
    await talk.conversation.submit(Interrupt())
    await talk.end()
    talk.events.clear()
    await talk.conversation.submit(Submit("again"))
    while not talk.answering:
        await talk.step()
    await talk.conversation.submit(late)
    await talk.end()
    talk.check()
    assert [event.end for event in talk.events if isinstance(event, ToolCallEnded)] == ["refused"]


async def test_what_a_tool_says_after_its_call_is_not_told(bench: Any) -> None:
    made = bench([call(0, how="speaks later")], END)
    await made.turn()
    await asyncio.sleep(0.02)
    assert made.told(ToolOutputArrived) == [ToolOutputArrived("c0", "in time")]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("stops itself", "The tool Echo failed unexpectedly: CancelledError: "),
        ("exits", "The tool Echo failed unexpectedly: SystemExit: 3"),
        ("exits oddly", "The tool Echo failed unexpectedly: BaseExceptionGroup: odd"),
        ("unjudged", "The tool Echo failed unexpectedly: RuntimeError: no verdict"),
    ],
)
async def test_whatever_a_tool_or_the_gate_raises_is_a_result(
    bench: Any, how: str, said: str
) -> None:
    made = bench([call(0, how=how), call(1)], END, gate=SlowGate())
    assert (await made.turn()).reason == "done"
    first, second = made.state.messages[2].content
    assert first.content.startswith(said)
    assert (first.is_error, second.is_error) == (True, False)


async def test_a_tool_that_cannot_describe_its_call_runs_all_the_same(bench: Any) -> None:
    made = bench([call(0, "Asked"), call(1)], END, gate=SlowGate(), answers=["yes"])

    def fails(_arguments: Any) -> str:
        raise KeyError("text")

    made.tools[0].describe = fails
    made.loop.executor._tools = {"Echo": made.tools[0], "Asked": made.tools[0]}
    await made.turn()
    assert [block.content for block in made.state.messages[2].content] == ["0", "1"]
    assert made.questions[0].summary == ""
