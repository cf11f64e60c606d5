"""The one writer: keeps extractions as they come, publishes a snapshot in one transaction."""

import os
import sqlite3
import time
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from maia.codemap.model import How, ReferenceKind
from maia.codemap.store.numbers import file_of, files_of, nodes_in, nodes_of
from maia.codemap.store.records import Content, Publication, Snapshot, StoredFile
from maia.codemap.store.sqlite.database import as_map_problems
from maia.codemap.store.sqlite.reader import snapshot_from_row
from maia.codemap.store.sqlite.rows import bounds, file_from_row, row_from_file
from maia.codemap.store.sqlite.statements import index_names, index_statements, statements

KEPT_DAYS = 14
"""How long an extraction is kept that no work tree holds: someone may go back to a branch."""

_DAY = 86_400
_FIRST_FILE = 1


class SqliteWriter:
    """See the port. Whoever makes it holds the lock, and closes the connection."""

    def __init__(self, connection: sqlite3.Connection, root: Path, *, rebuilt: str) -> None:
        self.rebuilt = rebuilt
        self._connection = connection
        self._root = os.fsencode(root)
        self._changes = statements("changes.sql")
        self._questions = statements("questions.sql")
        row = self._ask(self._questions["worktree"], {"root": self._root}).fetchone()
        if row is None:
            row = self._ask(self._changes["next_worktree"]).fetchone()
        self._worktree: int = row[0]
        self._files = bounds(files_of(self._worktree))
        self._nodes = bounds(nodes_of(self._worktree))

    # -- what is there

    def last(self) -> Snapshot | None:
        """What was published last for this work tree."""
        row = self._ask(self._questions["snapshot"], {"worktree": self._worktree}).fetchone()
        return None if row is None else snapshot_from_row(row)

    def files(self) -> list[StoredFile]:
        """The files of that snapshot."""
        return [file_from_row(row) for row in self._ask(self._questions["files"], self._files)]

    def symbol_rows(self, file: int) -> list[tuple[int, int, str, str]]:
        """Number, index, qualified name and kind of the symbols of a file."""
        first, last = nodes_in(file)
        values = {"first": first, "last": last}
        return self._ask(self._changes["symbol_rows"], values).fetchall()

    def all_symbol_numbers(self) -> Iterable[tuple[int, int]]:
        """Number and index of every symbol."""
        return self._ask(self._changes["all_symbol_numbers"], self._nodes)

    def inner_edges(self) -> Iterable[tuple[int, ReferenceKind, int, int, How]]:
        """Number, kind, source, target and certainty of every edge inside the work tree."""
        return self._ask(self._changes["inner_edges"], self._nodes)

    def unused_file(self) -> int:
        """The first number that no file of this work tree has had in its last snapshot."""
        last = self._ask(self._changes["last_file"], self._files).fetchone()[0]
        return self._files["first"] + _FIRST_FILE if last is None else last + 1

    def known_keys(self) -> list[bytes]:
        """The keys of all contents that are kept."""
        return [row[0] for row in self._ask(self._changes["known_keys"])]

    def contents_numbered(self, keys: Iterable[bytes]) -> dict[bytes, int]:
        """The numbers of contents that are kept."""
        numbers: dict[bytes, int] = {}
        for key in keys:
            row = self._ask(self._changes["content_numbered"], (key,)).fetchone()
            if row is not None:
                numbers[key] = row[0]
        return numbers

    def record(self, content: int) -> bytes:
        """The extraction of a content, as it was kept; empty where there is none."""
        row = self._ask(self._changes["record"], (content,)).fetchone()
        return b"" if row is None else row[0]

    def names_of_files(self) -> Iterator[tuple[int, bytes]]:
        """For each file the hashes of the names that it refers to."""
        return iter(self._ask(self._changes["names_of_files"], self._files))

    def files_leading_to(self, nodes: Iterable[int]) -> set[int]:
        """The files with an edge to one of these nodes."""
        found: set[int] = set()
        for node in nodes:
            found.update(
                file_of(row[0]) for row in self._ask(self._changes["edges_to"], (node,)).fetchall()
            )
        return found

    # -- changes

    def keep(self, contents: Collection[Content]) -> dict[bytes, int]:
        """Keep contents, whether or not they are ever published; gives their numbers."""
        day = int(time.time()) // _DAY
        rows = [(each.key, day, each.names, each.record) for each in contents]
        with self._transaction():
            self._many("keep_content", rows)
        return self.contents_numbered(each.key for each in contents)

    def note(self, files: Sequence[StoredFile]) -> None:
        """Note sizes and times of files that say what they said: the snapshot stays the same."""
        with self._transaction():
            self._many("put_file", [row_from_file(file) for file in files])

    def publish(self, publication: Publication) -> Snapshot:
        """Publish: readers see the former snapshot till then, and this one from then on."""
        with self._transaction():
            is_first = not self._ask(self._changes["holds_symbols"]).fetchone()[0]
            if is_first:
                for index in index_names():
                    self._ask(f"DROP INDEX IF EXISTS {index}")
            self._forget_gone_worktrees()
            last = self.last()
            symbols, edges = (last.symbols, last.edges) if last is not None else (0, 0)
            fewer = self._forget_files(publication.removed)
            self._many("put_file", [row_from_file(file) for file in publication.files])
            symbols += self._replace_symbols(publication) - fewer[0]
            edges += self._replace_edges(publication) - fewer[1]
            if publication.metrics is not None:
                self._many("forget_metrics", [tuple(self._nodes.values())])
                rows = [(m.symbol, m.pagerank, m.incoming, m.outgoing) for m in publication.metrics]
                self._many("put_metrics", rows)
            if is_first:
                for statement in index_statements():
                    self._ask(statement)
            unused = {"day": int(time.time()) // _DAY - KEPT_DAYS}
            self._ask(self._changes["forget_unused_contents"], unused)
            self._put_snapshot(publication, symbols, edges)
        last = self.last()
        if last is None:
            raise AssertionError("what was just published is gone")
        # What is left in the log slows readers down; a reader that is in the way is not waited for.
        self._ask("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        return last

    def _put_snapshot(self, publication: Publication, symbols: int, edges: int) -> None:
        from maia import _version

        values = {
            "worktree": self._worktree,
            "root": self._root,
            "commit": publication.commit,
            "published": time.time(),
            "tool_version": _version.__version__,
            "extractor_version": publication.extractor_version,
            "first_file": self._files["first"],
            "last_file": self._files["last"],
            "symbols": symbols,
            "edges": edges,
        }
        self._ask(self._changes["publish_worktree"], values)

    def _replace_symbols(self, publication: Publication) -> int:
        """How many symbols there are more."""
        fewer = self._many("forget_symbols", [nodes_in(file) for file, _ in publication.symbols])
        rows = [row for _, rows in publication.symbols for row in rows]
        self._many("put_symbol", rows)
        last = self._ask(self._changes["last_name"]).fetchone()[0]
        names = sorted({str(row[2]) for row in rows})
        self._many("put_name", [(name,) for name in names])
        self._ask(self._changes["index_new_names"], {"last": last})
        return len(rows) - fewer

    def _replace_edges(self, publication: Publication) -> int:
        """How many edges there are more."""
        fewer = self._many("forget_edges", [nodes_in(file) for file, _ in publication.edges])
        more = self._many("put_edge", (row for _, rows in publication.edges for row in rows))
        return more - fewer

    def _forget_files(self, files: Iterable[int]) -> tuple[int, int]:
        """How many symbols and edges went with them."""
        ranges = [nodes_in(file) for file in files]
        symbols = self._many("forget_symbols", ranges)
        edges = self._many("forget_edges", ranges)
        self._many("forget_metrics", ranges)
        self._many("forget_files", [(file, file) for file in files])
        return symbols, edges

    def _forget_gone_worktrees(self) -> None:
        for number, root in self._ask(self._changes["worktrees"]).fetchall():
            if number != self._worktree and not os.path.isdir(root):  # noqa: PTH112  # bytes
                nodes = nodes_of(number)
                for table in ("forget_symbols", "forget_edges", "forget_metrics"):
                    self._many(table, [nodes])
                self._many("forget_files", [files_of(number)])
                self._ask(self._changes["forget_worktree"], {"worktree": number})

    def _ask(
        self, statement: str, values: Mapping[str, object] | tuple[object, ...] = ()
    ) -> sqlite3.Cursor:
        with as_map_problems():
            return self._connection.execute(statement, values)

    def _many(self, change: str, rows: Iterable[tuple[Any, ...]]) -> int:
        """How many rows of the table it concerned."""
        with as_map_problems():
            return max(0, self._connection.executemany(self._changes[change], rows).rowcount)

    @contextmanager
    def _transaction(self) -> Generator[None]:
        self._ask("BEGIN IMMEDIATE")
        try:
            yield
            self._ask("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
