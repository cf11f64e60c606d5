import pytest

from maia.agent.contracts.errors import ContextTooLong, RateLimited, StreamCut, StreamSilent
from maia.agent.contracts.model import Done, Failed, ReasoningDelta, TextDelta, ToolUse, Usage
from maia.agent.models.assembly import CUT_SIZES, Assembler

URL = "http://server/chat"
CALL = {"index": 0, "id": "a", "function": {"name": "Read", "arguments": "{}"}}


def chunk(finish=None, usage=None, **delta):
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}], "usage": usage}


def assemble(*chunks, failure=None):
    assembler = Assembler(URL)
    events = [event for each in chunks for event in assembler.push(each)]
    return events + assembler.finish(failure)


@pytest.mark.parametrize(
    ("finish", "calls", "stop_reason"),
    [
        ("stop", False, "end_turn"),
        ("stop", True, "tool_use"),
        ("tool_calls", True, "tool_use"),
        ("tool_calls", False, "tool_use"),
        ("function_call", True, "tool_use"),
        ("length", False, "max_tokens"),
        ("length", True, "max_tokens"),
        ("max_tokens", True, "max_tokens"),
        ("model_context_window_exceeded", False, "max_tokens"),
        ("content_filter", False, "other"),
        ("content_filter", True, "tool_use"),
        ("STOP", False, "end_turn"),
    ],
)
def test_stop_reasons(finish, calls, stop_reason):
    chunks = [chunk(tool_calls=[CALL])] if calls else []
    done = assemble(*chunks, chunk(finish))[-1]
    assert done == Done(stop_reason, output_cut=stop_reason == "max_tokens")


@pytest.mark.parametrize(
    "reason", ["error", "network_error", "abort", "Insufficient_System_Resource"]
)
def test_a_server_that_says_it_broke_off_gives_no_calls(reason):
    events = assemble(chunk(content="half", tool_calls=[CALL]), chunk(reason))
    assert events[0] == TextDelta("half")
    assert events[1].error.values == {"message": f"finish_reason: {reason.lower()}"}
    assert len(events) == 2


def test_an_error_beside_the_choice_is_an_error():
    choice = {
        "index": 0,
        "delta": {},
        "finish_reason": "error",
        "error": {"code": 429, "message": "slow"},
    }
    (failed,) = assemble({"choices": [choice]})
    assert isinstance(failed.error, RateLimited)


def test_the_index_of_our_choice_may_be_text():
    choice = {"index": "0", "delta": {"content": "a"}, "finish_reason": "stop"}
    assert assemble({"choices": [choice]}) == [TextDelta("a"), Done("end_turn")]


def test_the_limit_stays_said_when_another_reason_follows():
    assert assemble(chunk("length"), chunk("stop"))[-1] == Done("max_tokens", output_cut=True)


@pytest.mark.parametrize("tokens", sorted(CUT_SIZES))
def test_a_call_with_a_round_number_of_tokens_was_cut(tokens):
    usage = {"completion_tokens": tokens, "completion_tokens_details": {"reasoning_tokens": 24}}
    events = assemble(chunk(tool_calls=[CALL]), chunk("tool_calls", usage))
    assert events[-3:] == [
        Usage(0, tokens - 24, 24),
        ToolUse("a", "Read", {}),
        Done("tool_use", output_cut=True),
    ]


@pytest.mark.parametrize("tokens", [1023, 1025, 512, 131072])
def test_other_numbers_of_tokens_are_no_cut(tokens):
    events = assemble(chunk(tool_calls=[CALL]), chunk("stop", {"completion_tokens": tokens}))
    assert events[-1] == Done("tool_use")


def test_a_text_of_a_round_number_of_tokens_is_no_cut():
    assert assemble(chunk("stop", {"completion_tokens": 1024}, content="x"))[-1] == Done("end_turn")


def test_usage_is_the_last_one_and_comes_once():
    events = assemble(
        chunk(usage={"prompt_tokens": 5, "completion_tokens": 1}),
        chunk("stop", {"prompt_tokens": None, "completion_tokens": 2}),
        {"choices": [], "usage": None},
    )
    assert [event for event in events if isinstance(event, Usage)] == [Usage(5, 2)]


def test_more_reasoning_than_output_is_no_negative_output():
    usage = {"completion_tokens": 3, "completion_tokens_details": {"reasoning_tokens": 9}}
    assert assemble(chunk("stop", usage))[0] == Usage(0, 0, 9)


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_is_not_the_answer(field):
    events = assemble(
        chunk(**{field: "think "}),
        chunk(content="", **{field: "more"}),
        chunk("stop", content="Yes."),
    )
    assert events[:3] == [ReasoningDelta("think "), ReasoningDelta("more"), TextDelta("Yes.")]


def test_reasoning_said_under_both_names_is_said_once():
    assert assemble(chunk("stop", reasoning="a", reasoning_content="a"))[0] == ReasoningDelta("a")


def test_parts_a_refusal_and_the_older_form_of_a_call():
    parts = ["a", {"type": "text", "text": "b"}, {"type": "image_url", "image_url": {}}, 3, None]
    events = assemble(
        chunk(content=parts),
        chunk(content=None, refusal="No."),
        chunk(function_call={"name": "Read", "arguments": '{"path":'}),
        chunk("function_call", function_call={"arguments": '"a"}'}),
    )
    assert events == [
        TextDelta("a"),
        TextDelta("b"),
        TextDelta("No."),
        ToolUse("call_1", "Read", {"path": "a"}),
        Done("tool_use"),
    ]


def test_other_choices_are_not_ours():
    other = {"index": 1, "delta": {"content": "x", "tool_calls": [CALL]}, "finish_reason": "length"}
    strange = {"index": [0], "delta": {"content": "x"}}
    events = assemble({"choices": [other, strange, None, "x"]}, chunk("stop", content="a"))
    assert events == [TextDelta("a"), Done("end_turn")]


def test_an_answer_that_was_ended_is_whole_whatever_the_connection_does_then():
    failure = StreamSilent(url=URL, seconds=1)
    assert assemble(chunk("stop", content="a"), failure=failure)[-1] == Done("end_turn")


def test_an_answer_that_was_not_ended_fails_for_the_reason_given():
    failure = StreamSilent(url=URL, seconds=1)
    assert assemble(chunk(content="a"), failure=failure) == [TextDelta("a"), Failed(failure)]
    assert isinstance(assemble(chunk(content="a"))[-1].error, StreamCut)


def test_errors_in_a_stream_are_told_apart_by_their_words():
    (failed,) = assemble(
        {"error": {"message": "This model's maximum context length is 8192 tokens."}}
    )
    assert isinstance(failed.error, ContextTooLong)
    assert failed.error.values["status"] == 200
    (failed,) = assemble({"error": {"message": "slow down", "code": 429}})
    assert isinstance(failed.error, RateLimited)
    (failed,) = assemble({"error": {"message": "no", "code": 413}})
    assert isinstance(failed.error, ContextTooLong)
