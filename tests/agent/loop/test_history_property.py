import asyncio
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maia.agent.contracts.errors import StreamCut
from maia.agent.contracts.messages import Message, ToolResultBlock, ToolUseBlock
from maia.agent.contracts.model import ArgumentProblem, Done, Failed, TextDelta, ToolUse
from maia.agent.contracts.permissions import Allowed, Asked, Denied
from maia.testing.scripted_model import history_violations

hows = st.sampled_from(["", "fails", "crashes", "hangs", "changes"])
calls = st.tuples(
    st.sampled_from(["Echo", "Asked", "Denied", "Unknown"]),
    hows,
    st.sampled_from(["", "f", "g"]),
    st.sampled_from([None, *ArgumentProblem]),
)
responses = st.tuples(
    st.sampled_from(["", "text"]),
    st.lists(calls, max_size=4),
    st.sampled_from(["done", "done", "done", "cut"]),
)
turns = st.tuples(
    st.lists(responses, min_size=1, max_size=4),
    st.lists(st.sampled_from(["yes", "no", "stop"]), min_size=30, max_size=30),
    st.one_of(st.none(), st.integers(0, 60)),
)


class Gate:
    async def judge(self, call: Any) -> Any:
        await asyncio.sleep(0)
        return {"Asked": Asked(), "Denied": Denied("r")}.get(call.tool, Allowed())


def script(response: Any, ids: Any) -> list[Any]:
    text, wanted, end = response
    events: list[Any] = [TextDelta(text)] if text else []
    for name, how, key, problem in wanted:
        number = next(ids)
        arguments = {"text": str(number), "how": how} | ({"key": key} if key else {})
        events.append(ToolUse(f"c{number}", name, {} if problem else arguments, problem))
    events.append(Done("end_turn") if end == "done" else Failed(StreamCut(url="u")))
    return events


def valid(messages: list[Message]) -> None:
    """As the server checks it, once the next request is added."""
    if messages:
        asked = messages if messages[-1].role == "user" else [*messages, Message("user", ("x",))]
        assert history_violations(asked) == []


async def live(made: Any, plan: Any) -> None:
    for number, (_, answers, interrupted_after) in enumerate(plan, start=1):
        made.answers = list(answers)
        before = made.state.snapshot()
        turn = asyncio.create_task(made.turn(f"request {number}", number))
        steps = 0
        while not turn.done():
            await asyncio.sleep(0)
            steps += 1
            hung = steps > 400
            if hung or (interrupted_after is not None and steps == interrupted_after):
                turn.cancel()
                await asyncio.wait([turn])
                valid(made.state.messages)
                made.state.restore(before)
        valid(made.state.messages)
        assert all(tool.running == 0 for tool in made.tools)


@settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(plan=st.lists(turns, min_size=1, max_size=4))
def test_whatever_happens_roles_alternate_and_every_call_has_one_result(
    bench: Any, plan: Any
) -> None:
    from dataclasses import replace
    from itertools import count

    ids = count()
    # Scripts that are not reached in their turn are answered in a later one: any order will do.
    scripts = [script(response, ids) for responses, _, _ in plan for response in responses]
    scripts += [[TextDelta("enough")] for _ in range(40)]
    echo = bench().tools[0]
    tools = [replace(echo, name=name, log=[]) for name in ("Echo", "Asked", "Denied")]
    made = bench(*scripts, tools=tools, gate=Gate(), max_iterations=3)
    asyncio.run(live(made, plan))
    made.model.check()
    used = [
        block.id
        for message in made.state.messages
        for block in message.content
        if isinstance(block, ToolUseBlock)
    ]
    answered = [
        block.tool_use_id
        for message in made.state.messages
        for block in message.content
        if isinstance(block, ToolResultBlock)
    ]
    assert used == answered
