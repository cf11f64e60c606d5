"""Reading what changed: outcomes from the workers, their contents kept as they come."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from maia.codemap.errors import MapDamaged
from maia.codemap.indexing.messages import Outcome
from maia.codemap.indexing.ports import Phase, Progress, ProgressCallback
from maia.codemap.indexing.workers import WorkerPool
from maia.codemap.model import Extraction
from maia.codemap.store.port import Writer
from maia.codemap.store.records import Content
from maia.workspace.discovery import FoundFile

_KEPT_TOGETHER = 200
"""Contents of one transaction: what a kill costs of the reading that was done."""

_TOLD_EVERY = 0.1  # seconds


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file that was read: what it is, and the number of its content (0: it has none)."""

    found: FoundFile
    outcome: Outcome
    content: int


class Counted:
    """Tells how far something has come, some times a second."""

    def __init__(self, phase: Phase, total: int, tell: ProgressCallback | None) -> None:
        self._phase: Phase = phase
        self._total = total
        self._tell = tell
        self._done = 0
        self._began = time.monotonic()
        self._told = 0.0
        self._say()

    def one(self) -> None:
        """One more is done."""
        self._done += 1
        if self._done == self._total or time.monotonic() - self._told >= _TOLD_EVERY:
            self._say()

    def _say(self) -> None:
        if self._tell is not None:
            self._told = time.monotonic()
            seconds = self._told - self._began
            speed = self._done / seconds if seconds > 0 else 0.0
            self._tell(Progress(self._phase, self._done, self._total, speed))


class Contents:
    """The extractions of this build, each decoded once, when it is first asked for."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._decoder = msgspec.msgpack.Decoder(Extraction)
        self._known: dict[int, Extraction] = {}

    def remember(self, content: int, record: bytes) -> Extraction:
        """What a worker has just said, or the store. Raises MapDamaged."""
        try:
            found = self._known[content] = self._decoder.decode(record)
        except msgspec.DecodeError as error:
            raise MapDamaged(f"an extraction cannot be read: {error}") from error
        return found

    def get(self, content: int) -> Extraction:
        """What a content says that is parsed. Raises MapDamaged when it is not there."""
        known = self._known.get(content)
        if known is not None:
            return known
        record = self._writer.record(content)
        if not record:
            raise MapDamaged("an extraction is missing")
        return self.remember(content, record)


def read_files(
    root: Path,
    files: Sequence[FoundFile],
    *,
    pool: WorkerPool,
    kept: tuple[Writer, Contents, str],
    watched: tuple[ProgressCallback | None, Callable[[], bool] | None],
) -> list[ReadFile]:
    """Read the files; those that are gone by now are left out.

    `kept`: where contents are kept, and for which version of the extractor.
    """
    writer, contents, version = kept
    progress, cancelled = watched
    counted = Counted("extract", len(files), progress)
    read: list[ReadFile] = []
    waiting: list[Outcome] = []
    if not files:
        return read
    begin = pool.begin(os.fsencode(root), version, writer.known_keys())
    pending = [(place, os.fsencode(file.path), file.size) for place, file in enumerate(files)]
    for outcome in pool.run(begin, pending, cancelled):
        counted.one()
        if not outcome.is_gone:
            waiting.append(outcome)
        if len(waiting) >= _KEPT_TOGETHER:
            read += _keep(writer, contents, files, waiting)
            waiting = []
    return read + _keep(writer, contents, files, waiting)


def _keep(
    writer: Writer,
    contents: Contents,
    files: Sequence[FoundFile],
    outcomes: Sequence[Outcome],
) -> list[ReadFile]:
    numbers = writer.keep(
        [
            Content(outcome.key, outcome.record, outcome.names)
            for outcome in outcomes
            if outcome.key and not outcome.is_known
        ]
    )
    numbers |= writer.contents_numbered(outcome.key for outcome in outcomes if outcome.is_known)
    read: list[ReadFile] = []
    for outcome in outcomes:
        content = numbers.get(outcome.key, 0)
        if outcome.record:
            contents.remember(content, outcome.record)
        read.append(ReadFile(files[outcome.place], _completed(outcome, content, contents), content))
    return read


def _completed(outcome: Outcome, content: int, contents: Contents) -> Outcome:
    """An outcome with what is kept elsewhere left out, and with what was known put in."""
    if not outcome.is_known:
        return msgspec.structs.replace(outcome, record=b"", names=b"")
    extraction = contents.get(content)
    return msgspec.structs.replace(
        outcome,
        lines=extraction.lines,
        is_generated=extraction.is_generated,
        is_minified=extraction.is_minified,
    )
