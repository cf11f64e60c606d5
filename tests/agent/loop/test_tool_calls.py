import asyncio
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.errors import SettingsError
from maia.agent.contracts.events import (
    Notice,
    PermissionAsked,
    ToolCallAnnounced,
    ToolCallEnded,
    ToolCallStarted,
    ToolsRunning,
    ToolsSettled,
)
from maia.agent.contracts.judgement import JudgedPart
from maia.agent.contracts.messages import TextBlock, ToolResultBlock
from maia.agent.contracts.model import ArgumentProblem, TextDelta, ToolUse
from maia.agent.contracts.operations import Answer
from maia.agent.contracts.permissions import Asked, Denied
from maia.agent.contracts.tools import ToolOutcome
from maia.testing.allowing_gate import AllowingGate

ASKING = AllowingGate({"Echo": Asked()})


def call(number: int, **arguments: Any) -> ToolUse:
    return ToolUse(f"c{number}", "Echo", {"text": str(number), **arguments})


def results(made: Any) -> list[tuple[str, bool]]:
    blocks = [
        block for block in made.state.messages[2].content if isinstance(block, ToolResultBlock)
    ]
    return [(block.content, block.is_error) for block in blocks]


async def test_one_call_runs_in_the_foreground_announced_started_ended(bench: Any) -> None:
    made = bench([call(1)], [TextDelta("ok")])
    await made.turn()
    told = [type(event) for event in made.events if "Tool" in type(event).__name__]
    assert told == [ToolCallAnnounced, ToolCallStarted, ToolCallEnded]
    assert made.told(ToolCallAnnounced)[0].summary == "1"


async def test_results_come_in_call_order_whatever_finishes_first(bench: Any) -> None:
    made = bench([call(1), call(2), call(3)], [TextDelta("ok")])
    first = made.tools[0].gates["1"] = asyncio.Event()
    turn = asyncio.create_task(made.turn())
    while "end 3" not in made.tools[0].log:
        await asyncio.sleep(0)
    assert "end 1" not in made.tools[0].log
    first.set()
    await turn
    assert results(made) == [("1", False), ("2", False), ("3", False)]
    assert [event.call_id for event in made.told(ToolCallEnded)] == ["c1", "c2", "c3"]
    assert made.told(ToolsRunning)[-1] == ToolsRunning(("Echo",) * 3, 3)
    assert len(made.told(ToolsSettled)) == 1


async def test_at_most_eight_run_at_once_in_the_order_asked(bench: Any) -> None:
    made = bench([call(n) for n in range(20)], [TextDelta("ok")])
    tool = made.tools[0]
    gate = asyncio.Event()
    tool.gates = {str(n): gate for n in range(20)}
    turn = asyncio.create_task(made.turn())
    for _ in range(200):
        await asyncio.sleep(0)
    assert tool.running == 8
    assert tool.log == [f"start {n}" for n in range(8)]
    gate.set()
    await turn
    assert tool.most_running == 8
    assert [entry for entry in tool.log if entry.startswith("start")] == [
        f"start {n}" for n in range(20)
    ]


async def test_calls_with_the_same_key_run_one_after_the_other_in_call_order(bench: Any) -> None:
    made = bench([call(1, key="f"), call(2, key="g"), call(3, key="f"), call(4)], [TextDelta("ok")])
    tool = made.tools[0]
    tool.gates["1"] = asyncio.Event()
    turn = asyncio.create_task(made.turn())
    while "end 4" not in tool.log:
        await asyncio.sleep(0)
    assert "end 2" in tool.log
    assert "start 3" not in tool.log
    tool.gates["1"].set()
    await turn
    assert tool.log.index("end 1") < tool.log.index("start 3")


async def test_a_key_is_free_again_when_its_call_fails(bench: Any) -> None:
    made = bench([call(1, key="f", how="crashes"), call(2, key="f")], [TextDelta("ok")])
    await made.turn()
    assert results(made)[1] == ("2", False)


async def test_a_lock_key_that_raises_is_ignored(bench: Any) -> None:
    made = bench([call(1), call(2)], [TextDelta("ok")])
    made.tools[0].key = "crash"
    await made.turn()
    assert results(made) == [("1", False), ("2", False)]


