"""The Host port on the real machine: files and processes as they are."""

import asyncio
import errno
import os
import time
from collections.abc import Callable
from pathlib import Path

from maia.agent.contracts.host import (
    CommandExit,
    Confinement,
    FileFacts,
    ShellCommand,
)
from maia.workspace import files
from maia.workspace.bash_invocation import bash_argv, bash_environment
from maia.workspace.processes import Process, ProcessKeeper


class LocalCommand:
    """A command started on this machine."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """The shell, which leads its session and group."""
        return self._process.pid

    async def wait(self) -> CommandExit:
        """Wait for the shell itself; what it printed has been handed on by then."""
        end = await self._process.wait()
        return CommandExit(end.exit_code, end.signal)

    async def stop(self) -> None:
        """End the shell and all it started."""
        await self._process.stop()


class LocalHost:
    """Files through `workspace.files` in a thread, commands through `workspace.processes`.

    `close` ends every process that was started here and still lives; so does the end of Maia.
    """

    def __init__(self, confinement: Confinement | None = None) -> None:
        self._confinement = confinement
        self._processes = ProcessKeeper()

    async def facts(self, path: Path) -> FileFacts:
        """What is there."""
        found = await asyncio.to_thread(files.file_facts, path)
        return FileFacts(found.kind, found.size, found.mode, found.names)

    async def read(self, path: Path, offset: int = 0, size: int | None = None) -> bytes:
        """Bytes of a regular file."""
        return await asyncio.to_thread(files.read_bytes, path, offset, size)

    async def write(self, path: Path, data: bytes) -> None:
        """Replace the file atomically; finished before a cancellation passes through."""
        writing = asyncio.ensure_future(asyncio.to_thread(files.write_atomically, path, data))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])
            raise

    async def start(
        self, command: ShellCommand, on_output: Callable[[bytes], None]
    ) -> LocalCommand:
        """Start bash on exactly `command.text`; `command.env` is laid over our own environment.

        What no system call takes (NUL, a lone surrogate) is an OSError too, EINVAL.
        """
        argv = bash_argv(command.text)
        if self._confinement is not None:
            argv = self._confinement.confine(argv, command.folder)
        env = bash_environment({**os.environ, **command.env}, command.folder, command.folder_report)
        try:
            process = self._processes.start(argv, command.folder, env, on_output)
        except ValueError as error:
            raise OSError(errno.EINVAL, str(error)) from error
        return LocalCommand(process)

    def now(self) -> float:
        """Seconds of the monotonic clock."""
        return time.monotonic()

    async def close(self) -> None:
        """End every process started here, leftovers included. Safe to call twice."""
        await self._processes.close()
