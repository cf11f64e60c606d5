"""Questions to the published snapshot of one work tree."""

import os
import re
from collections.abc import Collection, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from maia.codemap.errors import MapDamaged, NoMap
from maia.codemap.model import Extraction
from maia.codemap.store.numbers import file_of as file_of_node
from maia.codemap.store.numbers import files_of, nodes_in, nodes_of
from maia.codemap.store.records import (
    GraphColumns,
    LanguageCount,
    Metrics,
    Snapshot,
    StoredEdge,
    StoredFile,
    StoredSymbol,
)
from maia.codemap.store.sqlite.database import (
    SCHEMA_VERSION,
    as_map_problems,
    file_identity,
    open_for_questions,
)
from maia.codemap.store.sqlite.rows import bounds, file_from_row, stored_path
from maia.codemap.store.sqlite.statements import statements

_SEPARATORS = re.compile(r"::|[.#/\\]")
_ANY_SEPARATOR = r"[.:#/\]*"
_GLOB_SPECIAL = re.compile(r"([*?\[])")

_TRIGRAM = 3
_RAREST = 4
"""How many trigrams of a name are searched: the rarest, so that few names have to be compared."""

_CANDIDATES = 120
_BEGINNING = 40
"""How many names are compared, those that share trigrams and those that begin alike."""

_CLOSE = 0.4
"""The share of common trigrams (Dice) from which names are similar; a wrong letter costs three."""


