"""The map of the work tree that a folder is in: built, brought up to date, opened for questions."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from maia.codemap.indexing.ports import BuildReport, ProgressCallback
from maia.codemap.store.port import Reader
from maia.codemap.store.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from maia.codemap.indexing.workers import WorkerPool


class OpenMap:
    """One work tree's map. Close it, or use it as a context manager."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self._reader: Reader | None = None
        self._pool: WorkerPool | None = None

    @classmethod
    def of(cls, folder: Path) -> Self:
        """The map for any folder of a work tree; it need not be there yet."""
        return cls(SqliteStore.of(folder))

    @classmethod
    def around(cls, folder: Path) -> Self:
        """The map that a folder is on: outside of git, also one of a folder above it."""
        here = cls.of(folder)
        if here.root != folder.resolve() or here.database.exists():
            return here
        for above in folder.resolve().parents:
            other = cls.of(above)
            if other.root == above and other.database.exists():
                return other
        return here

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def root(self) -> Path:
        """The top of the work tree."""
        return self._store.place.root

    @property
    def database(self) -> Path:
        """The file that holds the map."""
        return self._store.place.database

    @property
    def reader(self) -> Reader:
        """Answers from what was published. Raises NoMap, MapUnusable."""
        if self._reader is not None and not self._reader.is_current():
            self.close()
        if self._reader is None:
            self._reader = self._store.reader()
        return self._reader

    def build(
        self,
        progress: ProgressCallback | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> BuildReport:
        """Make the map, or bring it up to date. See `indexing.pipeline.build`."""
        from maia.codemap.indexing.pipeline import BuildOptions, build
        from maia.codemap.session.parallel import resolve_on_all_cores
        from maia.codemap.session.ranking import rank_symbols

        options = BuildOptions(rank=rank_symbols, cancelled=cancelled)
        return build(self.root, self._store, resolve_on_all_cores, progress, options=options)

    def is_up_to_date(self) -> bool:
        """Whether `refresh` would change nothing; quicker than finding out by it. Raises NoMap."""
        from maia.codemap.indexing.currency import is_up_to_date

        return is_up_to_date(self.reader, self.root)

    def refresh(self) -> BuildReport:
        """Bring a map that is there up to date, ranks as they were. Raises NoMap."""
        from maia.codemap.indexing.pipeline import BuildOptions, build
        from maia.codemap.session.parallel import resolve_on_all_cores

        self.reader.snapshot()
        options = BuildOptions(pool=self._pool)
        return build(self.root, self._store, resolve_on_all_cores, options=options)

    @contextmanager
    def warm(self) -> Generator[None]:
        """Keep the workers of one refresh for the next."""
        from maia.codemap.indexing.workers import WorkerPool

        with WorkerPool(1) as pool:
            self._pool = pool
            try:
                yield
            finally:
                self._pool = None

    def close(self) -> None:
        """Let go of the file."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None
