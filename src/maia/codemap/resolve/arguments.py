"""Of several overloads with as many parameters: those that take arguments of these types."""

import re
from collections.abc import Iterable

from maia.codemap.model import Reference, Symbol
from maia.codemap.resolve.meaning import Defined, Instance, Local, Meaning, Outside
from maia.codemap.resolve.overloads import VARIABLE, parameter_types
from maia.codemap.resolve.parts import Evaluates, FindsMembers
from maia.codemap.resolve.program import Program, last_name

_NUMBERS = ("byte", "short", "char", "int", "uint", "long", "ulong", "float", "double", "decimal")
_BOXED = {
    "Byte": "byte",
    "Short": "short",
    "Character": "char",
    "Integer": "int",
    "Long": "long",
    "Float": "float",
    "Double": "double",
    "Boolean": "boolean",
    "bool": "boolean",
    "String": "string",
}
_PRIMITIVE = frozenset({*_NUMBERS, "boolean", "string", "null"})
_ANYTHING = frozenset({"Object", "object", "dynamic", "Number", "Comparable", "Serializable"})
_TEXTS = frozenset({"string", "CharSequence"})
_NUMBER = re.compile(r"-?\d[\d_]*(\.\d+)?(?:[eE][-+]?\d+)?([LlFfDdMm]?)$")
_SUFFIXES = {"l": "long", "f": "float", "d": "double", "m": "decimal"}
_WORDS = {"true": "boolean", "false": "boolean", "null": "null"}
_NAME = re.compile(r"[\w$]+$")


class Arguments:
    """Answers for one program."""

    def __init__(self, program: Program, values: Evaluates, classes: FindsMembers) -> None:
        self._program = program
        self._values = values
        self._classes = classes

    def narrowed(self, position: int, reference: Reference, numbers: list[int]) -> list[int]:
        """Those of `numbers` that fit best; all of them where nothing is known."""
        given = [self._given(position, reference, each) for each in reference.given.split("\n")]
        scores: dict[int, int] = {}
        for number in numbers:
            written = parameter_types(self._program, number)
            if written is None:
                return numbers
            fits = [
                self._fits(number, written[min(place, len(written) - 1)], each)
                for place, each in enumerate(given)
                if written
            ]
            if None not in fits:
                scores[number] = sum(each for each in fits if each)
        best = max(scores.values(), default=0)
        right = [each for each, score in scores.items() if score == best] or numbers
        return [each for each in right if not _is_open(self._program.symbol(each))] or right

    def _given(self, position: int, reference: Reference, text: str) -> Meaning | str | None:
        """The type of an argument: the name of a simple one, or what it is an instance of."""
        if (simple := _literal(text)) or "=>" in text or "->" in text or "?" in text:
            return simple
        if text.endswith(".class") or text.startswith("typeof("):
            return Outside("Class" if text.endswith(".class") else "Type")
        scope, line = reference.scope, reference.line
        if _NAME.match(text):
            found = self._values.referred(position, scope, "", text, line=line)
            written = self._written(found)
            if _simple(written) in _PRIMITIVE or written.endswith("[]"):
                return _simple(written)
        return self._values.given(position, scope, text, line=line)

    def _written(self, found: Meaning | None) -> str:
        if isinstance(found, Local):
            return found.type
        if isinstance(found, Defined) and not found.others:
            return self._program.symbol(found.number).type
        return ""

    def _fits(self, number: int, parameter: str, given: Meaning | str | None) -> int | None:
        """How well; None where it does not."""
        plain = parameter.removesuffix("...")
        simple = _simple(plain)
        if given is None or simple in _ANYTHING or VARIABLE.fullmatch(simple):
            return 0
        if isinstance(given, str):
            is_list = given.endswith("[]") and parameter.endswith("...")
            return _fits_simple(simple + "[]" if is_list else simple, given)
        position, scope = self._program.position_of(number), self._program.index_of(number)
        wanted = self._values.of_type(position, scope, plain)
        if isinstance(given, Outside):
            return self._fits_outside(simple, wanted, given)
        if not isinstance(given, Instance):
            return 0
        above = self._classes.ancestry(given.number)
        if isinstance(wanted, Instance):
            return (2 if wanted.number == given.number else 1) if wanted.number in above else None
        return 0 if _has_outside(above) and simple not in _PRIMITIVE else None

    def _fits_outside(self, simple: str, wanted: Meaning | None, given: Outside) -> int | None:
        name = _simple(last_name(given.name))
        if isinstance(wanted, Instance) or (name == "string" and simple in _PRIMITIVE - _TEXTS):
            return None
        return 2 if name == simple else 0


def _is_open(symbol: Symbol) -> bool:
    """Whether it takes any number of arguments: one that takes these comes before it."""
    return "..." in symbol.signature or "params " in symbol.signature


def _literal(text: str) -> str | None:
    if text in _WORDS:
        return _WORDS[text]
    if text.lstrip("$@").startswith('"') and text.endswith('"'):
        return "string"
    if text.startswith("'"):
        return "char"
    number = _NUMBER.match(text)
    if number is None:
        return None
    return _SUFFIXES.get(number[2].lower(), "double" if number[1] else "int")


def _fits_simple(simple: str, given: str) -> int | None:
    if simple == given:
        return 2
    if given.endswith("[]"):
        is_any = simple in ("Object[]", "object[]") and given[:-2] not in _PRIMITIVE
        return 1 if is_any else None
    if given == "null":
        return None if simple in _PRIMITIVE - {"string"} else 0
    if given == "string":
        return 1 if simple in _TEXTS else None
    if given in _NUMBERS and simple in _NUMBERS:
        return 1 if _NUMBERS.index(simple) >= _NUMBERS.index(given) else None
    return None


def _simple(written: str) -> str:
    name = written.partition("<")[0].rpartition(".")[2].removesuffix("?").strip()
    return _BOXED.get(name, name)


def _has_outside(above: Iterable[int | Outside]) -> bool:
    return any(isinstance(each, Outside) for each in above)
