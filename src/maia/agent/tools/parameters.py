"""Reading the arguments of a call: tolerant of how models write them, clear when they are wrong."""

import re
import sys
from collections.abc import Mapping
from typing import Any

from maia.agent.contracts.errors import ToolInputError
from maia.agent.contracts.tools import PATH_NAMES
from maia.i18n import Language, Texts

TEXTS = Texts(
    en={
        "missing": 'Parameter "{name}" is missing or invalid ({expected}). '
        "Parameters received: {received}.",
        "none": "none",
        "more": "{names} and {count} more",
        "text": "text expected",
        "path_length": "a path of at most {limit} bytes expected",
        "integer": "a whole number from {minimum} to {maximum} expected",
        "integer_from": "a whole number of {minimum} or more expected",
        "flag": "true or false expected",
        "choice": "one of {options} expected",
    },
    fr={
        "missing": 'Paramètre "{name}" manquant ou invalide ({expected}). '
        "Paramètres reçus : {received}.",
        "none": "aucun",
        "more": "{names} et {count} de plus",
        "text": "texte attendu",
        "path_length": "chemin de {limit} octets au plus attendu",
        "integer": "nombre entier de {minimum} à {maximum} attendu",
        "integer_from": "nombre entier supérieur ou égal à {minimum} attendu",
        "flag": "true ou false attendu",
        "choice": "une des valeurs {options} attendue",
    },
)

PATH_BYTES = 4096
"""Longest path a system takes; a longer one is no path but text put in the wrong place."""

_NAMED = 20  # parameters named in an error
_NAME_CHARACTERS = 40
_WHOLE = re.compile(r"[+-]?\d{1,40}(?:\.0+)?\Z")

_JSON_TYPES: tuple[tuple[type, str], ...] = (
    (bool, "boolean"),
    (str, "string"),
    (int, "number"),
    (float, "number"),
    (list, "array"),
    (dict, "object"),
)


def json_type(value: object) -> str:
    """The JSON name of a value's type, as shown to the model."""
    return next((name for kind, name in _JSON_TYPES if isinstance(value, kind)), "null")


class Parameters:
    """The arguments of one call. Every reader raises ToolInputError with what was received.

    A parameter is looked up by its name, then by its aliases; `null` counts as not given, and so
    does empty text where no text is asked for: models write it for what they leave out.
    """

    def __init__(self, arguments: Mapping[str, Any], language: Language) -> None:
        self._arguments = arguments
        self._language: Language = language

    def has(self, name: str, *aliases: str) -> bool:
        """Whether the parameter was given, under any of its names."""
        return self._find(name, aliases) is not None

    def raw(self, name: str, *aliases: str) -> Any:
        """The value as it came, or None."""
        return self._find(name, aliases)

    def text(self, name: str, *aliases: str, default: str | None = None) -> str:
        """A string; numbers and booleans are not taken for one. Without `default`, required."""
        value = self._find(name, aliases)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise self.invalid(name, self._say("text"))
        return value

    def path(self, name: str = "path", *, default: str | None = None) -> str:
        """A path, under `path` or one of the names models use for it; empty is not given."""
        value = self.text(name, *PATH_NAMES[1:], default=default)
        if not value.strip():
            if default is None:
                raise self.invalid(name, self._say("text"))
            return default
        if len(value.encode(errors="surrogatepass")) > PATH_BYTES:
            raise self.invalid(name, self._say("path_length", limit=PATH_BYTES))
        return value

    def integer(
        self,
        name: str,
        *aliases: str,
        default: int,
        minimum: int = 0,
        maximum: int | None = None,
    ) -> int:
        """A whole number; `"20"` and `20.0` are read as 20, what is immense as `sys.maxsize`."""
        value = self._given(name, aliases)
        if value is None:
            return default
        number = _whole(value)
        if number is None or number < minimum or (maximum is not None and number > maximum):
            shape = "integer_from" if maximum is None else "integer"
            raise self.invalid(name, self._say(shape, minimum=minimum, maximum=maximum))
        return number

    def flag(self, name: str, *aliases: str, default: bool = False) -> bool:
        """A boolean; the strings `true` and `false` are read as such."""
        value = self._given(name, aliases)
        if value is None:
            return default
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.strip().lower() in ("true", "false"):
            return value.strip().lower() == "true"
        raise self.invalid(name, self._say("flag"))

    def choice(self, name: str, options: tuple[str, ...], *, default: str) -> str:
        """One of `options`."""
        value = self._given(name, ())
        if value is None:
            return default
        if value not in options:
            raise self.invalid(name, self._say("choice", options=", ".join(options)))
        return value

    def invalid(self, name: str, expected: str) -> ToolInputError:
        """The error for parameter `name`, naming what was received, as far as there is room."""
        named = [
            f"{key[:_NAME_CHARACTERS]}{'…' * (len(key) > _NAME_CHARACTERS)} ({json_type(value)})"
            for key, value in list(self._arguments.items())[:_NAMED]
        ]
        received = ", ".join(named)
        if len(self._arguments) > _NAMED:
            received = self._say("more", names=received, count=len(self._arguments) - _NAMED)
        return ToolInputError(
            self._say(
                "missing", name=name, expected=expected, received=received or self._say("none")
            )
        )

    def _given(self, name: str, aliases: tuple[str, ...]) -> Any:
        value = self._find(name, aliases)
        return None if isinstance(value, str) and not value.strip() else value

    def _find(self, name: str, aliases: tuple[str, ...]) -> Any:
        for key in (name, *aliases):
            value = self._arguments.get(key)
            if value is not None:
                return value
        return None

    def _say(self, key: str, **values: object) -> str:
        return TEXTS.text(self._language, key, **values)


def _whole(value: object) -> int | None:
    number: int | None = None
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        number = value
    elif isinstance(value, float) and value.is_integer():
        number = int(value)
    elif isinstance(value, str) and _WHOLE.match(value.strip()):
        number = int(value.strip().partition(".")[0])
    return None if number is None else min(number, sys.maxsize)
