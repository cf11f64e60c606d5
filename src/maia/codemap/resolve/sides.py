"""Classes whose methods are of two sides: those of the class itself, and those of its instances."""

from collections.abc import Iterator
from typing import Protocol

from msgspec.structs import replace

from maia.codemap.model import CONTAINERS, NO_SCOPE, Reference, Symbol
from maia.codemap.resolve.meaning import Defined, Instance, Meaning, Outside, weaker
from maia.codemap.resolve.overloads import CALLABLE, NAMED
from maia.codemap.resolve.parts import Evaluates, FindsNames
from maia.codemap.resolve.program import Names, Program

_OF_CLASS = "ClassMethods"
"""A module in a module: what includes the outer one is extended with it."""

_SUPER = "super"


_STATIC = ("def self.", "class << self;")


def is_of_class(symbol: Symbol) -> bool:
    """Whether a method is one of the class itself."""
    return symbol.signature.startswith(_STATIC)


class KnowsClasses(Protocol):
    """What is asked of classes."""

    names: FindsNames
    values: Evaluates

    def around(self, position: int, scope: int) -> int | None:
        """The class that a scope is in."""
        ...

    def ancestry(self, number: int) -> tuple[int | Outside, ...]:
        """A class, then its bases."""
        ...

    def members(self, number: int) -> Names:
        """The own members of a class."""
        ...

    def extended(self, number: int) -> list[Meaning]:
        """The modules whose methods the class itself has."""
        ...


class Sides:
    """Members by their side, for one program."""

    def __init__(self, program: Program, classes: KnowsClasses) -> None:
        self._program = program
        self._classes = classes
        self._found: dict[tuple[int, str, bool, bool], Meaning | None] = {}

    def has(self, number: int) -> bool:
        """Whether the language of a class tells its sides apart."""
        return "singletons" in self._program.pack(self._program.position_of(number)).traits

    def own(self, position: int, scope: int) -> Defined | Instance | None:
        """What `self` is: an instance in its methods, the class in its own and in its body."""
        number = self._classes.around(position, scope)
        if number is None:
            return None
        method = self._method(position, scope)
        is_class = method is None or is_of_class(self._program.symbol(method))
        return Defined(number, "local") if is_class else Instance(number, "local")

    def made(self, owner: Meaning, name: str) -> Meaning | None:
        """What `Foo.new` and `foo.class` give."""
        if isinstance(owner, Defined) and name == "new":
            is_type = self._program.symbol(owner.number).kind in CONTAINERS
            return Instance(owner.number, weaker(owner.how, "type")) if is_type else None
        if isinstance(owner, Instance) and name == "class":
            is_mixin = self._program.symbol(owner.number).kind == "module"
            return None if is_mixin else Defined(owner.number, owner.how)
        return None

    def referred(self, position: int, scope: int, reference: Reference) -> Meaning | None:
        """What a reference means; `super` is the method above that bears the name of this one."""
        name, receiver, values = reference.name, reference.receiver, self._classes.values
        if name == _SUPER and not receiver:
            return self._above(position, reference.scope)
        if name == "new" and not receiver:
            return self.own(position, scope)
        is_handed_on = reference.kind == "read" and reference.arguments == NAMED
        if is_handed_on and self._method(position, scope) is None:
            number = self._classes.around(position, scope)  # a method that is named in the class
            return self.member(Instance(number, "local"), name) if number is not None else None
        if reference.kind == "write" and receiver:
            setter = values.referred(position, scope, receiver, name + "=", line=reference.line)
            if isinstance(setter, Defined):
                return setter
        found = values.referred(position, scope, receiver, name, line=reference.line)
        if isinstance(found, Defined) and not receiver and name[:1].isupper():
            foreign = self._classes.names.foreign(found.number)
            return Outside(foreign) if foreign else found
        return found

    def as_meant(self, reference: Reference, meaning: Meaning | None) -> Reference:
        """A name alone may be a call, a call may read what an instance has."""
        if not isinstance(meaning, Defined):
            return reference
        kind = self._program.symbol(meaning.number).kind
        if reference.kind == "read" and kind in CALLABLE and reference.name[:1] != ":":
            return replace(reference, kind="call")
        if reference.kind == "call" and kind in ("property", "field", "constant"):
            return replace(reference, kind="read")
        return reference

    def member(
        self, owner: Defined | Instance, name: str, *, defined_only: bool = False
    ) -> Meaning | None:
        """A constant in the class, or a method of the side that is meant."""
        if name[:1].isupper():
            constant = self._classes.names.inside(owner.number, name)
            if isinstance(constant, Defined):
                return Defined(constant.number, weaker(owner.how, constant.how))
        is_class = isinstance(owner, Defined) or owner.of_class
        above = isinstance(owner, Instance) and owner.above
        key = (owner.number, name, is_class, above)
        if key not in self._found:
            self._found[key] = None
            self._found[key] = self._member(owner.number, name, is_class=is_class, above=above)
        found = self._found[key]
        if isinstance(found, Defined):
            return Defined(found.number, weaker(owner.how, found.how))
        return None if defined_only else found

    def _member(self, number: int, name: str, *, is_class: bool, above: bool) -> Meaning | None:
        for depth, each in enumerate(self._classes.ancestry(number)):
            if isinstance(each, Outside):
                builtins = self._program.pack(self._program.position_of(number)).builtins
                return Outside(name if name in builtins else f"{each.name}.{name}")
            if above and depth == 0:
                continue
            for numbers in self._candidates(each, name, is_class=is_class, is_own=depth == 0):
                if numbers:
                    return Defined(numbers[-1], "inherited" if depth else "member")
        foreign = self._classes.names.foreign(number)
        return Outside(f"{foreign}.{name}") if foreign and is_class else None

    def _candidates(
        self, number: int, name: str, *, is_class: bool, is_own: bool
    ) -> Iterator[list[int]]:
        found = self._classes.members(number).get(name, [])
        found = [each for each in found if self._program.symbol(each).kind not in CONTAINERS]
        right = [each for each in found if self._is_on(each, is_class=is_class)]
        is_module = self._program.symbol(number).kind == "module"
        if not is_class:
            yield right
            return
        if is_own or not is_module:
            yield right
        if is_own and is_module:
            yield found  # it extends itself, or its methods are functions of the module
        for module in self._classes.extended(number):
            if isinstance(module, Defined):
                mixed = self.member(Instance(module.number, "member"), name, defined_only=True)
                yield [mixed.number] if isinstance(mixed, Defined) else []
        inner = self._classes.names.inside(number, _OF_CLASS) if is_module else None
        if isinstance(inner, Defined):
            yield self._classes.members(inner.number).get(name, [])

    def _is_on(self, number: int, *, is_class: bool) -> bool:
        symbol = self._program.symbol(number)
        return symbol.kind == "field" or is_of_class(symbol) == is_class

    def _above(self, position: int, scope: int) -> Meaning | None:
        method, own = self._method(position, scope), self.own(position, scope)
        if method is None or own is None:
            return None
        owner = Instance(own.number, "local", above=True, of_class=isinstance(own, Defined))
        return self.member(owner, self._program.symbol(method).name)

    def _method(self, position: int, scope: int) -> int | None:
        """The method that a scope is in or is."""
        symbols = self._program.extraction(position).symbols
        while scope != NO_SCOPE and symbols[scope].kind not in CONTAINERS:
            if symbols[scope].kind in CALLABLE:
                return self._program.files[position].first + scope
            scope = symbols[scope].parent
        return None
