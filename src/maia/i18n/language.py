"""Which language to speak: setting, MAIA_LANG, then the locale variables, else English."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "fr"]

LANGUAGE_VARIABLES = ("MAIA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def resolve_language(setting: str | None, environ: Mapping[str, str]) -> Language:
    """The first of the setting and the variables that is set decides; an unknown one means `en`.

    A value is read by its first two letters (`fr_CA.UTF-8` is French); an empty one is not set.
    """
    for value in (setting, *(environ.get(name) for name in LANGUAGE_VARIABLES)):
        if value:
            return "fr" if value[:2].lower() == "fr" else "en"
    return "en"
