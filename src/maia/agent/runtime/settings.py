"""Settings from their layers: user files, project files, environment, flags (spec 5.3, 7.3, 9.1).

Every value knows where it came from, so `maia config show` can say it. Of the project's files only
the permission rules (see `rule_files`) and the model are read.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from maia.agent.contracts.errors import SettingsError
from maia.agent.contracts.profiles import Profile
from maia.agent.loop.limits import MAX_ITERATIONS
from maia.agent.permissions.rules import Rules
from maia.agent.permissions.sandbox.settings import SandboxSettings, read_sandbox
from maia.agent.runtime.json_files import read_object
from maia.agent.runtime.rule_files import SETTINGS_FILE, USER_FOLDER, LoadedRules, load_rules
from maia.agent.runtime.settings_reader import (
    EXAMPLE,
    Origin,
    SettingsReader,
)

REQUIRED = ("LiteLLM_URL", "OpenAI_EndPoint", "LiteLLM_Models")
ATTENTION = ("bell", "osc9", "off")
ROOT_OVERRIDE = "MAIA_ALLOW_ROOT_BYPASS"
"""Set to 1, it lets root use the profile `bypass` without a sandbox: throw-away containers."""


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
    context: int | None = None
    """The model's window in tokens, where the server does not know it or is wrong."""
    sessions: bool = True
    """Whether conversations are kept on the disk."""
    attention: str = "bell"
    """How a waiting question makes itself heard: bell, osc9 or off."""
    animation: bool = True
    """Whether anything moves on the screen while the person waits."""
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


def load_settings(
    home: Path, launch_folder: Path, environ: Mapping[str, str], *, model_flag: str | None = None
) -> Settings:
    """Read every layer. SettingsError says what is wrong, in which file, with an example."""
    path = home / USER_FOLDER / SETTINGS_FILE
    values = read_object(path)
    if values is None:
        raise SettingsError("settings.absent", path=str(path), example=EXAMPLE)
    reader = SettingsReader(values, path)
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
        context=reader.positive("context"),
        sessions=reader.switch("sessions", default=True),
        attention=reader.choice("attention", ATTENTION),
        animation=reader.switch("animation", default=True),
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


def _url(reader: SettingsReader) -> str:
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


def _api_key(reader: SettingsReader, environ: Mapping[str, str]) -> str | None:
    written = reader.text("LiteLLM_API_Key")
    key = written or environ.get("LITELLM_API_KEY", "").strip() or None
    source = str(reader.path) if written else "LITELLM_API_KEY"
    if key is not None and not key.isprintable():
        raise SettingsError("settings.bad_key", path=source, name="LiteLLM_API_Key")
    reader.note("LiteLLM_API_Key", key, source, secret=True)
    return key


def _model(
    reader: SettingsReader,
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
