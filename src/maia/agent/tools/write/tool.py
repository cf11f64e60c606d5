"""The Write tool: its schema, and the way of one call from arguments to result."""

import asyncio
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from maia.agent.contracts.display import FileDiff
from maia.agent.contracts.host import FileFacts
from maia.agent.contracts.tools import (
    DefaultPermission,
    ToolContext,
    ToolKind,
    ToolOutcome,
    ToolSpec,
)
from maia.agent.tools.diffs import diff_texts
from maia.agent.tools.file_access import WHOLE_FILE_BYTES, FileAccess, described_path, lock_of
from maia.agent.tools.ledger import FileLedger
from maia.agent.tools.parameters import Parameters
from maia.agent.tools.write.content import NewContent, content_of_call, new_content
from maia.agent.tools.write.texts import TEXTS
from maia.workspace.decoding import DecodedText, decode_text

_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"path": {"type": "string"}, "content": {"type": "string"}},
    "required": ["path", "content"],
}


class WriteTool:
    """Creates a file or replaces its whole content, atomically."""

    def __init__(self, ledger: FileLedger) -> None:
        self._ledger = ledger

    @property
    def spec(self) -> ToolSpec:
        """What the model is told."""
        text = files("maia.agent.tools.write").joinpath("write.md").read_text("utf-8").strip()
        return ToolSpec("Write", text, _SCHEMA)

    @property
    def kind(self) -> ToolKind:
        """It changes files."""
        return "edit"

    @property
    def default_permission(self) -> DefaultPermission:
        """The person is asked (spec 8)."""
        return "ask"

    def describe(self, arguments: Mapping[str, Any]) -> str:
        """The path."""
        return described_path(arguments)

    def lock_key(self, arguments: Mapping[str, Any], launch_folder: Path) -> str | None:
        """The file."""
        return lock_of(arguments, launch_folder)

    async def execute(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """Write the content, unless the file holds something the model has not seen."""
        parameters = Parameters(arguments, context.language)
        target, facts = await FileAccess.of_call(parameters, context)
        content = content_of_call(parameters, context.language)
        target.refuse_directory_name(parameters, facts)
        await target.refuse_other_than_file(facts)
        data = await self._data_before(target, facts)
        if data is not None:
            self._ledger.refuse_change(target.path, data, target.shown, context.language)
        before = await asyncio.to_thread(decode_text, data) if data is not None else None
        new = new_content(content, before, context.language)
        if new.data == data:
            self._ledger.saw(target.path, new.data)
            return ToolOutcome(_say(target, "same"))
        await target.write(new.data, facts)
        self._ledger.saw(target.path, new.data)
        return await asyncio.to_thread(_outcome, target, facts, before, new)

    async def _data_before(self, target: FileAccess, facts: FileFacts) -> bytes | None:
        """The content to be replaced; None when there is none, or more than is ever loaded."""
        if facts.kind == "missing" or facts.size > WHOLE_FILE_BYTES:
            return None
        data = await target.read()
        return data if len(data) <= WHOLE_FILE_BYTES else None


def _outcome(
    target: FileAccess, facts: FileFacts, before: DecodedText | None, new: NewContent
) -> ToolOutcome:
    created = facts.kind == "missing"
    lines = new.text.count("\n") + (not new.text.endswith("\n") and new.text != "")
    diff = diff_texts(before.text if before is not None else "", new.text)
    counts = {"lines": lines, "size": len(new.data)}
    if created:
        first = _say(target, "created", **counts)
    elif before is None:
        first = _say(target, "overwritten_other", **counts)
    else:
        first = _say(target, "overwritten", **counts, added=diff.added, removed=diff.removed)
    return ToolOutcome(
        "\n".join((first, *new.notes, *target.written_notes(facts))),
        display=(FileDiff(target.shown, diff.text, created=created),),
    )


def _say(target: FileAccess, key: str, **values: object) -> str:
    return TEXTS.text(target.context.language, key, path=target.shown, **values)
