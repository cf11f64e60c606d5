"""Classes: what they inherit, in which order, and where a member of theirs is defined."""

from collections.abc import Iterator

from maia.codemap.model import CONTAINERS, NO_SCOPE, How, Reference, Symbol
from maia.codemap.resolve.blocks import has_own_this, object_around
from maia.codemap.resolve.meaning import Defined, InModule, Instance, Meaning, Outside, weaker
from maia.codemap.resolve.overloads import CALLABLE, NAMED, chosen, of_arity
from maia.codemap.resolve.parts import Evaluates, FindsNames
from maia.codemap.resolve.program import OBJECT_MEMBERS, TYPES, Names, Program
from maia.codemap.resolve.sides import Sides


class Classes:
    """Answers for one program; the bases of a class are found once."""

    names: FindsNames
    values: Evaluates

    def __init__(self, program: Program) -> None:
        self._program = program
        self._bases: dict[int, list[Meaning]] = {}
        self._heritage: dict[int, dict[int, list[Reference]]] = {}
        self._members: dict[int, Names] = {}
        self._around: dict[tuple[int, int], int | None] = {}
        self._ancestors: dict[int, tuple[int | Outside, ...]] = {}
        self._found: dict[tuple[int, str, bool], tuple[int, int | Outside] | None] = {}
        self._finding_bases = 0
        self.sides = Sides(program, self)

    def around(self, position: int, scope: int) -> int | None:
        """The class that a scope is in, by its number; for what stands outside, its owner."""
        key = (position, scope)
        if key not in self._around:
            self._around[key] = None
            self._around[key] = self._found_around(position, scope)
        return self._around[key]

    def bases(self, number: int) -> list[Meaning]:
        """What a class inherits, in the order in which it is written."""
        known = self._bases.get(number)
        if known is None:
            known = self._bases[number] = []
            self._finding_bases += 1
            for part in self._parts(number):
                position = self._program.position_of(part)
                index = self._program.index_of(part)
                for reference in self._inherited(position).get(index, ()):
                    if reference.arguments == NAMED:
                        continue  # it extends the class itself
                    around = self.scope_of_base(position, reference)
                    found = self.values.referred(
                        position, around, reference.receiver, reference.name, wanted="type"
                    )
                    if isinstance(found, Defined) and found.others:
                        found = of_arity(self._program, found, max(0, reference.arguments))
                    if isinstance(found, Defined | Outside):
                        known.append(found)
            self._finding_bases -= 1
            if "mixins" in self._program.pack(self._program.position_of(number)).traits:
                if "reopened" in self._program.pack(self._program.position_of(number)).traits:
                    known.reverse()  # what is mixed in last comes first
                known.sort(key=self._is_no_mixin)
        return known

    def scope_of_base(self, position: int, reference: Reference) -> int:
        """Where a base is named: before the class, or in its body (`include`)."""
        symbol = self._program.extraction(position).symbols[reference.scope]
        is_nested = "reopened" in self._program.pack(position).traits
        is_inside = is_nested and reference.line != symbol.line
        return reference.scope if is_inside else symbol.parent

    def extended(self, number: int) -> list[Meaning]:
        """The modules whose methods the class itself has."""
        found: list[Meaning] = []
        for part in self._parts(number):
            position, index = self._program.position_of(part), self._program.index_of(part)
            for reference in self._inherited(position).get(index, ()):
                if reference.arguments == NAMED:
                    module = self.values.referred(
                        position, index, reference.receiver, reference.name, wanted="type"
                    )
                    if isinstance(module, Defined):
                        found.append(module)
        return found

    def _is_no_mixin(self, base: Meaning) -> bool:
        """What is mixed in comes before the class that is inherited."""
        kinds = ("trait", "module")
        return not (isinstance(base, Defined) and self._program.symbol(base.number).kind in kinds)

    def made(self, number: int, arguments: int) -> Defined:
        """What runs when one is made with so many arguments: a constructor, or the class itself."""
        program = self._program
        found = [each for part in self._parts(number) for each in program.constructors(part)]
        if found:
            maker = Defined(found[0], "member", tuple(found[1:]))
            right = chosen(program, maker, arguments, called=True)
            if right is not None:
                return right
        return Defined(number, "member")

    def _parts(self, number: int) -> list[int]:
        """All places where a class is written."""
        program = self._program
        traits = program.pack(program.position_of(number)).traits
        is_partial = "partial" in traits and "partial " in program.symbol(number).signature
        if "reopened" not in traits and not is_partial:
            return [number]
        parts = program.parts.get(program.full_name(number), [number])
        return [number, *(each for each in parts if each != number)]

    def member(self, owner: Meaning, name: str, *, defined_only: bool = False) -> Meaning | None:
        """What a member of `owner` is; with `defined_only` nothing that is only outside."""
        match owner:
            case Outside():
                return None if defined_only else Outside(f"{owner.name}.{name}")
            case InModule():
                return self.names.exported(owner.files, name)
            case Defined() if self._program.symbol(owner.number).kind not in TYPES:
                held = self.values.held(owner) or owner
                return self._of_object(owner, name) if held == owner else self.member(held, name)
            case Defined():
                found = self._of_class(owner, name, defined_only=defined_only)
                return found if found is not None else self._of_object(owner, name)
            case Instance():
                return self._of_class(owner, name, defined_only=defined_only)
            case _:
                return None

    def ancestry(self, number: int) -> tuple[int | Outside, ...]:
        """A class, then its bases, breadth first; what is outside comes last."""
        known = self._ancestors.get(number)
        if known is None:
            known = tuple(self._ancestry(number))
            if not self._finding_bases:  # else some bases may not be known yet
                self._ancestors[number] = known
        return known

    def _ancestry(self, number: int) -> Iterator[int | Outside]:
        seen = {number}
        row = [number]
        outside: list[Outside] = []
        while row:
            yield from row
            following: list[int] = []
            for each in row:
                for base in self.bases(each):
                    if isinstance(base, Outside):
                        outside.append(base)
                    elif isinstance(base, Defined) and base.number not in seen:
                        seen.add(base.number)
                        following.append(base.number)
            row = following
        yield from outside

    def members(self, number: int) -> Names:
        """The own members of a class, wherever they stand."""
        known = self._members.get(number)
        if known is not None:
            return known
        program = self._program
        inside = program.members(number)
        if len(parts := self._parts(number)) > 1:
            return self._merged(number, parts)
        if program.pack(program.position_of(number)).has_objects:
            return self._with_owned(number, inside)
        if not program.pack(program.position_of(number)).has_owners:
            self._members[number] = inside
            return inside
        known = self._members.get(number)
        if known is None:
            known = self._members[number] = {name: [*found] for name, found in inside.items()}
            for each in program.owned.get(program.symbol(number).name, ()):
                if program.symbol(each).kind == "constructor":
                    continue  # nobody calls it by that name
                position, index = program.position_of(each), program.index_of(each)
                is_class = program.symbol(each).kind in CONTAINERS
                owner = (
                    self._owner(position, program.symbol(each))
                    if is_class
                    else self.around(position, index)
                )
                if owner == number:
                    known.setdefault(program.symbol(each).name, []).append(each)
        return known

    def _with_owned(self, number: int, inside: Names) -> Names:
        """Also what its own file gives it elsewhere: `Foo.prototype.bar = function () {}`."""
        program = self._program
        position = program.position_of(number)
        others = program.owned_here(position).get(program.symbol(number).name)
        if not others:
            return inside
        known = self._members.get(number)
        if known is None:
            known = self._members[number] = {name: [*found] for name, found in inside.items()}
            for each in others:
                if self.around(position, program.index_of(each)) == number:
                    known.setdefault(program.symbol(each).name, []).append(each)
        return known

    def constructed_above(self, position: int, scope: int) -> Meaning | None:
        """What `super(...)` calls: the constructor of the first base, else that class."""
        number = self.around(position, scope)
        base = next(iter(self.bases(number)), None) if number is not None else None
        if not isinstance(base, Defined):
            return base
        for name in self._program.pack(position).constructors:
            found = self.member(base, name, defined_only=True)
            if isinstance(found, Defined):
                return found
        return base

    def is_object(self, number: int) -> bool:
        """Whether a variable holds an object whose members are written in its file."""
        program = self._program
        pack = program.pack(program.position_of(number))
        if not pack.has_objects or program.symbol(number).type:
            return False
        found = (each for numbers in self.members(number).values() for each in numbers)
        return any(program.symbol(each).kind in OBJECT_MEMBERS for each in found)

    def assigned(self, owner: Defined, name: str) -> Defined | None:
        """A member that is given to a variable after it was made (`app.get = function () {}`)."""
        for number in self.members(owner.number).get(name, ()):
            if self._program.symbol(number).owner:
                return Defined(number, weaker(owner.how, "member"))
        return None

    def _of_object(self, owner: Defined, name: str) -> Meaning | None:
        """A member of an object that is no instance of a class, but what a variable holds."""
        if not self._program.pack(self._program.position_of(owner.number)).has_objects:
            return None
        for each in self._program.siblings(owner.number):
            for number in self.members(each).get(name, ()):
                found, holder = self._program.symbol(number), self._program.symbol(each)
                is_given = found.owner or holder.kind not in CALLABLE
                if holder.kind in TYPES or (is_given and found.kind in OBJECT_MEMBERS):
                    return Defined(number, weaker(owner.how, "member"))
        return None

    def _merged(self, number: int, parts: list[int]) -> Names:
        known = self._members.get(number)
        if known is None:
            known = self._members[number] = {}
            for part in parts:
                for name, found in self._program.members(part).items():
                    known.setdefault(name, []).extend(found)
        return known

    def _of_class(
        self, owner: Instance | Defined, name: str, *, defined_only: bool
    ) -> Meaning | None:
        skipped = isinstance(owner, Instance) and owner.above
        if self.sides.has(owner.number):
            return self.sides.member(owner, name, defined_only=defined_only)
        position = self._program.position_of(owner.number)
        if "overloads" in self._program.pack(position).traits:
            return self._overloaded(owner, name, above=skipped, defined_only=defined_only)
        key = (owner.number, name, skipped)
        if key in self._found:
            found = self._found[key]
        else:
            found = self._nearest(*key)
            if not self._finding_bases:
                self._found[key] = found
        if found is None:
            return None
        depth, each = found
        if isinstance(each, Outside):
            return None if defined_only else Outside(f"{each.name}.{name}")
        return Defined(each, weaker(owner.how, "inherited" if depth else "member"))

    def _nearest(self, number: int, name: str, above: bool) -> tuple[int, int | Outside] | None:  # noqa: FBT001  # a key
        """The member of that name and how far up it is; what is outside, if it may have it."""
        for depth, each in enumerate(self.ancestry(number)):
            if isinstance(each, Outside):
                return depth, each
            numbers = self.members(each).get(name)
            if numbers and not (above and depth == 0):
                return depth, numbers[-1]
        return None

    def _overloaded(
        self, owner: Instance | Defined, name: str, *, above: bool, defined_only: bool
    ) -> Meaning | None:
        """All of that name: a class has its own beside those of its bases."""
        found: list[int] = []
        step: How = "member"
        for depth, each in enumerate(self.ancestry(owner.number)):
            if isinstance(each, Outside):
                if not found and not defined_only:
                    return Outside(f"{each.name}.{name}")
                break
            if above and depth == 0:
                continue
            numbers = self.members(each).get(name, ())
            if numbers and not found and depth:
                step = "inherited"
            found.extend(numbers)
        if not found:
            return None
        return Defined(found[0], weaker(owner.how, step), tuple(found[1:]))

    def _found_around(self, position: int, scope: int) -> int | None:
        first = self._program.files[position].first
        symbols = self._program.extraction(position).symbols
        has_objects = self._program.pack(position).has_objects
        has_mixins = "reopened" in self._program.pack(position).traits
        inner = NO_SCOPE
        while scope != NO_SCOPE:
            symbol = symbols[scope]
            if has_mixins and symbol.kind in CONTAINERS:
                return first + scope
            if symbol.owner and has_objects:
                found = self.names.find(position, symbol.parent, symbol.owner)
                return found.number if isinstance(found, Defined) else None
            if symbol.owner and symbol.kind not in CONTAINERS:
                return self._owner(position, symbol)
            has_own = has_objects and inner != NO_SCOPE and has_own_this(symbols[inner])
            is_class = symbol.kind in CONTAINERS and symbol.kind not in ("module", "namespace")
            if has_own and (not is_class or symbols[inner].kind == "function"):
                return object_around(self._program, position, scope, inner)
            if is_class:
                return first + scope
            inner, scope = scope, symbol.parent
        return None

    def _owner(self, position: int, symbol: Symbol) -> int | None:
        """The class that a symbol says it belongs to, where it stands outside of it."""
        found = self.values.of_type(position, symbol.parent, symbol.owner)
        return found.number if isinstance(found, Instance) else None

    def _inherited(self, position: int) -> dict[int, list[Reference]]:
        known = self._heritage.get(position)
        if known is None:
            known = self._heritage[position] = {}
            for reference in self._program.extraction(position).references:
                if reference.kind in ("inherit", "implement"):
                    known.setdefault(reference.scope, []).append(reference)
        return known
