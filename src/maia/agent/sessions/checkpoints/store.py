"""Where checkpoints are kept: contents by their hash, and a line for each thing that happened.

Several Maias share the contents; each session has an index of its own.
"""

import contextlib
import json
import os
import secrets
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from maia.agent.sessions.checkpoints.problem import CheckpointProblem, disk_problem
from maia.agent.sessions.checkpoints.seen import content_hash

Kind = Literal["begin", "before", "after"]
State = Literal["file", "missing", "link", "not_kept"]

_SETTLED_SECONDS = 60.0
"""A younger content may be one that another Maia is about to name."""

_LEFT_OVER_SECONDS = 86_400.0
"""An older temporary file is one that a kill left."""


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of an index.

    `begin`: a request, its `number` and `text`. `before`: what was at `path` before the request
    first changed it: its `state`, `blob`, `mode`, `target` of a link, or why it was not kept
    (`reason`); of a missing file, `made`: the topmost folder that had to be made for it. `after`:
    the `name` of what was left there.
    """

    kind: Kind
    number: int
    path: str = ""
    text: str = ""
    state: State = "missing"
    name: str = ""
    mode: int = 0
    target: str = ""
    reason: str = ""
    made: str = ""


@dataclass(frozen=True, slots=True)
class CheckpointStore:
    """A folder of contents and indexes. Sizes in bytes."""

    folder: Path
    limit_bytes: int = 200_000_000
    file_limit_bytes: int = 10_000_000

    def put(self, data: bytes) -> str:
        """Keep a content; the same one is kept once. Raises CheckpointProblem."""
        name = content_hash(data)
        path = self._blob(name)
        try:
            if self.get(name) is not None:
                os.utime(path)  # it is about to be named again
                return name
            self._make(path.parent)
            _write_private(path, zlib.compress(data, 1))
        except OSError as error:
            raise disk_problem(self.folder, error) from error
        return name

    def get(self, name: str) -> bytes | None:
        """The content; None when it is gone or damaged."""
        try:
            data = zlib.decompress(self._blob(name).read_bytes())
        except (OSError, zlib.error):
            return None
        return data if content_hash(data) == name else None

    def add(self, session: str, record: Record) -> None:
        """Write a line of the session's index. Raises CheckpointProblem."""
        path = self._index(session)
        # Not msgspec's encoder: a name of a file may hold bytes that are no text.
        line = json.dumps(msgspec.to_builtins(record)).encode("ascii") + b"\n"
        try:
            self._make(path.parent)
            handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                size = os.fstat(handle).st_size
                if size > 0 and os.pread(handle, 1, size - 1) != b"\n":
                    line = b"\n" + line
                rest = memoryview(line)
                while rest:
                    rest = rest[os.write(handle, rest) :]
            finally:
                os.close(handle)
        except OSError as error:
            raise disk_problem(self.folder, error) from error

    def records(self, session: str) -> Iterator[Record]:
        """The lines of the session's index; one that was cut by a crash is passed over."""
        try:
            lines = self._index(session).read_bytes().split(b"\n")
        except FileNotFoundError:
            return
        except OSError as error:
            raise disk_problem(self.folder, error) from error
        for line in lines:
            record = _record(line)
            if record is not None:
                yield record

    def prune(self, keep: str) -> None:
        """Over the limit, forget the oldest sessions, and contents that nobody names any more.

        Never the session `keep`. What cannot be read or deleted stays, and is nobody's failure.
        """
        self._remove_left_overs()
        sizes = dict(self._sizes())
        total = sum(sizes.values())
        if total <= self.limit_bytes:
            return
        indexes = sorted(self._indexes(), key=_age, reverse=True)
        named = {path: self._named(path.stem) for path in indexes}
        counts = Counter(name for names in named.values() for name in names)
        total -= self._forget([name for name in sizes if name not in counts], sizes)
        for path in indexes:
            if total <= self.limit_bytes:
                return
            if path.stem == keep:
                continue
            with contextlib.suppress(OSError):
                path.unlink()
            counts.subtract(named[path])
            total -= self._forget([name for name in named[path] if counts[name] <= 0], sizes)

    def _forget(self, names: list[str], sizes: dict[str, int]) -> int:
        """Delete contents; how many bytes that gave."""
        freed = 0
        for name in names:
            path = self._blob(name)
            if name in sizes and _age(path) >= _SETTLED_SECONDS:
                with contextlib.suppress(OSError):
                    path.unlink()
                    freed += sizes.pop(name)
        return freed

    def _named(self, session: str) -> set[str]:
        try:
            return {each.name for each in self.records(session) if each.state == "file"}
        except CheckpointProblem:  # nobody can use such an index any more
            return set()

    def _sizes(self) -> Iterator[tuple[str, int]]:
        for path in (self.folder / "blobs").glob("??/*"):
            if path.suffix != ".tmp":
                with contextlib.suppress(OSError):  # another Maia may be deleting too
                    yield path.name, path.stat().st_size

    def _remove_left_overs(self) -> None:
        for path in (self.folder / "blobs").glob("??/*.tmp"):
            if _age(path) >= _LEFT_OVER_SECONDS:
                with contextlib.suppress(OSError):
                    path.unlink()

    def _indexes(self) -> Iterator[Path]:
        return (self.folder / "index").glob("*.jsonl")

    def _make(self, folder: Path) -> None:
        """`folder` and this store's, for nobody else to look into."""
        if not folder.is_dir():
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.parent.mkdir(mode=0o700, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)

    def _blob(self, name: str) -> Path:
        return self.folder / "blobs" / name[:2] / name

    def _index(self, session: str) -> Path:
        return self.folder / "index" / f"{session}.jsonl"


def _record(line: bytes) -> Record | None:
    try:
        data: Any = json.loads(line)
        return msgspec.convert(data, Record)
    except (ValueError, RecursionError, msgspec.ValidationError):
        return None


def _age(path: Path) -> float:
    """Seconds since it was last written; none for what is gone."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return 0.0


def _write_private(path: Path, data: bytes) -> None:
    """Whole or not at all, for nobody else to read. Raises OSError."""
    temporary = path.with_name(f"{secrets.token_hex(8)}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
