"""Expressions: what a receiver is, step by step, as far as types are written or evident."""

from maia.codemap.resolve.expressions import Expression, parse_expression
from maia.codemap.resolve.meaning import Defined, Instance, Local, Meaning, Outside, weaker
from maia.codemap.resolve.parts import FindsMembers, FindsNames
from maia.codemap.resolve.program import TYPES, Program
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
        self._known: dict[tuple[int, int, str], Meaning | None] = {}
        self._held: dict[int, Meaning | None] = {}
        self._depth = 0

    def referred(
        self, position: int, scope: int, receiver: str, name: str, *, line: int = 0
    ) -> Meaning | None:
        """What a name behind a receiver, or alone, refers to."""
        if not receiver:
            return self.names.find(position, scope, name, line=line)
        owner = self.given(position, scope, receiver)
        return self.classes.member(owner, name) if owner is not None else None

    def given(self, position: int, scope: int, text: str) -> Meaning | None:
        """What an expression gives: an instance, a class, a module. None: unknown."""
        key = (position, scope, text)
        if key in self._known:
            return self._known[key]
        if self._depth > _DEEPEST:
            return None
        self._known[key] = None  # until it is known: a circle ends here
        self._depth += 1
        try:
            expression = parse_expression(text)
            found = self._evaluated(position, scope, expression) if expression else None
        finally:
            self._depth -= 1
        self._known[key] = found
        return found

    def held(self, meaning: Meaning) -> Meaning | None:
        """The value that a variable, a field or a property holds; other things are themselves."""
        match meaning:
            case Local():
                return self._typed(meaning.position, meaning.scope, meaning.type)
            case Defined(number=number):
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
            found = self.referred(position, scope, owner, last)
            if isinstance(found, Defined) and self._program.symbol(found.number).kind == "type":
                found = self._aliased(found) or found
            if isinstance(found, Defined) and self._program.symbol(found.number).kind in TYPES:
                return Instance(found.number, weaker(found.how, "type"))
            if isinstance(found, Instance | Outside):
                return found
        return None

    def _evaluated(self, position: int, scope: int, expression: Expression) -> Meaning | None:
        steps = expression.steps
        meaning = self._receiver_itself(position, scope, expression.root)
        if isinstance(meaning, Instance) and meaning.above and steps and steps[0].kind == "call":
            steps = steps[1:]
        if meaning is None:
            meaning = self.names.find(position, scope, expression.root)
        for step in steps:
            if meaning is None:
                return None
            if step.kind == "call":
                meaning = self._called(meaning)
                continue
            owner = self.held(meaning)
            if step.kind == "index" or owner is None:
                return None
            meaning = self.classes.member(owner, step.name)
        return self.held(meaning) if meaning is not None else None

    def _receiver_itself(self, position: int, scope: int, root: str) -> Meaning | None:
        """`self` and `super`, as the language calls them."""
        pack = self._program.pack(position)
        is_super = root in pack.super_names
        if not is_super and root not in pack.self_names:
            return None
        number = self.classes.around(position, scope)
        return Instance(number, "local", above=is_super) if number is not None else None

    def _called(self, meaning: Meaning) -> Meaning | None:
        if isinstance(meaning, Local):
            meaning = self.held(meaning) or meaning
        match meaning:
            case Outside():
                return Outside(f"{meaning.name}()")
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
            return self._typed(position, self._scope_of(meaning.number), symbol.type)
        return meaning

    def _typed(self, position: int, scope: int, written: str) -> Meaning | None:
        if written.startswith("="):
            return self.given(position, scope, written[1:])
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
