"""Expressions: what a receiver is, step by step, as far as types are written or evident."""

from maia.codemap.model import NO_SCOPE
from maia.codemap.resolve.expressions import Expression, parse_expression, root_of
from maia.codemap.resolve.meaning import Defined, Instance, Local, Meaning, Outside, weaker
from maia.codemap.resolve.overloads import Wanted, chosen, types_of
from maia.codemap.resolve.parts import FindsMembers, FindsNames
from maia.codemap.resolve.program import TYPES, Program, last_name
from maia.codemap.resolve.types import type_names

_DEEPEST = 24
"""Steps from one name to the next before a chain is given up: types may go round in circles."""

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
        if not receiver:
            return self.names.find(position, scope, name, line=line, wanted=wanted)
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
        for name in type_names(written):
            *before, last = _parts(name)
            owner = ".".join(before)
            found = self.referred(position, scope, owner, last, wanted="type")
            if isinstance(found, Defined) and found.others:
                found = types_of(self._program, found)
            if isinstance(found, Local) and found.type.startswith("<"):
                return self.held(found)
            if isinstance(found, Defined) and self._program.pack(position).has_objects:
                found = Defined(self._program.as_type(found.number), found.how)
            if isinstance(found, Defined) and self._program.symbol(found.number).kind == "type":
                found = self._aliased(found) or found
            if isinstance(found, Defined) and self._program.symbol(found.number).kind in TYPES:
                return Instance(found.number, weaker(found.how, "type"))
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
        if isinstance(meaning, Instance) and meaning.above and steps and steps[0].kind == "call":
            steps = steps[1:]
        if meaning is None:
            meaning = self._root(position, scope, expression, line)
        is_made = expression.is_type
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

    def _receiver_itself(self, position: int, scope: int, root: str) -> Meaning | None:
        """`self` and `super`, as the language calls them."""
        pack = self._program.pack(position)
        is_super = root in pack.super_names
        if not is_super and root not in pack.self_names:
            return None
        number = self.classes.around(position, scope)
        return Instance(number, "local", above=is_super) if number is not None else None

    def _root(self, position: int, scope: int, expression: Expression, line: int) -> Meaning | None:
        root, steps = expression.root, expression.steps
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

    def _is_opaque(self, position: int) -> bool:
        """Whether what is outside may give what is the repository's: `List<Foo>.get`."""
        return "opaque" in self._program.pack(position).traits

    def _member(self, position: int, owner: Meaning, name: str) -> Meaning | None:
        found = self.classes.member(owner, name)
        is_other = found is None or isinstance(found, Outside)
        if is_other and "extensions" in self._program.pack(position).traits:
            return self._extension(owner, name, found)
        return found

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
                    return Instance(number, weaker(how, "type"))
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
        if symbol.type.strip("\"'") in ("Self", "self", "static", "$this", "this"):
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
            held = self._typed(position, self._scope_of(meaning.number), symbol.type)
            is_object = held is None and self.classes.is_object(meaning.number)
            return meaning if is_object else held
        return meaning

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
        if not written:
            return None
        position = self._program.position_of(meaning.number)
        return self.of_type(position, symbol.parent, written)


def _parts(name: str) -> list[str]:
    return name.replace("::", ".").replace("\\", ".").split(".")
