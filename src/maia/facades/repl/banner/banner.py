"""The banner in its three widths; without a picture where there are no colours (spec 15.4)."""

from maia.facades.repl.banner.cells import half_blocks
from maia.facades.repl.banner.image import SIDE
from maia.facades.repl.banner.picture import picture
from maia.facades.repl.banner.title import NAME, scale_for, title, title_size
from maia.facades.repl.markdown.spans import Span, width_of, wrapped
from maia.facades.repl.style import Rgb, Style
from maia.i18n import Catalogue
from maia.workspace.terminal_text import visible

WITH_PICTURE = 58
WITH_TITLE = 25
"""From so many columns on the banner has its picture, and its large letters (spec 15.4)."""

_GREEN: Rgb = (102, 214, 126)
_PINK: Rgb = (255, 135, 190)
_GAP = " "
_LEAST_DEPTH = 8
"""Bits of colour without which the picture would be noise."""

_LONGEST_LINE = 72
"""Columns that a line of the sentences takes at most, however wide the terminal is."""


def banner(
    columns: int, style: Style, catalogue: Catalogue, *, version: str, folder: str, model: str = ""
) -> str:
    """Whole lines, none wider than `columns`; without `model`, none is named."""
    columns = max(1, columns)
    if columns < WITH_TITLE:
        lines = _frame(columns, style)
    elif columns < WITH_PICTURE or style.depth < _LEAST_DEPTH:
        lines = _titled(columns, style, catalogue)
    else:
        lines = _pictured(columns, style, catalogue)
    lines = [line.rstrip(" ") for line in lines]
    lines += ["", *_place(columns, catalogue, version, folder, model)]
    return "".join(f"{line}\n" for line in lines)


def _pictured(columns: int, style: Style, catalogue: Catalogue) -> list[str]:
    """The picture, and beside its middle all the rest."""
    left = half_blocks(picture(), SIDE, SIDE, style)
    right = _titled(columns - SIDE - len(_GAP), style, catalogue)
    above = (len(left) - len(right)) // 2
    beside = [""] * above + right + [""] * (len(left) - above - len(right))
    return [f"{shown}{_GAP}{text}" for shown, text in zip(left, beside, strict=True)]


def _titled(columns: int, style: Style, catalogue: Catalogue) -> list[str]:
    """The large letters and the sentences; without colours a shadow would blot the letters."""
    scale, shadow = scale_for(columns), style.colour
    size = title_size(scale, shadow=shadow)
    letters = half_blocks(title(scale, shadow=shadow), *size, style)
    return [*letters, "", *_sentences(min(_LONGEST_LINE, columns), style, catalogue)]


def _sentences(columns: int, style: Style, catalogue: Catalogue) -> list[str]:
    return [
        style.rgb("".join(span.text for span in line), colour)
        for key, colour in (("banner.what", _GREEN), ("banner.one_agent", _PINK))
        for line in wrapped([Span(catalogue.text(key))], columns)
    ]


def _frame(columns: int, style: Style) -> list[str]:
    """The name in a frame; alone where not even that fits."""
    room = columns - 2
    if room < len(NAME):
        return [style.strong(NAME[:columns])]
    before = (room - len(NAME)) // 2
    after = room - len(NAME) - before
    return [
        f"╔{'═' * room}╗",
        f"║{' ' * before}{style.strong(NAME)}{' ' * after}║",
        f"╚{'═' * room}╝",
    ]


def _place(columns: int, catalogue: Catalogue, version: str, folder: str, model: str) -> list[str]:
    """What is too long loses its end, but the folder its beginning: its end tells it from others.

    The folder has a line of its own where its label leaves no room for it.
    """
    shown = visible(folder)
    lines = [catalogue.text("banner.version", version=visible(version))]
    if model:
        lines.append(catalogue.text("banner.model", model=visible(model)))
    whole = catalogue.text("banner.folder", folder=shown)
    if width_of(whole) <= columns:
        return [_cut(line, columns) for line in [*lines, whole]]
    label = catalogue.text("banner.folder", folder="").rstrip()
    return [
        *(_cut(line, columns) for line in [*lines, label]),
        _cut(shown[::-1], columns)[::-1],
    ]


def _cut(text: str, columns: int) -> str:
    """`text` in at most `columns` columns, with a sign for what is left out."""
    if width_of(text) <= columns:
        return text
    kept, used = "", 1
    for sign in text:
        used += width_of(sign)
        if used > columns:
            break
        kept += sign
    return kept + "…"
