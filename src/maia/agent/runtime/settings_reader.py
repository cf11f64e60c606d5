"""Reading one settings file: each value checked, and where it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from maia.agent.contracts.errors import SettingsError
from maia.agent.permissions.sandbox.settings import SandboxSettings, read_sandbox
from maia.agent.runtime.setting_keys import unread_keys

EXAMPLE = """{
  "LiteLLM_URL": "http://localhost:4000",
  "OpenAI_EndPoint": "/v1/chat/completions",
  "LiteLLM_Models": "/v1/models"
}"""
LANGUAGES = ("en", "fr")
DEFAULT = ""
"""The source of a value that nobody gave."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A setting as it counts: its value and the layer that gave it (or DEFAULT).

    Secrets are shown masked.
    """

    name: str
    value: Any
    source: str
    secret: bool = False


@dataclass(slots=True)
class SettingsReader:
    """The user's settings file being read; keeps where each value came from.

    Each method reads one shape of value, and raises SettingsError for another.
    """

    values: Mapping[str, Any]
    path: Path
    origins: list[Origin] = field(default_factory=list[Origin])

    def note(self, name: str, value: Any, source: str, *, secret: bool = False) -> None:
        """Remember a value and the layer that gave it."""
        if value is not None:
            self.origins.append(Origin(name, value, source, secret))

    def text(self, name: str) -> str | None:
        """A text that is not empty."""
        value = self.values.get(name)
        if value is None:
            return None
        if not isinstance(value, str) or not value.strip():
            raise SettingsError("settings.not_text", path=str(self.path), name=name)
        return value.strip()

    def required(self, name: str) -> str:
        """A text without which nothing works."""
        value = self.text(name)
        if value is None:
            raise SettingsError(
                "settings.missing_key", path=str(self.path), name=name, example=EXAMPLE
            )
        self.note(name, value, str(self.path))
        return value

    def positive(self, name: str, default: int | None = None) -> int | None:
        """A whole number from 1."""
        value = self.values.get(name)
        if value is None:
            self.note(name, default, DEFAULT)
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise SettingsError("settings.not_positive", path=str(self.path), name=name)
        self.note(name, value, str(self.path))
        return value

    def env(self) -> dict[str, str]:
        """A table of environment variables."""
        value = self.values.get("env")
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise SettingsError("settings.env", path=str(self.path), name="env")
        table: dict[str, str] = {}
        for name, content in cast("dict[str, Any]", value).items():
            text = str(content) if _is_text(content) else None
            if text is None or not _is_variable(name, text):
                raise SettingsError("settings.env", path=str(self.path), name=f"env.{name}")
            table[name] = text
            self.note(f"env.{name}", text, str(self.path), secret=True)
        return table

    def switch(self, name: str, *, default: bool) -> bool:
        """True or false."""
        value = self.values.get(name)
        if value is None:
            self.note(name, _switch_word(default), DEFAULT)
            return default
        if not isinstance(value, bool):
            raise SettingsError("settings.not_switch", path=str(self.path), name=name)
        self.note(name, _switch_word(value), str(self.path))
        return value

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        """One of `choices`; the first one is the default."""
        value = self.values.get(name)
        if value is None:
            self.note(name, choices[0], DEFAULT)
            return choices[0]
        if value not in choices:
            raise SettingsError(
                "settings.not_choice", path=str(self.path), name=name, choices=", ".join(choices)
            )
        self.note(name, value, str(self.path))
        return str(value)

    def names(self, name: str) -> tuple[str, ...]:
        """A list of names of variables."""
        value = self.values.get(name)
        if value is None:
            return ()
        written = cast("list[Any]", value) if isinstance(value, list) else [value]
        names = [one for one in written if isinstance(one, str) and _is_variable(one, "")]
        if not isinstance(value, list) or names != written:
            raise SettingsError("settings.not_names", path=str(self.path), name=name)
        self.note(name, ", ".join(names), str(self.path))
        return tuple(names)

    def sandbox(self, launch_folder: Path) -> SandboxSettings:
        """The sandbox, in its short or long form."""
        value = self.values.get("sandbox")
        settings = read_sandbox(value, str(self.path), launch_folder)
        self.note("sandbox", _spelt(settings), DEFAULT if value is None else str(self.path))
        return settings

    def warnings(self) -> tuple[SettingsError, ...]:
        """What of the file has no effect."""
        language = self.values.get("language")
        found = unread_keys(self.values, self.path)
        if language is None or str(language).strip()[:2].lower() in LANGUAGES:
            return found
        shown = str(language).strip()[:20]
        return (
            SettingsError("settings.unknown_language", path=str(self.path), written=shown),
            *found,
        )


def _spelt(sandbox: SandboxSettings) -> str:
    """The sandbox as `config show` prints it: the mode, then what departs from the usual."""
    words: list[str] = [sandbox.mode]
    if sandbox.mode != "off":
        words.append("network on" if sandbox.network else "network off")
        words += [f"writable {path}" for path in sandbox.writable]
    return ", ".join([*words, "required"] if sandbox.required else words)


def _switch_word(value: bool) -> str:  # noqa: FBT001  # it is the word for the value
    return "true" if value else "false"


def _is_text(value: object) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _is_variable(name: str, content: str) -> bool:
    """Whether the system takes it as an environment variable."""
    return bool(name) and "=" not in name and "\0" not in name + content
