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

_LISTS = ("folders", "declined")


class TrustedFolders:
    """The lists in one file (`~/.maia/trust.json`): `{"folders": ["/real/path", ...]}`.

    `declined`, beside it, are the folders about which a person said no: asked about once.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def __contains__(self, folder: Path) -> bool:
        """Whether `folder` is trusted. A list that cannot be read trusts nothing."""
        return self._is_in("folders", folder)

    def was_declined(self, folder: Path) -> bool:
        """Whether the question about `folder` was answered with no."""
        return self._is_in("declined", folder)

    def folders(self) -> tuple[str, ...]:
        """The real paths, in the order they were trusted. Raises SettingsError."""
        return tuple(self._read()["folders"])

    def add(self, folder: Path) -> None:
        """Trust `folder` from now on. Raises SettingsError when that cannot be kept."""
        self._change(folder, into="folders", out_of="declined")

    def decline(self, folder: Path) -> None:
        """Do not ask about `folder` again. Raises SettingsError as `add`."""
        self._change(folder, into="declined", out_of="folders")

    def remove(self, folder: Path) -> bool:
        """Trust `folder` no longer; False when it was not. Raises SettingsError as `add`."""
        return self._change(folder, into=None, out_of="folders")

    def _is_in(self, name: str, folder: Path) -> bool:
        with contextlib.suppress(SettingsError):
            return os.path.realpath(folder) in self._read()[name]
        return False

    def _change(self, folder: Path, *, into: str | None, out_of: str) -> bool:
        """Move `folder` between the lists; whether it was in `out_of`."""
        real = os.path.realpath(folder)
        try:
            with locked(self._path):
                lists = self._read()
                was_there = real in lists[out_of]
                changed = lists | {out_of: [each for each in lists[out_of] if each != real]}
                if into is not None and real not in lists[into]:
                    changed[into] = [*lists[into], real]
                if changed != lists:
                    self._write(changed)
                return was_there
        except OSError as error:
            raise self._unwritable(error) from error

    def _read(self) -> dict[str, list[str]]:
        try:
            value: Any = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {name: [] for name in _LISTS}
        except (OSError, ValueError, RecursionError) as error:
            raise SettingsError(
                "settings.unreadable", path=str(self._path), reason=str(error)
            ) from error
        lists: dict[str, list[str]] = {}
        table = cast("dict[str, Any]", value) if isinstance(value, dict) else {"folders": None}
        for name in _LISTS:
            written = table.get(name, [])
            if not isinstance(written, list):
                raise SettingsError("settings.not_object", path=str(self._path))
            lists[name] = [str(path) for path in cast("list[Any]", written)]
        return lists

    def _write(self, lists: dict[str, list[str]]) -> None:
        kept = {name: folders for name, folders in lists.items() if folders or name == "folders"}
        text = json.dumps(kept, indent=2, ensure_ascii=False) + "\n"
        write_atomically(self._path, text.encode("utf-8", "surrogateescape"))

    def _unwritable(self, error: OSError) -> SettingsError:
        reason = error.strerror or str(error)
        return SettingsError("settings.unwritable", path=str(self._path), reason=reason)
