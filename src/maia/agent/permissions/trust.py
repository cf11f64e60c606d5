"""The folders whose project files may take effect: asked once, kept in the user's folder.

A folder is known by its real path. Trust is of that folder alone, not of what lies below it: a
repository inside it has files of its own.
"""

import contextlib
import json
import os
from pathlib import Path
from typing import Any, cast

from maia.agent.contracts.errors import SettingsError
from maia.workspace.files import write_atomically
from maia.workspace.locks import locked


class TrustedFolders:
    """The list in one file (`~/.maia/trust.json`): `{"folders": ["/real/path", ...]}`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __contains__(self, folder: Path) -> bool:
        """Whether `folder` is trusted. A list that cannot be read trusts nothing."""
        with contextlib.suppress(SettingsError):
            return os.path.realpath(folder) in self._read()
        return False

    def folders(self) -> tuple[str, ...]:
        """The real paths, in the order they were trusted. Raises SettingsError."""
        return tuple(self._read())

    def add(self, folder: Path) -> None:
        """Trust `folder` from now on. Raises SettingsError when that cannot be kept."""
        real = os.path.realpath(folder)
        try:
            with locked(self._path):
                folders = self._read()
                if real not in folders:
                    self._write([*folders, real])
        except OSError as error:
            raise self._unwritable(error) from error

    def remove(self, folder: Path) -> bool:
        """Trust `folder` no longer; False when it was not. Raises SettingsError as `add`."""
        real = os.path.realpath(folder)
        try:
            with locked(self._path):
                folders = self._read()
                if real in folders:
                    self._write([each for each in folders if each != real])
                return real in folders
        except OSError as error:
            raise self._unwritable(error) from error

    def _read(self) -> list[str]:
        try:
            value: Any = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []
        except (OSError, ValueError, RecursionError) as error:
            raise SettingsError(
                "settings.unreadable", path=str(self._path), reason=str(error)
            ) from error
        folders = cast("dict[str, Any]", value).get("folders") if isinstance(value, dict) else None
        if not isinstance(folders, list):
            raise SettingsError("settings.not_object", path=str(self._path))
        return [each for each in cast("list[Any]", folders) if isinstance(each, str)]

    def _write(self, folders: list[str]) -> None:
        text = json.dumps({"folders": folders}, indent=2, ensure_ascii=False) + "\n"
        write_atomically(self._path, text.encode("utf-8", "surrogateescape"))

    def _unwritable(self, error: OSError) -> SettingsError:
        reason = error.strerror or str(error)
        return SettingsError("settings.unwritable", path=str(self._path), reason=reason)
