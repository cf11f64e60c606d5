from typing import Any

import pytest

from maia.agent.contracts.errors import ServerUnreachable, StreamCut
from maia.agent.contracts.events import (
    ContinuationAsked,
    ErrorRaised,
    Notice,
    ReasoningArrived,
    RequestStarted,
    TextArrived,
    ToolCallEnded,
    UsageReported,
)
from maia.agent.contracts.messages import (
    ImageBlock,
    Message,
    ReasoningBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from maia.agent.contracts.model import (
    Done,
    Failed,
    ReasoningDelta,
    TextDelta,
    ToolUse,
    Usage,
)


def call(number: int, **arguments: Any) -> ToolUse:
    return ToolUse(f"c{number}", "Echo", {"text": str(number), **arguments})


def texts(messages: list[Message]) -> list[str]:
    return [
        block.text
        for message in messages
        for block in message.content
        if isinstance(block, TextBlock)
    ]


async def test_an_answer_without_calls_ends_the_turn(bench: Any) -> None:
    made = bench([TextDelta("Hel"), TextDelta("lo"), Usage(7, 2), Done("end_turn")])
    result = await made.turn("hi")
    assert (result.reason, result.iterations) == ("done", 1)
    assert made.state.messages == [
        Message("user", (TextBlock("hi"),)),
        Message("assistant", (TextBlock("Hello"),)),
    ]
    assert [event.text for event in made.told(TextArrived)] == ["Hel", "lo"]
    assert made.told(UsageReported) == [UsageReported(7, 2)]


async def test_the_pending_context_is_joined_to_the_request_in_one_user_message(bench: Any) -> None:
    made = bench([TextDelta("ok")])
    made.state.pending_context += ["output of ls", "a file"]
    await made.turn("look")
    assert made.state.messages[0] == Message("user", (TextBlock("output of ls\n\na file\n\nlook"),))
    assert made.state.pending_context == []


async def test_calls_are_run_and_their_results_go_back_until_there_are_none(bench: Any) -> None:
    made = bench([TextDelta("I look"), call(1)], [call(2)], [TextDelta("found")])
    result = await made.turn()
    assert result.iterations == 3
    assert made.state.messages[1].content == (
        TextBlock("I look"),
        ToolUseBlock("c1", "Echo", {"text": "1"}),
    )
    assert made.state.messages[2] == Message("user", (ToolResultBlock("c1", "1"),))
    assert [event.iteration for event in made.told(RequestStarted)] == [1, 2, 3]
    sent = made.model.requests
    assert sent[0].system == sent[2].system == "system"
    assert [spec.name for spec in sent[0].tools] == ["Echo"]


async def test_fifty_iterations_then_a_question_yes_gives_another_series(bench: Any) -> None:
    made = bench(
        *[[call(n)] for n in range(5)], [TextDelta("end")], answers=["yes", "no"], max_iterations=2
    )
    result = await made.turn()
    assert result.reason == "max_iterations"
    assert result.iterations == 4
    assert [event.iterations for event in made.questions] == [2, 4]
    assert all(isinstance(question, ContinuationAsked) for question in made.questions)
    assert made.told(ErrorRaised) == [ErrorRaised("error.max_iterations", {"count": 4})]
    assert made.state.messages[-1].role == "user"


async def test_the_default_series_is_fifty() -> None:
    from maia.agent.loop.agent_loop import AgentLoop

    assert AgentLoop.__dataclass_fields__["max_iterations"].default == 50


async def test_after_the_limit_the_next_request_is_merged_into_the_results(bench: Any) -> None:
    made = bench([call(1)], [TextDelta("now done")], answers=["no"], max_iterations=1)
    await made.turn("first")
    await made.turn("second", 2)
    assert made.state.messages[2] == Message(
        "user", (ToolResultBlock("c1", "1"), TextBlock("second"))
    )
    assert [message.role for message in made.state.messages] == [
        "user",
        "assistant",
        "user",
        "assistant",
    ]


async def test_a_request_that_fails_before_any_answer_takes_its_question_back(bench: Any) -> None:
    made = bench([Failed(ServerUnreachable(url="u", reason="refused"))], [TextDelta("hello")])
    made.state.pending_context.append("kept")
    result = await made.turn("hi")
    assert result.reason == "failed"
    assert made.state.messages == []
    assert made.state.pending_context == ["kept"]
    assert made.told(ErrorRaised) == [
        ErrorRaised("error.server_unreachable", {"url": "u", "reason": "refused"})
    ]
    assert (await made.turn("hi again", 2)).reason == "done"


async def test_a_request_that_fails_later_keeps_what_ran(bench: Any) -> None:
    made = bench([call(1, how="changes")], [Failed(StreamCut(url="u"))], [TextDelta("went on")])
    result = await made.turn()
    assert result.reason == "failed"
    assert result.changed_files == ("/repo/1",)
    assert made.state.messages[-1].content == (ToolResultBlock("c1", "1"),)
    await made.turn("go on", 2)
    assert made.state.messages[-2].content == (ToolResultBlock("c1", "1"), TextBlock("go on"))


async def test_a_cut_answer_keeps_its_text_but_none_of_its_calls(bench: Any) -> None:
    made = bench([TextDelta("half an ans"), call(1), Failed(StreamCut(url="u"))])
    result = await made.turn("hi")
    assert result.reason == "failed"
    assert made.state.messages[-1] == Message("assistant", (TextBlock("half an ans"),))
    assert made.tools[0].log == []


async def test_an_answer_that_the_server_ended_for_its_own_reason_is_said(bench: Any) -> None:
    made = bench([TextDelta("I ca"), Done("other")])
    await made.turn()
    assert made.told(Notice) == [Notice("notice.ended_otherwise")]


async def test_an_output_cut_by_the_limit_is_said(bench: Any) -> None:
    made = bench([TextDelta("a"), Done("max_tokens", output_cut=True)])
    await made.turn()
    assert made.told(Notice) == [Notice("notice.output_cut")]


@pytest.mark.parametrize(
    ("script", "notice"),
    [([], "notice.empty_answer"), ([ReasoningDelta("hm")], "notice.reasoning_only")],
)
async def test_an_answer_of_nothing_is_said_and_not_stored(
    bench: Any, script: Any, notice: str
) -> None:
    made = bench(script, [TextDelta("ok")])
    result = await made.turn("hi")
    assert result.reason == "done"
    assert made.told(Notice) == [Notice(notice)]
    assert [message.role for message in made.state.messages] == ["user"]
    await made.turn("again", 2)
    assert texts(made.state.messages) == ["hi", "again", "ok"]


async def test_blank_text_is_no_answer_and_not_stored(bench: Any) -> None:
    made = bench([TextDelta(" \n")], [TextDelta("\n"), call(1)], [TextDelta("ok")])
    await made.turn("hi")
    assert made.told(Notice) == [Notice("notice.empty_answer")]
    assert [message.role for message in made.state.messages] == ["user"]
    await made.turn("again", 2)
    assert made.state.messages[1].content == (ToolUseBlock("c1", "Echo", {"text": "1"}),)


async def test_the_memory_of_a_long_turn_is_that_of_its_history(bench: Any) -> None:
    import tracemalloc

    scripts = [[ToolUse(f"c{n}", "Echo", {"how": "says much"})] for n in range(200)]
    made = bench(*scripts, [TextDelta("end")], max_iterations=1000)
    tracemalloc.start()
    try:
        await made.turn()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    said = sum(len(event.content) for event in made.told(ToolCallEnded))
    assert said == 200 * 30_000
    assert peak < 1.5 * said


async def test_reasoning_is_told_apart_and_kept_beside_the_answer(bench: Any) -> None:
    made = bench([ReasoningDelta("think "), ReasoningDelta("more"), TextDelta("answer")])
    await made.turn()
    assert [event.text for event in made.told(ReasoningArrived)] == ["think ", "more"]
    assert made.state.messages[-1].content == (ReasoningBlock("think more"), TextBlock("answer"))


async def test_a_snapshot_brings_back_messages_and_pending_context(bench: Any) -> None:
    made = bench([TextDelta("one")], [TextDelta("two")])
    await made.turn("first")
    made.state.pending_context.append("waiting")
    before = made.state.snapshot()
    await made.turn("second", 2)
    assert len(made.state.messages) == 4
    made.state.restore(before)
    assert texts(made.state.messages) == ["first", "one"]
    assert made.state.pending_context == ["waiting"]


async def test_images_of_a_tool_follow_its_result_in_the_same_message(bench: Any) -> None:
    made = bench([call(1)], [TextDelta("seen")])
    tool = made.tools[0]
    original = tool.execute

    async def with_image(arguments: Any, context: Any) -> Any:
        from dataclasses import replace

        return replace(
            await original(arguments, context), images=(ImageBlock("sha256:1", "image/png"),)
        )

    tool.execute = with_image
    await made.turn()
    assert made.state.messages[2].content == (
        ToolResultBlock("c1", "1"),
        ImageBlock("sha256:1", "image/png"),
    )
