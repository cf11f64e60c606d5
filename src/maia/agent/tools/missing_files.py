"""Why there is no file at a path, and which one may have been meant."""

import json
import os
from pathlib import Path

from maia.agent.contracts.tools import ToolContext
from maia.agent.tools.paths import shown_path
from maia.i18n import Texts
from maia.workspace.discovery import printable
from maia.workspace.lookalikes import fold_name
from maia.workspace.similar_names import similar_paths

TEXTS = Texts(
    en={
        "missing": "{path} does not exist.",
        "dangling": "{path} is a link to {target}, which does not exist.",
        "loop": "{path} is a link that leads back to itself: there is no file.",
        "impossible": "{path}: no file can have this name (it holds a NUL or half a character).",
        "similar": "{missing} Did you mean: {paths}?",
        "in_json": "{path} (in JSON: {escaped})",
    },
    fr={
        "missing": "{path} n'existe pas.",
        "dangling": "{path} est un lien vers {target}, qui n'existe pas.",
        "loop": "{path} est un lien qui mène à lui-même : il n'y a pas de fichier.",
        "impossible": "{path} : aucun fichier ne peut avoir ce nom (il contient un NUL ou une "
        "moitié de caractère).",
        "similar": "{missing} Voulais-tu dire : {paths} ?",
        "in_json": "{path} (en JSON : {escaped})",
    },
)


def is_possible(path: Path) -> bool:
    """Whether a file can have that name: no NUL, no lone surrogate that stands for no byte."""
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False


def explain_missing(path: Path, context: ToolContext) -> str:
    """What the model is told of a path where there is nothing. Looks at the disk, never raises."""
    language = context.language
    shown = printable(shown_path(path, context.launch_folder))
    if not is_possible(path):
        return TEXTS.text(language, "impossible", path=shown)
    link = _link_target(path)
    if link is not None:
        # A loop resolves to one of its own links, a link that dangles to what is not there.
        if os.path.lexists(os.path.realpath(path)):
            return TEXTS.text(language, "loop", path=shown)
        return TEXTS.text(language, "dangling", path=shown, target=printable(link))
    missing = TEXTS.text(language, "missing", path=shown)
    similar = similar_paths(path, context.launch_folder)
    if not similar:
        return missing
    paths = ", ".join(_suggested(each, path, context) for each in similar)
    return TEXTS.text(language, "similar", missing=missing, paths=paths)


def _link_target(path: Path) -> str | None:
    try:
        return os.readlink(path)  # noqa: PTH115  # the text as it stands in the link
    except OSError:  # no link, or not ours to see
        return None


def _suggested(path: Path, asked_for: Path, context: ToolContext) -> str:
    """A path as it is printed; in JSON too where it cannot be told from the one asked for."""
    shown = printable(shown_path(path, context.launch_folder))
    alike = path.name != asked_for.name and fold_name(path.name) == fold_name(asked_for.name)
    if not alike or shown.isascii():
        return shown
    return TEXTS.text(context.language, "in_json", path=shown, escaped=json.dumps(shown))
