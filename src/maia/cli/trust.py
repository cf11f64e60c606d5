"""`maia trust`: which folders' project files may take effect."""

import contextlib
import os
from pathlib import Path

from maia.agent.contracts.errors import SettingsError
from maia.agent.runtime.rule_files import trusted_folders
from maia.agent.runtime.settings import language_setting
from maia.cli.launch import Refusal, home_folder, launch_folder
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.process import write_answer
from maia.i18n import Catalogue, resolve_language
from maia.workspace.terminal_text import visible


def change_trust(words: Words) -> int:
    """Trust a folder, trust it no longer (`--remove`), or print those that are (`--list`)."""
    catalogue = Catalogue(words.language)
    try:
        home = home_folder(os.environ)
        with contextlib.suppress(SettingsError):  # broken settings are no matter of trust
            catalogue = Catalogue(resolve_language(language_setting(home), os.environ))
        if words.list_folders:
            return _show(home)
        folder = _folder(words)
        return _change(home, folder, catalogue, remove=words.remove)
    except SettingsError as error:
        return Refusal(catalogue.text(error.key, **error.values), catalogue).tell()


def _show(home: Path) -> int:
    for folder in trusted_folders(home).folders():
        write_answer(visible(folder) + "\n")
    return ExitCode.DONE


def _folder(words: Words) -> Path:
    """The folder that is named, else the launch folder; one that is gone can only be removed."""
    launch = launch_folder(os.environ)
    if not words.arguments:
        return launch
    written = words.arguments[0]
    folder = launch / written
    # An empty name is a variable that was not set: nothing is trusted in its place.
    if not written or not (words.remove or folder.is_dir()):
        raise SettingsError("cli.not_folder", name="maia trust", path=written)
    return folder


def _change(home: Path, folder: Path, catalogue: Catalogue, *, remove: bool) -> int:
    shown = visible(os.path.realpath(folder))
    trusted = trusted_folders(home)
    if not remove:
        trusted.add(folder)
        write_answer(catalogue.text("cli.trusted", folder=shown) + "\n")
    elif trusted.remove(folder):
        write_answer(catalogue.text("cli.trust_removed", folder=shown) + "\n")
    else:
        write_answer(catalogue.text("cli.not_trusted", folder=shown) + "\n")
    return ExitCode.DONE
