"""The permission rules of the user's file and of the project's, and what of them counts (spec 9.1).

A project grants nothing until its folder is trusted; its deny and ask rules always count. While a
project's file cannot be read, no allow rule counts at all: nothing is ever more permissive than
with the file intact.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maia.agent.contracts.errors import SettingsError
from maia.agent.permissions.rules import MalformedRule, Rule, Rules, UnknownName, read_rules
from maia.agent.permissions.trust import TrustedFolders
from maia.agent.runtime.json_files import read_object
from maia.agent.runtime.setting_keys import unknown_key, unread_keys

USER_FOLDER = ".maia"
SETTINGS_FILE = "settings.json"

_SHOWN = 200  # characters of an element


@dataclass(frozen=True, slots=True)
class LoadedRules:
    """The rules that count.

    `ignored` are the grants of a folder that is not trusted. `broken` is what is wrong with a
    project file that cannot be read; until it is repaired the profile falls back to `ask`.
    `warnings` say what else of the files has no effect. `files` are those that were read.
    """

    rules: Rules
    ignored: tuple[Rule, ...] = ()
    broken: SettingsError | None = None
    warnings: tuple[SettingsError, ...] = ()
    files: tuple[str, ...] = ()


def trust_file(home: Path) -> Path:
    """Where the user's list of trusted folders is kept."""
    return home / USER_FOLDER / "trust.json"


def trusted_folders(home: Path) -> TrustedFolders:
    """The user's list of trusted folders."""
    return TrustedFolders(trust_file(home))


def load_rules(
    home: Path, launch_folder: Path, user_settings: Mapping[str, Any] | None = None
) -> LoadedRules:
    """Read both files (the user's unless `user_settings` gives its values already).

    Raises SettingsError for a broken user file.
    """
    user_file = home / USER_FOLDER / SETTINGS_FILE
    values = user_settings if user_settings is not None else read_object(user_file)
    rules = _rules_of(values or {}, user_file)
    files = () if values is None else (str(user_file),)
    project_file = launch_folder / USER_FOLDER / SETTINGS_FILE
    if _same_file(project_file, user_file):
        return LoadedRules(rules, warnings=tuple(_warnings(rules)), files=files)
    try:
        theirs = read_object(project_file)
        project = _rules_of(theirs or {}, project_file)
    except SettingsError as error:
        return LoadedRules(
            rules.without_grants(), broken=error, warnings=tuple(_warnings(rules)), files=files
        )
    warnings = (
        *_warnings(rules + project),
        *unread_keys(theirs or {}, project_file, project=True),
    )
    files += () if theirs is None else (str(project_file),)
    if launch_folder in trusted_folders(home):
        return LoadedRules(rules + project, warnings=warnings, files=files)
    counting = rules + project.without_grants()
    return LoadedRules(counting, project.allow, warnings=warnings, files=files)


def load_rules_alone(path: Path) -> LoadedRules:
    """The rules of one settings file, as if there were no other. Raises SettingsError."""
    values = read_object(path)
    if values is None:
        raise SettingsError("settings.not_there", path=str(path))
    rules = _rules_of(values, path)
    return LoadedRules(rules, warnings=tuple(_warnings(rules)), files=(str(path),))


def _same_file(one: Path, other: Path) -> bool:
    """Also where the launch folder is a link to the home."""
    try:
        return one == other or one.samefile(other)
    except OSError:
        return False


def _rules_of(values: Mapping[str, Any], path: Path) -> Rules:
    """The file's rules. SettingsError when a list is none: what it was to deny is not known."""
    rules = read_rules(values.get("permissions"), str(path))
    for wrong in rules.malformed:
        if wrong.position == 0:
            name = f"permissions.{wrong.family}" if wrong.family else "permissions"
            raise SettingsError("settings.not_rules", path=str(path), name=name)
    return rules


def _warnings(rules: Rules) -> Iterator[SettingsError]:
    """One for each rule and each name that has no effect, with its place."""
    for wrong in rules.malformed:
        yield _malformed(wrong)
    for name in rules.unknown:
        yield _unknown(name)


def _malformed(wrong: MalformedRule) -> SettingsError:
    return SettingsError(
        "settings.malformed_rule",
        path=wrong.source,
        family=wrong.family,
        position=wrong.position,
        written=wrong.written[:_SHOWN],
    )


def _unknown(found: UnknownName) -> SettingsError:
    if found.position == 0:
        close = f"permissions.{found.close}" if found.close else ""
        return unknown_key(found.source, f"permissions.{found.name}", close)
    place: dict[str, str | int] = {
        "path": found.source,
        "family": found.family,
        "position": found.position,
        "name": found.name[:_SHOWN],
    }
    if found.close:
        return SettingsError("settings.unknown_tool_close", close=found.close, **place)
    return SettingsError("settings.unknown_tool", **place)
