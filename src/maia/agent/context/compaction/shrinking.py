"""Making a conversation smaller before it is summarised: its outputs first, then in slices."""

import json
from collections.abc import Iterator, Sequence

import msgspec

from maia.agent.context.compaction.texts import TEXTS
from maia.agent.contracts.messages import (
    ContentBlock,
    Message,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from maia.i18n import Language


def shrink_tool_results(
    messages: Sequence[Message], limit: int, language: Language
) -> tuple[Message, ...]:
    """The messages, each tool result cut to its beginning and end, `limit` characters in all."""
    return tuple(
        msgspec.structs.replace(
            message,
            content=tuple(_shrunk(block, limit, language) for block in message.content),
        )
        for message in messages
    )


def transcript(messages: Sequence[Message], language: Language) -> str:
    """The conversation as text: who said what, which tool was called with what, what it gave."""
    parts: list[str] = []
    for message in messages:
        said = [line for block in message.content if (line := _line(block, language))]
        if said:
            parts.append(f"{TEXTS.text(language, message.role)}:\n" + "\n".join(said))
    return "\n\n".join(parts)


def slices(text: str, size: int) -> tuple[str, ...]:
    """`text` in pieces of at most `size` characters, at the ends of lines where there are any."""
    return tuple(_slices(text, size))


def _slices(text: str, size: int) -> Iterator[str]:
    start = 0
    while len(text) - start > size:
        end = text.rfind("\n", start + size // 2, start + size) + 1 or start + size
        yield text[start:end]
        start = end
    yield text[start:]


def _shrunk(block: ContentBlock, limit: int, language: Language) -> ContentBlock:
    if not isinstance(block, ToolResultBlock) or len(block.content) <= limit:
        return block
    return msgspec.structs.replace(block, content=_middle_cut(block.content, limit, language))


def _middle_cut(text: str, limit: int, language: Language) -> str:
    head = limit - limit // 3
    tail = limit - head
    said = TEXTS.text(language, "shortened", count=len(text) - limit)
    return f"{text[:head]}\n{said}\n{text[len(text) - tail :]}"


def _line(block: ContentBlock, language: Language) -> str:
    match block:
        case TextBlock(text=text):
            return text
        case ToolUseBlock(name=name, input=arguments):
            written = json.dumps(arguments, ensure_ascii=False)
            return TEXTS.text(language, "call", name=name, arguments=written)
        case ToolResultBlock(content=content):
            return TEXTS.text(language, "result", content=content)
        case _:
            return ""
