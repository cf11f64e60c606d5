"""Changing the user's settings file: what a person asked to be remembered for good."""

import json
from pathlib import Path
from typing import Any, cast

from maia.agent.contracts.errors import SettingsError
from maia.agent.runtime.json_files import read_object
from maia.workspace.files import write_atomically
from maia.workspace.locks import locked


def add_allow_rules(path: Path, rules: tuple[str, ...]) -> None:
    """Put `rules` into `permissions.allow` of the settings file, those that are not there yet.

    Everything else in the file stays. Raises SettingsError when the file cannot be read, understood
    or written; it is then as it was.
    """
    try:
        with locked(path):
            values = read_object(path) or {}
            allow = _allow_list(values, path)
            allow += [rule for rule in rules if rule not in allow]
            text = json.dumps(values, indent=2, ensure_ascii=False) + "\n"
            write_atomically(path, text.encode("utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise SettingsError("settings.unwritable", path=str(path), reason=reason) from error


def _allow_list(values: dict[str, Any], path: Path) -> list[Any]:
    permissions = values.setdefault("permissions", {})
    if not isinstance(permissions, dict):
        raise SettingsError("settings.not_rules", path=str(path), name="permissions")
    allow = cast("dict[str, Any]", permissions).setdefault("allow", [])
    if not isinstance(allow, list):
        raise SettingsError("settings.not_rules", path=str(path), name="permissions.allow")
    return cast("list[Any]", allow)
