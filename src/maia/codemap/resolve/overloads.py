"""Members of one name: which of them a call with so many arguments means."""

import functools
import re

from maia.codemap.model import How
from maia.codemap.resolve.meaning import Defined, weaker
from maia.codemap.resolve.program import TYPES, Program

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
    numbers = [found.number, *found.others]
    is_callable = {each: program.symbol(each).kind in CALLABLE for each in numbers}
    right = [each for each in numbers if is_callable[each] == called] or numbers
    if called and arguments >= 0 and len(right) > 1:
        right = [each for each in right if _takes(program, each, arguments)]
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


def types_of(program: Program, found: Defined) -> Defined | None:
    """Only those that are types."""
    kinds = [each for each in (found.number, *found.others) if program.symbol(each).kind in TYPES]
    return Defined(kinds[0], found.how) if kinds else None


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
    found = re.search(rf"(?<![\w$]){re.escape(name)}\s*(?:<[^(]*>)?\s*\(", signature)
    if found is None:
        return 0, _MANY
    least = most = depth = 0
    each = ""
    for character in signature[found.end() :]:
        if depth == 0 and character in ",)":
            few, many = _of_parameter(each)
            least, most = least + few, most + many
            if character == ")":
                return least, min(most, _MANY)
            each = ""
            continue
        depth += (character in _OPENING) - (character in _CLOSING and not each.endswith("="))
        each += character
    return least, _MANY  # it was cut short


_MANY = 999


def _of_parameter(written: str) -> tuple[int, int]:
    words = written.split()
    if not words:
        return 0, 0
    if "..." in written or "params" in words:
        return 0, _MANY
    if words[-1] == "this" or words[0] == "this":  # who it is called on
        return 0, int(words[0] == "this")
    return int(_OPTIONAL.search(written) is None), 1
