"""Names where blocks are scopes and an object keeps its members to itself."""

from maia.codemap.model import NO_SCOPE, Binding, Symbol
from maia.codemap.resolve.meaning import Defined, Local, Meaning
from maia.codemap.resolve.program import OBJECT_MEMBERS, Program

_OPEN = frozenset({"namespace", "module", "enum"})
"""What stands in these is seen in them without a receiver."""

_OBJECTS = frozenset({"variable", "constant", "property", "field"})


def find_in_blocks(
    program: Program, position: int, scope: int, name: str, line: int
) -> Meaning | None:
    """What `name` means on a line of a scope, as far as the scopes around it say."""
    first = program.files[position].first
    symbols = program.extraction(position).symbols
    bindings, blocks = program.bindings(position), program.in_blocks(position)
    while True:
        inner = blocks.get((scope, name))
        if inner and line and (found := innermost_of(inner, position, scope, line)) is not None:
            return found
        if scope == NO_SCOPE:
            return None
        numbers = program.members(first + scope).get(name)
        if numbers:
            is_open = symbols[scope].kind in _OPEN
            hidden = program.hidden(position)
            seen = [
                number
                for number in numbers
                if is_open
                or (number not in hidden and program.symbol(number).kind not in OBJECT_MEMBERS)
            ]
            if seen:
                return Defined(program.meant(seen), "local")
        binding = bindings.get(scope, {}).get(name)
        if binding is not None:
            return Local(name, binding.type, position, scope, binding.line)
        scope = symbols[scope].parent


def has_own_this(symbol: Symbol) -> bool:
    """Whether `this` is not what it is around a function, as it is in an arrow function."""
    is_function = symbol.kind in ("function", "method", "property")
    return is_function and not symbol.signature.endswith("=>")


def object_around(program: Program, position: int, scope: int, inner: int) -> int | None:
    """The object that a method stands in, where `scope` is a variable that holds it."""
    symbols = program.extraction(position).symbols
    if symbols[inner].kind == "function":
        return None
    is_object = symbols[scope].kind in _OBJECTS and not symbols[scope].type
    return program.files[position].first + scope if is_object else None


def innermost_of(
    found: list[tuple[Binding, int | None]], position: int, scope: int, line: int
) -> Meaning | None:
    """What blocks bind that hold a line, the nearest of them."""
    around = [each for each in found if each[0].first <= line <= each[0].last]
    if not around:
        return None
    least = min(each.last - each.first for each, _ in around)
    nearest = [each for each in around if each[0].last - each[0].first == least]
    numbers = [number for _, number in nearest if number is not None]
    if numbers:
        return Defined(numbers[-1], "local")
    types = {each.type: each for each, _ in nearest if each.type}
    if len(types) == 1:
        ((written, binding),) = types.items()
        return Local(binding.name, written, position, scope, binding.line)
    return Local(nearest[0][0].name, "", position, scope)
