"""A loaded conversation, as it is shown again (spec 12.3)."""

import pytest

from maia.agent.contracts.messages import (
    ImageBlock,
    Message,
    ReasoningBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    UnknownBlock,
)
from maia.facades.repl.style import Style
from maia.facades.repl.transcript import MOST_MESSAGES, REQUEST_CHARACTERS, Transcript
from maia.i18n import Catalogue

EVIL = "\x1b]0;owned\x07\x1b[2J\u202e\r\x08"


def shown(*messages: Message, markdown: bool = True) -> str:
    made = Transcript(Catalogue("en"), Style(colour=False), 40, markdown=markdown)
    return "".join(made.of(messages))


def test_a_conversation_is_shown_as_the_log_would_have_shown_it() -> None:
    assert shown(
        Message("user", (TextBlock("fix it\nplease"),)),
        Message("assistant", (TextBlock("**Yes**"), ToolUseBlock("c", "Read", {"path": "a.py"}))),
        Message("user", (ToolResultBlock("c", "x = 1"),)),
        Message("assistant", (TextBlock("- done"),)),
    ) == ("\n❯ fix it\n  please\n\nYes\n\n● Read a.py\n\n  x = 1\n\n• done\n")


def test_without_markdown_answers_are_as_they_were_written() -> None:
    assert shown(Message("assistant", (TextBlock("**Yes**"),)), markdown=False) == "\n**Yes**\n"


def test_results_and_requests_are_cut_at_their_limits() -> None:
    text = shown(Message("user", (ToolResultBlock("c", "x" * 700),)))
    assert text == f"\n  {'x' * 600}…\n"
    text = shown(Message("user", (TextBlock("y" * 2_000),)))
    assert text == f"\n❯ {'y' * REQUEST_CHARACTERS}…\n"


def test_of_very_many_messages_the_last_are_shown_and_the_others_counted() -> None:
    pair = (Message("user", (TextBlock("q"),)), Message("assistant", (TextBlock("a"),)))
    text = shown(*pair * MOST_MESSAGES)
    assert text.startswith(f"\n… {MOST_MESSAGES} earlier messages")
    assert text.count("❯ q") == MOST_MESSAGES // 2


@pytest.mark.parametrize(
    "block",
    [
        TextBlock(EVIL),
        ToolUseBlock("c", EVIL, {"path": EVIL}),
        ToolResultBlock("c", EVIL),
        ImageBlock("sha256:0", EVIL),
        UnknownBlock({"type": EVIL}),
        ReasoningBlock(EVIL),
    ],
)
@pytest.mark.parametrize("role", ["user", "assistant"])
def test_nothing_of_a_session_file_acts_on_the_terminal(role: str, block: object) -> None:
    for markdown in (True, False):
        text = shown(Message(role, (block,)), markdown=markdown)
        assert not any(char in text for char in "\x1b\x07\x08\r\u202e")
