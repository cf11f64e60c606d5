"""From the references and imports of a file to its edges."""

from collections.abc import Iterator

from maia.codemap.languages.packs import Pack
from maia.codemap.model import NO_SCOPE, Edge, Reference
from maia.codemap.resolve.arguments import Arguments
from maia.codemap.resolve.classes import Classes
from maia.codemap.resolve.meaning import Defined, InModule, Instance, Local, Meaning, Outside
from maia.codemap.resolve.modules.port import External, Files
from maia.codemap.resolve.names import WHOLE, Names
from maia.codemap.resolve.overloads import (
    CALLABLE,
    NAMED,
    Wanted,
    first_of,
    fitting,
    of_arity,
    replaced,
    takers,
)
from maia.codemap.resolve.program import TYPES, Program
from maia.codemap.resolve.sides import is_of_class
from maia.codemap.resolve.values import Values

_TYPES_ONLY = frozenset({"new", "inherit", "implement", "type", "decorate"})

_WRITTEN_OUTSIDE = ("inherit", "implement", "decorate")
"""References of a class or its heading, whose names are those around it."""

_OF_TYPES = ("type", "implement")


class Resolver:
    """Resolves the files of one program, one after the other."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._names = Names(program)
        self._classes = Classes(program)
        self._values = Values(program)
        self._arguments = Arguments(program, self._values, self._classes)
        self._names.classes = self._classes
        self._classes.names = self._values.names = self._names
        self._classes.values = self._values
        self._values.classes = self._classes

    def edges(self, position: int) -> Iterator[Edge]:
        """The edges of a file. Symbols are numbers of the program, files `~` their position."""
        yield from self._import_edges(position)
        yield from self._override_edges(position)
        references = self._program.extraction(position).references
        for index, reference in enumerate(references):
            edge = self._edge(position, reference)
            if edge is not None and edge.kind == "read" and edge.target >= 0:
                following = references[index + 1 : index + 2]
                edge = self._of_same_name(position, reference, following, edge)
            if edge is not None:
                yield edge

    def _edge(self, position: int, reference: Reference) -> Edge | None:
        file, pack = self._program.files[position], self._program.pack(position)
        scope = reference.scope
        if reference.kind in _WRITTEN_OUTSIDE and scope != NO_SCOPE:
            scope = self._classes.scope_of_base(position, reference)
        source = file.first + reference.scope if reference.scope != NO_SCOPE else ~position
        if reference.receiver == "?" or self._is_module_name(position, reference):
            return None
        meant = self._classes.sides.referred if "singletons" in pack.traits else self._meant
        meaning = meant(position, scope, reference)
        is_own = reference.name in pack.class_names and "singletons" not in pack.traits
        if is_own and not reference.receiver:
            number = self._classes.around(position, reference.scope)
            meaning = Defined(number, "local") if number is not None else None
        hands_on = "overloads" not in pack.traits and reference.name in pack.super_names
        if hands_on and reference.name not in pack.builtins and not reference.receiver:
            meaning = self._classes.constructed_above(position, reference.scope)
        if pack.has_objects and isinstance(meaning, Defined) and reference.kind in _OF_TYPES:
            meaning = Defined(self._program.as_type(meaning.number), meaning.how)
        if isinstance(meaning, Local):
            if reference.receiver:
                return None
            meaning = self._values.held(meaning)
            if not isinstance(meaning, Defined) or reference.kind in ("read", "write"):
                return None
        if "singletons" in pack.traits:
            reference = self._classes.sides.as_meant(reference, meaning)
        return self._told(source, reference, meaning)

    def _of_same_name(
        self, position: int, reference: Reference, following: tuple[Reference, ...], edge: Edge
    ) -> Edge:
        """`Color.Red` where a property `Color Color` is seen too: the type that has `Red`."""
        name, program = reference.name, self._program
        if reference.receiver or not following or following[0].receiver != name:
            return edge
        written = program.symbol(edge.target).type.removesuffix("?").rpartition(".")[2]
        if written != name or following[0].column != reference.column + len(name) + 1:
            return edge
        scope, line = reference.scope, reference.line
        kind = self._values.referred(position, scope, "", name, line=line, wanted="type")
        member = self._meant(position, scope, following[0])
        if not isinstance(kind, Defined) or not isinstance(member, Defined):
            return edge
        symbol = program.symbol(member.number)
        is_static = symbol.kind in ("enum_member", "constant") or "static " in symbol.signature
        if not is_static and symbol.kind not in TYPES:
            return edge
        return Edge("read", edge.source, kind.number, "", line, edge.column, kind.how)

    def _meant(self, position: int, scope: int, reference: Reference) -> Meaning | None:
        pack, name, receiver = self._program.pack(position), reference.name, reference.receiver
        if "overloads" not in pack.traits:
            return self._values.referred(position, scope, receiver, name, line=reference.line)
        kind, called = reference.kind, reference.kind == "call" or reference.arguments == NAMED
        if kind == "call" and not receiver and name in pack.self_names | pack.super_names:
            return self._maker(position, scope, reference)
        types = kind in _TYPES_ONLY
        wanted: Wanted = "type" if types else "call" if called else ""
        line = reference.line
        found = self._values.referred(position, scope, receiver, name, line=line, wanted=wanted)
        if found is None and kind == "write" and receiver == "this":  # a base: `: Base(1)`
            found = self._values.referred(position, scope, "", name, line=line, wanted="type")
        if found is None and kind == "decorate" and "decorator_suffix" in pack.extra["scopes"]:
            name += pack.extra["scopes"]["decorator_suffix"]
            found = self._values.referred(position, scope, receiver, name, line=line, wanted="type")
        if isinstance(found, Defined) and self._is_no_value(pack, reference, found):
            return None
        if isinstance(found, Defined) and found.others:
            if types:
                return of_arity(self._program, found, max(0, reference.arguments))
            right = takers(self._program, found, reference.arguments, called=called)
            if len(right) > 1 and reference.given:
                right = self._arguments.narrowed(position, reference, right)
            return first_of(self._program, found, right, called=called)
        return found

    def _is_no_value(self, pack: Pack, reference: Reference, found: Defined) -> bool:
        """Whether a variable is read whose name only a function bears."""
        if reference.kind not in ("read", "write") or "calls_apart" not in pack.traits:
            return False
        if reference.arguments == NAMED:
            return False
        numbers = (found.number, *found.others)
        return all(self._program.symbol(each).kind in CALLABLE for each in numbers)

    def _maker(self, position: int, scope: int, reference: Reference) -> Meaning | None:
        """The constructor that another one hands on to: `this(...)`, `super(...)`."""
        program = self._program
        number = self._classes.around(position, scope)
        if number is None:
            return None
        if reference.name in program.pack(position).self_names:
            return self._classes.made(number, reference.arguments)
        for base in self._classes.bases(number):
            if isinstance(base, Outside):
                return base
            if isinstance(base, Defined) and program.symbol(base.number).kind != "interface":
                return self._classes.made(base.number, reference.arguments)
        return None

    def _is_module_name(self, position: int, reference: Reference) -> bool:
        """A module that is named to reach into it: that it is imported has been said."""
        if reference.kind != "read" or reference.receiver:
            return False
        wanted = self._program.imports(position)[0].get(reference.name)
        return wanted is not None and not wanted.name

    def _told(self, source: int, reference: Reference, meaning: Meaning | None) -> Edge | None:
        kind, line, column = reference.kind, reference.line, reference.column
        match meaning:
            case Defined(number=number, how=how):
                if kind in ("call", "write") and self._program.symbol(number).kind in TYPES:
                    kind = "new"
                return Edge(kind, source, number, "", line, column, how)
            case InModule() if kind in ("read", "type"):
                return None  # that it is imported has been said
            case InModule(files=Files(positions=[first, *_])):
                return Edge(kind, source, ~first, "", line, column, "import")
            case Outside(name=name):
                return Edge(kind, source, NOTHING, name, line, column, "external")
            case _:
                name = f"{reference.receiver}.{reference.name}".removeprefix(".")
                return Edge(kind, source, NOTHING, name, line, column, "unknown")

    def _import_edges(self, position: int) -> Iterator[Edge]:
        """To the module, once a line, and to what is taken out of it."""
        told: set[tuple[int, int]] = set()
        for each in self._program.extraction(position).imports:
            if each.is_reexport and not (each.module or each.level):
                continue  # a name of its own that is exported under another
            kind = "reexport" if each.is_reexport else "import"
            line, column = each.line, each.column
            module = self._names.module(position, each)
            source = ~position
            if isinstance(module, External):
                name = module.of(each.name) if each.name not in WHOLE else module.name
                yield Edge(kind, source, NOTHING, name, line, column, "external")
                continue
            if module is not None and each.name in ("", "*"):
                meaning: Meaning | None = InModule(module)
            else:
                meaning = self._names.imported(position, each)
            if module is None or meaning is None:
                name = ".".join(filter(None, ("." * each.level + each.module, each.name)))
                yield Edge(kind, source, NOTHING, name, line, column, "unknown")
                continue
            is_named = module.space is not None
            is_named = is_named and isinstance(meaning, Defined)
            targets = {~first for first in _first(module)} if not is_named else set[int]()
            if isinstance(meaning, Defined):
                targets.add(meaning.number)
                if is_named and "includes" not in self._program.pack(position).traits:
                    targets.add(~self._program.position_of(meaning.number))
            elif isinstance(meaning, InModule):
                targets.update(~first for first in _first(meaning.files))
            for target in sorted(targets):
                if target == source or (target < 0 and (line, target) in told):
                    continue
                told.add((line, target))
                yield Edge(kind, source, target, "", line, column, "import")

    def _override_edges(self, position: int) -> Iterator[Edge]:
        """A method that takes the place of one of a base."""
        file = self._program.files[position]
        symbols = self._program.extraction(position).symbols
        traits = self._program.pack(position).traits
        has_overloads = "overloads" in traits
        for index, symbol in enumerate(symbols):
            if symbol.kind != "method":
                continue
            number = self._classes.around(position, index)
            if number is None:
                continue
            in_member = symbol.parent != NO_SCOPE and symbols[symbol.parent].kind == "enum_member"
            is_static = "singletons" in traits and is_of_class(symbol)
            above = Instance(number, "local", above=not in_member, of_class=is_static)
            found = self._classes.member(above, symbol.name, defined_only=True)
            if isinstance(found, Defined) and "same_parameters" in traits:
                found = fitting(self._program, found, "call")
            elif isinstance(found, Defined) and has_overloads:
                found = replaced(self._program, file.first + index, found)
            if isinstance(found, Defined):
                line, column = symbol.line, symbol.column
                yield Edge(
                    "override", file.first + index, found.number, "", line, column, "inherited"
                )


NOTHING = -(2**62)
"""Instead of a target: the name says what is known of it."""


def _first(files: object) -> tuple[int, ...]:
    return files.positions[:1] if isinstance(files, Files) else ()
