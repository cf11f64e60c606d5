"""Expressions: what a receiver is, step by step, as far as types are written or evident."""

import re

from maia.codemap.model import NO_SCOPE
from maia.codemap.resolve.expressions import Expression, parse_expression, root_of
from maia.codemap.resolve.meaning import (
    Defined,
    InModule,
    Instance,
    Local,
    Meaning,
    Outside,
    weaker,
)
from maia.codemap.resolve.modules.port import Files
from maia.codemap.resolve.overloads import CALLABLE, Wanted, chosen, of_arity
from maia.codemap.resolve.parts import FindsMembers, FindsNames
from maia.codemap.resolve.program import TYPES, Program, last_name
from maia.codemap.resolve.types import type_names

_DEEPEST = 24
"""Steps from one name to the next before a chain is given up: types may go round in circles."""

_SCALARS = frozenset(
    {"array", "bool", "callable", "false", "float", "int", "iterable", "mixed", "never", "null"}
    | {"object", "resource", "string", "true", "void", "boolean", "integer", "double"}
)
"""Types without members, as PHP has them."""

_SMART = re.compile(r"\b(?:unique|shared)_ptr<")

_OF_POINTERS = frozenset(
    {"get", "reset", "release", "swap", "use_count", "unique", "get_deleter", "owner_before"}
)
"""Members of smart pointers: `p.reset()` is theirs, whatever they hold."""

_ARGUMENTS = re.compile(r"<[^<>]*(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>[^<>]*)*>(?=::)")

_PROPERTIES = frozenset({"property", "cached_property", "classproperty"})


