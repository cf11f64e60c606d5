"""What every command group needs first: the launch folder, and settings errors said well."""

import os
import sys
from pathlib import Path

from maia.agent.contracts.errors import SettingsError
from maia.agent.runtime.settings import Settings
from maia.facades.exit_codes import ExitCode
from maia.facades.shown_text import harmless
from maia.i18n import Catalogue


def launch_folder() -> Path:
    """MAIA_CWD, then INIT_CWD, then the current folder (spec 5.2)."""
    for name in ("MAIA_CWD", "INIT_CWD"):
        given = os.environ.get(name)
        if given and Path(given).is_dir():
            return Path(os.path.normpath(Path.cwd() / given))
    return Path.cwd()


def say_settings_error(error: SettingsError, catalogue: Catalogue) -> int:
    """The error on stderr, with an example where the specification gives one; exit code 2."""
    sys.stderr.write(harmless(catalogue.text(error.key, **error.values)) + "\n")
    return ExitCode.USAGE


def say_malformed_rules(settings: Settings, catalogue: Catalogue) -> None:
    """One warning for each element that is not a rule: file, list, position, what was written."""
    for rule in settings.rules.malformed:
        sentence = catalogue.text(
            "settings.malformed_rule",
            path=rule.source,
            family=rule.family,
            position=rule.position,
            written=rule.written[:200],
        )
        sys.stderr.write(harmless(sentence) + "\n")
