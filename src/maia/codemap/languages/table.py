"""The table of languages: every language and text technology that a file may be written in.

It is data, one TOML file for each kind; a language is added there and nowhere else. Lists are
words in one string, which `tomllib` reads three times faster than arrays of strings.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType

TABLES = Path(__file__).with_name("tables")


class Kind(StrEnum):
    """What a language is for; each kind is one file of the table."""

    CODE = "code"
    MARKUP = "markup"
    DATA = "data"
    PROSE = "prose"


@dataclass(frozen=True, slots=True)
class Language:
    """One language: what it is called, which files are in it, which grammar reads it."""

    id: str
    """Lower case and stable: it is stored in maps."""
    name: str
    kind: Kind
    grammar: str | None = None
    """The tree-sitter grammar that parses it, often shared by dialects; None is text only."""
    text_only: str | None = None
    """Why it is text only although a grammar of that name exists."""
    extends: str | None = None
    """The language of which it is a dialect or an extension: TypeScript extends JavaScript."""
    extensions: tuple[str, ...] = ()
    """With their dot, some with two (`.blade.php`); several languages may share one."""
    file_names: tuple[str, ...] = ()
    file_patterns: tuple[str, ...] = ()
    """Globs for whole file names, as `Dockerfile.*`."""
    interpreters: tuple[str, ...] = ()
    """Programs named after `#!`, without folder and version."""
    aliases: tuple[str, ...] = ()
    """Other names, lower case: of editor modes and of fences in Markdown."""


@cache
def all_languages() -> Mapping[str, Language]:
    """The languages by id, read once."""
    return MappingProxyType({each.id: each for kind in Kind for each in _read(kind)})


def by_name(name: str) -> Language | None:
    """The language with this id, display name or alias, upper or lower case; None if unknown."""
    return _names().get(name.lower())


def is_dialect(language: Language, of: Language) -> bool:
    """Whether `language` extends `of`, directly or through others; none extends itself."""
    extended = language.extends
    while extended is not None:
        if extended == of.id:
            return True
        extended = all_languages()[extended].extends
    return False


@cache
def _names() -> Mapping[str, Language]:
    names: dict[str, Language] = {}
    for language in all_languages().values():
        for name in (*language.aliases, language.name.lower(), language.id):
            names[name] = language
    return names


def _read(kind: Kind) -> Iterator[Language]:
    tables = tomllib.loads((TABLES / f"{kind.value}.toml").read_text("utf-8"))
    for key, entry in tables.items():
        yield Language(
            id=key,
            name=entry["name"],
            kind=kind,
            grammar=entry.get("grammar"),
            text_only=entry.get("text_only"),
            extends=entry.get("extends"),
            **{each: tuple(entry[each].split()) for each in _LISTS if each in entry},
        )


_LISTS = ("extensions", "file_names", "file_patterns", "interpreters", "aliases")