class Values:
    """Answers for one program; what an expression gives in a scope is found once."""

    names: FindsNames
    classes: FindsMembers

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[tuple[int, int, str, int], Meaning | None] = {}
        self._held: dict[int, Meaning | None] = {}
        self._depth = 0
        self._aliasing: set[int] = set()

    def referred(
        self,
        position: int,
        scope: int,
        receiver: str,
        name: str,
        *,
        line: int = 0,
        wanted: Wanted = "",
    ) -> Meaning | None:
        """What a name behind a receiver, or alone, refers to."""
        if receiver.endswith("\\"):
            return self.names.qualified(position, receiver, name)
        if not receiver:
            return self.names.find(position, scope, name, line=line, wanted=wanted)
        if name in self._program.owned_names(position) and receiver.isidentifier():
            holder = self.names.find(position, scope, receiver, line=line)
            found = self.classes.assigned(holder, name) if isinstance(holder, Defined) else None
            if found is not None:
                return found
        owner = self.given(position, scope, receiver, line=line)
        return self._member(position, owner, name) if owner is not None else None

    def given(self, position: int, scope: int, text: str, *, line: int = 0) -> Meaning | None:
        """What an expression gives: an instance, a class, a module. None: unknown."""
        if line and root_of(text) not in self._program.block_names(position):
            line = 0
        key = (position, scope, text, line)
        if key in self._known:
            return self._known[key]
        if self._depth > _DEEPEST:
            return None
        if text == "::" and "includes" in self._program.pack(position).traits:
            return InModule(Files((position,), "", ""))  # the namespace around all others
        self._known[key] = None  # until it is known: a circle ends here
        self._depth += 1
        try:
            expression = parse_expression(text)
            found = self._evaluated(position, scope, expression, line) if expression else None
        finally:
            self._depth -= 1
        self._known[key] = found
        return found

    def held(self, meaning: Meaning) -> Meaning | None:
        """The value that a variable, a field or a property holds; other things are themselves."""
        match meaning:
            case Local():
                return self._typed(meaning.position, meaning.scope, meaning.type, meaning.line)
            case Defined(number=number):
                if meaning.others:
                    one = chosen(self._program, meaning, -1, called=False)
                    return self.held(one) if one is not None else None
                if number not in self._held:
                    self._held[number] = None
                    self._held[number] = self._held_by(meaning)
                return self._held[number]
            case _:
                return meaning

    def of_type(self, position: int, scope: int, written: str) -> Meaning | None:
        """An instance of the type that is written; Outside for one that is not the repository's."""
        pack = self._program.pack(position)
        if ">::" in written:  # what stands in a template is named by it, whatever its arguments
            written = _ARGUMENTS.sub("", written)
        names = type_names(written)
        if "closed_functions" in pack.traits:
            names = [each for each in names if each not in _SCALARS]
            names = names if len(names) == 1 else []  # of several none is sure
        for name in names:
            *before, last = _parts(name)
            owner = ".".join(before)
            if "\\" in name:
                owner = name[: -len(last)]
            is_own = not owner and last in pack.class_names
            number = self.classes.around(position, scope) if is_own else None
            found: Meaning | None = Instance(number, "type") if number is not None else None
            found = found or self.referred(position, scope, owner, last, wanted="type")
            if isinstance(found, Defined) and found.others:
                found = of_arity(self._program, found, _type_arguments(written))
            if isinstance(found, Local) and found.type.startswith("<"):
                return self.held(found)
            if isinstance(found, Defined) and self._program.pack(position).has_objects:
                found = Defined(self._program.as_type(found.number), found.how)
            if isinstance(found, Defined) and self._program.symbol(found.number).kind == "type":
                found = self._aliased(found) or found
            if isinstance(found, Defined) and self._program.symbol(found.number).kind in TYPES:
                pointed = "pointers" in pack.traits and _SMART.search(written) is not None
                return Instance(found.number, weaker(found.how, "type"), pointed=pointed)
            if isinstance(found, Outside) and last == "Self":  # Python's: the class around
                number = self.classes.around(position, scope)
                return Instance(number, "type") if number is not None else None
            if isinstance(found, Outside) and self._is_opaque(position):
                return Outside(found.name, is_instance=True)
            if isinstance(found, Instance | Outside):
                return found
        return None

    def _evaluated(
        self, position: int, scope: int, expression: Expression, line: int
    ) -> Meaning | None:
        steps = expression.steps
        meaning = self._receiver_itself(position, scope, expression.root)
        if isinstance(meaning, Instance) and steps and steps[0].kind == "call":
            is_made = expression.root in self._program.pack(position).class_names
            if meaning.above or is_made:
                steps = steps[1:]
        if meaning is None:
            meaning = self._root(position, scope, expression, line)
        is_made = expression.is_type
        if "singletons" in self._program.pack(position).traits:
            return self._sent(position, scope, expression, meaning)
        for step in steps:
            if meaning is None:
                return None
            if step.kind == "call":
                meaning = self._called(position, meaning, is_made=is_made)
                is_made = False
                continue
            if step.kind == "index":
                meaning = self._element(meaning)
                continue
            owner = self.held(meaning)
            if owner is None:
                return None
            if isinstance(owner, Outside) and owner.is_instance:
                return None
            meaning = self._receiver_of(position, owner, step.name)
            meaning = meaning or self._member(position, owner, step.name.rstrip("!?"))
        return self.held(meaning) if meaning is not None else None

    def _sent(
        self, position: int, scope: int, expression: Expression, meaning: Meaning | None
    ) -> Meaning | None:
        """What calls give in a language where a name is one already: `Foo.new.bar`."""
        if meaning is None and expression.root == "new":
            own = self.classes.sides.own(position, scope)
            meaning = Instance(own.number, "local") if isinstance(own, Defined) else None
        for step in expression.steps:
            if step.kind == "call":
                continue
            owner = self.held(meaning) if meaning is not None else None
            if owner is None or step.kind == "index":
                return None
            if isinstance(owner, Defined) and self._program.symbol(owner.number).kind in CALLABLE:
                owner = self._returned(owner)
            if owner is None or (isinstance(owner, Outside) and not _is_constant(owner.name)):
                return None  # what a method from outside gives is not known
            meaning = self.classes.sides.made(owner, step.name) or self._member(
                position, owner, step.name
            )
        held = self.held(meaning) if meaning is not None else None
        if isinstance(held, Defined) and self._program.symbol(held.number).kind in CALLABLE:
            return self._returned(held)
        return held

    def _receiver_itself(self, position: int, scope: int, root: str) -> Meaning | None:
        """`self` and `super`, as the language calls them."""
        pack = self._program.pack(position)
        is_super = root in pack.super_names
        if not is_super and root not in pack.self_names:
            return None
        if "singletons" in pack.traits:
            return self.classes.sides.own(position, scope)
        number = self.classes.around(position, scope)
        return Instance(number, "local", above=is_super) if number is not None else None

    def _root(self, position: int, scope: int, expression: Expression, line: int) -> Meaning | None:
        root, steps = expression.root, expression.steps
        if "\\" in root:
            before, _, name = root.rpartition("\\")
            return self.names.qualified(position, before + "\\", name)
        wanted: Wanted = "call" if steps and steps[0].kind == "call" else ""
        wanted = "type" if expression.is_type else wanted
        found = self.names.find(position, scope, root, line=line, wanted=wanted)
        if found is None and root.endswith(("!", "?")):
            found = self.names.find(position, scope, root[:-1], line=line)
        return found

    def _element(self, meaning: Meaning) -> Meaning | None:
        """What an index gives: of an array what it is written to hold."""
        if isinstance(meaning, Local):
            position, scope, written = meaning.position, meaning.scope, meaning.type
        elif isinstance(meaning, Defined) and not meaning.others:
            position = self._program.position_of(meaning.number)
            symbol = self._program.symbol(meaning.number)
            scope, written = symbol.parent, symbol.type
        else:
            return None
        if written.endswith("[]"):
            return self.of_type(position, scope, written[:-2])
        held = self.held(meaning)
        if isinstance(held, Instance) and "pointers" in self._program.pack(position).traits:
            return held if self.classes.member(held, "operator[]") is None else None
        is_indexed = (
            isinstance(held, Instance) and "indexers" in self._program.pack(position).traits
        )
        found = self.classes.member(held, "this") if held is not None and is_indexed else None
        return self.held(found) if found is not None else None

    def _receiver_of(self, position: int, owner: Meaning, name: str) -> Meaning | None:
        """`Outer.this` and `Interface.super`."""
        pack = self._program.pack(position)
        if isinstance(owner, Defined) and name in pack.self_names | pack.super_names:
            return Instance(owner.number, owner.how)
        return None

    def _traits_of(self, meaning: Defined) -> frozenset[str]:
        return self._program.pack(self._program.position_of(meaning.number)).traits

    def _is_opaque(self, position: int) -> bool:
        """Whether what is outside may give what is the repository's: `List<Foo>.get`."""
        return "opaque" in self._program.pack(position).traits

    def _member(self, position: int, owner: Meaning, name: str) -> Meaning | None:
        if isinstance(owner, Instance) and owner.pointed and name in _OF_POINTERS:
            return None
        if isinstance(owner, Outside) and self._has_sides(position):
            if not _is_constant(owner.name):
                return None  # what a method from outside gives is not known
            return Outside(f"{owner.name}{'::' if name[:1].isupper() else '.'}{name}")
        found = self.classes.member(owner, name)
        is_other = found is None or isinstance(found, Outside)
        if is_other and "extensions" in self._program.pack(position).traits:
            return self._extension(owner, name, found)
        return found

    def _has_sides(self, position: int) -> bool:
        return "singletons" in self._program.pack(position).traits

    def _extension(self, owner: Meaning, name: str, found: Meaning | None) -> Meaning | None:
        """A method from elsewhere that extends the type; unknown where that cannot be told."""
        candidates = self._program.extensions.get(name, ())
        if not candidates or not isinstance(owner, Instance | Outside):
            return found
        right: list[int] = []
        for number, written in candidates:
            position = self._program.position_of(number)
            extended = self.of_type(position, self._program.index_of(number), written)
            if isinstance(owner, Instance) and isinstance(extended, Instance):
                fits = extended.number in self.classes.ancestry(owner.number)
            elif isinstance(owner, Outside) and isinstance(extended, Outside):
                fits = last_name(owner.name) == last_name(extended.name)
            else:
                fits = False
            if fits:
                right.append(number)
        return Defined(right[0], "type", tuple(right[1:])) if right else None

    def _called(self, position: int, meaning: Meaning, *, is_made: bool) -> Meaning | None:
        if isinstance(meaning, Local):
            meaning = self.held(meaning) or meaning
        if isinstance(meaning, Outside) and self._is_opaque(position):
            return Outside(meaning.name, is_instance=True) if is_made else None
        if isinstance(meaning, Defined) and meaning.others:
            meaning = chosen(self._program, meaning, -1, called=True) or meaning
        match meaning:
            case Outside(name=name):
                passes_on = name in self._program.pack(position).passes_on
                return None if passes_on else Outside(f"{name}()")
            case Defined(number=number, how=how):
                if self._program.symbol(number).kind in TYPES:
                    is_alias = self._program.symbol(number).kind == "type"
                    aliased = self._aliased(meaning) if is_alias else None
                    return aliased or Instance(number, weaker(how, "type"))
                return self._returned(meaning)
            case _:
                return None

    def _returned(self, function: Defined) -> Meaning | None:
        symbol = self._program.symbol(function.number)
        position = self._program.position_of(function.number)
        if symbol.kind == "constructor":
            index = self._program.index_of(function.number)
            number = self.classes.around(position, index)
            return Instance(number, "type") if number is not None else None
        if not symbol.type or symbol.type.startswith("="):
            return None
        scope = self._scope_of(function.number)
        if symbol.type.strip("\"'?") in ("Self", "self", "static", "$this", "this"):
            number = self.classes.around(position, scope)
            return Instance(number, "type") if number is not None else None
        return self.of_type(position, scope, symbol.type)

    def _held_by(self, meaning: Defined) -> Meaning | None:
        symbol = self._program.symbol(meaning.number)
        if symbol.kind in ("method", "function") and not _PROPERTIES.isdisjoint(symbol.decorators):
            return self._returned(meaning)
        if symbol.kind in ("variable", "constant", "field", "property", "enum_member"):
            position = self._program.position_of(meaning.number)
            if symbol.kind == "enum_member" and not symbol.type and symbol.parent != NO_SCOPE:
                return Instance(
                    meaning.number - self._program.index_of(meaning.number) + symbol.parent,
                    meaning.how,
                )
            if not symbol.type and "includes" in self._program.pack(position).traits:
                is_unnamed = bool(self._program.members(meaning.number))
                return Instance(meaning.number, meaning.how) if is_unnamed else None
            held = self._typed(position, self._scope_of(meaning.number), symbol.type)
            is_untold = held is None and symbol.kind == "property" and symbol.type[:1] in ("", "=")
            is_untold = is_untold or (symbol.kind == "field" and self._has_sides(position))
            if is_untold:
                held = self._assigned(meaning.number)
            is_object = held is None and self.classes.is_object(meaning.number)
            return meaning if is_object else held
        if symbol.kind == "type" and "includes" in self._traits_of(meaning):
            aliased = self._aliased(meaning)
            return Defined(aliased.number, aliased.how) if isinstance(aliased, Instance) else None
        return meaning

    def _assigned(self, number: int) -> Meaning | None:
        """What the methods of its class give to a property that says no type, if that is one."""
        program, position = self._program, self._program.position_of(number)
        prefix = program.pack(position).extra.get("scopes", {}).get("assigned")
        name, parent = program.symbol(number).name, program.symbol(number).parent
        if prefix is None or parent == NO_SCOPE:
            return None
        prefix = "" if name.startswith(prefix) else prefix
        symbols = program.extraction(position).symbols
        found: dict[object, Meaning] = {}
        for scope, names in program.bindings(position).items():
            binding = names.get(prefix + name)
            if binding is None or scope == NO_SCOPE or symbols[scope].parent != parent:
                continue
            held = self._typed(position, scope, binding.type, binding.line)
            if held is not None:
                found[held.number if isinstance(held, Instance) else held] = held
        return next(iter(found.values())) if len(found) == 1 else None

    def _typed(self, position: int, scope: int, written: str, line: int = 0) -> Meaning | None:
        written = written.removeprefix("<")
        if written.startswith("="):
            return self.given(position, scope, written[1:], line=line)
        return self.of_type(position, scope, written) if written else None

    def _scope_of(self, number: int) -> int:
        """Where the type of a symbol is written: in what the symbol stands in.

        A field that a method assigns was given what the method sees.
        """
        symbol = self._program.symbol(number)
        if symbol.kind == "field" and symbol.type.startswith("="):
            return self._method_around(number) or symbol.parent
        return symbol.parent

    def _method_around(self, number: int) -> int:
        field = self._program.symbol(number)
        symbols = self._program.extraction(self._program.position_of(number)).symbols
        for index, symbol in enumerate(symbols):
            is_around = symbol.start < field.start and field.end <= symbol.end
            if is_around and symbol.kind in ("method", "constructor"):
                return index
        return 0

    def _aliased(self, meaning: Defined) -> Meaning | None:
        """What a type alias stands for."""
        symbol = self._program.symbol(meaning.number)
        written = symbol.type.removeprefix("=")
        if not written or meaning.number in self._aliasing:
            return None  # or it leads back to itself
        position = self._program.position_of(meaning.number)
        self._aliasing.add(meaning.number)
        try:
            return self.of_type(position, symbol.parent, written)
        finally:
            self._aliasing.discard(meaning.number)


def _is_constant(name: str) -> bool:
    return name.rpartition(":")[2].rpartition(".")[2][:1].isupper()


def _type_arguments(written: str) -> int:
    """How many a type is given: 2 of `Map<K, List<V>>`."""
    depth = count = 0
    for character in written:
        depth += (character == "<") - (character == ">")
        count += depth == 1 and character in "<,"
    return count


def _parts(name: str) -> list[str]:
    return name.replace("::", ".").replace("\\", ".").split(".")
