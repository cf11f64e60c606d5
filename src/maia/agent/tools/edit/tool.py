"""The Edit tool: its schema, and the way of one call from arguments to result."""

import asyncio
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from maia.agent.contracts.display import FileDiff
from maia.agent.contracts.errors import ToolFailure
from maia.agent.contracts.host import FileFacts
from maia.agent.contracts.tools import (
    DefaultPermission,
    ToolContext,
    ToolKind,
    ToolOutcome,
    ToolSpec,
)
from maia.agent.tools.diffs import TextDiff, diff_texts
from maia.agent.tools.edit.editing import Edited, Editor
from maia.agent.tools.edit.requests import EditRequest, edits_of_call
from maia.agent.tools.edit.texts import TEXTS
from maia.agent.tools.file_access import (
    WHOLE_FILE_BYTES,
    FileAccess,
    described_path,
    lock_of,
)
from maia.agent.tools.ledger import FileLedger
from maia.agent.tools.parameters import Parameters
from maia.workspace.decoding import UTF_8, DecodedText, decode_text

_SHOWN_DIFF_LINES = 40
_SHOWN_DIFF_CHARACTERS = 4_000

_EDIT = {"old_string": {"type": "string"}, "new_string": {"type": "string"}}
_REPLACE_ALL = {"replace_all": {"type": "boolean"}}
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "path": {"type": "string"},
        **_EDIT,
        **_REPLACE_ALL,
        "edits": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {**_EDIT, **_REPLACE_ALL},
                "required": ["old_string", "new_string"],
            },
        },
    },
    "required": ["path"],
}


class EditTool:
    """Replaces text in a file, keeping its encoding, line ends, mode and all it does not touch."""

    def __init__(self, ledger: FileLedger) -> None:
        self._ledger = ledger

    @property
    def spec(self) -> ToolSpec:
        """What the model is told."""
        text = files("maia.agent.tools.edit").joinpath("edit.md").read_text("utf-8").strip()
        return ToolSpec("Edit", text, _SCHEMA)

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
        """Make the edits, all or none."""
        parameters = Parameters(arguments, context.language)
        target, facts = await FileAccess.of_call(parameters, context)
        edits = edits_of_call(arguments, context.language)
        await target.refuse_other_than_file(facts)
        target.refuse_directory_name(parameters, facts)
        if facts.kind == "missing":
            return await self._create(target, facts, edits)
        data = await self._content(target, facts)
        self._ledger.refuse_change(target.path, data, target.shown, context.language)
        if not data and not edits[0].old:
            return await self._create(target, facts, edits)
        before = decode_text(data)
        if before is None:
            raise ToolFailure(_say(target, "binary", size=len(data)))
        editor = Editor(target.shown, before.encoding, context.language)
        edited = await asyncio.to_thread(editor.edit, before.text, edits)
        after = before.encoding.encode(edited.raw)
        await target.write(after, facts)
        self._ledger.saw(target.path, after)
        diff = await asyncio.to_thread(diff_texts, before.text, edited.raw)
        return ToolOutcome(
            _report(target, before, edited, diff, target.written_notes(facts)),
            display=(FileDiff(target.shown, diff.text),),
        )

    async def _content(self, target: FileAccess, facts: FileFacts) -> bytes:
        data = b"" if facts.size > WHOLE_FILE_BYTES else await target.read()
        size = max(facts.size, len(data))
        if size > WHOLE_FILE_BYTES:
            raise ToolFailure(_say(target, "too_large", size=size, limit=WHOLE_FILE_BYTES))
        return data

    async def _create(
        self, target: FileAccess, facts: FileFacts, edits: Sequence[EditRequest]
    ) -> ToolOutcome:
        """An empty `old_string` on a file that is missing or empty gives it its content."""
        if edits[0].old:
            raise await target.missing()
        if len(edits) > 1:
            raise ToolFailure(_say(target, "create_alone"))
        text = edits[0].new
        if not text and facts.kind == "file":
            raise ToolFailure(_say(target, "identical"))
        Editor(target.shown, UTF_8, target.context.language).refuse_unwritable(text)
        await target.write(text.encode(), facts)
        self._ledger.saw(target.path, text.encode())
        created = facts.kind == "missing"
        lines = text.count("\n") + (not text.endswith("\n") and text != "")
        said = [_say(target, "created" if created else "filled", lines=lines)]
        if "\0" in text:
            said.append(_say(target, "holds_nul"))
        return ToolOutcome(
            "\n".join(said),
            display=(FileDiff(target.shown, diff_texts("", text).text, created=created),),
        )


def _report(
    target: FileAccess, before: DecodedText, edited: Edited, diff: TextDiff, notes: list[str]
) -> str:
    """What the model is told: counts, notes, and the changed lines with a little around them."""
    counts = {"count": edited.count, "added": diff.added, "removed": diff.removed}
    lines = [_say(target, "done", **counts)]
    lines += [_say(target, f"manner_{manner}") for manner in edited.manners]
    if not before.encoding.is_utf_8:
        lines.append(_say(target, "encoding", encoding=before.encoding.name))
    if "\0" in edited.raw:
        lines.append(_say(target, "holds_nul"))
    lines += notes
    shown = "\n".join(diff.text.split("\n")[:_SHOWN_DIFF_LINES])[:_SHOWN_DIFF_CHARACTERS]
    lines.append(shown if shown == diff.text else shown + "\n…")
    return "\n".join(lines)


def _say(target: FileAccess, key: str, **values: object) -> str:
    return TEXTS.text(target.context.language, key, path=target.shown, **values)
