"""Characters that hide what a command does: control, invisible, and look-alikes of blanks."""

import re
import unicodedata
from collections.abc import Iterator

from maia.workspace.shell.facts import HOLE

_SUSPECT = re.compile(r"[^\n\t\x20-\x7e]")
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zs", "Zl", "Zp"})
_ALSO_INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5" + HOLE)
_VARIATION = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def odd_characters(text: str) -> Iterator[str]:
    """The names of characters that a reader of the command would not see, each once."""
    seen: set[str] = set()
    for match in _SUSPECT.finditer(text):
        sign = match.group()
        if sign in seen:
            continue
        seen.add(sign)
        invisible = unicodedata.category(sign) in _INVISIBLE or sign in _ALSO_INVISIBLE
        if invisible or _VARIATION.match(sign):
            yield f"U+{ord(sign):04X}"
