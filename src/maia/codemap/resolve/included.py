"""C and C++: a name is what the files say that are included, in the namespaces around its use.

A declaration stands for the definition behind it, wherever in the repository that is.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from maia.codemap.model import CONTAINERS, NO_SCOPE, Import, Symbol
from maia.codemap.resolve.meaning import Defined, InModule, Meaning, Outside
from maia.codemap.resolve.modules.port import External, Files, Module
from maia.codemap.resolve.overloads import CALLABLE, is_declaration, same_parameters
from maia.codemap.resolve.program import TYPES, Program

Spaces = dict[str, dict[str, list[int]]]

_INLINE = "inline "
_SCOPED = ("enum class", "enum struct")


class Included:
    """Answers for one program; which files each file sees is found once.

    `module` says what an `#include` means.
    """

    def __init__(self, program: Program, module: Callable[[int, Import], Module | None]) -> None:
        self._program = program
        self._module = module
        self._seen: dict[int, dict[int, int]] = {}
        self._behind: dict[int, int] = {}
        self._asked: set[tuple[str, str]] = set()
        self._known: dict[tuple[int, tuple[str, ...], str], Meaning | None] = {}

    def find(
        self, position: int, scope: int, name: str, *, types_only: bool = False
    ) -> Meaning | None:
        """What a name alone means in a scope, as far as it is no member and nothing local."""
        found = self._found(position, scope, name)
        if types_only and isinstance(found, Defined) and not found.others:
            kind = self._program.symbol(found.number).kind
            return found if kind in TYPES or kind == "macro" else None
        return found

    def _found(self, position: int, scope: int, name: str) -> Meaning | None:
        for wanted in self._inside_functions(position, scope):
            found = self._used(position, scope, wanted, name)
            if found is not None:
                return found
        spaces = self.around(position, scope)
        key = (position, spaces, name)
        if key not in self._known:
            found = (self._in_space(position, space, name) for space in spaces)
            self._known[key] = next((each for each in found if each is not None), None)
        return self._known[key]

    def inside(self, files: Files, name: str) -> Meaning | None:
        """What a name is in a namespace, as the file sees it that asked for the namespace."""
        return self._in_space(files.positions[0], files.space or "", name)

    def space(self, position: int, scope: int, written: str) -> Files | External | None:
        """The namespace that is called so in a scope, for the file it is asked in."""
        if written.startswith("::"):
            written, around = written[2:], ("",)
        else:
            around = self.around(position, scope)
        for space in around:
            full = self._real(_inner(space, written))
            if full in self._index:
                return Files((position,), written, full)
            alias = self._aliases.get(_inner(space, written.partition("::")[0]))
            if alias is not None:
                return self.space(position, NO_SCOPE, alias + written[len(_first(written)) :])
        return External(written) if self._is_foreign(written) else None

    def around(self, position: int, scope: int) -> tuple[str, ...]:
        """The namespaces around a scope, the innermost first; the last is the global one."""
        program = self._program
        symbols = program.extraction(position).symbols
        parts: list[str] = []
        while scope != NO_SCOPE:
            symbol = symbols[scope]
            if symbol.kind == "namespace" and not symbol.signature.startswith(_INLINE):
                parts = [*symbol.name.split("::"), *parts]
            if symbol.owner:
                parts = [*self._owning(symbol), *parts]
            scope = symbol.parent
        return tuple("::".join(parts[:end]) for end in range(len(parts), -1, -1))

    def behind(self, number: int) -> int:
        """The definition that a declaration stands for, else the declaration."""
        found = self._behind.get(number)
        if found is None:
            found = self._behind[number] = self._defined(number)
        return found

    def settled(self, found: Meaning | None) -> Meaning | None:
        """The definition behind what is declared in a function."""
        if isinstance(found, Defined) and not found.others:
            return Defined(self.behind(found.number), found.how)
        return found

    def sees(self, position: int) -> dict[int, int]:
        """The files that a file includes, itself and all behind them, each with its rank."""
        seen = self._seen.get(position)
        if seen is None:
            seen = self._seen[position] = {position: 0}
            row = [position]
            while row:
                following: list[int] = []
                for each in row:
                    for other in self._includes(each):
                        if other not in seen:
                            seen[other] = len(seen)
                            following.append(other)
                row = following
        return seen

    def _includes(self, position: int) -> Iterator[int]:
        for wanted in self._program.extraction(position).imports:
            if wanted.name == "*":
                module = self._module(position, wanted)
                if isinstance(module, Files):
                    yield from module.positions

    def _in_space(self, position: int, space: str, name: str) -> Meaning | None:
        seen = self.sees(position)
        numbers = self._index.get(space, {}).get(name, ())
        visible = [each for each in numbers if self._program.position_of(each) in seen]
        if visible:
            return self._meant(position, visible)
        if (space, name) in self._asked:
            return None
        self._asked.add((space, name))
        try:
            for file, scope, wanted in self._usings.get(space, ()):
                if file in seen:
                    found = self._used(file, scope, wanted, name, viewer=position)
                    if found is not None:
                        return found
        finally:
            self._asked.discard((space, name))
        full = self._real(_inner(space, name))
        if full in self._index:
            return InModule(Files((position,), name, full))
        alias = self._aliases.get(_inner(space, name))
        module = self.space(position, NO_SCOPE, alias) if alias is not None else None
        if isinstance(module, External):
            return Outside(module.name)
        return InModule(module) if module is not None else None

    def _used(
        self, file: int, scope: int, wanted: Import, name: str, *, viewer: int = -1
    ) -> Meaning | None:
        """What a `using` gives for a name."""
        if wanted.name and wanted.name != name:
            return None
        module = self.space(file, scope, wanted.module) if wanted.module else None
        if isinstance(module, External):
            return Outside(f"{module.name}.{name}") if wanted.name else None
        if module is None:
            return None
        return self._in_space(viewer if viewer >= 0 else file, module.space or "", name)

    def _inside_functions(self, position: int, scope: int) -> Iterator[Import]:
        usings = [
            each
            for each in self._program.extraction(position).imports
            if each.name != "*" and not each.alias and each.scope != NO_SCOPE
        ]
        while usings and scope != NO_SCOPE:
            symbol = self._program.extraction(position).symbols[scope]
            if symbol.kind != "namespace":
                yield from (each for each in usings if each.scope == scope)
            scope = symbol.parent

    def _meant(self, position: int, numbers: list[int]) -> Defined:
        """All of a name that are seen, definitions instead of their declarations."""
        program, seen = self._program, self.sees(position)
        numbers = sorted(numbers, key=lambda each: seen[program.position_of(each)])
        how = "local" if program.position_of(numbers[0]) == position else "import"
        found = list(dict.fromkeys(self.behind(each) for each in numbers))
        return Defined(found[0], how, tuple(found[1:]))

    def _defined(self, number: int) -> int:
        program = self._program
        symbol = program.symbol(number)
        if not is_declaration(symbol):
            return number
        position = program.position_of(number)
        space = self._space_of(position, program.index_of(number))
        if space is None:
            return number
        others = [
            each
            for each in self._index.get(space, {}).get(symbol.name, ())
            if self._may_define(position, symbol, each)
        ]
        here = [each for each in others if program.position_of(each) == position]
        others = here or others
        if len(others) > 1 or (symbol.kind in CALLABLE and self._may_overload(number, others)):
            others = same_parameters(program, number, others)
        files = {program.position_of(each) for each in others}
        return others[0] if len(files) == 1 else number

    def _may_overload(self, number: int, others: list[int]) -> bool:
        files = self._program.files
        positions = {self._program.position_of(each) for each in (number, *others)}
        return any(files[each].language != "c" for each in positions)

    def _may_define(self, position: int, declared: Symbol, number: int) -> bool:
        other = self._program.symbol(number)
        if is_declaration(other) or _group(other) != _group(declared):
            return False
        if declared.kind in TYPES:
            return True
        return other.visibility != "private" or self._program.position_of(number) == position

    def _space_of(self, position: int, index: int) -> str | None:
        """The namespace that a symbol is directly in; None for what is in something else."""
        symbols = self._program.extraction(position).symbols
        parent = symbols[index].parent
        while parent != NO_SCOPE and symbols[parent].kind in CALLABLE:
            parent = symbols[parent].parent  # declared in a function
        if parent != NO_SCOPE and symbols[parent].kind != "namespace":
            return None
        return self.around(position, parent)[0]

    def _owning(self, symbol: Symbol) -> list[str]:
        """The namespaces in the owner of what stands outside of its class or namespace."""
        parts = [each.partition("<")[0] for each in symbol.owner.split("::") if each]
        for end in range(len(parts), 0, -1):
            if "::".join(parts[:end]) in self._spaces_by_end:
                return parts[:end]
        return []

    def _real(self, space: str) -> str:
        """A namespace without the inline ones in its name."""
        return self._inlined.get(space, space)

    def _is_foreign(self, written: str) -> bool:
        """Whether no namespace of the repository begins like this."""
        return _first(written) not in self._roots

    @cached_property
    def _roots(self) -> frozenset[str]:
        return frozenset(part for space in self._index for part in space.split("::"))

    @cached_property
    def _spaces_by_end(self) -> frozenset[str]:
        """All names by which a namespace may be called from inside of another."""
        ends: set[str] = set()
        for space in self._tables[0]:
            parts = space.split("::")
            ends.update("::".join(parts[start:]) for start in range(len(parts)))
        return frozenset(ends - {""})

    @property
    def _inlined(self) -> dict[str, str]:
        return self._tables[1]

    @cached_property
    def _tables(self) -> tuple[Spaces, dict[str, str]]:
        """What stands directly in each namespace; inline namespaces by their full names."""
        index: Spaces = defaultdict(dict)
        inlined: dict[str, str] = {}
        index[""] = {}
        for position in self._files:
            self._enter(position, index, inlined)
        return index, inlined

    @cached_property
    def _index(self) -> Spaces:
        """Also what is defined in a namespace from outside of it: `int ns::f() {}`."""
        index = self._tables[0]
        for position in self._files:
            first = self._program.files[position].first
            for number, symbol in enumerate(self._program.extraction(position).symbols):
                if symbol.owner and symbol.kind in ("method", "function", "variable", "constant"):
                    space = self.around(position, number)[0]
                    if space.endswith(symbol.owner):
                        index[space].setdefault(symbol.name, []).append(first + number)
        return index

    def _enter(self, position: int, index: Spaces, inlined: dict[str, str]) -> None:
        program = self._program
        first, is_c = program.files[position].first, program.files[position].language == "c"
        spaces: dict[int, str] = {NO_SCOPE: ""}
        types: dict[int, str] = {}
        for number, symbol in enumerate(program.extraction(position).symbols):
            if symbol.owner:
                continue
            space = spaces.get(symbol.parent)
            if space is None and (symbol.kind == "macro" or symbol.parent in types):
                space = "" if symbol.kind == "macro" else types[symbol.parent]
                if symbol.kind not in TYPES | {"macro", "enum_member"}:
                    continue
            if space is None:
                continue
            if symbol.kind == "namespace":
                spaces[number] = inner = _inner(space, symbol.name)
                if symbol.signature.startswith(_INLINE):
                    spaces[number], inlined[inner] = space, space
                parts = spaces[number].split("::")
                for end in range(1, len(parts) + 1):
                    index["::".join(parts[:end])]  # a namespace, whatever is in it
                continue
            space = "" if symbol.kind == "macro" else space
            index[space].setdefault(symbol.name, []).append(first + number)
            if is_c and symbol.kind in CONTAINERS:
                types[number] = space  # types in a struct of C are seen outside of it
            elif symbol.kind == "enum" and not symbol.signature.startswith(_SCOPED):
                types[number] = space

    @cached_property
    def _files(self) -> list[int]:
        program = self._program
        positions = range(len(program.files))
        return [each for each in positions if "includes" in program.pack(each).traits]

    @cached_property
    def _usings(self) -> dict[str, list[tuple[int, int, Import]]]:
        """What each namespace takes from others, with the file and scope where that is said."""
        usings: dict[str, list[tuple[int, int, Import]]] = defaultdict(list)
        for position, wanted in self._imports():
            if not wanted.alias and wanted.name != "*":
                symbols = self._program.extraction(position).symbols
                if wanted.scope == NO_SCOPE or symbols[wanted.scope].kind == "namespace":
                    space = self.around(position, wanted.scope)[0]
                    usings[space].append((position, wanted.scope, wanted))
        return usings

    @cached_property
    def _aliases(self) -> dict[str, str]:
        """Namespaces that have another name in the namespace where that is said."""
        return {
            _inner(self.around(position, wanted.scope)[0], wanted.alias): wanted.module
            for position, wanted in self._imports()
            if wanted.alias
        }

    def _imports(self) -> Iterable[tuple[int, Import]]:
        for position in self._files:
            for wanted in self._program.extraction(position).imports:
                yield position, wanted


def _group(symbol: Symbol) -> str:
    if symbol.kind in CALLABLE:
        return "function"
    return "type" if symbol.kind in TYPES else "variable"


def _inner(space: str, name: str) -> str:
    return f"{space}::{name}" if space else name


def _first(written: str) -> str:
    return written.partition("::")[0]
