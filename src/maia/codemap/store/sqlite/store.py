"""The map of one work tree, in the file of its repository."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from maia.codemap.store.place import MapPlace, map_place
from maia.codemap.store.port import Reader, Writer
from maia.codemap.store.sqlite.database import (
    NO_FILE,
    file_identity,
    open_for_building,
    remove,
)
from maia.codemap.store.sqlite.reader import SqliteReader
from maia.codemap.store.sqlite.writer import SqliteWriter
from maia.workspace.locks import locked


class SqliteStore:
    """See the port. Nothing is opened before it is needed."""

    def __init__(self, place: MapPlace) -> None:
        self.place = place
        # To read all pages takes longer than to publish one file: once for each file will do.
        self._checked = NO_FILE

    @classmethod
    def of(cls, folder: Path) -> Self:
        """The store for the work tree that a folder is in."""
        return cls(map_place(folder))

    def reader(self) -> Reader:
        """Open the map for questions, from any thread. Raises NoMap or MapUnusable."""
        return SqliteReader(self.place.database, self.place.root)

    @contextmanager
    def writer(self, *, anew: str = "") -> Generator[Writer]:
        """Open the map for a build; waits for whoever builds now. A damaged file is made anew."""
        with locked(self.place.database):
            if anew:
                remove(self.place.database)
            connection, why = open_for_building(self.place.database, checked=self._checked)
            self._checked = file_identity(self.place.database)
            try:
                yield SqliteWriter(connection, self.place.root, rebuilt=anew or why)
            finally:
                connection.close()
