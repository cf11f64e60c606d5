"""Claims: which languages the name of a file, or the name of an interpreter, speaks for."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from maia.codemap.languages.table import Language, all_languages

MAX_DOTS = 4
"""How many dots from the end are tried as the start of an extension."""

_SAYS_NOTHING = (
    *("~", ".in", ".dist", ".default", ".example", ".sample"),
    *(".template", ".orig", ".bak", ".old"),
)
"""Ends of names that leave the language to what stands before them, as in `config.h.in`."""


@dataclass(frozen=True, slots=True)
class ExtensionClaim:
    """An extension as the table or the name writes it, and the languages that claim it."""

    extension: str
    languages: tuple[Language, ...]


@dataclass(frozen=True, slots=True)
class Claims:
    """The table turned round: from names to languages."""

    file_names: Mapping[str, Language]
    patterns: tuple[tuple[str, Language], ...]
    extensions: Mapping[str, tuple[Language, ...]]
    interpreters: Mapping[str, Language]

    def by_file_name(self, name: str) -> Language | None:
        """The language of files that are called this, whatever their extension."""
        exact = self.file_names.get(name)
        if exact is not None:
            return exact
        for pattern, language in self.patterns:
            if fnmatchcase(name, pattern):
                return language
        return None

    def by_extension(self, name: str) -> ExtensionClaim:
        """The longest extension of the name that is claimed; else its last one, with no claim.

        The first dot of a hidden file starts no extension.
        """
        dots = [index for index in range(1, len(name)) if name[index] == "."][-MAX_DOTS:]
        for dot in dots:
            written = name[dot:]
            for extension in (written, written.lower()):
                if extension in self.extensions:
                    return ExtensionClaim(extension, self.extensions[extension])
        return ExtensionClaim(name[dots[-1] :].lower() if dots else "", ())


@cache
def all_claims() -> Claims:
    """The claims of all languages, gathered once."""
    extensions: defaultdict[str, list[Language]] = defaultdict(list)
    languages = all_languages().values()
    for language in languages:
        for extension in language.extensions:
            extensions[extension].append(language)
    return Claims(
        file_names={name: each for each in languages for name in each.file_names},
        patterns=tuple((pattern, each) for each in languages for pattern in each.file_patterns),
        extensions={extension: tuple(claiming) for extension, claiming in extensions.items()},
        interpreters={name: each for each in languages for name in each.interpreters},
    )


def claims_on(name: str) -> tuple[Language | None, ExtensionClaim]:
    """The language that the whole name means, if any, and the claims on its extension.

    An end that says nothing is left off a name that means nothing with it.
    """
    claims = all_claims()
    language, claim = claims.by_file_name(name), claims.by_extension(name)
    shorter = _without_end(name)
    if language is None and not claim.languages and shorter is not None:
        return claims.by_file_name(shorter), claims.by_extension(shorter)
    return language, claim


def _without_end(name: str) -> str | None:
    for end in _SAYS_NOTHING:
        if name.endswith(end) and len(name) > len(end):
            return name.removesuffix(end)
    return None
