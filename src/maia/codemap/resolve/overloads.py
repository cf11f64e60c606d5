"""Members of one name: which of them a call with so many arguments means."""

import functools
import re
from typing import Literal

from maia.codemap.model import How, Symbol
from maia.codemap.resolve.meaning import Defined, weaker
from maia.codemap.resolve.program import TYPES, Program

Wanted = Literal["", "type", "call"]
"""What a name stands for where it is said, in languages that keep such names apart."""

CALLABLE = frozenset({"method", "function", "constructor", "macro"})
NAMED = -2
"""Instead of a count of arguments: a callable is meant, and is not called here (`Foo::bar`)."""

_OPENING, _CLOSING = "([{<", ")]}>"
_OPTIONAL = re.compile(r"[^=!<>]=[^=>]")


def chosen(program: Program, found: Defined, arguments: int, *, called: bool) -> Defined | None:
    """The one that is meant; None where none takes that many arguments.

    Where several of one class do, it is the first of them, and less sure.
    """
    if not found.others:
        return found
    return first_of(program, found, takers(program, found, arguments, called=called), called=called)


def takers(program: Program, found: Defined, arguments: int, *, called: bool) -> list[int]:
    """Those that are meant as far as their number of parameters says."""
    numbers = [found.number, *found.others]
    is_callable = {each: program.symbol(each).kind in CALLABLE for each in numbers}
    right = [each for each in numbers if is_callable[each] == called] or numbers
    if called and arguments >= 0 and len(right) > 1:
        right = [each for each in right if _takes(program, each, arguments)]
    if len(numbers) > 1 and any(is_declaration(program.symbol(each)) for each in right):
        right = list(dict.fromkeys(_behind(program, each, numbers) for each in right))
    return without_declarations(program, right)


def _behind(program: Program, number: int, numbers: list[int]) -> int:
    """The definition among them of what is declared: it need not repeat what may be left out."""
    if not is_declaration(program.symbol(number)):
        return number
    others = [each for each in numbers if not is_declaration(program.symbol(each))]
    found = same_parameters(program, number, others)
    return found[0] if len(found) == 1 else number


def first_of(program: Program, found: Defined, right: list[int], *, called: bool) -> Defined | None:
    """The first of them, less sure where its class has more."""
    if not right:
        return None
    how = found.how
    if called and len(right) > 1 and _beside(program, right[0], right[1]):
        how = weaker(how, "unique")
    return Defined(right[0], how)


def defined(program: Program, numbers: list[int], how: How) -> Defined:
    """The last of a name, or the first and the others where a language tells them apart."""
    if len(numbers) == 1 or "overloads" not in program.pack(program.position_of(numbers[0])).traits:
        return Defined(program.meant(numbers), how)
    return Defined(numbers[0], how, tuple(numbers[1:]))


def is_declaration(symbol: Symbol) -> bool:
    """Whether it only says that there is one: its definition stands elsewhere."""
    return symbol.signature.endswith(";")


def without_declarations(program: Program, numbers: list[int]) -> list[int]:
    """Only what defines, where anything does."""
    if len(numbers) == 1:
        return numbers
    return [each for each in numbers if not is_declaration(program.symbol(each))] or numbers


def same_parameters(program: Program, number: int, others: list[int]) -> list[int]:
    """Those whose parameters are those of `number`; else those that have as many."""
    mine, symbol = parameter_types(program, number), program.symbol(number)
    found = [each for each in others if parameter_types(program, each) == mine]
    if found or mine is None:
        return found
    most = parameters(symbol.signature, symbol.name)[1]
    counts = {each: parameters(program.symbol(each).signature, symbol.name)[1] for each in others}
    return [each for each in others if counts[each] == most]


def types_of(program: Program, found: Defined) -> Defined | None:
    """Only those that are types."""
    return fitting(program, found, "type")


def of_arity(program: Program, found: Defined, parameters: int) -> Defined | None:
    """The type that has so many type parameters, where there are more of that name."""
    types = fitting(program, found, "type")
    if types is None or not types.others:
        return types
    for number in (types.number, *types.others):
        symbol = program.symbol(number)
        listed = re.search(rf"\b{re.escape(symbol.name)}\s*<([^(){{]*?)>", symbol.signature)
        if parameters == (listed[1].count(",") + 1 if listed else 0):
            return Defined(number, types.how)
    return Defined(types.number, types.how)


