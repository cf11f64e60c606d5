"""Languages: the table of all of them, the language of a file, and the grammars that parse them."""

from maia.codemap.languages.detection import HEAD_BYTES, Detection, Why, detect
from maia.codemap.languages.fragile import safe_text
from maia.codemap.languages.grammars import (
    Availability,
    GrammarUnavailable,
    Parsed,
    TextOnly,
    availability,
    load,
)
from maia.codemap.languages.table import Kind, Language, all_languages, by_name

__all__ = [
    "HEAD_BYTES",
    "Availability",
    "Detection",
    "GrammarUnavailable",
    "Kind",
    "Language",
    "Parsed",
    "TextOnly",
    "Why",
    "all_languages",
    "availability",
    "by_name",
    "detect",
    "load",
    "safe_text",
]
