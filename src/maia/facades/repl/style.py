"""Colours of the line facade, by role; none when the terminal or the person wants none."""

from collections.abc import Mapping
from dataclasses import dataclass

_BADGES = {
    "info": ("INFO", "44;97"),
    "warning": ("WARN", "43;30"),
    "fail": ("FAIL", "41;97"),
    "allow": ("ALLOW", "42;30"),
    "deny": ("DENY", "41;97"),
}
_ASK = ("ASK", "45;97")


@dataclass(frozen=True, slots=True)
class Style:
    """Roles to escape sequences. `colour` false writes plain text."""

    colour: bool

    def good(self, text: str) -> str:
        """Something that went well, or was added."""
        return self._paint(text, "32")

    def bad(self, text: str) -> str:
        """Something that failed, or was taken away."""
        return self._paint(text, "31")

    def dim(self, text: str) -> str:
        """Something secondary."""
        return self._paint(text, "2")

    def badge(self, level: str) -> str:
        """INFO, WARN, FAIL; ALLOW, ASK, DENY."""
        word, code = _BADGES.get(level, _ASK)
        return self._paint(f" {word} ", code) if self.colour else f"[{word}]"

    def _paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text


def style_for(environ: Mapping[str, str], *, terminal: bool) -> Style:
    """Colour on a terminal that takes it, unless NO_COLOR is set."""
    dumb = environ.get("TERM", "") in ("", "dumb")
    return Style(terminal and not dumb and not environ.get("NO_COLOR"))
