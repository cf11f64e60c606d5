"""Questions to a map: names, uses, what depends on what. Answers are places that can be opened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from maia.codemap.graph.impact import Impact, impact_of
from maia.codemap.graph.reach import reach
from maia.codemap.model import SURENESS, How, ReferenceKind
from maia.codemap.store.numbers import NO_TARGET, file_of, is_file, nodes_in
from maia.codemap.store.port import Reader
from maia.codemap.store.records import StoredEdge, StoredFile, StoredSymbol

Direction = Literal["dependencies", "dependents"]


@dataclass(frozen=True, slots=True)
class Place:
    """A definition or a file, and what it is called. `changed`: its file is another one by now."""

    path: str
    line: int
    name: str
    kind: str
    signature: str
    node: int
    changed: bool


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a name: where, by what, how it was resolved, and how sure that is."""

    path: str
    line: int
    column: int
    kind: ReferenceKind
    user: str
    target: str
    how: How
    sureness: float
    changed: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A place that depends on the one asked for, or the other way round, so many steps away."""

    place: Place
    depth: int
    through: str


class Questions:
    """Asks one reader; what changed on the disk since is looked up once a file."""

    def __init__(self, reader: Reader, root: Path) -> None:
        self._reader = reader
        self._root = root
        self._files: dict[int, StoredFile | None] = {}
        self._changed: dict[int, bool] = {}

    def symbols(self, name: str) -> list[StoredSymbol]:
        """The symbols of exactly this name, or whose qualified name ends with it."""
        return self._reader.symbols_qualified(name)

    def similar(self, name: str) -> list[StoredSymbol]:
        """The symbols of names that are like it."""
        found = (self._reader.symbols_named(each) for each in self._reader.similar_names(name))
        return [symbol for symbols in found for symbol in symbols]

    def targets(self, target: str) -> list[int]:
        """The nodes that are meant by a path, or by the name of a symbol."""
        file = self.file(target)
        if file is not None:
            return [nodes_in(file.id)[0]]
        return [symbol.id for symbol in self.symbols(target)]

    def file(self, path: str) -> StoredFile | None:
        """The file at a path, relative to the top of the work tree."""
        return self._reader.file(str(PurePosixPath(path)))

    def outline(self, file: StoredFile) -> list[StoredSymbol]:
        """The symbols of a file, in its order."""
        return self._reader.symbols_of(file.id)

    def uses(self, nodes: Iterable[int], kinds: Sequence[str] = ()) -> list[Use]:
        """The uses of some nodes, by path and line."""
        edges = [edge for node in nodes for edge in self._reader.edges_to(node)]
        return self._as_uses(edges, kinds)

    def uses_outside(self, name: str, kinds: Sequence[str] = ()) -> list[Use]:
        """The uses of something that the repository does not define, by its whole name."""
        return self._as_uses(self._reader.edges_outside(name), kinds)

    def related(self, nodes: Sequence[int], direction: Direction, depth: int) -> list[Step]:
        """What some nodes depend on, or what depends on them, the nearest first."""
        neighbours = self._dependents if direction == "dependents" else self._dependencies
        starts = self._with_members(nodes)
        own = set(starts)
        found = reach(starts, neighbours, depth)
        return [
            Step(self.place(each.node), each.depth, self.place(each.through).name)
            for each in found
            if each.node not in own
        ]

    def impact(self, nodes: Sequence[int], depth: int) -> Impact:
        """What changing some nodes reaches, and the tests that cover it."""
        paths = [file.path for file in self._reader.files()]
        return impact_of(
            self._with_members(nodes), self._dependents, self._path_of, paths, depth=depth
        )

    def place(self, node: int) -> Place:
        """Where a node is."""
        path, changed = self._path_of(node), self._is_changed(file_of(node))
        symbol = None if is_file(node) else self._reader.symbol(node)
        if symbol is None:
            return Place(path, 1, path, "file", "", node, changed)
        return Place(
            path, symbol.line, symbol.qualified_name, symbol.kind, symbol.signature, node, changed
        )

    def _with_members(self, nodes: Sequence[int]) -> list[int]:
        """A file with all it defines, a class with its members: what uses them uses it."""
        found: list[int] = []
        for node in nodes:
            symbols = self._reader.symbols_of(file_of(node))
            inside = {node}
            for symbol in symbols:
                if is_file(node) or symbol.parent in inside:
                    inside.add(symbol.id)
            found += [node, *sorted(inside - {node})]
        return found

    def _dependents(self, node: int) -> Iterable[int]:
        return (edge.source for edge in self._reader.edges_to(node))

    def _dependencies(self, node: int) -> Iterable[int]:
        edges = self._reader.edges_from(node)
        return (edge.target for edge in edges if edge.target != NO_TARGET)

    def _as_uses(self, edges: Iterable[StoredEdge], kinds: Sequence[str]) -> list[Use]:
        uses = [self._use(edge) for edge in edges if not kinds or edge.kind in kinds]
        return sorted(uses, key=lambda use: (use.path, use.line, use.column))

    def _use(self, edge: StoredEdge) -> Use:
        target = edge.name if edge.target == NO_TARGET else self.place(edge.target).name
        return Use(
            path=self._path_of(edge.id),
            line=edge.line,
            column=edge.column,
            kind=edge.kind,
            user="" if is_file(edge.source) else self.place(edge.source).name,
            target=target,
            how=edge.how,
            sureness=SURENESS[edge.how],
            changed=self._is_changed(file_of(edge.id)),
        )

    def _path_of(self, node: int) -> str:
        file = self._file(file_of(node))
        return file.path if file is not None else ""

    def _file(self, number: int) -> StoredFile | None:
        if number not in self._files:
            self._files[number] = self._reader.file_numbered(number)
        return self._files[number]

    def _is_changed(self, number: int) -> bool:
        """Whether a file has another size or time than when it was read, or is gone."""
        if number not in self._changed:
            file = self._file(number)
            changed = file is None
            if file is not None:
                try:
                    facts = (self._root / file.path).stat()
                    changed = (facts.st_size, facts.st_mtime_ns) != (file.size, file.modified_ns)
                    changed = changed and file.modified_ns != 0
                except OSError:
                    changed = True
            self._changed[number] = changed
        return self._changed[number]
