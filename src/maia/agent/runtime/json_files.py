"""Reading a JSON settings file, with an error that says where it is wrong."""

import json
import stat
from pathlib import Path
from typing import Any, cast

from maia.agent.contracts.errors import SettingsError

LONGEST_FILE = 1_000_000
"""Bytes of a settings file: far more than a person writes, and read at every start."""


def read_object(path: Path) -> dict[str, Any] | None:
    """The object in the file, or None when there is no file. A byte-order mark is accepted."""
    try:
        text = _read(path).decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SettingsError(
            "settings.unreadable", path=str(path), reason=error.strerror or str(error)
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError("settings.not_utf8", path=str(path), position=error.start) from error
    value = _parse(text, path)
    if not isinstance(value, dict):
        raise SettingsError("settings.not_object", path=str(path))
    return cast("dict[str, Any]", value)


def _read(path: Path) -> bytes:
    """The bytes of a regular file: a pipe would be waited for, for ever."""
    facts = path.stat()
    if not stat.S_ISREG(facts.st_mode):
        raise SettingsError("settings.not_regular", path=str(path))
    if facts.st_size > LONGEST_FILE:
        raise SettingsError("settings.too_large", path=str(path), size=facts.st_size)
    return path.read_bytes()


def _parse(text: str, path: Path) -> object:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        # Of two lists of rules with one name, the second would silently replace the first.
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                raise SettingsError("settings.duplicate_key", path=str(path), name=name)
            found[name] = value
        return found

    try:
        return json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise SettingsError(
            "settings.not_json",
            path=str(path),
            line=error.lineno,
            column=error.colno,
            reason=error.msg,
        ) from error
    except (RecursionError, ValueError) as error:  # too deep, or a number of thousands of digits
        reason = "nested too deeply" if isinstance(error, RecursionError) else "number too long"
        raise SettingsError(
            "settings.not_json", path=str(path), line=1, column=1, reason=reason
        ) from error
