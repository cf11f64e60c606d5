from dataclasses import replace

import pytest

from maia.agent.contracts.tools import ToolContext
from maia.agent.runtime.local_host import LocalHost
from maia.agent.tools.grep import GrepTool
from maia.testing.memory_blobs import MemoryBlobs


class TextModel:
    model = "text-only"

    async def accepts_images(self) -> bool:
        return False


class Grep:
    """The Grep tool in a launch folder of its own; called with its parameters, gives its lines."""

    def __init__(self, folder):
        self.folder = folder
        self.tool = GrepTool()
        self.context = ToolContext(folder, LocalHost(), TextModel(), MemoryBlobs())

    def write(self, **files):
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)

    async def __call__(self, pattern, *, language="en", **arguments):
        context = replace(self.context, language=language)
        outcome = await self.tool.execute({"pattern": pattern, **arguments}, context)
        return outcome.content.split("\n")


@pytest.fixture
def grep(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    return Grep(folder)
