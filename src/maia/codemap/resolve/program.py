"""All files of a repository as one program: symbols by number, members by owner.

What a file says is read when it is first wanted, so that one changed file can be resolved without
reading all others.
"""

import re
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

_MEMBERS = frozenset({"method", "constructor", "field", "property", "constant"})
"""What stands only in types, in languages that keep these apart: elsewhere the file is broken."""

_UNTOLD = frozenset({"", "=None", "<"})
"""Types of bindings that give way to a later one."""

_EXTENDS = re.compile(
    r"[(\]]\s*this (?:(?:in|ref|scoped|readonly) )*([^(),]*(?:<[^()]*>)?[^(),]*?) [\w@]+\s*[,)=]"
)

_THROUGH = frozenset({"namespace", "module"})

_BESIDE_VALUES = frozenset({"type", "interface", "namespace"})
"""What may bear the name of a value beside it."""

OBJECT_MEMBERS = frozenset({"method", "field", "property"})
"""What an object has as its members; all else that stands in it is local to it."""


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
        self._packs: dict[int, Pack] = {}
        self._space_files: dict[str, tuple[int, ...]] = {}
        self._tops: dict[int, Names] = {}
        self._members: dict[int, dict[int, Names]] = {}
        self._locals: dict[int, dict[int, dict[str, Binding]]] = {}
        self._imported: dict[int, tuple[dict[str, Import], list[Import]]] = {}
        self._in_blocks: dict[int, dict[tuple[int, str], list[tuple[Binding, int | None]]]] = {}
        self._hidden: dict[int, frozenset[int]] = {}
        self._block_names: dict[int, frozenset[str]] = {}
        self._passed_on: dict[int, tuple[dict[str, Import], list[Import]]] = {}
        self._owned_here: dict[int, Names] = {}
        self._owned_names: dict[int, frozenset[str]] = {}

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
        pack = self._packs.get(position)
        if pack is None:
            language = self.files[position].language
            pack = load_pack(language)
            if pack is not None and pack.speaks:
                pack = load_pack(pack.speaks) or pack
            if pack is None:
                raise LookupError(language)
            self._packs[position] = pack
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
            keeps = self.pack(position).has_objects
            only_types = self._has_only_types(position)
            is_nested = "reopened" in self.pack(position).traits
            for index, symbol in enumerate(self.extraction(position).symbols):
                if symbol.parent in through and not symbol.owner:
                    if keeps and (
                        symbol.kind in OBJECT_MEMBERS or first + index in self.hidden(position)
                    ):
                        continue
                    if only_types and symbol.kind in _MEMBERS:
                        continue
                    names.setdefault(symbol.name, []).append(first + index)
                    if symbol.kind in _THROUGH and not keeps and not is_nested:
                        through.add(index)
        return names

    def _has_only_types(self, position: int) -> bool:
        """Whether functions and constants stand in classes only."""
        traits = self.pack(position).traits
        return "types_apart" in traits and "global_space" not in traits

    def members(self, number: int) -> Names:
        """What stands directly in a symbol, by its names."""
        position = number >> _BITS
        members = self._members.get(position)
        if members is None:
            members = self._members[position] = defaultdict(dict)
            first = self.files[position].first
            for index, symbol in enumerate(self.extraction(position).symbols):
                if symbol.parent != NO_SCOPE and not symbol.owner:
                    if self._makes(position, symbol):
                        continue
                    names = members[first + symbol.parent]
                    names.setdefault(symbol.name, []).append(first + index)
        return members.get(number, {})

    def _makes(self, position: int, symbol: Symbol) -> bool:
        """Whether it is a constructor under the name of its class: nobody calls it by that."""
        if symbol.kind != "constructor":
            return False
        return self.extraction(position).symbols[symbol.parent].name == symbol.name

    def constructors(self, number: int) -> list[int]:
        """The constructors of a class that bear its name."""
        position, parent = number >> _BITS, self.index_of(number)
        first = self.files[position].first
        return [
            first + index
            for index, symbol in enumerate(self.extraction(position).symbols)
            if symbol.parent == parent and self._makes(position, symbol)
        ]

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
                if binding.first:
                    continue
                names = scopes.setdefault(binding.scope, {})
                known = names.get(binding.name)
                if known is None or known.type in _UNTOLD:
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
                if each.is_reexport and not pack.reexports_bind:
                    continue
                if each.name == "*" and not each.alias:
                    stars.append(each)
                elif name := each.alias or each.name or _bound_module(each.module, pack):
                    named[name] = each
            found = self._imported[position] = named, stars
        return found

    def in_blocks(self, position: int) -> dict[tuple[int, str], list[tuple[Binding, int | None]]]:
        """What is bound in blocks only, by scope and name; the symbol too, where it has one."""
        found = self._in_blocks.get(position)
        if found is None:
            found = self._in_blocks[position] = {}
            bound = [each for each in self.extraction(position).bindings if each.first]
            symbols = self.extraction(position).symbols if bound else ()
            first = self.files[position].first
            places = {
                (each.parent, each.name, each.line): first + index
                for index, each in enumerate(symbols)
            }
            for each in bound:
                number = places.get((each.scope, each.name, each.line))
                found.setdefault((each.scope, each.name), []).append((each, number))
        return found

    def hidden(self, position: int) -> frozenset[int]:
        """The symbols of a file that are seen in a block only."""
        found = self._hidden.get(position)
        if found is None:
            blocks = self.in_blocks(position).values()
            numbers = (number for each in blocks for _, number in each)
            found = self._hidden[position] = frozenset(n for n in numbers if n is not None)
        return found

    def block_names(self, position: int) -> frozenset[str]:
        """The names that blocks of a file bind: what they mean depends on the line."""
        found = self._block_names.get(position)
        if found is None:
            found = frozenset(name for _, name in self.in_blocks(position))
            self._block_names[position] = found
        return found

    def meant(self, numbers: list[int]) -> int:
        """Of several definitions of a name the last that is a value; `siblings` are the others."""
        if len(numbers) > 1:
            values = [each for each in numbers if self.symbol(each).kind not in _BESIDE_VALUES]
            numbers = values or numbers
        return numbers[-1]

    def siblings(self, number: int) -> list[int]:
        """All definitions of the name of a symbol where it stands: a class, its namespace."""
        position, symbol = number >> _BITS, self.symbol(number)
        if symbol.parent == NO_SCOPE:
            return self.top(position).get(symbol.name, [])
        return self.members(self.files[position].first + symbol.parent).get(symbol.name, [])

    def as_type(self, number: int) -> int:
        """The type that bears the name of a value, where there is one."""
        if self.symbol(number).kind in TYPES:
            return number
        types = [each for each in self.siblings(number) if self.symbol(each).kind in TYPES]
        return types[-1] if types else number

    def passed_on(self, position: int) -> tuple[dict[str, Import], list[Import]]:
        """What a file exports that has no such name in it, and the modules it passes on whole."""
        found = self._passed_on.get(position)
        if found is None:
            found = self._passed_on[position] = {}, []
            if not self.pack(position).reexports_bind:
                for each in self.extraction(position).imports:
                    if each.is_reexport and each.name == "*" and not each.alias:
                        found[1].append(each)
                    elif each.is_reexport:
                        found[0][each.alias or each.name] = each
        return found

    def owned_names(self, position: int) -> frozenset[str]:
        """The names that `owned_here` has, in a language where variables may be objects."""
        found = self._owned_names.get(position)
        if found is None:
            numbers = self.owned_here(position).values() if self.pack(position).has_objects else ()
            names = (self.symbol(each).name for owned in numbers for each in owned)
            found = self._owned_names[position] = frozenset(names)
        return found

    def owned_here(self, position: int) -> Names:
        """The symbols of a file that stand outside of their owner, by what they say owns them."""
        owned = self._owned_here.get(position)
        if owned is None:
            owned = self._owned_here[position] = {}
            first = self.files[position].first
            for index, symbol in enumerate(self.extraction(position).symbols):
                if symbol.owner:
                    owned.setdefault(symbol.owner, []).append(first + index)
        return owned

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

    @cached_property
    def spaces(self) -> dict[str, Names]:
        """What stands directly in each namespace, all files together."""
        spaces: dict[str, Names] = defaultdict(dict)
        for position, file in enumerate(self.files):
            if self.pack(position).package != "namespace":
                continue
            found = self.extraction(position)
            inside = {NO_SCOPE: found.namespace}
            only_types = self._has_only_types(position)
            for index, symbol in enumerate(found.symbols):
                space = inside.get(symbol.parent)
                if space is None or symbol.owner or (only_types and symbol.kind in _MEMBERS):
                    continue
                if symbol.kind == "namespace":
                    inside[index] = joined(space, symbol.name)
                else:
                    spaces[space].setdefault(symbol.name, []).append(file.first + index)
        return spaces

    def space_files(self, space: str) -> tuple[int, ...]:
        """The files that put something into a namespace."""
        known = self._space_files.get(space)
        if known is None:
            found = {n >> _BITS for names in self.spaces.get(space, {}).values() for n in names}
            known = self._space_files[space] = tuple(sorted(found))
        return known

    @cached_property
    def space_names(self) -> frozenset[str]:
        """The names of all namespaces and of those that they are in."""
        names: set[str] = set()
        for space in self.spaces:
            parts = space.split(".")
            names.update(".".join(parts[:end]) for end in range(1, len(parts) + 1))
        return frozenset(names - {""})

    def spaces_around(self, position: int, scope: int) -> list[str]:
        """The namespaces whose names are seen in a scope without an import, the innermost first."""
        found = self.extraction(position)
        names: list[str] = []
        while scope != NO_SCOPE:
            symbol = found.symbols[scope]
            if symbol.kind == "namespace":
                names.insert(0, symbol.name)
            scope = symbol.parent
        space = ".".join(filter(None, (found.namespace, *names)))
        if "nested_spaces" not in self.pack(position).traits:
            return [space] if space else []
        parts = space.split(".") if space else []
        return [".".join(parts[:end]) for end in range(len(parts), -1, -1)]

    @cached_property
    def passed_to_all(self) -> list[tuple[str, Import]]:
        """Imports that count for all files below a folder (`global using`)."""
        found: list[tuple[str, Import]] = []
        for position, file in enumerate(self.files):
            if "global_imports" in self.pack(position).traits:
                folder = file.path.rpartition("/")[0].removesuffix("Properties").rstrip("/")
                imports = self.extraction(position).imports
                found += [(folder, each) for each in imports if each.is_reexport]
        return found

    @cached_property
    def parts(self) -> Names:
        """The parts of each class that is written in several places, by its full name."""
        parts: Names = defaultdict(list)
        for position, file in enumerate(self.files):
            is_reopened = "reopened" in self.pack(position).traits
            if not is_reopened and "partial" not in self.pack(position).traits:
                continue
            for index, symbol in enumerate(self.extraction(position).symbols):
                is_part = is_reopened or "partial " in symbol.signature
                if is_part and symbol.kind in CONTAINERS:
                    parts[self.full_name(file.first + index)].append(file.first + index)
        return parts

    @cached_property
    def extensions(self) -> dict[str, list[tuple[int, str]]]:
        """Methods that say themselves what they extend, by their names, with that type."""
        found: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for position, file in enumerate(self.files):
            if "extensions" not in self.pack(position).traits:
                continue
            for index, symbol in enumerate(self.extraction(position).symbols):
                if symbol.kind == "method" and (match := _EXTENDS.search(symbol.signature)):
                    found[symbol.name].append((file.first + index, match[1]))
        return found

    def full_name(self, number: int) -> str:
        """The name of a symbol behind its namespace and those it stands in."""
        return joined(self.extraction(number >> _BITS).namespace, self.qualified(number))

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


def joined(space: str, name: str) -> str:
    """A name inside of a namespace."""
    return f"{space}.{name}" if space else name


def last_name(owner: str) -> str:
    """`Foo` of `ns::Foo<T>`."""
    if ">::" in owner:
        owner = owner.rpartition(">::")[2]
    return owner.partition("<")[0].partition("[")[0].replace("::", ".").rpartition(".")[2]


def _bound_module(module: str, pack: Pack) -> str:
    """The name that an import of a whole module binds where it says none."""
    if pack.import_family == "python":
        return module.partition(".")[0]
    if pack.import_family == "go":
        return module.rpartition("/")[2]
    return ""
