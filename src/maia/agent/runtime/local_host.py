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
    """A command started on this machine. `ended` is called once, when it has ended."""

    def __init__(self, process: Process, ended: Callable[[], None]) -> None:
        self._process = process
        self._ended: Callable[[], None] | None = ended

    @property
    def pid(self) -> int:
        """The shell, which leads its session and group."""
        return self._process.pid

    async def wait(self) -> CommandExit:
        """Wait for the shell itself; what it printed has been handed on by then."""
        end = await self._process.wait()
        self._tell_end()
        return CommandExit(end.exit_code, end.signal)

    async def stop(self) -> None:
        """End the shell and all it started."""
        await self._process.stop()
        self._tell_end()

    def _tell_end(self) -> None:
        ended, self._ended = self._ended, None
        if ended is not None:
            ended()


class LocalHost:
    """Files through `workspace.files` in a thread, commands through `workspace.processes`.

    `close` ends every process that was started here and still lives; so does the end of Maia.
    Values of variables that look like keys are not passed to commands, but for those whose names
    `pass_environment` has (`*` is any part of a name).
    """

    def __init__(
        self,
        confinement: Confinement | None = None,
        pass_environment: tuple[str, ...] = (),
    ) -> None:
        self._confinement = confinement
        self._pass_environment = pass_environment
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
        from maia.workspace.secrets import without_secrets  # 10 ms of patterns

        argv = bash_argv(command.text)
        inherited = without_secrets(os.environ, self._pass_environment)
        env = bash_environment({**inherited, **command.env}, command.folder, command.folder_report)
        if self._confinement is not None:
            argv = await asyncio.to_thread(self._confinement.confine, argv, command.folder)
        try:
            process = self._processes.start(argv, command.folder, env, on_output)
        except (ValueError, OSError) as error:
            self._release()
            if isinstance(error, OSError):
                raise
            raise OSError(errno.EINVAL, str(error)) from error
        return LocalCommand(process, self._release)

    def _release(self) -> None:
        if self._confinement is not None:
            self._confinement.release()

    def now(self) -> float:
        """Seconds of the monotonic clock."""
        return time.monotonic()

    async def close(self) -> None:
        """End every process started here, leftovers included. Safe to call twice."""
        await self._processes.close()
        if self._confinement is not None:
            self._confinement.close()
