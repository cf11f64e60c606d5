"""A session for reading elsewhere: Markdown, or the JSON of the session itself."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from maia.agent.contracts.messages import (
    ContentBlock,
    ImageBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from maia.agent.sessions.saved import SavedSession, encode_session

_TICKS = re.compile(r"`{3,}")
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})(?P<info>.*)")


@dataclass(frozen=True, slots=True)
class ExportWords:
    """The headings, in the reader's language."""

    user: str
    assistant: str
    summary: str
    model: str
    created: str
    result: str
    failed: str


def to_json(session: SavedSession) -> str:
    """The session's own format, indented."""
    data: object = json.loads(encode_session(session))
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def to_markdown(session: SavedSession, words: ExportWords) -> str:
    """Who said what, in order; calls and results in fences that nothing inside them closes."""
    created, model = _one_line(session.created_at), _one_line(session.model)
    parts = [
        f"# {_one_line(session.name)}",
        f"- {words.created}: {created}\n- {words.model}: {model}",
    ]
    if session.start_context is not None:
        parts += [f"## {words.summary}", _closed(session.start_context.strip())]
    speaker = ""
    for message in session.messages:
        says = any(isinstance(block, TextBlock) for block in message.content)
        who = words.user if message.role == "user" and says else words.assistant
        if who != speaker:
            parts.append(f"## {who}")
            speaker = who
        for block in message.content:
            parts += _block(block, words)
    return "\n\n".join(parts) + "\n"


def _block(block: ContentBlock, words: ExportWords) -> Iterator[str]:
    match block:
        case TextBlock(text=text):
            yield _closed(text.strip("\n"))
        case ToolUseBlock(name=name, input=arguments):
            written = json.dumps(arguments, indent=2, ensure_ascii=False)
            yield f"**{_one_line(name)}**\n\n{_fenced(written, 'json')}"
        case ToolResultBlock(content=content, is_error=is_error):
            yield f"{words.failed if is_error else words.result}:\n\n{_fenced(content)}"
        case ImageBlock(media_type=media_type, blob=blob):
            yield f"[{media_type} {blob}]"
        case _:
            return


def _fenced(text: str, language: str = "") -> str:
    longest = max(map(len, _TICKS.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _closed(text: str) -> str:
    """The text with its last fence closed: an answer that was cut must not swallow the next."""
    fence = ""
    for line in text.splitlines():
        found = _FENCE.fullmatch(line)
        if found is None:
            continue
        if not fence:
            fence = found["fence"]
        elif found["fence"].startswith(fence) and not found["info"].strip():
            fence = ""
    return f"{text}\n{fence}" if fence else text


def _one_line(text: str) -> str:
    return " ".join(text.split())
