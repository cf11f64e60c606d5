"""What Write puts in the file: the content, in the encoding and with the line ends it had."""

from dataclasses import dataclass
from typing import Any, cast

from maia.agent.contracts.errors import ToolFailure
from maia.agent.tools.parameters import Parameters
from maia.agent.tools.write.texts import TEXTS
from maia.i18n import Language
from maia.workspace.decoding import UTF_8, DecodedText, Encoding
from maia.workspace.line_ends import line_end_style

CONTENT_ALIASES = ("contents", "text", "file_text", "file_content", "data", "body")
"""Names models use for `content` (spec 8)."""

_MARK = "\ufeff"


def content_of_call(parameters: Parameters, language: Language) -> str:
    """The text to write; a list of strings is joined by line feeds (spec 8)."""
    value: Any = parameters.raw("content", *CONTENT_ALIASES)
    if isinstance(value, list):
        lines = cast("list[object]", value)
        texts = [line for line in lines if isinstance(line, str)]
        if len(texts) == len(lines):
            return "\n".join(texts)
    if not isinstance(value, str):
        raise parameters.invalid("content", TEXTS.text(language, "content"))
    return value


@dataclass(frozen=True, slots=True)
class NewContent:
    """The text as it will stand in the file, its bytes, and what the model should know of them."""

    text: str
    data: bytes
    notes: tuple[str, ...]


def new_content(content: str, before: DecodedText | None, language: Language) -> NewContent:
    """Fit `content` to the file it replaces; `before` is None for a new or a binary file.

    A file with CRLF throughout keeps it when `content` has line feeds alone: that is how models
    write, whatever the file. Content that has a CRLF itself is taken as it is. The encoding (and
    byte-order mark) of the file stays where it has all characters; else UTF-8.
    """
    notes: list[str] = []
    if "\0" in content:
        notes.append(TEXTS.text(language, "holds_nul"))
    if before is not None and line_end_style(before.text) == "crlf":
        if line_end_style(content) == "lf":
            content = content.replace("\n", "\r\n")
        if "\r\n" in content:
            notes.append(TEXTS.text(language, "crlf"))
    encoding = _encoding(content, before, notes, language)
    text = content.removeprefix(_MARK) if encoding.mark else content
    return NewContent(text, encoding.encode(text), tuple(notes))


def _encoding(
    content: str, before: DecodedText | None, notes: list[str], language: Language
) -> Encoding:
    """The encoding to write in; adds to `notes` when that is worth saying."""
    wrong = UTF_8.lacking(content)
    if wrong is not None:
        code = f"U+{ord(wrong):04X}"
        raise ToolFailure(TEXTS.text(language, "not_encodable", character=code))
    if before is None or before.encoding.is_utf_8:
        return UTF_8
    if before.encoding.errors != "strict":  # what was invalid is gone with the old content
        return Encoding("utf-8", UTF_8.name, before.encoding.mark)
    lacking = before.encoding.lacking(content.removeprefix(_MARK))
    name = before.encoding.name
    if lacking is None:
        notes.append(TEXTS.text(language, "encoding_kept", encoding=name))
        return before.encoding
    character = f"`{lacking}` (U+{ord(lacking):04X})"
    notes.append(TEXTS.text(language, "encoding_changed", encoding=name, character=character))
    return UTF_8
