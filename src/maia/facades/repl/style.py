"""Colours of the line facade, by role; none when the terminal or the person wants none."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Depth: TypeAlias = Literal[0, 4, 8, 24]
"""Bits of colour that a terminal shows: none, 16 colours, 256, or all."""

Rgb: TypeAlias = tuple[int, int, int]

INFO_TEXT: Rgb = (0x7E, 0xC8, 0xFF)
FAIL_TEXT: Rgb = (0xDC, 0x8A, 0xDD)
"""The colours of what is said behind a badge (spec 15.2)."""

_BADGES = {
    "info": ("INFO", "44;97"),
    "warning": ("WARN", "43;30"),
    "fail": ("FAIL", "41;97"),
    "allow": ("ALLOW", "42;30"),
    "deny": ("DENY", "41;97"),
}
_ASK = ("ASK", "45;97")
_CUBE = (0, 95, 135, 175, 215, 255)
_SIXTEEN: tuple[tuple[str, Rgb], ...] = (
    ("31", (205, 0, 0)),
    ("32", (0, 205, 0)),
    ("33", (205, 205, 0)),
    ("34", (60, 60, 238)),
    ("35", (205, 0, 205)),
    ("36", (0, 205, 205)),
    ("90", (127, 127, 127)),
    ("91", (255, 90, 90)),
    ("92", (90, 255, 90)),
    ("93", (255, 255, 90)),
    ("94", (120, 180, 255)),
    ("95", (230, 140, 230)),
    ("96", (90, 255, 255)),
    ("97", (255, 255, 255)),
)


@dataclass(frozen=True, slots=True)
class Style:
    """Roles to escape sequences. `colour` false writes plain text; `depth` is 0 then."""

    colour: bool
    depth: Depth = field(default=24)

    def __post_init__(self) -> None:
        if not self.colour:
            object.__setattr__(self, "depth", 0)

    def good(self, text: str) -> str:
        """Something that went well, or was added."""
        return self.paint(text, "32")

    def bad(self, text: str) -> str:
        """Something that failed, or was taken away."""
        return self.paint(text, "31")

    def dim(self, text: str) -> str:
        """Something secondary."""
        return self.paint(text, "2")

    def strong(self, text: str) -> str:
        """Something that matters."""
        return self.paint(text, "1")

    def rgb(self, text: str, colour: Rgb) -> str:
        """In a colour of its own, or the nearest that the terminal has."""
        return self.paint(text, foreground(colour, self.depth))

    def info(self, text: str) -> str:
        """What is said behind INFO."""
        return self.rgb(text, INFO_TEXT)

    def fail(self, text: str) -> str:
        """What is said behind FAIL."""
        return self.rgb(text, FAIL_TEXT)

    def said(self, level: str, text: str) -> str:
        """A sentence behind a badge, in the colour of its level (spec 15.2)."""
        if level == "info":
            return self.info(text)
        return self.fail(text) if level == "fail" else text

    def badge(self, level: str) -> str:
        """INFO, WARN, FAIL; ALLOW, ASK, DENY."""
        word, code = _BADGES.get(level, _ASK)
        return self.paint(f" {word} ", code) if self.colour else f"[{word}]"

    def paint(self, text: str, code: str) -> str:
        """In the colour of a code of SGR; as it is where there are no colours."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code else text


def foreground(colour: Rgb, depth: Depth) -> str:
    """The code of SGR that is nearest to `colour`; empty without colours."""
    if depth == 0:
        return ""
    if depth == 24:  # noqa: PLR2004  # bits
        return "38;2;{};{};{}".format(*colour)
    if depth == 8:  # noqa: PLR2004  # bits
        steps = [min(range(6), key=lambda step: abs(_CUBE[step] - part)) for part in colour]
        return f"38;5;{16 + 36 * steps[0] + 6 * steps[1] + steps[2]}"
    return min(_SIXTEEN, key=lambda each: _distance(each[1], colour))[0]


def background(code: str) -> str:
    """The code that gives a cell the colour which `code`, of `foreground`, gives its sign."""
    if code.startswith("38;"):
        return "4" + code[1:]
    return str(int(code) + 10) if code else ""


def _distance(one: Rgb, other: Rgb) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def style_for(environ: Mapping[str, str], *, terminal: bool) -> Style:
    """Colour on a terminal that takes it, unless NO_COLOR is set."""
    term = environ.get("TERM", "")
    if not terminal or term in ("", "dumb") or environ.get("NO_COLOR"):
        return Style(colour=False)
    return Style(colour=True, depth=_depth(term, environ.get("COLORTERM", "")))


def _depth(term: str, colorterm: str) -> Depth:
    if colorterm.lower() in ("truecolor", "24bit") or term.endswith("-direct"):
        return 24
    if "256color" in term or term in ("xterm-kitty", "alacritty", "foot", "wezterm"):
        return 8
    return 4
