"""A place to call one tool at a time: a real folder, the real machine, no model."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from maia.agent.contracts.errors import ToolFailure, ToolInputError
from maia.agent.contracts.tools import Language, Tool, ToolContext, ToolOutcome
from maia.agent.runtime.local_host import LocalHost
from maia.testing.memory_blobs import MemoryBlobs


class BenchModel:
    """What a tool may know of the model: a name, and whether it takes images."""

    def __init__(self, *, takes_images: bool) -> None:
        self._takes_images = takes_images

    @property
    def model(self) -> str:
        """A name."""
        return "bench"

    async def accepts_images(self) -> bool:
        """As the bench was set up."""
        return self._takes_images


class ToolBench:
    """Calls tools in `folder`; what a tool raises becomes an error outcome, as in the loop."""

    def __init__(
        self, folder: Path, *, language: Language = "en", takes_images: bool = False
    ) -> None:
        self.folder = folder
        self.blobs = MemoryBlobs()
        self.changed: list[Path] = []
        self.context = ToolContext(
            launch_folder=folder,
            host=LocalHost(),
            model=BenchModel(takes_images=takes_images),
            blobs=self.blobs,
            language=language,
            note_change=self.changed.append,
            keep_folder=self._keep_folder,
        )

    async def call(self, tool: Tool, **arguments: Any) -> ToolOutcome:
        """The outcome of one call; `changed` then holds the files it wrote."""
        self.changed.clear()
        try:
            return await tool.execute(arguments, self.context)
        except (ToolFailure, ToolInputError) as error:
            return ToolOutcome(error.text, is_error=True)

    def _keep_folder(self, folder: Path) -> None:
        self.context = replace(self.context, folder=folder)
