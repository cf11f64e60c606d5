import os
from dataclasses import replace

import pytest

from maia.agent.contracts.tools import ToolContext
from maia.agent.runtime.local_host import LocalHost
from maia.agent.tools.glob import GlobTool
from maia.testing.memory_blobs import MemoryBlobs


class TextModel:
    model = "text-only"

    async def accepts_images(self) -> bool:
        return False


class Glob:
    """The Glob tool in a launch folder of its own; called with its parameters, gives its lines."""

    def __init__(self, folder):
        self.folder = folder
        self.tool = GlobTool()
        self.context = ToolContext(folder, LocalHost(), TextModel(), MemoryBlobs())

    def touch(self, *names):
        """Make files, each a second older than the one before."""
        for age, name in enumerate(names):
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
            os.utime(path, (10_000 - age, 10_000 - age))

    async def __call__(self, pattern, *, language="en", **arguments):
        context = replace(self.context, language=language)
        outcome = await self.tool.execute({"pattern": pattern, **arguments}, context)
        return outcome.content.split("\n")


@pytest.fixture
def glob(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    return Glob(folder)