class SqliteReader:
    """Answers from a connection that only reads; see the port. Threads may share it in turns."""

    def __init__(self, path: Path, root: Path) -> None:
        self._path = path
        self._connection = open_for_questions(path)
        try:
            self._identity = file_identity(path)
            self._questions = statements("questions.sql")
            self._worktree = self._number(root)
        except BaseException:
            self._connection.close()
            raise
        self._files = bounds(files_of(self._worktree))
        self._nodes = bounds(nodes_of(self._worktree))

    # -- the snapshot

    @contextmanager
    def one_snapshot(self) -> Generator[Snapshot]:
        """While it is open all answers come from this snapshot. Raises NoMap."""
        self._connection.execute("BEGIN")
        try:
            yield self.snapshot()
        finally:
            self._connection.execute("ROLLBACK")

    def snapshot(self) -> Snapshot:
        """What was published last. Raises NoMap when nothing was."""
        row = self._one("snapshot", worktree=self._worktree)
        if row is None:
            raise NoMap
        return snapshot_from_row(row)

    def is_current(self) -> bool:
        """Whether the file is still the one that was opened: a rebuilt one is another."""
        return file_identity(self._path) == self._identity

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    # -- files

    def files(self) -> list[StoredFile]:
        """All files, by path."""
        found = [file_from_row(row) for row in self._all("files", **self._files)]
        found.sort(key=lambda file: file.path)
        return found

    def file(self, path: str) -> StoredFile | None:
        """The file at a path relative to the work tree."""
        row = self._one("file", path=stored_path(path), **self._files)
        return None if row is None else file_from_row(row)

    def file_numbered(self, number: int) -> StoredFile | None:
        """The file with this number."""
        row = self._one("file_numbered", number=number, **self._files)
        return None if row is None else file_from_row(row)

    def extraction(self, file: int) -> Extraction | None:
        """All that a file says; None for one that is not parsed."""
        row = self._one("record", file=file)
        if row is None or not row[0]:
            return None
        return extraction_from(row[0])

    def languages(self) -> list[LanguageCount]:
        """Files and lines by language and status."""
        return [LanguageCount(*row) for row in self._all("languages", **self._files)]

    # -- symbols

    def symbol(self, number: int) -> StoredSymbol | None:
        """The symbol with this number."""
        row = self._one("symbol", number=number)
        return None if row is None else StoredSymbol(*row)

    def symbols_named(self, name: str) -> list[StoredSymbol]:
        """The symbols of exactly this name."""
        return [StoredSymbol(*row) for row in self._all("symbols_named", name=name, **self._nodes)]

    def symbols_qualified(self, name: str) -> list[StoredSymbol]:
        """The symbols whose qualified name is `name` or ends with it, at a separator.

        Whatever separator is written: `Client.get` finds `Client::get`.
        """
        parts = [part for part in _SEPARATORS.split(name) if part]
        if len(parts) < 2:  # noqa: PLR2004  # nothing to qualify it
            return self.symbols_named(parts[0]) if parts else []
        pattern = "*" + _ANY_SEPARATOR.join(_GLOB_SPECIAL.sub(r"[\1]", part) for part in parts)
        rows = self._all("symbols_qualified", name=parts[-1], pattern=pattern, **self._nodes)
        found = (StoredSymbol(*row) for row in rows)
        return [
            symbol
            for symbol in found
            if _SEPARATORS.split(symbol.qualified_name)[-len(parts) :] == parts
        ]

    def symbols_of(self, file: int) -> list[StoredSymbol]:
        """The symbols of a file, in their order in it."""
        first, last = nodes_in(file)
        return [StoredSymbol(*row) for row in self._all("symbols_of", first=first, last=last)]

    def similar_names(self, name: str, limit: int = 20) -> list[str]:
        """Names of symbols that begin with `name` or have much in common with it, best first."""
        folded = name.casefold()
        candidates = {row[0] for row in self._prefixed(name)} | self._with_rare_trigrams(folded)
        wanted = _pieces(folded)
        scores: list[tuple[float, str]] = []
        for candidate in candidates:
            other = candidate.casefold()
            pieces = _pieces(other)
            alike = 2 * len(wanted & pieces) / (len(wanted) + len(pieces))
            begins = other.startswith(folded)
            if begins or alike >= _CLOSE:
                scores.append((-alike - begins, candidate))
        spelt: list[str] = []
        for _, candidate in sorted(scores):
            # The names are those of all work trees, in one of their spellings.
            row = self._one("has_symbol", name=candidate, **self._nodes)
            if row is not None:
                spelt.append(row[0])
                if len(spelt) == limit:
                    break
        return spelt

    def metrics(self, symbols: Collection[int]) -> dict[int, Metrics]:
        """How central symbols are; those that were not measured are left out."""
        found: dict[int, Metrics] = {}
        for symbol in symbols:
            row = self._one("metrics", symbol=symbol)
            if row is not None:
                found[symbol] = Metrics(*row)
        return found

    # -- edges

    def edges_to(self, node: int) -> list[StoredEdge]:
        """The edges that lead to a symbol, or to a file itself."""
        return [StoredEdge(*row) for row in self._all("edges_to", node=node)]

    def edges_from(self, node: int) -> list[StoredEdge]:
        """The edges that leave a symbol, or a file outside of its symbols."""
        first, last = nodes_in(file_of_node(node))
        rows = self._all("edges_from", node=node, first=first, last=last)
        return [StoredEdge(*row) for row in rows]

    def edges_of(self, file: int) -> list[StoredEdge]:
        """The edges that are written in a file, in their order in it."""
        first, last = nodes_in(file)
        return [StoredEdge(*row) for row in self._all("edges_of", first=first, last=last)]

    def edges_outside(self, name: str) -> list[StoredEdge]:
        """The edges to something external or unknown of this very name."""
        return [StoredEdge(*row) for row in self._all("edges_outside", name=name, **self._nodes)]

    def graph(self) -> GraphColumns:
        """All symbols, and the edges between nodes of the repository."""
        symbols = [row[0] for row in self._all("all_symbols", **self._nodes)]
        rows = self._all("all_edges", **self._nodes)
        columns = [list(column) for column in zip(*rows, strict=True)] or [[], [], [], []]
        return GraphColumns(symbols, *columns)

    # -- asking

    def _number(self, root: Path) -> int:
        row = self._one("worktree", root=os.fsencode(root))
        if row is None:
            raise NoMap
        return row[0]

    def _one(self, question: str, **values: object) -> Any:
        with as_map_problems():
            return self._connection.execute(self._questions[question], values).fetchone()

    def _all(self, question: str, **values: object) -> list[Any]:
        with as_map_problems():
            return self._connection.execute(self._questions[question], values).fetchall()

    def _prefixed(self, name: str) -> list[Any]:
        high = name[:-1] + chr(min(ord(name[-1].lower()) + 1, 0x10FFFF)) if name else ""
        return self._all("names_from", low=name, high=high, limit=_BEGINNING) if name else []

    def _with_rare_trigrams(self, name: str) -> set[str]:
        counts: dict[str, int] = {}
        for start in range(len(name) - _TRIGRAM + 1):
            trigram = name[start : start + _TRIGRAM]
            if trigram not in counts and (row := self._one("trigram_count", trigram=trigram)):
                counts[trigram] = row[0]
        rarest = sorted(counts, key=counts.__getitem__)[:_RAREST]
        if not rarest:
            return set()
        wanted = " OR ".join('"' + trigram.replace('"', '""') + '"' for trigram in rarest)
        rows = self._all("names_with_trigrams", trigrams=wanted, limit=_CANDIDATES)
        return {row[0] for row in rows}


def snapshot_from_row(row: tuple[Any, ...]) -> Snapshot:
    """A snapshot as the table of work trees has it."""
    number, root, *rest = row
    commit, published, tool_version, extractor_version, files, symbols, edges = rest
    return Snapshot(
        number=number,
        root=os.fsdecode(root),
        commit=commit,
        published=published,
        tool_version=tool_version,
        schema_version=SCHEMA_VERSION,
        extractor_version=extractor_version,
        files=files,
        symbols=symbols,
        edges=edges,
    )


def extraction_from(record: bytes) -> Extraction:
    """An extraction as it was kept. Raises MapDamaged."""
    try:
        return _EXTRACTIONS.decode(record)
    except msgspec.DecodeError as error:
        raise MapDamaged(f"an extraction cannot be read: {error}") from error


def _pieces(name: str) -> set[str]:
    """The trigrams of a name; its beginning and its end have some of their own."""
    padded = f"  {name} "
    return {padded[start : start + _TRIGRAM] for start in range(len(padded) - _TRIGRAM + 1)}


_EXTRACTIONS = msgspec.msgpack.Decoder(Extraction)
