"""Symbols and edges of a build: numbers for both, and which files are resolved again."""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, cast

import msgspec

from maia.codemap.indexing.affected import Differences, concerned
from maia.codemap.indexing.discover import MAX_FILE_BYTES
from maia.codemap.indexing.extracting import Contents
from maia.codemap.indexing.names import referred_names
from maia.codemap.indexing.numbering import fits, number_symbols
from maia.codemap.indexing.ports import FileEdge, OpenFile, OpenProgram, ResolvesEdges
from maia.codemap.indexing.settling import Difference, Settled
from maia.codemap.model import NO_SCOPE, Extraction, How, ReferenceKind
from maia.codemap.store.numbers import MAX_NODES, NO_TARGET, file_of, nodes_in
from maia.codemap.store.port import Writer
from maia.codemap.store.records import GraphColumns, StoredFile
from maia.workspace.decoding import decode_text
from maia.workspace.files import read_bytes

Rows: TypeAlias = list[tuple[object, ...]]
_Inner: TypeAlias = tuple[ReferenceKind, int, int, How]


class Linking:
    """The program of one build. Ask `symbols` first: it numbers what is new."""

    def __init__(self, root: Path, writer: Writer, contents: Contents, settled: Settled) -> None:
        self._root = root
        self._writer = writer
        self._contents = contents
        self._settled = settled
        self._numbers: dict[int, list[int]] = {}
        self._vanished: set[int] = set()
        self._parsed: dict[int, StoredFile] = {}
        self._in_folders: Counter[str] = Counter()

    def symbols(self) -> list[tuple[int, Rows]]:
        """The symbols of all files that differ, as rows; none for one that is no longer parsed."""
        pairs = enumerate(list(self._settled.differ))
        rows = [self._symbols(place, difference) for place, difference in pairs]
        for file in self._settled.removed:
            self._vanished.add(nodes_in(file.id)[0])
            self._vanished.update(number for number, *_ in self._writer.symbol_rows(file.id))
        self._parsed = {file.id: file for file in self._settled.files if file.status == "parsed"}
        self._in_folders.update(_folder(file.path) for file in self._parsed.values())
        return rows

    def concerned(self, *, everything: bool) -> list[int]:
        """The positions of the files to be resolved again."""
        if everything:
            return list(range(len(self._parsed)))
        differences = Differences()
        for each in self._settled.removed:
            differences.path(each.path, with_folder=self._is_alone(each.path))
            differences.content(self._said(each), None, each.path)
        for difference in self._settled.differ:
            self._note(difference, differences)
        # The names of all files are much to read, and most edits change no name.
        names = self._names() if differences.names and not differences.everything else []
        wanted = concerned(differences, self._parsed, self.extraction, names)
        wanted |= {each.new.id for each in self._settled.differ}
        # What leads to a symbol that is no longer there is resolved again, whatever it is called.
        wanted |= self._writer.files_leading_to(self._vanished)
        return [position for position, file in enumerate(self._parsed) if file in wanted]

    def edges(
        self, resolve: ResolvesEdges, positions: Sequence[int]
    ) -> Generator[tuple[int, Rows]]:
        """The edges of these files as rows, and none for files that are no longer parsed."""
        for difference in self._settled.differ:
            if difference.new.id not in self._parsed and difference.old is not None:
                yield difference.new.id, []
        if positions:
            files = [OpenFile(file.id, file.path, file.language) for file in self._parsed.values()]
            program = OpenProgram(files, self.extraction, self._text)
            for file, edges in resolve(program, positions):
                yield file, self._rows(file, edges)

    def graph(self, edges: Mapping[int, Rows]) -> GraphColumns:
        """The nodes and edges as they will be; `edges` are those of the files resolved again."""
        replaced = edges.keys() | {file.id for file in self._settled.removed}
        symbols = [number for numbers in self._numbers.values() for number in numbers]
        symbols += [
            number
            for number, _ in self._writer.all_symbol_numbers()
            if (file := file_of(number)) in self._parsed and file not in self._numbers
        ]
        columns = GraphColumns(symbols, [], [], [], [])
        for number, kind, source, target, how in self._writer.inner_edges():
            if file_of(number) not in replaced:
                _add_to(columns, kind, source, target, how)
        for rows in edges.values():
            for row in rows:
                kind, source, target, how = cast("_Inner", (row[1], row[2], row[3], row[7]))
                if target != NO_TARGET:
                    _add_to(columns, kind, source, target, how)
        return columns

    def extraction(self, file: int) -> Extraction:
        """What a parsed file says, by its number."""
        return self._contents.get(self._parsed[file].content)

    # -- numbers

    def _symbols(self, place: int, difference: Difference) -> tuple[int, Rows]:
        new, extraction = difference.new, self._said(difference.new)
        former = self._writer.symbol_rows(new.id) if difference.old is not None else []
        if extraction is None:
            self._vanished.update(number for number, *_ in former)
            return new.id, []
        if not fits(new.next_slot, extraction):
            new = self._as_new_file(place, difference)
            former = []
        numbered = number_symbols(new.id, new.next_slot, extraction, former)
        self._vanished.update({number for number, *_ in former}.difference(numbered.numbers))
        self._numbers[new.id] = numbered.numbers
        if numbered.next_slot != new.next_slot:
            with_slots = msgspec.structs.replace(new, next_slot=numbered.next_slot)
            self._settled.differ[place] = self._settled.replace(
                Difference(difference.old, new), with_slots
            )
        return new.id, numbered.rows

    def _as_new_file(self, place: int, difference: Difference) -> StoredFile:
        """A file whose numbers are used up goes on under another number."""
        settled = self._settled
        new = msgspec.structs.replace(difference.new, id=settled.next_file, next_slot=1)
        settled.next_file += 1
        if difference.old is not None:
            settled.removed.append(difference.old)
        settled.replace(difference, new)
        settled.differ[place] = Difference(None, new)
        return new

    def _numbers_of(self, file: int) -> list[int]:
        """The numbers of the symbols of a file, in their order in it."""
        numbers = self._numbers.get(file)
        if numbers is None:
            rows = self._writer.symbol_rows(file)
            numbers = self._numbers[file] = [number for number, *_ in rows]
        return numbers

    def _rows(self, file: int, edges: Iterable[FileEdge]) -> Rows:
        base, own = nodes_in(file)[0], self._numbers_of(file)
        rows: Rows = []
        for index, edge in enumerate(edges):
            if index == MAX_NODES:
                break  # a file of the largest size cannot mention so many names
            kind, source, target_file, target, name, line, column, how = edge
            if not target_file:
                node = NO_TARGET
            elif target == NO_SCOPE:
                node = nodes_in(target_file)[0]
            else:
                node = self._numbers_of(target_file)[target]
            start = base if source == NO_SCOPE else own[source]
            rows.append((base + index, kind, start, node, name, line, column, how))
        return rows

    # -- files

    def _said(self, file: StoredFile) -> Extraction | None:
        return self._contents.get(file.content) if file.status == "parsed" else None

    def _note(self, difference: Difference, differences: Differences) -> None:
        old, new = difference.old, difference.new
        before = None if old is None else self._said(old)
        if old is None or old.path != new.path:
            differences.path(new.path, with_folder=self._is_alone(new.path))
            if old is not None:
                # In another folder the same words may mean something else to others.
                differences.path(old.path, with_folder=self._is_alone(old.path))
                differences.content(before, None, old.path)
            differences.content(None, self._said(new), new.path)
        else:
            if self._said(new) is None or before is None:
                differences.path(new.path, with_folder=self._is_alone(new.path))
            differences.content(before, self._said(new), new.path)

    def _is_alone(self, path: str) -> bool:
        """Whether a folder has no file but this one, or none any more."""
        return self._in_folders[_folder(path)] <= 1

    def _names(self) -> list[tuple[int, bytes]]:
        """The names that each file of the program mentions, as it is now."""
        new = {each.new.id: each.new for each in self._settled.differ}
        names = [pair for pair in self._writer.names_of_files() if pair[0] not in new]
        for number, file in new.items():
            extraction = self._said(file)
            if extraction is not None:
                names.append((number, referred_names(extraction)))
        return names

    def _text(self, path: str) -> str | None:
        """The text of a file inside the work tree, None where there is none."""
        file = self._root / path
        if not file.resolve().is_relative_to(self._root):
            return None
        try:
            data = read_bytes(file, size=MAX_FILE_BYTES + 1)
        except OSError:
            return None
        decoded = decode_text(data) if len(data) <= MAX_FILE_BYTES else None
        return None if decoded is None else decoded.text


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _add_to(columns: GraphColumns, kind: ReferenceKind, source: int, target: int, how: How) -> None:
    columns.kinds.append(kind)
    columns.sources.append(source)
    columns.targets.append(target)
    columns.hows.append(how)
