"""Resolution on all cores: a forked process has the whole program without reading it again."""

import os
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import IO

import msgspec

from maia.codemap.indexing.ports import FileEdge, OpenProgram
from maia.codemap.indexing.resolving import resolve_references

FEWEST = 400
"""Files from which another process is worth its making."""

_Share = list[tuple[int, list[FileEdge]]]


def resolve_on_all_cores(
    program: OpenProgram, positions: Sequence[int]
) -> Iterator[tuple[int, Iterable[FileEdge]]]:
    """As `resolve_references`, with a part of the files in each of several processes.

    A process with threads is not forked: a lock that one of them holds would stay locked.
    """
    count = min(os.cpu_count() or 1, len(positions) // FEWEST)
    if count < 2 or threading.active_count() > 1 or sys.platform != "linux":  # noqa: PLR2004  # two
        yield from resolve_references(program, positions)
        return
    shares = [positions[number::count] for number in range(count)]
    others = [_Other(program, share) for share in shares[1:]]
    try:
        yield from resolve_references(program, shares[0])
        for other in others:
            yield from other.edges()
    finally:
        for other in others:
            other.end()


class _Other:
    """A process that resolves some files, and the file it writes its edges to."""

    def __init__(self, program: OpenProgram, positions: Sequence[int]) -> None:
        self._program = program
        self._positions = positions
        self._output: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # closed by `end`
        self._is_running = True
        self._pid = os.fork()
        if self._pid == 0:
            self._run()

    def edges(self) -> Iterator[tuple[int, Iterable[FileEdge]]]:
        """Its edges, once it is done; if it has failed, they are found here."""
        _, status = os.waitpid(self._pid, 0)
        self._is_running = False
        if status != 0:
            yield from resolve_references(self._program, self._positions)
            return
        self._output.seek(0)
        yield from msgspec.msgpack.decode(self._output.read(), type=_Share)

    def end(self) -> None:
        """Let it go on no longer."""
        if self._is_running:
            with suppress(ProcessLookupError):
                os.kill(self._pid, 9)
            os.waitpid(self._pid, 0)
            self._is_running = False
        self._output.close()

    def _run(self) -> None:
        """In the new process; it never returns."""
        status = 1
        try:
            found = [
                (file, list(edges))
                for file, edges in resolve_references(self._program, self._positions)
            ]
            self._output.write(msgspec.msgpack.encode(found))
            self._output.flush()
            status = 0
        finally:
            os._exit(status)
