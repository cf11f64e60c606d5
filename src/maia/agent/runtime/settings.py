"""Settings from their layers: user files, project files, environment, flags (spec 5.3, 7.3, 9.1).

Every value knows where it came from, so `maia config show` can say it. Of the project's files only
the permission rules (see `rule_files`) and the model are read.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from maia.agent.contracts.errors import SettingsError
from maia.agent.contracts.profiles import Profile
from maia.agent.loop.limits import MAX_ITERATIONS
from maia.agent.permissions.rules import Rules
from maia.agent.permissions.sandbox.settings import SandboxSettings, read_sandbox
from maia.agent.runtime.json_files import read_object
from maia.agent.runtime.rule_files import SETTINGS_FILE, USER_FOLDER, LoadedRules, load_rules
from maia.agent.runtime.setting_keys import unread_keys

REQUIRED = ("LiteLLM_URL", "OpenAI_EndPoint", "LiteLLM_Models")
EXAMPLE = """{
  "LiteLLM_URL": "http://localhost:4000",
  "OpenAI_EndPoint": "/v1/chat/completions",
  "LiteLLM_Models": "/v1/models"
}"""
LANGUAGES = ("en", "fr")
DEFAULT = ""
"""The source of a value that nobody gave."""

ROOT_OVERRIDE = "MAIA_ALLOW_ROOT_BYPASS"
"""Set to 1, it lets root use the profile `bypass` without a sandbox: throw-away containers."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A setting as it counts: its value and the layer that gave it (or DEFAULT).

    Secrets are shown masked.
    """

    name: str
    value: Any
    source: str
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """All that was set, meaning given once."""

    url: str
    chat_path: str
    models_path: str
    api_key: str | None
    model: str | None
    max_iterations: int | None
    max_output_tokens: int | None
    language: str | None
    env: Mapping[str, str]
    rule_files: LoadedRules
    origins: tuple[Origin, ...] = ()
    sandbox: SandboxSettings = field(default_factory=SandboxSettings)
    pass_environment: tuple[str, ...] = ()
    """Names of variables that commands get although they look like secrets; `*` is allowed."""
    user_warnings: tuple[SettingsError, ...] = ()
    has_user_rules: bool = True
    """Whether the user's file speaks of permissions; where it does not, it is a first start."""

    @property
    def rules(self) -> Rules:
        """The permission rules that count."""
        return self.rule_files.rules

    @property
    def warnings(self) -> tuple[SettingsError, ...]:
        """What of the files has no effect, as sentences to be shown; nothing is stopped by it."""
        return self.user_warnings + self.rule_files.warnings


@dataclass(slots=True)
class _Reader:
    """The user's settings file being read; keeps where each value came from."""

    values: Mapping[str, Any]
    path: Path
    origins: list[Origin] = field(default_factory=list[Origin])

    def note(self, name: str, value: Any, source: str, *, secret: bool = False) -> None:
        if value is not None:
            self.origins.append(Origin(name, value, source, secret))

    def text(self, name: str) -> str | None:
        value = self.values.get(name)
        if value is None:
            return None
        if not isinstance(value, str) or not value.strip():
            raise SettingsError("settings.not_text", path=str(self.path), name=name)
        return value.strip()

    def required(self, name: str) -> str:
        value = self.text(name)
        if value is None:
            raise SettingsError(
                "settings.missing_key", path=str(self.path), name=name, example=EXAMPLE
            )
        self.note(name, value, str(self.path))
        return value

    def positive(self, name: str, default: int | None = None) -> int | None:
        value = self.values.get(name)
        if value is None:
            self.note(name, default, DEFAULT)
            return None
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise SettingsError("settings.not_positive", path=str(self.path), name=name)
        self.note(name, value, str(self.path))
        return value

    def env(self) -> dict[str, str]:
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

    def names(self, name: str) -> tuple[str, ...]:
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
        value = self.values.get("sandbox")
        settings = read_sandbox(value, str(self.path), launch_folder)
        self.note("sandbox", _spelt(settings), DEFAULT if value is None else str(self.path))
        return settings

    def warnings(self) -> tuple[SettingsError, ...]:
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


def _is_text(value: object) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _is_variable(name: str, content: str) -> bool:
    """Whether the system takes it as an environment variable."""
    return bool(name) and "=" not in name and "\0" not in name + content