def fitting(program: Program, found: Defined, wanted: Wanted) -> Defined | None:
    """Only those that are types, or can be called."""
    if not wanted:
        return found
    kinds = TYPES if wanted == "type" else CALLABLE
    right = [each for each in (found.number, *found.others) if program.symbol(each).kind in kinds]
    right = without_declarations(program, right)
    return Defined(right[0], found.how, tuple(right[1:])) if right else None


def _beside(program: Program, one: int, other: int) -> bool:
    is_file = program.position_of(one) == program.position_of(other)
    return is_file and program.symbol(one).parent == program.symbol(other).parent


def _takes(program: Program, number: int, arguments: int) -> bool:
    symbol = program.symbol(number)
    least, most = parameters(symbol.signature, symbol.name)
    return least <= arguments <= most


@functools.lru_cache(maxsize=16_384)
def parameters(signature: str, name: str) -> tuple[int, int]:
    """How few and how many arguments a signature takes.

    >>> parameters("int f(int a, Map<K, V> b = null)", "f"), parameters("f(String... all)", "f")
    ((1, 2), (0, 999))
    """
    written = _written(signature, name)
    if written is None:
        return 0, _MANY  # none, or cut short
    counts = [_of_parameter(each) for each in written]
    return sum(few for few, _ in counts), min(sum(many for _, many in counts), _MANY)


_MANY = 999


def replaced(program: Program, number: int, found: Defined) -> Defined | None:
    """The one whose parameters are those of the method `number`, which takes its place."""
    mine = parameter_types(program, number)
    methods = fitting(program, found, "call")
    if methods is None:
        return None
    found = methods
    for each in (found.number, *found.others):
        theirs = parameter_types(program, each)
        if mine is None or theirs is None:
            return found if not found.others else None
        if len(mine) == len(theirs) and all(map(_same, mine, theirs)):
            return Defined(each, found.how)
    return None


def _same(mine: str, theirs: str) -> bool:
    return mine == theirs or VARIABLE.search(theirs) is not None


def parameter_types(program: Program, number: int) -> list[str] | None:
    """The types of its parameters as they are written; None where they are not known."""
    symbol = program.symbol(number)
    written = _written(symbol.signature, symbol.name)
    if written is None:
        return None
    types = (_AROUND.sub("", each.partition("=")[0]).strip() for each in written if each.strip())
    return [_type_of(each) for each in types]


def _type_of(parameter: str) -> str:
    words = parameter.rpartition(" ")[0].split()
    return _QUALIFIER.sub("", "".join(each for each in words if each not in _MODIFIERS))


_AROUND = re.compile(r"@[\w.]+(?:\([^)]*\))?|\[[\w.,() \"]+\]")
_QUALIFIER = re.compile(r"\w+\.(?!\.)|\?(?=$|[,>\[])")
VARIABLE = re.compile(r"\b(?:[A-Z][A-Z0-9]?|T[A-Z]\w*)\b")
"""A type parameter, as they are commonly named: what replaces it may be anything."""

_MODIFIERS = frozenset({"final", "ref", "out", "in", "params", "this", "scoped", "readonly"})


def _written(signature: str, name: str) -> list[str] | None:
    """The parameters as they are written; None where their end is not there."""
    start = re.search(rf"(?<![\w$]){re.escape(name)}\s*(?:<[^(]*>)?\s*\(", signature)
    if start is None:
        return None
    depth, each, found = 0, "", list[str]()
    for character in signature[start.end() :]:
        if depth == 0 and character in ",)":
            found.append(each)
            if character == ")":
                return found
            each = ""
            continue
        depth += (character in _OPENING) - (character in _CLOSING and not each.endswith("="))
        each += character
    return None


def _of_parameter(written: str) -> tuple[int, int]:
    words = written.split()
    if not words:
        return 0, 0
    if "..." in written or "params" in words:
        return 0, _MANY
    if words[-1] == "this" or words[0] == "this":  # who it is called on
        return 0, int(words[0] == "this")
    return int(_OPTIONAL.search(written) is None), 1
