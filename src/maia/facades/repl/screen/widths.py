"""Text in terminal columns: how wide it is, how it wraps, where it is cut."""

import re

from prompt_toolkit.utils import get_cwidth

from maia.facades.shown_text import harmless
from maia.workspace.terminal_text import visible

ELLIPSIS = "…"

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\].*?(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]", re.DOTALL
)


def width_of(text: str) -> int:
    """Columns of one line without escape sequences."""
    return get_cwidth(text)


def shown_line(text: str) -> str:
    """Untrusted text on one line, nothing in it hidden."""
    return visible(" ".join(harmless(text).split()))


def fitted(text: str, columns: int) -> str:
    """`text` in at most `columns` columns; an ellipsis stands for what is cut."""
    if width_of(text) <= columns:
        return text
    kept, used = "", width_of(ELLIPSIS)
    for character in text:
        used += width_of(character)
        if used > columns:
            break
        kept += character
    return kept + ELLIPSIS if columns > 0 else ""


def log_rows(text: str, columns: int, enough: int) -> int:
    """Rows that `text`, escape sequences and all, takes in the log; `enough` ends the count."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    if len(lines) >= enough:
        return enough
    rows = sum(max(1, -(-width_of(_ESCAPES.sub("", line)) // columns)) for line in lines)
    return min(rows, enough)
