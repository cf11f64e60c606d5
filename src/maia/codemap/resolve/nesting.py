"""Names of languages whose constants nest and are seen everywhere, and whose methods are not."""

import re
from functools import cached_property
from typing import Protocol

from maia.codemap.model import CONTAINERS, NO_SCOPE, Import
from maia.codemap.resolve.blocks import innermost_of
from maia.codemap.resolve.meaning import Defined, Local, Meaning, Outside
from maia.codemap.resolve.modules.port import External, Files, Module
from maia.codemap.resolve.overloads import CALLABLE
from maia.codemap.resolve.parts import FindsMembers
from maia.codemap.resolve.program import Names, Program

_GEM = re.compile(r"^\s*(?:gem|\w+\.add_(?:\w+_)?dependency)[ (]+[\"']([\w-]+)", re.MULTILINE)
_RAILS = (
    *("rails", "activerecord", "activesupport", "activemodel", "activejob", "activestorage"),
    *("actioncontroller", "actionview", "actionmailer", "actioncable", "actiondispatch"),
)
_VARIABLES = frozenset({"variable", "constant"})
_TESTS = ("test", "tests", "spec", "specs", "features", "examples", "benchmarks", "bench")


class KnowsImports(Protocol):
    """What is asked of names."""

    classes: FindsMembers

    def module(self, position: int, wanted: Import) -> Module | None:
        """The module that an import names."""
        ...