async def test_permissions_are_asked_one_by_one_while_allowed_tools_run(bench: Any) -> None:
    other = "Other"
    from dataclasses import replace

    made = bench(
        [call(1), ToolUse("c2", other, {"text": "2"}), ToolUse("c3", other, {"text": "3"})],
        [TextDelta("ok")],
        tools=[*bench().tools, replace(bench().tools[0], name=other)],
        gate=AllowingGate({other: Asked("ask Other")}),
        answers=["yes", "no"],
    )
    seen: list[bool] = []
    made.on_question = lambda _question: seen.append(True)
    await made.turn()
    assert [question.call_id for question in made.questions] == ["c2", "c3"]
    assert made.questions[0].rule == "ask Other"
    assert "start 1" in made.tools[0].log
    order = [type(event).__name__ + getattr(event, "call_id", "") for event in made.events]
    assert order.index("ToolCallStartedc1") < order.index("ToolCallAnnouncedc3")
    assert results(made)[1:] == [("2", False), ("The user refused this action.", True)]


async def test_a_refusal_with_a_reason_tells_the_model_why(bench: Any) -> None:
    made = bench(
        [call(1)], [TextDelta("ok")], gate=ASKING, answers=[Answer("", "no", "not that file")]
    )
    await made.turn()
    assert results(made) == [("The user refused this action, saying: not that file", True)]


async def test_a_denied_call_names_the_rule_and_is_not_asked(bench: Any) -> None:
    made = bench([call(1)], [TextDelta("ok")], gate=AllowingGate({"Echo": Denied("deny Echo")}))
    await made.turn()
    assert results(made) == [
        ("Action refused by the permission rules (deny Echo). Do not retry it as it is.", True)
    ]
    assert made.questions == []
    assert made.told(ToolCallEnded)[0].end == "denied"


async def test_fixed_messages_follow_the_language(bench: Any) -> None:
    made = bench(
        [ToolUse("c1", "Nope", {}), call(2)],
        [TextDelta("ok")],
        gate=ASKING,
        answers=["no"],
        language="fr",
    )
    await made.turn()
    assert results(made) == [
        ("Outil inconnu : Nope. Outils disponibles : Echo.", True),
        ("L'utilisateur a refusé cette action.", True),
    ]


async def test_stop_ends_the_turn_with_a_result_for_every_call_and_nothing_undone(
    bench: Any,
) -> None:
    made = bench([call(n) for n in range(1, 5)], gate=ASKING, answers=["yes", "stop"])
    result = await made.turn()
    assert result.reason == "stopped"
    stopped, not_run = results(made)[1], results(made)[2]
    assert results(made)[0] == ("1", False)
    assert stopped[0].startswith("The user stopped the work at this action")
    assert not_run == results(made)[3]
    assert not_run[0].startswith("Not run")
    assert [event.end for event in made.told(ToolCallEnded)] == [
        "ran",
        "stopped",
        "not_run",
        "not_run",
    ]
    assert len(made.model.requests) == 1
    assert made.told(Notice) == [Notice("notice.stopped", "info")]


async def test_after_a_stop_the_next_request_joins_the_results(bench: Any) -> None:
    made = bench([call(1)], [TextDelta("ok")], gate=ASKING, answers=["stop"])
    await made.turn()
    await made.turn("rather this", 2)
    assert made.state.messages[2].content[1] == TextBlock("rather this")


@pytest.mark.parametrize("how", ["fails", "crashes"])
async def test_a_tool_that_goes_wrong_is_a_result_and_stops_no_other(bench: Any, how: str) -> None:
    made = bench([call(1, how=how), call(2)], [TextDelta("ok")])
    await made.turn()
    said = {
        "fails": "cannot 1",
        "crashes": "The tool Echo failed unexpectedly: RuntimeError: boom 1",
    }
    assert results(made) == [(said[how], True), ("2", False)]


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (ArgumentProblem.CUT, "were cut before their end"),
        (ArgumentProblem.NOT_JSON, "are not valid JSON. Received: {oops"),
        (ArgumentProblem.NOT_AN_OBJECT, "must be a JSON object. Received: {oops"),
    ],
)
async def test_unusable_arguments_are_answered_and_never_run(
    bench: Any, problem: Any, said: str
) -> None:
    made = bench([ToolUse("c1", "Echo", {}, problem, "{oops"), call(2)], [TextDelta("ok")])
    await made.turn()
    assert said in results(made)[0][0]
    assert results(made)[0][1]
    assert made.tools[0].log[0] == "start 2"


