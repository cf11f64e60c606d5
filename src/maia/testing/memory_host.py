"""The Host port in memory: files in a dictionary, commands from a script, a clock of its own."""

import asyncio
import errno
import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from maia.agent.contracts.host import CommandExit, FileFacts, Host, ShellCommand

FILE_MODE = 0o644
FOLDER_MODE = 0o755
NOT_FOUND = 127  # what a shell says of a command it does not know
FIRST_PID = 1000


@dataclass(frozen=True, slots=True)
class ScriptedCommand:
    """What a command does: its output in pieces, then its exit. `hangs`: it runs until stopped.

    `ends_in` is the working directory it leaves behind, for a command that asks for the report.
    """

    output: tuple[bytes, ...] = ()
    exit_code: int = 0
    hangs: bool = False
    ends_in: Path | None = None


class MemoryCommand:
    """A scripted command that was started."""

    def __init__(
        self, pid: int, script: ScriptedCommand, on_output: Callable[[bytes], None]
    ) -> None:
        self._pid = pid
        self._stopped = asyncio.Event()
        self._ending = asyncio.ensure_future(self._run(script, on_output))

    @property
    def pid(self) -> int:
        """A number that no other command of this host has."""
        return self._pid

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return not self._ending.done()

    async def wait(self) -> CommandExit:
        """How it ended; cancelling the wait does not end it."""
        return await asyncio.shield(self._ending)

    async def stop(self) -> None:
        """End it with SIGTERM, unless it has ended."""
        self._stopped.set()
        await asyncio.shield(self._ending)

    async def _run(
        self, script: ScriptedCommand, on_output: Callable[[bytes], None]
    ) -> CommandExit:
        for piece in script.output:
            await asyncio.sleep(0)
            if self._stopped.is_set():
                break
            on_output(piece)
        if script.hangs:
            await self._stopped.wait()
        if self._stopped.is_set():
            return CommandExit(exit_code=None, signal=signal.SIGTERM)
        return CommandExit(exit_code=script.exit_code)


class MemoryHost:
    """A machine that is all in memory. Folders exist where a file lies below them.

    `commands` are known by their exact text; another one is said not to exist, with code 127.
    `started` holds what was asked for and `running` what has not ended: a test of an interruption
    asks that it is empty.
    """

    def __init__(
        self,
        files: Mapping[str, bytes] | None = None,
        commands: Mapping[str, ScriptedCommand] | None = None,
    ) -> None:
        self.files = {Path(path): data for path, data in (files or {}).items()}
        self.modes: dict[Path, int] = {}
        self.commands = dict(commands or {})
        self.started: list[ShellCommand] = []
        self._running: list[MemoryCommand] = []
        self._clock = 0.0

    @property
    def running(self) -> list[MemoryCommand]:
        """The commands that have not ended."""
        return [command for command in self._running if command.running]

    def advance(self, seconds: float) -> None:
        """Let time pass on the clock."""
        self._clock += seconds

    def now(self) -> float:
        """Seconds that `advance` has let pass."""
        return self._clock

    async def facts(self, path: Path) -> FileFacts:
        """A file, a folder above one, or missing."""
        if path in self.files:
            return FileFacts("file", len(self.files[path]), self.modes.get(path, FILE_MODE))
        if self._is_folder(path):
            return FileFacts("directory", 0, FOLDER_MODE)
        return FileFacts("missing")

    async def read(self, path: Path, offset: int = 0, size: int | None = None) -> bytes:
        """Bytes of a file. Raises the OSError that a real machine raises."""
        if self._is_folder(path):
            raise _os_error(errno.EISDIR, path)
        if path not in self.files:
            below_a_file = any(parent in self.files for parent in path.parents)
            raise _os_error(errno.ENOTDIR if below_a_file else errno.ENOENT, path)
        end = None if size is None else offset + size
        return self.files[path][offset:end]

    async def write(self, path: Path, data: bytes) -> None:
        """Put the file there. Raises OSError on a folder, and below a file."""
        if self._is_folder(path):
            raise _os_error(errno.EISDIR, path)
        if any(parent in self.files for parent in path.parents):
            raise _os_error(errno.ENOTDIR, path)
        self.files[path] = bytes(data)

    async def start(
        self, command: ShellCommand, on_output: Callable[[bytes], None]
    ) -> MemoryCommand:
        """Run what the script has for this text."""
        self.started.append(replace(command, env=dict(command.env)))
        unknown = f"bash: {command.text}: command not found\n".encode()
        script = self.commands.get(command.text, ScriptedCommand((unknown,), NOT_FOUND))
        if command.folder_report is not None:
            folder = script.ends_in or command.folder
            self.files[command.folder_report] = f"{folder}\n".encode()
        running = MemoryCommand(FIRST_PID + len(self.started), script, on_output)
        self._running.append(running)
        return running

    def _is_folder(self, path: Path) -> bool:
        return path == Path(path.anchor) or any(path in file.parents for file in self.files)


def _os_error(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))


if TYPE_CHECKING:  # the type checker holds it against the port
    _host: Host = MemoryHost()
