"""`maia config show`: each value that counts, and where it came from."""

import os
from collections.abc import Iterator

from maia.agent.runtime.rule_files import trust_file, trusted_folders
from maia.agent.runtime.settings_reader import DEFAULT
from maia.cli.launch import FOLDER_VARIABLES, Launch, Refusal, prepare
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.process import write_answer
from maia.i18n.language import LANGUAGE_VARIABLES
from maia.workspace.terminal_text import visible


def show_config(words: Words) -> int:
    """Print the settings as `name = value  (source)`, secrets masked, then the rules by family."""
    launch = prepare(words)
    if isinstance(launch, Refusal):
        return launch.tell()
    for line in config_lines(launch, words):
        write_answer(line + "\n")
    return ExitCode.DONE


def config_lines(launch: Launch, words: Words) -> Iterator[str]:
    """A line a setting, then a line a rule, with nothing hidden in them."""
    default = launch.catalogue.text("cli.default")
    for name, value, source in (*_settings(launch), *_place(launch, words)):
        yield visible(f"{name} = {value}  ({source or default})")
    for family, rule in launch.settings.rules.by_family():
        yield visible(f"{family} {rule}  ({rule.source})")


def _settings(launch: Launch) -> Iterator[tuple[str, str, str]]:
    """What was set, or counts although nobody set it: name, value, source (DEFAULT: nobody)."""
    for origin in launch.settings.origins:
        yield origin.name, "••••" if origin.secret else str(origin.value), origin.source
    if launch.settings.model is None:
        yield "model", "-", launch.catalogue.text("cli.not_chosen")


def _place(launch: Launch, words: Words) -> Iterator[tuple[str, str, str]]:
    """The language, the folder, the profile and trust, which come from more than files."""
    say = launch.catalogue.text
    if launch.settings.language is None:
        variables = (name for name in LANGUAGE_VARIABLES if os.environ.get(name))
        yield "language", launch.catalogue.language, next(variables, DEFAULT)
    variables = (name for name in FOLDER_VARIABLES if os.environ.get(name))
    yield "launch folder", str(launch.folder), next(variables, say("cli.current_folder"))
    if launch.settings.rule_files.broken:
        yield "permission mode", "ask", say("cli.broken_rules")
    else:
        chosen = "--permission-mode" if words.permission_mode else DEFAULT
        yield "permission mode", words.profile, chosen
    trusted = launch.folder in trusted_folders(launch.home)
    yield "trusted", say("cli.yes" if trusted else "cli.no"), str(trust_file(launch.home))
