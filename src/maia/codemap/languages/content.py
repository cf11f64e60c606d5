"""Rules on the text of a file, for extensions that several languages share."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from maia.codemap.languages.table import Language, all_languages

RULES = Path(__file__).with_name("content_rules.toml")
NO_EXTENSION = ""
"""The rules for names that say nothing."""

_START = re.compile(r"(?s)((?:\(\?[a-z]\))?)(\^|\\A|)(.*)")
_LINE_FEEDS = {"^": r"\n", r"\A": r"\A\n", "": ""}


@dataclass(frozen=True, slots=True)
class Rule:
    """Patterns of which one is found in texts of a language; no language means none of ours."""

    language: Language | None
    patterns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one extension in the order in which they are tried."""

    rules: tuple[Rule, ...]
    default: Language | None

    def fitting(self, text: str) -> Rule | None:
        """The first rule of which a pattern is in the text."""
        lines = f"\n{text}"
        for rule in self.rules:
            if any(_compiled(pattern).search(lines) for pattern in rule.patterns):
                return rule
        return None


def rules_of(extension: str) -> Rules | None:
    """The rules for an extension, None if its name is enough."""
    return all_rules().get(extension)


@cache
def all_rules() -> Mapping[str, Rules]:
    """The rules by extension, read once; their patterns are compiled when they are needed."""
    languages = {"": None, **all_languages()}
    read: dict[str, Rules] = {}
    for key, entry in tomllib.loads(RULES.read_text("utf-8")).items():
        rules = Rules(
            rules=tuple(
                Rule(languages[each], tuple(patterns)) for each, *patterns in entry["rules"]
            ),
            default=languages[entry["default"]],
        )
        read |= dict.fromkeys(key.split() or [NO_EXTENSION], rules)
    return read


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """The pattern for a text with a line feed put before it.

    Python tries `^` at each character and looks for a line feed in one step: ten times faster.
    """
    start = _START.fullmatch(pattern)
    flags, anchor, rest = start.groups() if start else ("", "", pattern)
    return re.compile(f"{flags}{_LINE_FEEDS[anchor]}{rest}", re.MULTILINE)
