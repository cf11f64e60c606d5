"""Names of sessions: the one that tells the time, those that are typed, those of compactions."""

import re
import unicodedata
from datetime import datetime

from maia.agent.contracts.errors import SessionError

MAX_LENGTH = 100
"""Characters of a name (spec 12.2)."""

MAX_BYTES = 200
"""The same in UTF-8: what is put behind it must still be a file name."""

MAX_COMPACTIONS = 1000
"""The numbers of compacted sessions go round from here to 1 (spec 14.4)."""

_QUOTES = "\"'`«»“”‘’"
_FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f-\x9f]')
_COMPACTED = re.compile(r"(?P<origin>.*)__(?P<number>[1-9][0-9]{0,3})", re.DOTALL)
_SHOWN = 120


def default_name(now: datetime) -> str:
    """`session_2026-12-31_23_59_59`, in the time of `now`."""
    return now.strftime("session_%Y-%m-%d_%H_%M_%S")


def normalised_name(typed: str) -> str:
    """The name that is meant, without blanks and quotes around it. Raises SessionError."""
    name = _without_quotes(unicodedata.normalize("NFC", typed))
    shown = name[:_SHOWN]
    if not name:
        raise SessionError("session.name_empty")
    if _has_hidden(name):
        raise SessionError("session.name_characters", name=_visible(shown))
    if _FORBIDDEN.search(name):
        raise SessionError("session.name_characters", name=shown)
    if name.startswith(".") or name.endswith("."):
        raise SessionError("session.name_dots", name=shown)
    if len(name) > MAX_LENGTH or len(name.encode()) > MAX_BYTES:
        raise SessionError("session.name_long", name=shown, limit=MAX_LENGTH)
    return name


def next_compacted_name(name: str) -> str:
    """`xxx` -> `xxx__1` -> ... -> `xxx__1000` -> `xxx__1` (spec 14.4).

    What stands behind `__` is a number of ours from 1 to 1000 only. The origin is cut where the
    name would be too long.
    """
    found = _COMPACTED.fullmatch(name)
    number = int(found["number"]) if found else 0
    if found and found["origin"] and 1 <= number <= MAX_COMPACTIONS:
        origin, following = found["origin"], number % MAX_COMPACTIONS + 1
    else:
        origin, following = name, 1
    return _with_suffix(origin, f"__{following}")


def numbered(name: str, number: int) -> str:
    """`name_2`, `name_3`: for a name that is taken (spec 12.2)."""
    return _with_suffix(name, f"_{number}")


def _without_quotes(text: str) -> str:
    """Without blanks and quotes around it, however they alternate."""
    while text != (bare := text.strip().strip(_QUOTES)):
        text = bare
    return text


def _with_suffix(name: str, suffix: str) -> str:
    name = name[: MAX_LENGTH - len(suffix)]
    while len(f"{name}{suffix}".encode()) > MAX_BYTES:
        name = name[:-1]
    return f"{name}{suffix}"


def _has_hidden(name: str) -> bool:
    """Lone surrogates, marks of direction and other signs that no one can see or type."""
    return any(unicodedata.category(sign) in ("Cs", "Cf", "Zl", "Zp") for sign in name)


def _visible(name: str) -> str:
    return name.encode("ascii", "backslashreplace").decode()
