"""A build: discover, see what changed, extract, resolve what is concerned, publish."""

import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from maia.codemap.errors import BuildStopped, MapUnusable
from maia.codemap.indexing.affected import is_project_file
from maia.codemap.indexing.changes import Changes, compare
from maia.codemap.indexing.commit import head_commit
from maia.codemap.indexing.discover import Listing, discover
from maia.codemap.indexing.extracting import Contents, Counted, ReadFile, read_files
from maia.codemap.indexing.linking import Linking
from maia.codemap.indexing.ports import (
    BuildReport,
    Phase,
    Progress,
    ProgressCallback,
    Ranks,
    ResolvesEdges,
)
from maia.codemap.indexing.resolving import resolve_references
from maia.codemap.indexing.settling import Settled, settle
from maia.codemap.indexing.versions import extractor_version
from maia.codemap.indexing.workers import WorkerPool
from maia.codemap.store.port import Store, Writer
from maia.codemap.store.records import Publication, Snapshot
from maia.codemap.store.sqlite import SqliteStore


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How to build. `pool` is used and left open; without one a pool is made for the build."""

    pool: WorkerPool | None = None
    rank: Ranks | None = None
    cancelled: Callable[[], bool] | None = None


def build(
    root: Path,
    store: Store,
    resolve: ResolvesEdges,
    progress: ProgressCallback | None = None,
    *,
    options: BuildOptions | None = None,
) -> BuildReport:
    """Bring the map of a work tree up to date. `root` is its top, as `MapPlace` says.

    Waits for another build of the repository. Stopped or killed at any moment, it leaves what was
    published before; what was read by then need not be read again. A map that turns out to be
    damaged is made anew, once. Raises BuildStopped, WorkersUnusable, and what `resolve` raises.
    """
    options = options or BuildOptions()
    try:
        with store.writer() as writer:
            return _Build(root, writer, resolve, progress, options).run()
    except MapUnusable as problem:
        with store.writer(anew=str(problem)) as writer:
            return _Build(root, writer, resolve, progress, options).run()


def build_folder(
    folder: Path, progress: ProgressCallback | None = None, *, options: BuildOptions | None = None
) -> BuildReport:
    """Bring the map of the work tree that a folder is in up to date."""
    store = SqliteStore.of(folder)
    return build(store.place.root, store, resolve_references, progress, options=options)


class _Build:
    """One build with an open writer."""

    def __init__(
        self,
        root: Path,
        writer: Writer,
        resolve: ResolvesEdges,
        progress: ProgressCallback | None,
        options: BuildOptions,
    ) -> None:
        self._root = Path(os.path.realpath(root))
        self._writer = writer
        self._resolve = resolve
        self._progress = progress
        self._options = options
        self._seconds: dict[str, float] = {}
        self._contents = Contents(writer)

    def run(self) -> BuildReport:
        """All of it."""
        began_ns = time.time_ns()
        mark = time.monotonic()
        version = extractor_version()
        last = self._writer.last()
        stored = self._writer.files()
        listing = self._listing()
        trusted = last is not None and last.extractor_version == version
        changes = compare(listing, stored, trusted=trusted)
        mark = self._lap("discover", mark)
        read = self._read(changes, version)
        settled = settle(
            stored, changes, read, first_new=self._writer.unused_file(), began_ns=began_ns
        )
        mark = self._lap("extract", mark)
        publication = Publication(
            commit=head_commit(self._root),
            extractor_version=version,
            removed=[file.id for file in settled.removed],
            files=settled.to_put,
        )
        resolved = self._link(settled, publication, everything=not trusted)
        mark = self._lap("resolve", mark)
        differs = bool(settled.differ or settled.removed or resolved)
        snapshot = self._publish(publication, last, differs=differs)
        self._lap("publish", mark)
        return self._report(snapshot, settled, changes, listing, resolved)

    def _read(self, changes: Changes, version: str) -> list[ReadFile]:
        with ExitStack() as stack:
            # Workers of our own end here: resolving needs the memory that they have.
            pool = self._options.pool or stack.enter_context(WorkerPool())
            return read_files(
                self._root,
                changes.to_read,
                pool=pool,
                kept=(self._writer, self._contents, version),
                watched=(self._progress, self._options.cancelled),
            )

    def _listing(self) -> Listing:
        listing = discover(self._root, self._options.cancelled)
        if not listing.is_complete and self._options.cancelled and self._options.cancelled():
            raise BuildStopped
        self._tell("discover", len(listing.files), len(listing.files))
        return listing

    def _link(self, settled: Settled, publication: Publication, *, everything: bool) -> int:
        """Add symbols and edges to the publication; the number of files that were resolved."""
        if not (everything or _concerns_names(settled)):
            return 0
        linking = Linking(self._root, self._writer, self._contents, settled)
        publication.symbols = linking.symbols()
        concerned = linking.concerned(everything=everything)
        counted = Counted("resolve", len(concerned), self._progress)
        for file, rows in linking.edges(self._resolve, concerned):
            publication.edges.append((file, rows))
            counted.one()
            if self._options.cancelled is not None and self._options.cancelled():
                raise BuildStopped
        # Numbering has given files their next numbers, perhaps a number of their own.
        publication.files = settled.to_put
        publication.removed = [file.id for file in settled.removed]
        if self._options.rank is not None:
            # Whoever ranks sees the map as it will be.
            publication.metrics = list(self._options.rank(linking.graph(dict(publication.edges))))
        return len(publication.edges)

    def _publish(
        self, publication: Publication, last: Snapshot | None, *, differs: bool
    ) -> Snapshot:
        ours = (publication.commit, publication.extractor_version)
        if not differs and last is not None and ours == (last.commit, last.extractor_version):
            if publication.files:
                self._writer.note(publication.files)
            return last
        self._tell("publish", 0, 1)
        snapshot = self._writer.publish(publication)
        self._tell("publish", 1, 1)
        return snapshot

    def _tell(self, phase: Phase, done: int, total: int) -> None:
        if self._progress is not None:
            self._progress(Progress(phase, done, total, 0.0))

    def _lap(self, phase: str, since: float) -> float:
        now = time.monotonic()
        self._seconds[phase] = now - since
        return now

    def _report(
        self,
        snapshot: Snapshot,
        settled: Settled,
        changes: Changes,
        listing: Listing,
        resolved: int,
    ) -> BuildReport:
        return BuildReport(
            snapshot=snapshot,
            read=len(changes.to_read),
            changed=len(settled.differ),
            removed=len(settled.removed),
            renamed=settled.renamed,
            resolved=resolved,
            rebuilt=self._writer.rebuilt,
            skipped=tuple(
                (file.path, file.reason) for file in settled.files if file.status == "skipped"
            ),
            unreadable=tuple(listing.unreadable),
            seconds=self._seconds,
        )


def _concerns_names(settled: Settled) -> bool:
    """Whether what differs is, was, or says how to understand a file that is parsed."""
    files = [*settled.removed]
    for each in settled.differ:
        files += [each.new] if each.old is None else [each.new, each.old]
    return any(file.status == "parsed" or is_project_file(file.path) for file in files)
