"""JSON as tools write it: with comments and commas before a closing bracket."""

import json
import re
from typing import Any, cast

_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_COMMA = re.compile(r'("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])')


def parse_table(text: str | None) -> dict[str, Any]:
    """The object that a text holds; an empty one where it holds none."""
    if text is None:
        return {}
    text = _COMMENT.sub(lambda found: found[1] or " ", text.removeprefix("\ufeff"))
    text = _COMMA.sub(lambda found: found[1] or "", text)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return table(found)


def table(value: object) -> dict[str, Any]:
    """A value that should be an object."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def tables(value: object) -> list[dict[str, Any]]:
    """A value that should be a list of objects."""
    if not isinstance(value, list):
        return []
    return [table(each) for each in cast("list[object]", value)]


def texts(value: object) -> list[str]:
    """A value that should be a text or a list of texts."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list):
        return []
    return [each for each in cast("list[object]", value) if isinstance(each, str)]
