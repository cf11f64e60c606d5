"""`maia models`: what the server offers, one name a line."""

import asyncio
import os
import sys
from pathlib import Path

from maia.agent.contracts.errors import ModelError, SettingsError
from maia.agent.runtime.assembly import list_models
from maia.agent.runtime.settings import load_settings
from maia.cli.launch import launch_folder, say_settings_error
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.shown_text import harmless
from maia.i18n import Catalogue, resolve_language


def show_models(words: Words) -> int:
    """Print the model names in order; a server that cannot be asked is an error (code 1)."""
    catalogue = Catalogue(words.language)
    try:
        settings = load_settings(Path.home(), launch_folder(), os.environ, model_flag=words.model)
    except SettingsError as error:
        return say_settings_error(error, catalogue)
    catalogue = Catalogue(resolve_language(settings.language, os.environ))
    try:
        models = asyncio.run(list_models(settings))
    except ModelError as error:
        sys.stderr.write(harmless(catalogue.text(error.key, **error.values)) + "\n")
        return ExitCode.ERROR
    if not models:
        sys.stderr.write(catalogue.text("repl.no_models") + "\n")
        return ExitCode.ERROR
    for name in models:
        sys.stdout.write(harmless(name) + "\n")
    return ExitCode.DONE
