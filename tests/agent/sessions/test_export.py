"""A session as Markdown and JSON for reading elsewhere."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from tests.agent.sessions.conftest import said, session

from maia.agent.contracts.messages import (
    ImageBlock,
    Message,
    ToolResultBlock,
    ToolUseBlock,
    UnknownBlock,
)
from maia.agent.sessions.export import ExportWords, to_json, to_markdown
from maia.agent.sessions.saved import decode_session

WORDS = ExportWords("You", "Maia", "Before", "Model", "Begun", "Result", "Failed")


def called(content: str, *, is_error: bool = False) -> tuple[Message, ...]:
    use = ToolUseBlock(id="c1", name="Read", input={"path": "a```b"})
    result = ToolResultBlock(tool_use_id="c1", content=content, is_error=is_error)
    return Message("assistant", (use,)), Message("user", (result,))


def headings(markdown: str) -> list[str]:
    tokens = MarkdownIt().parse(markdown)
    return [
        tokens[place + 1].content
        for place, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


def test_it_tells_who_said_what_in_order() -> None:
    kept = session(
        "parser",
        said("user", "Fix it"),
        *called("line"),
        said("assistant", "Done"),
        model="m",
        created_at="2026-01-02T03:04:05+01:00",
    )
    assert to_markdown(kept, WORDS) == (
        "# parser\n\n- Begun: 2026-01-02T03:04:05+01:00\n- Model: m\n\n"
        "## You\n\nFix it\n\n"
        '## Maia\n\n**Read**\n\n````json\n{\n  "path": "a```b"\n}\n````\n\n'
        "Result:\n\n```\nline\n```\n\nDone\n"
    )


def test_what_was_compacted_and_what_failed_is_said() -> None:
    kept = session("s", *called("no", is_error=True), start_context="the summary")
    markdown = to_markdown(kept, WORDS)
    assert "## Before\n\nthe summary" in markdown
    assert "Failed:" in markdown


def test_an_image_is_named_and_an_unknown_block_left_out() -> None:
    blocks = (ImageBlock(blob="sha256-x", media_type="image/png"), UnknownBlock({"type": "new"}))
    markdown = to_markdown(session("s", Message("user", blocks)), WORDS)
    assert "[image/png sha256-x]" in markdown
    assert "new" not in markdown


OUTPUTS = st.text(alphabet="`~ ab\n\r#", max_size=40)


@given(OUTPUTS)
def test_no_output_of_a_tool_closes_its_fence(output: str) -> None:
    kept = session("s", said("user", "q"), *called(output), said("user", "next"))
    assert headings(to_markdown(kept, WORDS)) == ["s", "You", "Maia", "You"]


@pytest.mark.parametrize(
    "text", ["```python\nprint()", "~~~~\n```\n~~~", "````\n```\nx", "a\n```\nb\n```\n```"]
)
def test_a_fence_that_an_answer_left_open_does_not_swallow_the_next(text: str) -> None:
    kept = session("s", said("assistant", text), said("user", "next"))
    assert headings(to_markdown(kept, WORDS)) == ["s", "Maia", "You"]


def test_a_name_with_line_ends_is_still_one_title() -> None:
    assert headings(to_markdown(session("a\n# b"), WORDS)) == ["a # b"]


def test_the_json_is_a_session_again() -> None:
    kept = session("s", said("user", "é \u2028"), *called("x"), extra={"newer": 1})
    written = to_json(kept)
    assert decode_session(written.encode(), "s") == kept
    assert json.loads(written)["name"] == "s"
