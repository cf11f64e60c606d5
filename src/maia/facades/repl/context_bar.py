"""The context bar: how much of the model's context is taken (spec 13.3)."""

from maia.facades.repl.style import Rgb, Style
from maia.i18n import Catalogue

TOKENS_A_SQUARE = 10_000
YELLOW_PERCENT = 60
RED_PERCENT = 85

_GREEN: Rgb = (80, 200, 120)
_YELLOW: Rgb = (230, 200, 80)
_RED: Rgb = (240, 90, 90)
_GREY: Rgb = (90, 90, 90)
_FULL, _EMPTY = "■", "□"
_FEWEST_SQUARES = 4
"""With fewer a bar whose scale has grown says less than the room it takes."""


def shown_tokens(count: int) -> str:
    """`950`, `12.3k`, `200k`, `1.05M`: the same in both languages (spec 13.3)."""
    if count < 1_000:  # noqa: PLR2004  # it is the unit
        return str(count)
    if count < 999_950:  # noqa: PLR2004  # what is nearer to 1M is 1M
        return _short(count / 1_000, 1) + "k"
    return _short(count / 1_000_000, 2) + "M"


def context_bar(
    tokens: int, maximum: int | None, columns: int, style: Style, catalogue: Catalogue
) -> str:
    """One row at the right of `columns`, never wider.

    Squares from left to right, one for each 10,000 tokens; where they do not fit, each stands for
    10,000 more, which is said. With less room the scale is no longer said, then there are no
    squares, then the percentage stands alone.
    """
    if columns <= 0:
        return ""
    if maximum is None or maximum <= 0:
        label = catalogue.text("repl.context_unknown", count=shown_tokens(tokens))
        return _right(label, columns)
    percent = f"{round(100 * tokens / maximum)}%"
    label = f"{shown_tokens(tokens)} / {shown_tokens(maximum)} · {percent}"
    if len(label) > columns:
        return _right(percent, columns)
    squares, scale, said = _squares(maximum, columns - len(label) - 1)
    if not squares:
        return _right(label, columns)
    before = " " * (columns - squares - 1 - len(label) - len(said))
    bar = _bar(squares, _filled(tokens, maximum, squares, scale), style, _colour(tokens, maximum))
    return f"{before}{bar} {label}{said}"


def _squares(maximum: int, room: int) -> tuple[int, int, str]:
    """How many squares, for how many times 10,000 tokens each, and how that is said."""
    whole = -(-maximum // TOKENS_A_SQUARE)
    if whole <= room:
        return whole, 1, ""
    if room < _FEWEST_SQUARES:
        return 0, 1, ""
    for most in range(room, _FEWEST_SQUARES - 1, -1):  # not each scale: there may be millions
        scale = -(-whole // most)
        squares = -(-whole // scale)
        said = f" · 1{_FULL} = {shown_tokens(scale * TOKENS_A_SQUARE)}"
        if squares >= _FEWEST_SQUARES and squares + len(said) <= room:
            return squares, scale, said
    least = -(-whole // room)
    return -(-whole // least), least, ""


def _filled(tokens: int, maximum: int, squares: int, scale: int) -> int:
    """One at least when something is taken, all when everything is."""
    if tokens >= maximum:
        return squares
    return min(squares, max(1 if tokens > 0 else 0, tokens // (scale * TOKENS_A_SQUARE)))


def _bar(squares: int, filled: int, style: Style, colour: Rgb) -> str:
    """The squares; those that are empty are grey, or hollow where there are no colours."""
    taken = style.rgb(_FULL * filled, colour) if filled else ""
    free = (_FULL if style.colour else _EMPTY) * (squares - filled)
    return taken + (style.rgb(free, _GREY) if free else "")


def _colour(tokens: int, maximum: int) -> Rgb:
    if 100 * tokens >= RED_PERCENT * maximum:
        return _RED
    return _YELLOW if 100 * tokens >= YELLOW_PERCENT * maximum else _GREEN


def _right(text: str, columns: int) -> str:
    return text.rjust(columns) if len(text) <= columns else text[: columns - 1] + "…"


def _short(number: float, digits: int) -> str:
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")
