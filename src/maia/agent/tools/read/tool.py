"""The Read tool: its schema, and the way of one call from arguments to result."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from maia.agent.contracts.host import FileFacts
from maia.agent.contracts.tools import (
    DefaultPermission,
    ToolContext,
    ToolKind,
    ToolOutcome,
    ToolSpec,
)
from maia.agent.tools.file_access import WHOLE_FILE_BYTES, FileAccess, described_path, lock_of
from maia.agent.tools.ledger import FileLedger
from maia.agent.tools.parameters import Parameters
from maia.agent.tools.read.media import image_format
from maia.agent.tools.read.reading import Reading
from maia.agent.tools.read.texts import TEXTS
from maia.workspace.similar_names import lookalike

DEFAULT_LIMIT = 2000
"""Lines shown when no limit is given (spec 23)."""

_SIGNATURE = 16  # bytes by which an image is known

_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "path": {"type": "string"},
        "offset": {"type": "integer", "default": 1},
        "limit": {"type": "integer", "default": DEFAULT_LIMIT},
    },
    "required": ["path"],
}


class ReadTool:
    """Shows a file, or says what it is when it cannot be shown."""

    def __init__(self, ledger: FileLedger) -> None:
        self._ledger = ledger

    @property
    def spec(self) -> ToolSpec:
        """What the model is told."""
        text = files("maia.agent.tools.read").joinpath("read.md").read_text("utf-8").strip()
        return ToolSpec("Read", text, _SCHEMA)

    @property
    def kind(self) -> ToolKind:
        """It only looks."""
        return "read"

    @property
    def default_permission(self) -> DefaultPermission:
        """It runs without a question (spec 8)."""
        return "auto"

    def describe(self, arguments: Mapping[str, Any]) -> str:
        """The path."""
        return described_path(arguments)

    def lock_key(self, arguments: Mapping[str, Any], launch_folder: Path) -> str | None:
        """The file."""
        return lock_of(arguments, launch_folder)

    async def execute(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """Read the file, or the one whose name looks the same when there is just one."""
        parameters = Parameters(arguments, context.language)
        wanted, facts = await FileAccess.of_call(parameters, context)
        offset = max(1, parameters.integer("offset", "start_line", default=1))  # 0 is meant as 1
        limit = parameters.integer("limit", "num_lines", default=DEFAULT_LIMIT, minimum=1)
        target, facts = await self._existing(wanted, facts)
        await target.refuse_other_than_file(facts)
        outcome = await self._shown(Reading(target, offset, limit), facts)
        if target is wanted:
            return outcome
        said = TEXTS.text(context.language, "lookalike", wanted=wanted.shown, path=target.shown)
        return replace(outcome, content=f"{said}\n{outcome.content}")

    async def _existing(self, wanted: FileAccess, facts: FileFacts) -> tuple[FileAccess, FileFacts]:
        if facts.kind != "missing":
            return wanted, facts
        found = await asyncio.to_thread(lookalike, wanted.path)
        target = FileAccess.at(found, wanted.context) if found is not None else wanted
        facts = await target.facts()
        if facts.kind == "missing":
            raise await wanted.missing()
        return target, facts

    async def _shown(self, reading: Reading, facts: FileFacts) -> ToolOutcome:
        target = reading.target
        head = await target.read(_SIGNATURE)
        kind = image_format(head)
        too_large = facts.size > WHOLE_FILE_BYTES
        # One byte more than is taken, as files grow and those of /proc say they have no size.
        data = head if too_large else await target.read()
        size = max(facts.size, len(data))
        if kind is not None:
            return await reading.image(data, size, kind)
        if size > WHOLE_FILE_BYTES:
            return await reading.large(size)
        outcome = await asyncio.to_thread(reading.whole, data)
        self._ledger.saw(target.path, data)
        return outcome
