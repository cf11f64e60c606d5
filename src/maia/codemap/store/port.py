"""The ports of a store: readers see what was published, one writer at a time publishes."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from maia.codemap.model import Extraction, How, ReferenceKind
from maia.codemap.store.records import (
    Content,
    GraphColumns,
    LanguageCount,
    Metrics,
    Publication,
    Snapshot,
    StoredEdge,
    StoredFile,
    StoredSymbol,
)


class Reader(Protocol):
    """Questions to the snapshot of one work tree. Each raises MapUnusable on a damaged file.

    Two questions may be answered from two snapshots, unless they are asked in `one_snapshot`.
    """

    def one_snapshot(self) -> AbstractContextManager[Snapshot]:
        """While it is open all answers come from this snapshot. Raises NoMap."""
        ...

    def snapshot(self) -> Snapshot:
        """What was published last. Raises NoMap when nothing was."""
        ...

    def is_current(self) -> bool:
        """Whether the file is still the one that was opened: a rebuilt one is another."""
        ...

    def files(self) -> list[StoredFile]:
        """All files, by path."""
        ...

    def file(self, path: str) -> StoredFile | None:
        """The file at a path relative to the work tree."""
        ...

    def file_numbered(self, number: int) -> StoredFile | None:
        """The file with this number."""
        ...

    def extraction(self, file: int) -> Extraction | None:
        """All that a file says; None for one that is not parsed."""
        ...

    def symbol(self, number: int) -> StoredSymbol | None:
        """The symbol with this number."""
        ...

    def symbols_named(self, name: str) -> list[StoredSymbol]:
        """The symbols of exactly this name."""
        ...

    def symbols_qualified(self, name: str) -> list[StoredSymbol]:
        """The symbols whose qualified name is `name` or ends with it, at a separator."""
        ...

    def symbols_of(self, file: int) -> list[StoredSymbol]:
        """The symbols of a file, in their order in it."""
        ...

    def similar_names(self, name: str, limit: int = 20) -> list[str]:
        """Names of symbols that begin with `name` or have much in common with it, best first."""
        ...

    def edges_to(self, node: int) -> list[StoredEdge]:
        """The edges that lead to a symbol, or to a file itself."""
        ...

    def edges_from(self, node: int) -> list[StoredEdge]:
        """The edges that leave a symbol, or a file outside of its symbols."""
        ...

    def edges_of(self, file: int) -> list[StoredEdge]:
        """The edges that are written in a file, in their order in it."""
        ...

    def edges_outside(self, name: str) -> list[StoredEdge]:
        """The edges to something external or unknown of this very name."""
        ...

    def metrics(self, symbols: Collection[int]) -> dict[int, Metrics]:
        """How central symbols are; those that were not measured are left out."""
        ...

    def graph(self) -> GraphColumns:
        """All symbols, and the edges between nodes of the repository."""
        ...

    def languages(self) -> list[LanguageCount]:
        """Files and lines by language and status."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


class Writer(Protocol):
    """What a build needs. `rebuilt` says why the file had to be made anew; empty if it had not."""

    rebuilt: str

    def last(self) -> Snapshot | None:
        """What was published last for this work tree."""
        ...

    def files(self) -> list[StoredFile]:
        """The files of that snapshot."""
        ...

    def symbol_rows(self, file: int) -> list[tuple[int, int, str, str]]:
        """Number, index, qualified name and kind of the symbols of a file."""
        ...

    def all_symbol_numbers(self) -> Iterable[tuple[int, int]]:
        """Number and index of every symbol."""
        ...

    def inner_edges(self) -> Iterable[tuple[int, ReferenceKind, int, int, How]]:
        """Number, kind, source, target and certainty of every edge inside the work tree."""
        ...

    def unused_file(self) -> int:
        """The first number that no file of this work tree has had in its last snapshot."""
        ...

    def known_keys(self) -> list[bytes]:
        """The keys of all contents that are kept."""
        ...

    def keep(self, contents: Collection[Content]) -> dict[bytes, int]:
        """Keep contents, whether or not they are ever published; gives their numbers."""
        ...

    def contents_numbered(self, keys: Iterable[bytes]) -> dict[bytes, int]:
        """The numbers of contents that are kept."""
        ...

    def record(self, content: int) -> bytes:
        """The extraction of a content, as it was kept; empty where there is none."""
        ...

    def names_of_files(self) -> Iterator[tuple[int, bytes]]:
        """For each file the hashes of the names that it refers to."""
        ...

    def files_leading_to(self, nodes: Iterable[int]) -> set[int]:
        """The files with an edge to one of these nodes."""
        ...

    def note(self, files: Sequence[StoredFile]) -> None:
        """Note sizes and times of files that say what they said: the snapshot stays the same."""
        ...

    def publish(self, publication: Publication) -> Snapshot:
        """Publish: readers see the former snapshot till then, and this one from then on."""
        ...


class Store(Protocol):
    """The map of one work tree."""

    def reader(self) -> Reader:
        """Open the map for questions, from any thread. Raises NoMap or MapUnusable."""
        ...

    def writer(self, *, anew: str = "") -> AbstractContextManager[Writer]:
        """Open the map for a build; waits for whoever builds now. A damaged file is made anew.

        `anew` is a reason to make it anew in any case.
        """
        ...
