"""Fragile grammars: texts on which one would crash or never end, kept from it.

The scanners of some grammars write how deeply the text is nested into 1,024 bytes of memory and
do not look where it ends. The depths at which they crash were found by trying: 255 for Markdown,
254 for YAML, 83 for Perl, 1,025 for Kotlin. Trying proves nothing about other texts: whoever
parses what others wrote does it in a process that may die, and with a deadline.
"""

import re
from collections.abc import Callable, Mapping

MAX_LEVELS = 100
"""Of blocks, a column that two levels share counted once; people stay far below."""
MAX_BRACKETS = 60

_LONG_PREFIX = re.compile(rb"^[ \t>*+\-.)?:0-9]{60}", re.MULTILINE)
_PREFIX = re.compile(rb"^[ \t>*+\-.)?:0-9]{1,4096}", re.MULTILINE)
_INDENT = re.compile(rb"[ \t>]*")
_MARKERS = re.compile(rb">|[*+\-?:.)](?=[ \t])")
_BRACKETS = re.compile(rb"[(\[{}\])]")


_NEEDS_LAST_LINE_FEED = frozenset({"perl"})
"""A comment after a word, at the very end of the text, keeps these busy for ever."""


def safe_text(grammar: str, text: bytes) -> bytes | None:
    """The text as the grammar may have it, perhaps with a line feed put after its end.

    None if it may be nested so deeply that the grammar would end the process.
    """
    is_too_deep = _TOO_DEEP.get(grammar)
    if is_too_deep is not None and is_too_deep(text):
        return None
    if grammar in _NEEDS_LAST_LINE_FEED and not text.endswith(b"\n"):
        return text + b"\n"
    return text


def _has_deep_blocks(text: bytes) -> bool:
    """Each level of blocks has a column of its own, or a marker in the line of the level above."""
    if _LONG_PREFIX.search(text) is None:
        return False
    columns: set[int] = set()
    markers = 0
    for prefix in _PREFIX.finditer(text):
        indent = _INDENT.match(prefix[0])
        columns.add(indent.end() if indent else 0)
        markers = max(markers, len(_MARKERS.findall(prefix[0] + b" ")))
    return len(columns) + markers > MAX_LEVELS


def _has_deep_brackets(text: bytes) -> bool:
    depth = 0
    for bracket in _BRACKETS.finditer(text):
        if bracket[0] in b"([{":
            depth += 1
            if depth > MAX_BRACKETS:
                return True
        elif depth:
            depth -= 1
    return False


_TOO_DEEP: Mapping[str, Callable[[bytes], bool]] = {
    "kotlin": _has_deep_brackets,
    "markdown": _has_deep_blocks,
    "perl": _has_deep_brackets,
    "yaml": _has_deep_blocks,
}
