from hypothesis import given
from hypothesis import strategies as st

from maia.agent.context.compaction.shrinking import shrink_tool_results, slices, transcript
from maia.agent.contracts.messages import Message, TextBlock, ToolResultBlock, ToolUseBlock


def result(content: str) -> Message:
    return Message("user", (ToolResultBlock("c1", content, is_error=True),))


def test_a_long_result_keeps_its_beginning_and_its_end_and_says_what_is_missing() -> None:
    (message,) = shrink_tool_results([result("a" * 1000 + "b" * 1000)], 300, "en")
    (block,) = message.content
    assert block.content == "a" * 200 + "\n[… 1700 characters left out …]\n" + "b" * 100
    assert (block.tool_use_id, block.is_error) == ("c1", True)


def test_what_is_short_or_no_result_stays_as_it_is() -> None:
    messages = (
        Message("user", (TextBlock("x" * 5000),)),
        Message("assistant", (ToolUseBlock("c1", "Read", {"path": "y" * 5000}),)),
        result("short"),
    )
    assert shrink_tool_results(messages, 300, "fr") == messages


def test_an_emoji_is_never_cut_in_half() -> None:
    (message,) = shrink_tool_results([result("😀" * 1000)], 301, "en")
    message.content[0].content.encode("utf-8")


def test_the_transcript_says_who_said_what_and_what_was_called() -> None:
    messages = (
        Message("user", (TextBlock("fix it"),)),
        Message("assistant", (TextBlock("looking"), ToolUseBlock("c1", "Read", {"path": "é.py"}))),
        result("x = 1"),
    )
    assert transcript(messages, "en") == (
        "User:\nfix it\n\n"
        'Assistant:\nlooking\nCall of Read: {"path": "é.py"}\n\n'
        "User:\nResult: x = 1"
    )


@given(st.text(alphabet="ab\n", max_size=300), st.integers(1, 50))
def test_slices_are_the_whole_text_in_order_none_too_long(text: str, size: int) -> None:
    pieces = slices(text, size)
    assert "".join(pieces) == text
    assert all(len(piece) <= size for piece in pieces)
    assert all(pieces) or text == ""


def test_a_slice_ends_at_the_end_of_a_line_where_there_is_one() -> None:
    assert slices("aaaa\nbbbb\ncccc", 12) == ("aaaa\nbbbb\n", "cccc")