class Nesting:
    """A constant is looked for in the modules around, then in the bases, then outside of all."""

    def __init__(self, program: Program, names: KnowsImports) -> None:
        self._program = program
        self._names = names
        self._reached: dict[int, frozenset[int]] = {}
        self._outside: frozenset[str] | None = None

    @cached_property
    def _constants(self) -> Names:
        """Classes, modules and constants by their full names."""
        program, found = self._program, Names()
        for position, file in enumerate(program.files):
            if "reopened" not in program.pack(position).traits:
                continue
            symbols = program.extraction(position).symbols
            for index, symbol in enumerate(symbols):
                if symbol.kind not in CONTAINERS and symbol.kind != "constant":
                    continue
                if symbol.parent == NO_SCOPE or symbols[symbol.parent].kind in CONTAINERS:
                    number = file.first + index
                    found.setdefault(program.full_name(number), []).append(number)
        return found

    @cached_property
    def _tops(self) -> Names:
        """What stands in no class, by its name."""
        found = Names()
        for position in range(len(self._program.files)):
            if "reopened" in self._program.pack(position).traits:
                for name, numbers in self._program.top(position).items():
                    found.setdefault(name, []).extend(numbers)
        return found

    def find(self, position: int, scope: int, name: str, line: int) -> Meaning | None:
        """What a name means on a line of a scope."""
        if name[:1].isupper():
            return self._constant(position, scope, name) or self._method(position, scope, name)
        if name[:1] == "$":
            return self._global(position, name)
        if name[:1] != "@":
            local = self._local(position, scope, name, line)
            if local is not None:
                return local
        return self._method(position, scope, name)

    def inside(self, number: int, name: str) -> Defined | None:
        """A constant of a class, a module or one of its bases."""
        position = self._program.position_of(number)
        for each in self._names.classes.ancestry(number):
            if isinstance(each, int):
                found = self._named(position, f"{self._program.full_name(each)}::{name}")
                if found is not None:
                    return found
        return None

    def foreign(self, number: int) -> str:
        """The name of a class of others that is only opened here; empty for one's own."""
        program = self._program
        symbol, name = program.symbol(number), program.full_name(number)
        if symbol.kind not in CONTAINERS or "::" in name:
            return ""
        if self._foreign(program.position_of(number), name) is None:
            return ""
        is_own = any(self._is_at(each, _plain(name)) for each in self._constants.get(name, []))
        return "" if is_own else name

    def _constant(self, position: int, scope: int, name: str) -> Meaning | None:
        program = self._program
        symbols, first = program.extraction(position).symbols, program.files[position].first
        inner = NO_SCOPE
        while scope != NO_SCOPE:
            if symbols[scope].kind in CONTAINERS:
                inner = scope if inner == NO_SCOPE else inner
                found = self._named(position, f"{program.full_name(first + scope)}::{name}")
                if found is not None:
                    return found
            scope = symbols[scope].parent
        found = self.inside(first + inner, name) if inner != NO_SCOPE else None
        return found or self._named(position, name) or self._foreign(position, name)

    def _named(self, position: int, full: str) -> Defined | None:
        """The constant of a full name: of several places the one that is its own."""
        numbers = self._constants.get(full, [])
        if not numbers:
            return None
        here = [each for each in numbers if self._program.position_of(each) == position]
        if here and (self._tells(here[-1]) or self._program.symbol(here[-1]).kind != "class"):
            return Defined(here[-1], "local")
        telling = [each for each in numbers if self._tells(each)]
        if here and len(telling) != 1:
            return Defined(here[-1], "local")
        numbers = telling if here else numbers
        number = self._chosen(position, full, list(numbers))
        if number is None:
            return None
        is_reached = self._program.position_of(number) in self._reach(position)
        return Defined(number, "import" if is_reached else "unique")

    def _chosen(self, position: int, full: str, numbers: list[int]) -> int | None:
        if len(numbers) == 1:
            return numbers[0]
        program = self._program
        path = full.replace("::", "/").lower()
        for wanted in (path, path.rpartition("/")[2]):
            named = [each for each in numbers if self._is_at(each, wanted)]
            if len(named) == 1:
                return named[0]
        reach = self._reach(position)
        near = [each for each in numbers if program.position_of(each) in reach]
        for some in (near, [each for each in numbers if not self._is_tested(each)]):
            if len(some) == 1:
                return some[0]
            telling = [each for each in some if self._tells(each)]
            if len(telling) == 1:
                return telling[0]
            if some and all(program.symbol(each).kind == "module" for each in some):
                return some[0]
        return None

    def _is_at(self, number: int, wanted: str) -> bool:
        path = self._program.files[self._program.position_of(number)].path
        plain = "/" + path.rpartition(".")[0].replace("_", "").replace("-", "").lower()
        return plain.endswith("/" + wanted) and not self._is_tested(number)

    def _is_tested(self, number: int) -> bool:
        path = self._program.files[self._program.position_of(number)].path
        return any(part in _TESTS for part in path.split("/")[:-1])

    def _tells(self, number: int) -> bool:
        """Whether this part of a class says what it inherits or how it is made."""
        members = self._program.members(number)
        return " < " in self._program.symbol(number).signature or "initialize" in members

    def _foreign(self, position: int, name: str) -> Outside | None:
        pack = self._program.pack(position)
        is_known = name in pack.builtins or _plain(name) in self._from_outside()
        return Outside(name) if is_known else None

    def _from_outside(self) -> frozenset[str]:
        """The libraries that files of the repository take in, as constants would be named."""
        if self._outside is None:
            found = self._gems()
            for position in range(len(self._program.files)):
                if "reopened" not in self._program.pack(position).traits:
                    continue
                for each in self._program.imports(position)[1]:
                    module = self._names.module(position, each)
                    if isinstance(module, External):
                        found.add(_plain(module.name.partition("/")[0]))
            self._outside = frozenset(found)
        return self._outside

    def _gems(self) -> set[str]:
        """The gems that the repository says it needs."""
        paths = [path for path in self._program.by_path if path.endswith(".gemspec")]
        found: set[str] = set()
        for path in ("Gemfile", *paths):
            for each in _GEM.finditer(self._program.read(path) or ""):
                found.update(_RAILS if each[1] == "rails" else [])
                found.add(_plain(each[1]))
        return found

    def _reach(self, position: int) -> frozenset[int]:
        """The files that a file takes in, and those that these take in."""
        known = self._reached.get(position)
        if known is None:
            seen, waiting = {position}, [position]
            while waiting:
                here = waiting.pop()
                for each in self._program.imports(here)[1]:
                    module = self._names.module(here, each)
                    for other in module.positions if isinstance(module, Files) else ():
                        if other not in seen:
                            seen.add(other)
                            waiting.append(other)
            known = self._reached[position] = frozenset(seen)
        return known

    def _local(self, position: int, scope: int, name: str, line: int) -> Meaning | None:
        """A variable: a method sees none of those around it."""
        symbols, bindings = self._program.extraction(position).symbols, None
        while True:
            inner = self._program.in_blocks(position).get((scope, name)) if line else None
            found = innermost_of(inner, position, scope, line) if inner else None
            if found is not None:
                return found
            bindings = self._program.bindings(position).get(scope, {}).get(name)
            if bindings is not None:
                return Local(name, bindings.type, position, scope, bindings.line)
            if scope == NO_SCOPE or symbols[scope].kind in CALLABLE | CONTAINERS:
                return None
            scope = symbols[scope].parent

    def _method(self, position: int, scope: int, name: str) -> Meaning | None:
        program, sides = self._program, self._names.classes.sides
        own = sides.own(position, scope)
        if own is not None:
            found = self._names.classes.member(own, name, defined_only=True)
            if found is not None:
                return found
        if name[:1] == "@" and own is None:
            return Local(name, "", position, NO_SCOPE)  # of whatever runs the block it is in
        if name[:1] == "@":
            behind = self._names.classes.member(own, name[1:], defined_only=True) if own else None
            if isinstance(behind, Defined) and program.symbol(behind.number).kind == "property":
                return behind
            return None
        return self._outer(position, name, CALLABLE)

    def _global(self, position: int, name: str) -> Meaning | None:
        return self._outer(position, name, _VARIABLES)

    def _outer(self, position: int, name: str, kinds: frozenset[str]) -> Meaning | None:
        """What stands in no class, in the file or in those it takes in."""
        program = self._program
        numbers = [each for each in self._tops.get(name, ()) if program.symbol(each).kind in kinds]
        here = [each for each in numbers if program.position_of(each) == position]
        if here:
            return Defined(here[-1], "local")
        reach = self._reach(position) if numbers else frozenset[int]()
        reached = [each for each in numbers if program.position_of(each) in reach]
        if reached:
            return Defined(reached[0], "import") if len(reached) == 1 else None
        return Outside(name) if name in program.pack(position).builtins else None


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()
