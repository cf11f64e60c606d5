"""The arguments of a call, as models write them: what can be used, and why the rest cannot.

Nothing is repaired: a trailing comma, a code fence or `NaN` is refused and the model told, because
a guess that parses is a command nobody wrote. Four readings are not guesses and are accepted: an
object encoded twice, the same object said again behind itself, a raw line break inside a string (it
can only mean itself), and a second value for one name (the last wins, as in every JSON reader).
"""

import json
import math
import re
from typing import Any, cast

from maia.agent.contracts.model import ArgumentProblem
from maia.agent.models.surrogates import clean_value

MAX_DEPTH = 100
"""Deeper arguments are refused: they would break whoever encodes the history later."""

_OUTSIDE_STRING = re.compile(r'["{}\[\]]')
_INSIDE_STRING = re.compile(r'["\\]')
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_EMPTY_OBJECT_FIRST = re.compile(r"\{\s*\}\s*(?=\{)")


class JsonExtent:
    """Follows a JSON text that arrives in pieces, to know whether its value has been closed."""

    def __init__(self) -> None:
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._closed = False
        self.max_depth = 0

    @property
    def complete(self) -> bool:
        """An object, array or string began and has been closed."""
        return self._closed and not self.open

    @property
    def open(self) -> bool:
        """An object, array or string began and has not been closed."""
        return self._depth > 0 or self._in_string

    def feed(self, text: str) -> None:
        """Follow another piece."""
        position = 0
        while position < len(text):
            if self._escaped:
                self._escaped = False
                position += 1
                continue
            pattern = _INSIDE_STRING if self._in_string else _OUTSIDE_STRING
            found = pattern.search(text, position)
            if found is None:
                return
            position = found.end()
            self._take(found.group())

    def _take(self, mark: str) -> None:
        if mark == "\\":
            self._escaped = True
        elif mark == '"':
            self._in_string = not self._in_string
            self._closed = self._closed or (not self._in_string and self._depth == 0)
        elif mark in "{[":
            self._depth += 1
            self.max_depth = max(self.max_depth, self._depth)
        elif self._depth > 0:
            self._depth -= 1
            self._closed = self._closed or self._depth == 0


def parse_arguments(raw: str) -> tuple[dict[str, Any], ArgumentProblem | None]:
    """The arguments as an object; with a problem, the object is empty."""
    text = _EMPTY_OBJECT_FIRST.sub("", raw.strip(), count=1)  # a placeholder some routes send first
    value, problem = _load(text)
    if problem is ArgumentProblem.NOT_JSON:
        value, problem = _load(_said_once(text))
    if isinstance(value, str):  # encoded twice
        inner, inner_problem = _load(value.strip())
        if inner_problem is None and not isinstance(inner, str):
            value = inner
        elif value.lstrip().startswith("{"):
            problem = inner_problem
    if problem is not None:
        return {}, problem
    if value is None:
        return {}, None
    if not isinstance(value, dict):
        return {}, ArgumentProblem.NOT_AN_OBJECT
    return cast("dict[str, Any]", value), None


def _said_once(text: str) -> str:
    """`text` without what stands behind its object and only says it again, perhaps encoded."""
    try:
        first, end = _DECODER.raw_decode(text)
        place = end
        while isinstance(first, dict):
            while place < len(text) and text[place].isspace():
                place += 1
            if place == len(text):
                return text[:end]
            again, place = _DECODER.raw_decode(text, place)
            if (_DECODER.decode(again.strip()) if isinstance(again, str) else again) != first:
                break
    except (ValueError, RecursionError):
        pass  # something else stands there: the text is refused as it is
    return text


def _load(text: str) -> tuple[object, ArgumentProblem | None]:
    if not text:
        return None, None
    extent = JsonExtent()
    extent.feed(text)
    if extent.max_depth > MAX_DEPTH:
        return None, ArgumentProblem.NOT_JSON
    try:
        value = _DECODER.decode(text)
    except ValueError:
        return None, ArgumentProblem.CUT if extent.open else ArgumentProblem.NOT_JSON
    return (clean_value(value) if _SURROGATE_ESCAPE.search(text) else value), None


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} does not fit a number")
    return number


_DECODER = json.JSONDecoder(strict=False, parse_constant=_refuse_constant, parse_float=_finite)
