"""What every command group needs first: the home, the launch folder, the settings, the language."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from maia.agent.contracts.errors import SettingsError
from maia.agent.runtime.settings import Settings, load_settings
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.process import write_note
from maia.facades.shown_text import harmless
from maia.i18n import Catalogue, resolve_language

FOLDER_VARIABLES = ("MAIA_CWD", "INIT_CWD")


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


def prepare(words: Words) -> Launch | Refusal:
    """Read what a command needs. Warnings about rules are said on stderr, errors are returned."""
    catalogue = Catalogue(words.language)
    try:
        _check(words)
        home, folder = home_folder(os.environ), launch_folder(os.environ)
        settings = load_settings(home, folder, os.environ, model_flag=words.model)
    except SettingsError as error:
        return Refusal(catalogue.text(error.key, **error.values), catalogue)
    catalogue = Catalogue(resolve_language(settings.language, os.environ))
    _say_warnings(settings, catalogue)
    return Launch(home, folder, settings, catalogue)


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


def _say_warnings(settings: Settings, catalogue: Catalogue) -> None:
    """One warning for each file and each element that is left out, with its place."""
    problem = settings.rule_files.broken
    if problem is not None:
        sentence = catalogue.text(problem.key, **problem.values)
        write_note(harmless(catalogue.text("settings.left_out", problem=sentence)) + "\n")
    for rule in settings.rules.malformed:
        sentence = catalogue.text(
            "settings.malformed_rule",
            path=rule.source,
            family=rule.family,
            position=rule.position,
            written=rule.written[:200],
        )
        write_note(harmless(sentence) + "\n")
