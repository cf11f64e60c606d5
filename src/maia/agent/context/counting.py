"""How many tokens a context is: a sum of its parts, so that adding to it never lowers it (13.1).

Local and the same every time. For models that do not use this vocabulary it is an approximation.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

from maia.agent.context.message_sum import MessageSum
from maia.agent.contracts.messages import (
    ContentBlock,
    ImageBlock,
    Message,
    ReasoningBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    UnknownBlock,
)
from maia.agent.contracts.tools import ToolSpec

MESSAGE_TOKENS = 4
"""What the frame of a message counts, whatever is in it (spec 23)."""

IMAGE_TOKENS = 1_600
"""What an image counts, whatever its size: about the most that the usual providers count for one.

They scale larger ones down; an exact number would need the pixels and the provider's own rule.
"""


class ContextCounter:
    """Counts the context of one conversation, and remembers what its parts were the last time.

    What it remembers is what the last call was about and no more: what left the conversation is
    let go with the next call.
    """

    def __init__(self, count: Callable[[str], int]) -> None:
        self._count = count
        self._messages = MessageSum(self._of_block, MESSAGE_TOKENS)
        self._texts: dict[str, int] = {}
        self._tools: tuple[tuple[ToolSpec, ...], int] = ((), 0)

    def tokens(
        self,
        system: str,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec] = (),
        pending: Sequence[str] = (),
    ) -> int:
        """The system prompt, the tools, each message with its frame, and each pending text."""
        texts = {text: self._text(text) for text in (system, *pending)}
        self._texts = texts
        return (
            texts[system]
            + self._of_tools(tuple(tools))
            + self._messages.of(messages)
            + sum(texts[text] for text in pending)
        )

    def _text(self, text: str) -> int:
        known = self._texts.get(text)
        return self._count(text) if known is None else known

    def _of_block(self, block: ContentBlock) -> int:
        match block:
            case TextBlock() | ReasoningBlock():
                return self._count(block.text)
            case ToolUseBlock():
                return self._count(block.name) + self._count(compact_json(block.input))
            case ToolResultBlock():
                return self._count(block.content)
            case ImageBlock():
                return IMAGE_TOKENS
            case UnknownBlock():
                return self._count(compact_json(block.raw))

    def _of_tools(self, tools: tuple[ToolSpec, ...]) -> int:
        if not tools:
            return 0
        if tools != self._tools[0]:
            self._tools = (tools, self._count(compact_json([_definition(tool) for tool in tools])))
        return self._tools[1]


def compact_json(value: Any) -> str:
    """JSON as JavaScript writes it: no blanks, letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _definition(tool: ToolSpec) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": tool.description,
        "inputSchema": dict(tool.input_schema),
    }
