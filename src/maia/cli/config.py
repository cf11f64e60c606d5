"""`maia config show`: each value that counts, and where it came from."""

import os
import sys
from pathlib import Path

from maia.agent.contracts.errors import SettingsError
from maia.agent.runtime.settings import load_settings
from maia.cli.launch import launch_folder, say_malformed_rules, say_settings_error
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.shown_text import harmless
from maia.i18n import Catalogue, resolve_language


def show_config(words: Words) -> int:
    """Print the settings as `name = value  (source)`, secrets masked, then the rules by family."""
    catalogue = Catalogue(words.language)
    try:
        settings = load_settings(Path.home(), launch_folder(), os.environ, model_flag=words.model)
    except SettingsError as error:
        return say_settings_error(error, catalogue)
    catalogue = Catalogue(resolve_language(settings.language, os.environ))
    say_malformed_rules(settings, catalogue)
    for origin in settings.origins:
        value = "••••" if origin.secret else origin.value
        sys.stdout.write(harmless(f"{origin.name} = {value}  ({origin.source})") + "\n")
    for family, rule in settings.rules.by_family():
        sys.stdout.write(harmless(f"{family} {rule}  ({rule.source})") + "\n")
    return ExitCode.DONE