async def test_cancelled_in_mid_tool_every_call_has_its_result_and_the_tool_cleaned_up(
    bench: Any,
) -> None:
    made = bench([call(1), call(2, how="hangs"), *[call(n, key="f", how="hangs") for n in (3, 4)]])
    turn = asyncio.create_task(made.turn())
    while "start 3" not in made.tools[0].log:
        await asyncio.sleep(0)
    for _ in range(20):
        await asyncio.sleep(0)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert made.tools[0].running == 0
    assert "cancelled 2" in made.tools[0].log
    assert "start 4" not in made.tools[0].log
    assert [is_error for _, is_error in results(made)] == [False, True, True, True]
    assert results(made)[1][0] == "Interrupted by the user before it was finished."


async def test_cancelled_at_a_question_the_rest_is_marked_as_not_run(bench: Any) -> None:
    made = bench([call(1), call(2)], gate=ASKING, answers=[])
    asked = asyncio.Event()

    async def never(question: PermissionAsked) -> Answer:
        asked.set()
        await asyncio.Event().wait()
        raise AssertionError

    made.loop.executor._ask = never
    turn = asyncio.create_task(made.turn())
    await asked.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert results(made) == [("Not run: the user interrupted the request.", True)] * 2


async def test_live_output_is_told_with_its_call(bench: Any) -> None:
    made = bench([call(1)], [TextDelta("ok")])

    async def speaks(arguments: Any, context: Any) -> Any:
        from maia.agent.contracts.tools import ToolOutcome

        assert context.launch_folder == Path("/repo")
        context.emit_output("line\n")
        return ToolOutcome("done")

    made.tools[0].execute = speaks
    await made.turn()
    from maia.agent.contracts.events import ToolOutputArrived

    assert made.told(ToolOutputArrived) == [ToolOutputArrived("c1", "line\n")]


async def test_what_a_yes_is_to_allow_from_now_on_reaches_the_gate(bench: Any) -> None:
    gate = AllowingGate({"Echo": Asked("", (JudgedPart("1", "ask"),), ("Echo(1)",))})
    remembered = Answer("", "yes", remember="session", rules=("Echo(1)",))
    made = bench([call(1)], [TextDelta("ok")], gate=gate, answers=[remembered])
    await made.turn()
    assert gate.remembered == [(("Echo(1)",), "session")]
    assert made.questions[0].parts == (JudgedPart("1", "ask"),)
    assert made.questions[0].suggestions == ("Echo(1)",)
    assert results(made) == [("1", False)]


async def test_what_cannot_be_remembered_is_said_and_holds_this_once(bench: Any) -> None:
    class Forgetful(AllowingGate):
        async def remember(self, rules: Any, scope: Any) -> None:
            raise SettingsError("settings.unreadable", path="p", reason="r")

    remembered = Answer("", "yes", remember="always", rules=("Echo",))
    made = bench(
        [call(1)], [TextDelta("ok")], gate=Forgetful({"Echo": Asked()}), answers=[remembered]
    )
    await made.turn()
    assert made.told(Notice) == [Notice("settings.unreadable", values={"path": "p", "reason": "r"})]
    assert results(made) == [("1", False)]


async def test_calls_of_one_response_start_in_one_folder_and_the_next_where_they_left(
    bench: Any,
) -> None:
    made = bench([call(1), call(2)], [call(3)], [TextDelta("ok")])
    seen: list[Any] = []

    async def moves(arguments: Any, context: Any) -> Any:
        seen.append(context.folder)
        context.keep_folder(Path("/repo") / arguments["text"])
        await asyncio.sleep(0)
        return ToolOutcome("moved")

    made.tools[0].execute = moves
    await made.turn()
    assert seen == [None, None, Path("/repo/2")]
    assert [judged.folder for judged in made.gate.judged] == [None, None, Path("/repo/2")]
