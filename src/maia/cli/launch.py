"""What every command group needs first: the home, the launch folder, the settings, the language."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from maia.agent.contracts.errors import SettingsError
from maia.agent.runtime.rule_files import (
    LoadedRules,
    load_rules,
    load_rules_alone,
    trusted_folders,
)
from maia.agent.runtime.settings import (
    ROOT_OVERRIDE,
    SandboxSettings,
    Settings,
    bypass_bounds,
    language_setting,
    load_settings,
    may_bypass,
    sandbox_setting,
)
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.process import write_note
from maia.facades.shown_text import harmless, one_line
from maia.i18n import Catalogue, resolve_language

FOLDER_VARIABLES = ("MAIA_CWD", "INIT_CWD")
_SHOWN = 300  # characters of a list of rules


@dataclass(frozen=True, slots=True)
class Launch:
    """A command that can begin."""

    home: Path
    folder: Path
    settings: Settings
    catalogue: Catalogue


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command that cannot: what is said, and the exit code."""

    sentence: str
    catalogue: Catalogue
    code: ExitCode = ExitCode.USAGE

    def tell(self) -> int:
        """Say it on stderr; the exit code."""
        write_note(harmless(self.sentence) + "\n")
        return self.code


@dataclass(frozen=True, slots=True)
class RulesLaunch:
    """A command that needs the permission rules only: no server, no model."""

    home: Path
    folder: Path
    loaded: LoadedRules
    sandbox: SandboxSettings
    catalogue: Catalogue


def prepare(words: Words) -> Launch | Refusal:
    """Read what a command needs. Warnings are said on stderr, errors are returned."""
    catalogue = Catalogue(words.language)
    try:
        _check(words)
        home, folder = home_folder(os.environ), launch_folder(os.environ)
        if words.trust:
            trusted_folders(home).add(folder)
        settings = load_settings(home, folder, os.environ, model_flag=words.model)
    except SettingsError as error:
        return _refusal(error, catalogue)
    catalogue = Catalogue(resolve_language(settings.language, os.environ))
    _say_warnings(settings.rule_files, settings.warnings, catalogue)
    if words.command in ("repl", "headless"):
        if not may_bypass(words.profile, settings.sandbox, os.environ):
            return Refusal(catalogue.text("cli.root_bypass", variable=ROOT_OVERRIDE), catalogue)
        sandbox = bypass_bounds(words.profile, settings.sandbox, os.environ)
        settings = replace(settings, sandbox=sandbox)
    return Launch(home, folder, settings, catalogue)


def prepare_rules(words: Words) -> RulesLaunch | Refusal:
    """Read the rules, of `--settings FILE` alone when it is given. No settings file is needed."""
    catalogue = Catalogue(words.language)
    try:
        home, folder = home_folder(os.environ), launch_folder(os.environ)
        if words.settings_file is not None:
            file = Path(words.settings_file)
            loaded = load_rules_alone(file)
            sandbox = sandbox_setting(home, folder, file)
        else:
            catalogue = Catalogue(resolve_language(language_setting(home), os.environ))
            loaded = load_rules(home, folder)
            sandbox = sandbox_setting(home, folder)
    except SettingsError as error:
        return _refusal(error, catalogue)
    _say_warnings(loaded, loaded.warnings, catalogue)
    return RulesLaunch(home, folder, loaded, sandbox, catalogue)


def say_ignored(launch: Launch) -> None:
    """One line about what a folder that is not trusted would grant; nobody is asked."""
    ignored = launch.settings.rule_files.ignored
    if ignored:
        rules = ", ".join(str(rule) for rule in ignored)
        values = {"path": ignored[0].source, "rules": one_line(rules, _SHOWN)}
        write_note(harmless(launch.catalogue.text("cli.ignored", **values)) + "\n")


def _refusal(error: SettingsError, catalogue: Catalogue) -> Refusal:
    return Refusal(catalogue.text(error.key, **error.values), catalogue)


def _check(words: Words) -> None:
    """An empty model is a variable that was not set: no other model may answer in its place."""
    if words.model is not None and not words.model.strip():
        raise SettingsError("cli.empty_model")


def home_folder(environ: Mapping[str, str]) -> Path:
    """HOME when it is a whole path, else what the system knows. Raises SettingsError."""
    written = environ.get("HOME", "")
    if os.path.isabs(written):  # noqa: PTH117  # a Path of "" would be "."
        return Path(written)
    import pwd

    try:
        return Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError as error:
        raise SettingsError("cli.no_home") from error


def launch_folder(environ: Mapping[str, str]) -> Path:
    """MAIA_CWD, then INIT_CWD, then the current folder (spec 5.2). Raises SettingsError.

    A variable that names no folder is an error: to work in another folder than the one that was
    named could change the wrong files.
    """
    for name in FOLDER_VARIABLES:
        given = environ.get(name)
        if given:
            folder = Path(os.path.normpath(_current() / given))
            if not folder.is_dir():
                raise SettingsError("cli.not_folder", name=name, path=given)
            return folder
    return _current()


def _current() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise SettingsError("cli.folder_gone") from error


def _say_warnings(
    loaded: LoadedRules, warnings: Iterable[SettingsError], catalogue: Catalogue
) -> None:
    """One line for each file, element and name that has no effect, with its place."""
    problem = loaded.broken
    if problem is not None:
        sentence = catalogue.text(problem.key, **problem.values)
        write_note(harmless(catalogue.text("settings.left_out", problem=sentence)) + "\n")
    for warning in warnings:
        write_note(harmless(catalogue.text(warning.key, **warning.values)) + "\n")
