"""The Host port: files, processes and the clock, so that an editor can stand in for the machine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

FileKind: TypeAlias = Literal["file", "directory", "pipe", "socket", "device", "missing"]


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is at a path, links followed. `size` in bytes; `mode` the permission bits.

    `names` counts the hard links of a file: replacing it changes one of them only.
    """

    kind: FileKind
    size: int = 0
    mode: int = 0
    names: int = 1


@dataclass(frozen=True, slots=True)
class ShellCommand:
    """A command line for `/bin/bash --noprofile --norc -c TEXT`, exactly the text that was judged.

    `folder_report` is a file the shell writes its last working directory to, when one is wanted.
    """

    text: str
    folder: Path
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    folder_report: Path | None = None


@dataclass(frozen=True, slots=True)
class CommandExit:
    """How a command ended: an exit code, or the number of the signal that ended it."""

    exit_code: int | None
    signal: int | None = None


class RunningCommand(Protocol):
    """A command that was started, in its own session and process group, its input closed."""

    @property
    def pid(self) -> int:
        """The process, which leads its group."""
        ...

    async def wait(self) -> CommandExit:
        """Wait for the process itself, not for its pipe: `server &` returns at once.

        What the process printed before it ended has been given to the listener on return.
        """
        ...

    async def stop(self) -> None:
        """End the whole tree: SIGTERM, then SIGKILL after a second. Safe to call twice."""
        ...


class Host(Protocol):
    """The machine the agent works on. Paths are absolute; OSError passes through as it is."""

    async def facts(self, path: Path) -> FileFacts:
        """What is there; `missing` rather than an error. Never opens the file."""
        ...

    async def read(self, path: Path, offset: int = 0, size: int | None = None) -> bytes:
        """Bytes of a regular file, from `offset`, at most `size`."""
        ...

    async def write(self, path: Path, data: bytes) -> None:
        """Replace the file atomically, through links, keeping mode and owner; parents are made.

        A write that has begun is finished before a cancellation passes through.
        """
        ...

    async def start(
        self, command: ShellCommand, on_output: Callable[[bytes], None]
    ) -> RunningCommand:
        """Start a command; `on_output` gets stdout and stderr merged, in order of arrival.

        Raises OSError when the shell cannot be started.
        """
        ...

    def now(self) -> float:
        """Seconds of a clock that only goes forward."""
        ...


class Confinement(Protocol):
    """Bounds around every process we start; given to whatever starts one (built by permissions)."""

    def confine(self, argv: tuple[str, ...], folder: Path) -> tuple[str, ...]:
        """The command line to run instead, inside the bounds."""
        ...

    def release(self) -> tuple[Path, ...]:
        """Once for each `confine`, when that command has ended or did not start.

        Gives what was undone behind it: files that it made where none may be.
        """
        ...

    def close(self) -> None:
        """Leave nothing behind. Safe to call twice."""
        ...


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that a tool has just written; `before` is None when it is new."""

    path: Path
    before: bytes | None
    after: bytes


class FileChangeListener(Protocol):
    """What happens after a file change: checkpoints, diagnostics."""

    async def file_changed(self, change: FileChange) -> str | None:
        """Text to add to the tool's result, or None. Bounded in time; never raises."""
        ...


class PathSuggester(Protocol):
    """Paths that a wrong path may have meant, from whoever knows the repository."""

    async def suggest(self, path: str) -> tuple[str, ...]:
        """Likely paths, best first; empty when nothing is known."""
        ...
