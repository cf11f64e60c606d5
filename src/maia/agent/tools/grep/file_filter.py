"""The `glob` parameter: which files are searched, in the ways models write it."""

import re
from itertools import chain

from maia.workspace.path_pattern import PathPattern

_SPECIAL = re.compile(r"[*?\[{]")


class FileFilter:
    """`*.py` is looked for at every level; with a slash, from the searched or the launch folder.

    A last name without special characters (`tests`, `!src/gen`) may be that of a folder as well.
    Several patterns are separated by commas outside braces; `!` before one leaves its files out.
    Raises UnusablePattern.
    """

    def __init__(self, text: str) -> None:
        patterns = [each.strip() for each in _split(text) if each.strip()]
        wanted = (each for each in patterns if not each.startswith("!"))
        unwanted = (each[1:] for each in patterns if each.startswith("!"))
        self._wanted = list(chain.from_iterable(map(_anywhere, wanted)))
        self._unwanted = list(chain.from_iterable(map(_anywhere, unwanted)))

    def accepts(self, *paths: str) -> bool:
        """Whether a file counts, given its paths from the folders a pattern may start at."""
        if any(_fits(pattern, paths) for pattern in self._unwanted):
            return False
        return not self._wanted or any(_fits(pattern, paths) for pattern in self._wanted)


def _anywhere(pattern: str) -> list[PathPattern]:
    pattern = pattern.removeprefix("./")
    if pattern.endswith("/"):
        pattern += "**"
    rooted = pattern.removeprefix("/")
    place = rooted if "/" in pattern else f"**/{rooted}"
    below = [] if _SPECIAL.search(place.rpartition("/")[2]) else [PathPattern(f"{place}/**")]
    return [PathPattern(place), *below]


def _fits(pattern: PathPattern, paths: tuple[str, ...]) -> bool:
    return any(pattern.matches(path) or pattern.matches_literally(path) for path in paths)


def _split(text: str) -> list[str]:
    parts = [""]
    depth = 0
    for character in text:
        depth += (character == "{") - (character == "}")
        if character == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts
