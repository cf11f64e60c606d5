"""Glob patterns over relative paths, and names that only look like patterns."""

import re
from collections.abc import Iterable
from itertools import product

MAX_EXPANDED = 1000
"""How many patterns one pattern with braces may stand for."""

MAX_VARIED_SEGMENTS = 4
"""How many segments with brackets are read both ways, singly; beyond, all at once."""

_SPECIAL = re.compile(r"[*?\[\]{}()!@+\\]")
_ONE_CHOICE = re.compile(r"(?<![\\$])\{([^{},/\\]+)\}")
_REPEATED_GROUP = re.compile(r"[*+]\(")


class UnusablePattern(ValueError):
    """The pattern stands for too many patterns; the text says how many are allowed."""


class PathPattern:
    """One glob pattern. Hidden files match as others do; `**` also stands for no folder at all.

    Groups `@(a|b)`, `?(a)` and `!(a)` are understood; `*(a)` and `+(a)` are read as plain text,
    since they can be made to run for ever.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._as_classes = _compiled([text])
        self._as_names = _compiled(_literal_variants(text))

    def matches(self, path: str) -> bool:
        """Whether the path fits; a path that is the pattern, letter for letter, always does."""
        return path == self._text or any(each.match(path) for each in self._as_classes)

    def matches_literally(self, path: str) -> bool:
        """Whether it fits when `[...]` are brackets of names, as in `app/[slug]/page.tsx`."""
        return any(each.match(path) for each in self._as_names)


def split_fixed_folder(pattern: str) -> tuple[str, str]:
    """The leading segments without special characters, and what is left to match below them."""
    segments = pattern.split("/")
    fixed = 0
    while fixed < len(segments) - 1 and not _SPECIAL.search(segments[fixed]):
        fixed += 1
    return "/".join(segments[:fixed]), "/".join(segments[fixed:])


def _compiled(patterns: Iterable[str]) -> list[re.Pattern[str]]:
    from wcmatch import glob

    compiled: list[re.Pattern[str]] = []
    for pattern in patterns:
        flags = glob.GLOBSTAR | glob.BRACE | glob.DOTGLOB | glob.FORCEUNIX
        if not _REPEATED_GROUP.search(pattern):
            flags |= glob.EXTGLOB
        try:
            sources = glob.translate(pattern, flags=flags, limit=MAX_EXPANDED)[0]
        except Exception as error:
            # wcmatch exports the class of this error under a private name only.
            if type(error).__name__ == "PatternLimitException":
                raise UnusablePattern(str(MAX_EXPANDED)) from error
            raise
        compiled += (re.compile(source) for source in sources)
    return compiled


def _literal_variants(pattern: str) -> list[str]:
    """The pattern with the brackets of some segments taken as they stand; none if it has none.

    A brace with one choice (`*.{py}`) is for the shell no choice but text; as a pattern, one that
    stands for nothing else, its choice is meant.
    """
    single = _ONE_CHOICE.sub(r"\1", pattern)
    variants = [single] if single != pattern else []
    segments = pattern.split("/")
    bracketed = [index for index, segment in enumerate(segments) if "[" in segment]
    if len(bracketed) > MAX_VARIED_SEGMENTS:
        choices: Iterable[tuple[bool, ...]] = [(True,) * len(bracketed)]
    else:
        choices = (each for each in product((True, False), repeat=len(bracketed)) if any(each))
    for choice in choices:
        literal = {index for index, chosen in zip(bracketed, choice, strict=True) if chosen}
        variants.append(
            "/".join(
                re.sub(r"[\[\]]", r"\\\g<0>", segment) if index in literal else segment
                for index, segment in enumerate(segments)
            )
        )
    return variants
