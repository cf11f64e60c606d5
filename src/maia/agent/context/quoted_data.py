"""Text of files and commands as the model gets it: bounded, fenced, told apart from what is asked.

What a file or a program says is data. The fence around it is longer than any in it, so that
nothing inside can end it and go on in the user's name.
"""

import re
import unicodedata

from maia.i18n import Language, Texts
from maia.workspace.decoding import printable

TEXTS = Texts(
    en={"left_out": "\n… [{count} characters left out] …\n", "empty": "(empty)"},
    fr={"left_out": "\n… [{count} caractères omis] …\n", "empty": "(vide)"},
)

_BACKTICKS = re.compile("`+")
_SHORTEST_FENCE = 3
_JOINER = "\u200d"
_LONGEST_CHARACTER = 20
"""Code points of what people see as one character: families of emoji have up to 11."""


def fenced(text: str, language: Language, name: str = "") -> str:
    """`text` in a fence of its own; `name` says what it is (`sh`). Lone surrogates are escaped."""
    content = printable(text)
    longest = max(map(len, _BACKTICKS.findall(content)), default=0)
    fence = "`" * max(_SHORTEST_FENCE, longest + 1)
    shown = content.removesuffix("\n") if content.strip() else TEXTS.text(language, "empty")
    return f"{fence}{name}\n{shown}\n{fence}"


def middle_cut(text: str, limit: int, language: Language) -> str:
    """`text` in at most `limit` characters: its beginning, how much was left out, its end.

    Characters stay whole, also those of several code points (accents, emoji).
    """
    if len(text) <= limit:
        return text
    room = max(0, limit - len(TEXTS.text(language, "left_out", count=len(text))))
    head = _whole_before(text, room - room // 2)
    tail = _whole_after(text, len(text) - room // 2)
    mark = TEXTS.text(language, "left_out", count=tail - head)
    return f"{text[:head]}{mark}{text[tail:]}"[:limit]


def _whole_before(text: str, place: int) -> int:
    """The last place up to `place` that is not inside a character."""
    for earlier in range(place, max(0, place - _LONGEST_CHARACTER), -1):
        if not _goes_on(text, earlier):
            return earlier
    return place


def _whole_after(text: str, place: int) -> int:
    for later in range(place, min(len(text), place + _LONGEST_CHARACTER)):
        if not _goes_on(text, later):
            return later
    return place


def _goes_on(text: str, place: int) -> bool:
    """Whether the character before `place` goes on there."""
    if not 0 < place < len(text):
        return False
    following = text[place]
    return (
        following == _JOINER
        or text[place - 1] == _JOINER
        or unicodedata.category(following) in ("Mn", "Me", "Mc")
        or "\U0001f3fb" <= following <= "\U0001f3ff"  # colours of skin
        or (following == "\n" and text[place - 1] == "\r")
    )
