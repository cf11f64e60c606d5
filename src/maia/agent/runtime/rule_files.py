"""The permission rules of the user's file and of the project's, and what of them counts (spec 9.1).

A project grants nothing until its folder is trusted; its deny and ask rules always count. While a
project's file cannot be read, no allow rule counts at all: nothing is ever more permissive than
with the file intact.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maia.agent.contracts.errors import SettingsError
from maia.agent.permissions.rules import Rule, Rules, read_rules
from maia.agent.permissions.trust import TrustedFolders
from maia.agent.runtime.json_files import read_object

USER_FOLDER = ".maia"


@dataclass(frozen=True, slots=True)
class LoadedRules:
    """The rules that count.

    `ignored` are the grants of a folder that is not trusted. `broken` is what is wrong with a
    project file that cannot be read; until it is repaired the profile falls back to `ask`.
    """

    rules: Rules
    ignored: tuple[Rule, ...] = ()
    broken: SettingsError | None = None


def trusted_folders(home: Path) -> TrustedFolders:
    """The user's list of trusted folders."""
    return TrustedFolders(home / USER_FOLDER / "trust.json")


def load_rules(
    home: Path, launch_folder: Path, user_settings: Mapping[str, Any] | None = None
) -> LoadedRules:
    """Read both files (the user's unless `user_settings` gives its values already).

    Raises SettingsError for a broken user file.
    """
    user_file = home / USER_FOLDER / "settings.json"
    values = user_settings if user_settings is not None else read_object(user_file) or {}
    rules = read_rules(values.get("permissions"), str(user_file))
    project_file = launch_folder / USER_FOLDER / "settings.json"
    if project_file == user_file:
        return LoadedRules(rules)
    try:
        theirs = read_object(project_file)
    except SettingsError as error:
        return LoadedRules(rules.without_grants(), broken=error)
    if theirs is None:
        return LoadedRules(rules)
    project = read_rules(theirs.get("permissions"), str(project_file))
    if launch_folder in trusted_folders(home):
        return LoadedRules(rules + project)
    return LoadedRules(rules + project.without_grants(), ignored=project.allow)
