import asyncio
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from maia.agent.contracts.tools import ToolContext, ToolOutcome
from maia.agent.runtime.local_host import LocalHost
from maia.agent.tools.shell import ShellTool
from maia.testing.memory_blobs import MemoryBlobs

DEADLINE = 20.0


class TextModel:
    model = "text-only"

    async def accepts_images(self) -> bool:
        return False


@dataclass
class Shell:
    """The Bash tool on the real machine, in a launch folder of its own."""

    tool: ShellTool
    context: ToolContext
    live: list[str] = field(default_factory=list)
    folder: Path | None = None

    @property
    def launch_folder(self) -> Path:
        return self.context.launch_folder

    async def __call__(self, command: str | None = None, **arguments) -> ToolOutcome:
        if command is not None:
            arguments["command"] = command
        context = replace(self.context, folder=self.folder, keep_folder=self._keep_folder)
        return await self.tool.execute(arguments, context)

    def _keep_folder(self, folder: Path) -> None:
        self.folder = folder

    async def lines(self, command: str, **arguments) -> list[str]:
        return (await self(command, **arguments)).content.split("\n")

    def speaking(self, language: str) -> "Shell":
        return replace(self, context=replace(self.context, language=language))

    def with_env(self, **env: str) -> "Shell":
        return replace(self, context=replace(self.context, env=env))

    def alive(self, pid: int | str) -> bool:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return False
        return state not in "ZX"

    def written(self, name: str) -> str:
        path = self.launch_folder / name
        return path.read_text() if path.exists() else ""

    async def until(self, condition) -> None:
        async with asyncio.timeout(DEADLINE):
            while not condition():  # nothing here could set an event
                await asyncio.sleep(0.01)


@pytest.fixture
async def shell(tmp_path):
    launch_folder = tmp_path / "project"
    (launch_folder / "src" / "deep").mkdir(parents=True)
    host = LocalHost()
    live: list[str] = []
    context = ToolContext(launch_folder, host, TextModel(), MemoryBlobs(), emit_output=live.append)
    one = Shell(ShellTool(), context, live)
    yield one
    await one.tool.close()
    await host.close()
