"""Reading a JSON settings file, with an error that says where it is wrong."""

import json
from pathlib import Path
from typing import Any, cast

from maia.agent.contracts.errors import SettingsError


def read_object(path: Path) -> dict[str, Any] | None:
    """The object in the file, or None when there is no file. A byte-order mark is accepted."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SettingsError(
            "settings.unreadable", path=str(path), reason=error.strerror or str(error)
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError("settings.not_utf8", path=str(path), position=error.start) from error
    try:
        value: object = json.loads(text)
    except json.JSONDecodeError as error:
        raise SettingsError(
            "settings.not_json",
            path=str(path),
            line=error.lineno,
            column=error.colno,
            reason=error.msg,
        ) from error
    except RecursionError as error:
        raise SettingsError(
            "settings.not_json", path=str(path), line=1, column=1, reason="nested too deeply"
        ) from error
    if not isinstance(value, dict):
        raise SettingsError("settings.not_object", path=str(path))
    return cast("dict[str, Any]", value)
