"""The machine, with the files that are about to change kept first."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from maia.agent.contracts.host import CommandExit, FileFacts, Host, RunningCommand, ShellCommand
from maia.agent.runtime.file_history import FileHistory

if TYPE_CHECKING:
    from maia.agent.sessions.checkpoints.checkpoints import CommandToken


class CheckpointedHost:
    """A host whose changes are kept by a file history."""

    def __init__(self, host: Host, history: FileHistory) -> None:
        self._host = host
        self._history = history

    async def facts(self, path: Path) -> FileFacts:
        """What is there."""
        return await self._host.facts(path)

    async def read(self, path: Path, offset: int = 0, size: int | None = None) -> bytes:
        """Bytes of a file."""
        return await self._host.read(path, offset, size)

    async def write(self, path: Path, data: bytes) -> None:
        """Replace a file, kept before."""
        await self._history.before_change(path)
        try:
            await self._host.write(path, data)
        finally:
            await self._history.after_change(path)

    async def start(
        self, command: ShellCommand, on_output: Callable[[bytes], None]
    ) -> RunningCommand:
        """Start a command; what it changes is kept when it ends, as far as git can tell."""
        token = await self._history.before_command()
        running = await self._host.start(command, on_output)
        return _Watched(running, self._history, token)

    def now(self) -> float:
        """The clock."""
        return self._host.now()


class _Watched:
    """A command whose changes are kept once it has ended."""

    def __init__(
        self, running: RunningCommand, history: FileHistory, token: "CommandToken | None"
    ) -> None:
        self._running = running
        self._history = history
        self._token = token

    @property
    def pid(self) -> int:
        """The process."""
        return self._running.pid

    async def wait(self) -> CommandExit:
        """Wait for it."""
        ended = await self._running.wait()
        await self._keep()
        return ended

    async def stop(self) -> None:
        """End it."""
        await self._running.stop()
        await self._keep()

    async def _keep(self) -> None:
        token, self._token = self._token, None
        await self._history.after_command(token)
