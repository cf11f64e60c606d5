"""Classes: what they inherit, in which order, and where a member of theirs is defined."""

from collections.abc import Iterator

from maia.codemap.model import CONTAINERS, NO_SCOPE, How, Reference
from maia.codemap.resolve.meaning import Defined, InModule, Instance, Meaning, Outside, weaker
from maia.codemap.resolve.parts import Evaluates, FindsNames
from maia.codemap.resolve.program import TYPES, Names, Program


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
            position = self._program.position_of(number)
            index = self._program.index_of(number)
            around = self._program.symbol(number).parent
            for reference in self._inherited(position).get(index, ()):
                found = self.values.referred(position, around, reference.receiver, reference.name)
                if isinstance(found, Defined | Outside):
                    known.append(found)
        return known

    def member(self, owner: Meaning, name: str, *, defined_only: bool = False) -> Meaning | None:
        """What a member of `owner` is; with `defined_only` nothing that is only outside."""
        match owner:
            case Outside():
                return None if defined_only else Outside(f"{owner.name}.{name}")
            case InModule():
                return self.names.exported(owner.files, name)
            case Defined() if self._program.symbol(owner.number).kind not in TYPES:
                held = self.values.held(owner)
                return self.member(held, name) if held is not None and held != owner else None
            case Defined() | Instance():
                return self._of_class(owner, name, defined_only=defined_only)
            case _:
                return None

    def ancestry(self, number: int) -> Iterator[int | Outside]:
        """A class, then its bases, breadth first; what is outside comes last."""
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
        program = self._program
        inside = program.members(number)
        if not program.pack(program.position_of(number)).has_owners:
            return inside
        known = self._members.get(number)
        if known is None:
            known = self._members[number] = {name: [*found] for name, found in inside.items()}
            for each in program.owned.get(program.symbol(number).name, ()):
                position, index = program.position_of(each), program.index_of(each)
                if self.around(position, index) == number:
                    known.setdefault(program.symbol(each).name, []).append(each)
        return known

    def _of_class(
        self, owner: Instance | Defined, name: str, *, defined_only: bool
    ) -> Meaning | None:
        skipped = isinstance(owner, Instance) and owner.above
        for depth, each in enumerate(self.ancestry(owner.number)):
            if isinstance(each, Outside):
                return None if defined_only else Outside(f"{each.name}.{name}")
            numbers = self.members(each).get(name)
            if numbers and not (skipped and depth == 0):
                step: How = "member" if depth == 0 else "inherited"
                return Defined(numbers[-1], weaker(owner.how, step))
        return None

    def _found_around(self, position: int, scope: int) -> int | None:
        first = self._program.files[position].first
        symbols = self._program.extraction(position).symbols
        while scope != NO_SCOPE:
            symbol = symbols[scope]
            if symbol.owner:
                found = self.values.of_type(position, symbol.parent, symbol.owner)
                return found.number if isinstance(found, Instance) else None
            if symbol.kind in CONTAINERS and symbol.kind not in ("module", "namespace"):
                return first + scope
            scope = symbol.parent
        return None

    def _inherited(self, position: int) -> dict[int, list[Reference]]:
        known = self._heritage.get(position)
        if known is None:
            known = self._heritage[position] = {}
            for reference in self._program.extraction(position).references:
                if reference.kind in ("inherit", "implement"):
                    known.setdefault(reference.scope, []).append(reference)
        return known
