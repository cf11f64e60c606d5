"""The CurrentModel tool: the model's name, read at the moment of the call."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from maia.agent.contracts.tools import (
    DefaultPermission,
    ToolContext,
    ToolKind,
    ToolOutcome,
    ToolSpec,
)

_SCHEMA: Mapping[str, Any] = {"type": "object", "properties": {}}


class CurrentModelTool:
    """CurrentModel. Its parameters, if a model sends any, do not matter."""

    def __init__(self) -> None:
        description = Path(__file__).with_name("current_model.md").read_text("utf-8").strip()
        self._spec = ToolSpec("CurrentModel", description, _SCHEMA)

    @property
    def spec(self) -> ToolSpec:
        """What the model is told."""
        return self._spec

    @property
    def kind(self) -> ToolKind:
        """Neither of the named kinds."""
        return "other"

    @property
    def default_permission(self) -> DefaultPermission:
        """It touches nothing."""
        return "auto"

    def describe(self, arguments: Mapping[str, Any]) -> str:
        """Nothing: the tool's name says it."""
        del arguments
        return ""

    def lock_key(self, arguments: Mapping[str, Any], launch_folder: Path) -> str | None:
        """None."""
        del arguments, launch_folder
        return None

    async def execute(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """The name."""
        del arguments
        return ToolOutcome(context.model.model)