def load_settings(
    home: Path, launch_folder: Path, environ: Mapping[str, str], *, model_flag: str | None = None
) -> Settings:
    """Read every layer. SettingsError says what is wrong, in which file, with an example."""
    path = home / USER_FOLDER / SETTINGS_FILE
    values = read_object(path)
    if values is None:
        raise SettingsError("settings.absent", path=str(path), example=EXAMPLE)
    reader = _Reader(values, path)
    url = _url(reader)
    chat_path, models_path = reader.required(REQUIRED[1]), reader.required(REQUIRED[2])
    api_key = _api_key(reader, environ)
    language = reader.text("language")
    reader.note("language", language, str(path))
    model = _model(reader, home, launch_folder, environ, model_flag)
    return Settings(
        url=url,
        chat_path=chat_path,
        models_path=models_path,
        api_key=api_key,
        model=model,
        max_iterations=reader.positive("MaxIterations", MAX_ITERATIONS),
        max_output_tokens=reader.positive("MaxOutputTokens"),
        language=language,
        env=reader.env(),
        rule_files=load_rules(home, launch_folder, values),
        sandbox=reader.sandbox(launch_folder),
        pass_environment=reader.names("passEnvironment"),
        user_warnings=reader.warnings(),
        has_user_rules="permissions" in values,
        origins=tuple(reader.origins),
    )


def language_setting(home: Path) -> str | None:
    """The setting `language` alone, for what needs no other. Raises SettingsError."""
    language = (read_object(home / USER_FOLDER / SETTINGS_FILE) or {}).get("language")
    return language if isinstance(language, str) else None


def sandbox_setting(home: Path, launch_folder: Path, file: Path | None = None) -> SandboxSettings:
    """The setting `sandbox` alone, of the user's file or of `file`. Raises SettingsError."""
    path = file or home / USER_FOLDER / SETTINGS_FILE
    return read_sandbox((read_object(path) or {}).get("sandbox"), str(path), launch_folder)


def may_bypass(profile: Profile, sandbox: SandboxSettings, environ: Mapping[str, str]) -> bool:
    """Whether `profile` may be used by this user: not `bypass` by root without a sandbox."""
    return profile != "bypass" or not _is_unsafe_root(environ) or sandbox.mode != "off"


def bypass_bounds(
    profile: Profile, sandbox: SandboxSettings, environ: Mapping[str, str]
) -> SandboxSettings:
    """The sandbox for `profile`: for root in `bypass`, one that has to work."""
    if profile == "bypass" and _is_unsafe_root(environ):
        return replace(sandbox, required=True)
    return sandbox


def _is_unsafe_root(environ: Mapping[str, str]) -> bool:
    return os.geteuid() == 0 and environ.get(ROOT_OVERRIDE) != "1"


def _url(reader: _Reader) -> str:
    url = reader.required("LiteLLM_URL")
    if not _is_web_address(url):
        raise SettingsError("settings.not_url", path=str(reader.path), name="LiteLLM_URL")
    return url


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    is_web = parts.scheme in ("http", "https") and bool(parts.hostname) and port != 0
    return is_web and url.isprintable() and " " not in url


def _api_key(reader: _Reader, environ: Mapping[str, str]) -> str | None:
    written = reader.text("LiteLLM_API_Key")
    key = written or environ.get("LITELLM_API_KEY", "").strip() or None
    source = str(reader.path) if written else "LITELLM_API_KEY"
    if key is not None and not key.isprintable():
        raise SettingsError("settings.bad_key", path=source, name="LiteLLM_API_Key")
    reader.note("LiteLLM_API_Key", key, source, secret=True)
    return key


def _model(
    reader: _Reader,
    home: Path,
    launch_folder: Path,
    environ: Mapping[str, str],
    model_flag: str | None,
) -> str | None:
    """`--model`, MAIA_MODEL, the project's config.json, the user's; no default (spec 5.3)."""
    candidates: list[tuple[str | None, str]] = [
        (model_flag, "--model"),
        (environ.get("MAIA_MODEL"), "MAIA_MODEL"),
    ]
    for folder in (launch_folder, home):
        path = folder / USER_FOLDER / "config.json"
        value = (read_object(path) or {}).get("model")
        if value is not None and not isinstance(value, str):
            raise SettingsError("settings.not_text", path=str(path), name="model")
        candidates.append((value, str(path)))
    for value, source in candidates:
        name = model_name(value or "")
        if name:
            reader.note("model", name, source)
            return name
    return None


def model_name(written: str) -> str:
    """`litellm:<name>` or `<name>`; the name itself may hold `:` and `/`."""
    return written.strip().removeprefix("litellm:").strip()
