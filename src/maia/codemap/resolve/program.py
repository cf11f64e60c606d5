"""All files of a repository as one program: symbols by number, members by owner."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from maia.codemap.languages.packs import Pack, load_pack
from maia.codemap.model import CONTAINERS, NO_SCOPE, Binding, Extraction, Import, Symbol

Names = dict[str, list[int]]

TYPES = CONTAINERS | {"type"}


@dataclass(frozen=True, slots=True)
class ProgramFile:
    """One file; `first` is the number of its first symbol: the others follow."""

    id: int
    path: str
    extraction: Extraction
    first: int


class Program:
    """The files, and tables over them that are made when they are first asked for.

    Symbols are numbered through all files from 0. `read` gives the text of a file that is no
    source (`go.mod`, `tsconfig.json`); None where there is none.
    """

    def __init__(
        self,
        files: Iterable[tuple[int, str, Extraction]],
        read: Callable[[str], str | None] = lambda _path: None,
    ) -> None:
        self.read = read
        self.files: list[ProgramFile] = []
        self.symbols: list[Symbol] = []
        self.file_of: list[int] = []
        for position, (file_id, path, extraction) in enumerate(files):
            self.files.append(ProgramFile(file_id, path, extraction, len(self.symbols)))
            self.symbols.extend(extraction.symbols)
            self.file_of.extend([position] * len(extraction.symbols))
        self.by_path = {file.path: position for position, file in enumerate(self.files)}
        self._tops: list[Names | None] = [None] * len(self.files)
        self._locals: dict[int, dict[int, dict[str, Binding]]] = {}
        self._imported: dict[int, tuple[dict[str, Import], list[Import]]] = {}

    def pack(self, position: int) -> Pack:
        """The pack of a file's language."""
        pack = load_pack(self.files[position].extraction.language)
        if pack is None:
            raise LookupError(self.files[position].extraction.language)
        return pack

    def top(self, position: int) -> Names:
        """What a file defines outside of everything else, namespaces looked through."""
        names = self._tops[position]
        if names is None:
            names = self._tops[position] = {}
            file = self.files[position]
            through = {NO_SCOPE}
            for index, symbol in enumerate(file.extraction.symbols):
                if symbol.parent in through and not symbol.owner:
                    names.setdefault(symbol.name, []).append(file.first + index)
                    if symbol.kind in ("namespace", "module"):
                        through.add(index)
        return names

    @cached_property
    def members(self) -> dict[int, Names]:
        """The members of each symbol that has some, by their names."""
        members: dict[int, Names] = defaultdict(dict)
        for file in self.files:
            for index, symbol in enumerate(file.extraction.symbols):
                if symbol.parent != NO_SCOPE and not symbol.owner:
                    names = members[file.first + symbol.parent]
                    names.setdefault(symbol.name, []).append(file.first + index)
        return members

    def bindings(self, position: int) -> dict[int, dict[str, Binding]]:
        """What each scope of a file binds: the last binding that has a type, else the last."""
        scopes = self._locals.get(position)
        if scopes is None:
            scopes = self._locals[position] = {}
            for binding in self.files[position].extraction.bindings:
                names = scopes.setdefault(binding.scope, {})
                known = names.get(binding.name)
                if known is None or not known.type or known.type == "=None":
                    names[binding.name] = binding
        return scopes

    def imports(self, position: int) -> tuple[dict[str, Import], list[Import]]:
        """What a file imports by name, and the imports that take all there is."""
        found = self._imported.get(position)
        if found is None:
            pack = self.pack(position)
            named: dict[str, Import] = {}
            stars: list[Import] = []
            for each in self.files[position].extraction.imports:
                if each.name == "*" and not each.alias:
                    stars.append(each)
                elif name := each.alias or each.name or _bound_module(each.module, pack):
                    named[name] = each
            found = self._imported[position] = named, stars
        return found

    @cached_property
    def by_name(self) -> Names:
        """The symbols of each name that stand outside of everything else."""
        names: Names = {}
        for position in range(len(self.files)):
            for name, numbers in self.top(position).items():
                names.setdefault(name, []).extend(numbers)
        return names

    @cached_property
    def folders(self) -> dict[tuple[str, str], list[int]]:
        """The files of each folder and language."""
        folders: dict[tuple[str, str], list[int]] = defaultdict(list)
        for position, file in enumerate(self.files):
            folder = str(PurePosixPath(file.path).parent)
            folders[folder, file.extraction.language].append(position)
        return folders

    @cached_property
    def namespaces(self) -> dict[str, list[int]]:
        """The files of each namespace or package that files say they belong to."""
        spaces: dict[str, list[int]] = defaultdict(list)
        for position, file in enumerate(self.files):
            if file.extraction.namespace:
                spaces[file.extraction.namespace].append(position)
        return spaces

    def qualified(self, number: int) -> str:
        """The name of a symbol behind those it stands in: `Class.method`."""
        file = self.files[self.file_of[number]]
        separator = self.pack(self.file_of[number]).separator
        return qualified_name(file.extraction.symbols, number - file.first, separator)


def qualified_name(symbols: Sequence[Symbol], index: int, separator: str) -> str:
    """The name of a symbol of one file behind those it stands in."""
    names: list[str] = []
    while index != NO_SCOPE:
        symbol = symbols[index]
        names.append(symbol.name)
        if symbol.owner:
            names.append(symbol.owner)
            break
        index = symbol.parent
    return separator.join(reversed(names))


def _bound_module(module: str, pack: Pack) -> str:
    """The name that an import of a whole module binds where it says none."""
    if pack.import_family == "python":
        return module.partition(".")[0]
    if pack.import_family == "go":
        return module.rsplit("/", 1)[-1]
    return ""
