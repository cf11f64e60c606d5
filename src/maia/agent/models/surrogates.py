"""Lone halves of surrogate pairs: JSON can carry them, UTF-8 and every server refuse them."""

import re
from typing import cast

_SURROGATE = re.compile("[\ud800-\udfff]")


def join_surrogates(text: str) -> str:
    """`text` with pairs of halves joined into their character, and lone halves as U+FFFD."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def clean_value(value: object) -> object:
    """A JSON value with `join_surrogates` applied to every string and key in it."""
    if isinstance(value, str):
        return join_surrogates(value)
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        return {join_surrogates(name): clean_value(field) for name, field in fields.items()}
    if isinstance(value, list):
        return [clean_value(item) for item in cast("list[object]", value)]
    return value


class SurrogateJoiner:
    """Joins a character whose halves arrive in two pieces of a stream."""

    def __init__(self) -> None:
        self._held = ""

    def push(self, piece: str) -> str:
        """What can be shown now; a high half at the end waits for the next piece."""
        text = self._held + piece
        self._held = ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            self._held = text[-1]
            text = text[:-1]
        return join_surrogates(text)

    def flush(self) -> str:
        """What was held when the stream ended."""
        text, self._held = self._held, ""
        return join_surrogates(text)
