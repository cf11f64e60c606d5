"""Long pasted texts, kept whole and shown as one short word in the zone."""

import re

from maia.facades.shown_text import harmless
from maia.i18n import Catalogue

FOLDED_LINES = 10
"""A paste of so many lines is folded."""

FOLDED_CHARACTERS = 2_000
"""So is a shorter one with so many characters."""

_END_MARK = "\x1b[201~"


def cleaned(pasted: str) -> str:
    """Pasted text as it may stand in the zone: newlines as newlines, no control character."""
    text = pasted.replace(_END_MARK, "").replace("\r\n", "\n").replace("\r", "\n")
    return harmless(text)


class Pastes:
    """Placeholders and what they stand for, for one text being edited."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._kept: dict[str, str] = {}

    def fold(self, text: str) -> str:
        """What to insert for a cleaned paste: itself, or a placeholder."""
        lines = text.count("\n") + (not text.endswith("\n"))
        if lines < FOLDED_LINES and len(text) < FOLDED_CHARACTERS:
            return text
        key, number = "repl.pasted", 1
        name = self._catalogue.text(key, lines=lines)
        while self._kept.get(name, text) != text:
            number += 1
            name = self._catalogue.text("repl.pasted_again", lines=lines, number=number)
        self._kept[name] = text
        return name

    def expand(self, text: str) -> str:
        """`text` with every placeholder replaced by what it stands for."""
        if not self._kept:
            return text
        names = sorted(self._kept, key=len, reverse=True)
        return re.sub("|".join(map(re.escape, names)), lambda found: self._kept[found[0]], text)

    def placeholder_before(self, text: str) -> str:
        """The placeholder that `text` ends with, if any: it is deleted as a whole."""
        return next((name for name in self._kept if text.endswith(name)), "")

    def forget(self) -> None:
        """Start over with an empty zone."""
        self._kept.clear()
