"""The keys of a settings file, and what is said about those that nothing reads."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from maia.agent.contracts.errors import SettingsError
from maia.workspace.close_names import close_name

USER_KEYS = (
    *("LiteLLM_URL", "OpenAI_EndPoint", "LiteLLM_Models", "LiteLLM_API_Key"),
    *("MaxIterations", "MaxOutputTokens", "language", "env", "permissions"),
    *("sandbox", "passEnvironment"),
    *("context", "sessions", "attention", "animation"),
)
PROJECT_KEYS = ("permissions",)
"""What is read from the settings file of a project."""

_FOR_EDITORS = ("$schema",)
_SHOWN = 100  # characters of a name


def unread_keys(
    values: Mapping[str, Any], path: Path, *, project: bool = False
) -> tuple[SettingsError, ...]:
    """A warning for each key that has no effect in this file."""
    read = PROJECT_KEYS if project else USER_KEYS
    return tuple(
        _unread(key, str(path)) for key in values if key not in read and key not in _FOR_EDITORS
    )


def _unread(key: str, path: str) -> SettingsError:
    if key in USER_KEYS:
        return SettingsError("settings.users_only", path=path, name=key)
    return unknown_key(path, key, close_name(key, USER_KEYS))


def unknown_key(path: str, name: str, close: str) -> SettingsError:
    """A warning about a key that means nothing, with the one it may stand for ("": none)."""
    shown = name[:_SHOWN]
    if close:
        return SettingsError("settings.unknown_key_close", path=path, name=shown, close=close)
    return SettingsError("settings.unknown_key", path=path, name=shown)
