"""What the setting `sandbox` says: how far commands may reach on this machine."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from maia.agent.contracts.errors import SettingsError
from maia.workspace.paths import resolve_path

Mode: TypeAlias = Literal["off", "workspace", "read-only"]

_MODES: Mapping[str, Mode] = {
    "off": "off",
    "workspace": "workspace",
    "read-only": "read-only",
}
_KEYS = ("mode", "network", "writable", "required")


@dataclass(frozen=True, slots=True)
class SandboxSettings:
    """`workspace`: writes stay in the launch folder; `read-only`: in folders for temporary files.

    `network` is off unless asked for. `writable` are further absolute paths that may be written,
    and names of protected places that may. `required`: rather no command than an unconfined one.
    """

    mode: Mode = "off"
    network: bool = False
    writable: tuple[Path, ...] = ()
    required: bool = False


def read_sandbox(value: Any, source: str, launch_folder: Path) -> SandboxSettings:
    """The value of `sandbox` in a settings file: nothing, a mode, or an object.

    Raises SettingsError: `settings.sandbox_shape`, `settings.sandbox_key`, `settings.sandbox_mode`,
    `settings.sandbox_flag`, `settings.sandbox_paths`, with `path` (the file), `name`, `written`.
    A relative path of `writable` starts at the launch folder.
    """
    if value is None:
        return SandboxSettings()
    if isinstance(value, str):
        return SandboxSettings(mode=_mode(value, source))
    if not isinstance(value, dict):
        raise _wrong("settings.sandbox_shape", source, "", value)
    table = cast("dict[str, Any]", value)
    for key in table:
        if key not in _KEYS:
            raise _wrong("settings.sandbox_key", source, key, key)
    return SandboxSettings(
        mode=_mode(table.get("mode", "workspace"), source),
        network=_flag(table, "network", source),
        writable=_paths(table.get("writable", []), source, launch_folder),
        required=_flag(table, "required", source),
    )


def _mode(written: Any, source: str) -> Mode:
    mode = _MODES.get(written) if isinstance(written, str) else None
    if mode is None:
        raise _wrong("settings.sandbox_mode", source, "mode", written)
    return mode


def _flag(table: Mapping[str, Any], key: str, source: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise _wrong("settings.sandbox_flag", source, key, value)
    return value


def _paths(value: Any, source: str, launch_folder: Path) -> tuple[Path, ...]:
    if not isinstance(value, list):
        raise _wrong("settings.sandbox_paths", source, "writable", value)
    paths: list[Path] = []
    for written in cast("list[Any]", value):
        unusable = not isinstance(written, str) or not written.strip() or "\0" in written
        path = launch_folder if unusable else resolve_path(written, launch_folder)
        if unusable or path == Path(path.anchor):
            raise _wrong("settings.sandbox_paths", source, "writable", written)
        paths.append(path)
    return tuple(paths)


def _wrong(key: str, source: str, name: str, written: Any) -> SettingsError:
    """`name` is a key of the object, or "" for the whole setting."""
    where = f"sandbox.{name}" if name else "sandbox"
    return SettingsError(key, path=source, name=where, written=repr(written))
