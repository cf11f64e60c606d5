"""All files of a repository as one program: symbols by number, members by owner.

What a file says is read when it is first wanted, so that one changed file can be resolved without
reading all others.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from maia.codemap.languages.packs import Pack, load_pack
from maia.codemap.model import CONTAINERS, NO_SCOPE, Binding, Extraction, Import, Symbol

Names = dict[str, list[int]]

TYPES = CONTAINERS | {"type"}

_BITS = 24
"""A symbol's number is its file's position and, in so many bits, its index in the file."""

_THROUGH = frozenset({"namespace", "module"})


@dataclass(frozen=True, slots=True)
class ProgramFile:
    """One file that has a pack, whether it has been read or not; `first` numbers its symbols."""

    id: int
    path: str
    language: str
    first: int


class Program:
    """The files, and tables over them that are made when they are first asked for.

    `extraction` gives what the file with an id says; `read` the text of a file that is no source
    (`go.mod`, `tsconfig.json`), None where there is none.
    """

    def __init__(
        self,
        files: Iterable[tuple[int, str, str]],
        extraction: Callable[[int], Extraction],
        read: Callable[[str], str | None] = lambda _path: None,
    ) -> None:
        self.read = read
        self.files = [
            ProgramFile(file_id, path, language, position << _BITS)
            for position, (file_id, path, language) in enumerate(files)
        ]
        self.by_path = {file.path: position for position, file in enumerate(self.files)}
        self._extraction = extraction
        self._extractions: list[Extraction | None] = [None] * len(self.files)
        self._packs: dict[str, Pack] = {}
        self._tops: dict[int, Names] = {}
        self._members: dict[int, dict[int, Names]] = {}
        self._locals: dict[int, dict[int, dict[str, Binding]]] = {}
        self._imported: dict[int, tuple[dict[str, Import], list[Import]]] = {}

    @classmethod
    def of(
        cls,
        extractions: Iterable[tuple[int, str, Extraction]],
        read: Callable[[str], str | None] = lambda _path: None,
    ) -> "Program":
        """A program whose files have all been read."""
        known = {file_id: (path, found) for file_id, path, found in extractions}
        files = [(file_id, path, found.language) for file_id, (path, found) in known.items()]
        return cls(files, lambda file_id: known[file_id][1], read)

    def extraction(self, position: int) -> Extraction:
        """What a file says."""
        found = self._extractions[position]
        if found is None:
            found = self._extractions[position] = self._extraction(self.files[position].id)
        return found

    def pack(self, position: int) -> Pack:
        """The pack of a file's language."""
        language = self.files[position].language
        pack = self._packs.get(language)
        if pack is None:
            pack = load_pack(language)
            if pack is None:
                raise LookupError(language)
            self._packs[language] = pack
        return pack

    def symbol(self, number: int) -> Symbol:
        """The symbol of a number."""
        return self.extraction(number >> _BITS).symbols[number & ~(-1 << _BITS)]

    def position_of(self, number: int) -> int:
        """The file of a symbol."""
        return number >> _BITS

    def index_of(self, number: int) -> int:
        """The index of a symbol in its file."""
        return number & ~(-1 << _BITS)

    def top(self, position: int) -> Names:
        """What a file defines outside of everything else, namespaces looked through."""
        names = self._tops.get(position)
        if names is None:
            names = self._tops[position] = {}
            first = self.files[position].first
            through = {NO_SCOPE}
            for index, symbol in enumerate(self.extraction(position).symbols):
                if symbol.parent in through and not symbol.owner:
                    names.setdefault(symbol.name, []).append(first + index)
                    if symbol.kind in _THROUGH:
                        through.add(index)
        return names

    def members(self, number: int) -> Names:
        """What stands directly in a symbol, by its names."""
        position = number >> _BITS
        members = self._members.get(position)
        if members is None:
            members = self._members[position] = defaultdict(dict)
            first = self.files[position].first
            for index, symbol in enumerate(self.extraction(position).symbols):
                if symbol.parent != NO_SCOPE and not symbol.owner:
                    names = members[first + symbol.parent]
                    names.setdefault(symbol.name, []).append(first + index)
        return members.get(number, {})

    @cached_property
    def owned(self) -> Names:
        """The symbols that stand outside of their class, by the last name of what they say owns it.

        All files of languages that have such symbols are read for it.
        """
        owned: Names = defaultdict(list)
        for position, file in enumerate(self.files):
            if self.pack(position).has_owners:
                for index, symbol in enumerate(self.extraction(position).symbols):
                    if symbol.owner:
                        owned[last_name(symbol.owner)].append(file.first + index)
        return owned

    def bindings(self, position: int) -> dict[int, dict[str, Binding]]:
        """What each scope of a file binds: the last binding that has a type, else the last."""
        scopes = self._locals.get(position)
        if scopes is None:
            scopes = self._locals[position] = {}
            for binding in self.extraction(position).bindings:
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
            for each in self.extraction(position).imports:
                if each.name == "*" and not each.alias:
                    stars.append(each)
                elif name := each.alias or each.name or _bound_module(each.module, pack):
                    named[name] = each
            found = self._imported[position] = named, stars
        return found

    @cached_property
    def by_name(self) -> dict[str, Names]:
        """For each language whose names are seen everywhere: what stands outside, by its name."""
        languages: dict[str, Names] = defaultdict(lambda: defaultdict(list))
        for position, file in enumerate(self.files):
            if self.pack(position).package == "repository":
                for name, numbers in self.top(position).items():
                    languages[file.language][name] += numbers
        return languages

    @cached_property
    def folders(self) -> dict[tuple[str, str], list[int]]:
        """The files of each folder and language."""
        folders: dict[tuple[str, str], list[int]] = defaultdict(list)
        for position, file in enumerate(self.files):
            folders[str(PurePosixPath(file.path).parent), file.language].append(position)
        return folders

    @cached_property
    def namespaces(self) -> dict[str, list[int]]:
        """The files of each namespace or package that files say they belong to."""
        spaces: dict[str, list[int]] = defaultdict(list)
        for position in range(len(self.files)):
            if self.pack(position).package == "namespace":
                spaces[self.extraction(position).namespace].append(position)
        spaces.pop("", None)
        return spaces

    def qualified(self, number: int) -> str:
        """The name of a symbol behind those it stands in: `Class.method`."""
        position = self.position_of(number)
        symbols = self.extraction(position).symbols
        return qualified_name(symbols, self.index_of(number), self.pack(position).separator)


def qualified_name(symbols: Sequence[Symbol], index: int, separator: str) -> str:
    """The name of a symbol of one file behind those it stands in."""
    names: list[str] = []
    while index != NO_SCOPE:
        symbol = symbols[index]
        names.append(symbol.name)
        if symbol.owner:
            names.append(symbol.owner)
        index = symbol.parent
    return separator.join(reversed(names))


def last_name(owner: str) -> str:
    """`Foo` of `ns::Foo<T>`."""
    return owner.partition("<")[0].partition("[")[0].replace("::", ".").rpartition(".")[2]


def _bound_module(module: str, pack: Pack) -> str:
    """The name that an import of a whole module binds where it says none."""
    if pack.import_family == "python":
        return module.partition(".")[0]
    if pack.import_family == "go":
        return module.rpartition("/")[2]
    return ""
