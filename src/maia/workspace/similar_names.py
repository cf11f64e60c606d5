"""Paths that a path that does not exist may have meant. Looks at folders only, in bounded time."""

import os
import re
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from maia.workspace.discovery import printable
from maia.workspace.lookalikes import fold_name

LISTED = 200
"""Entries of a folder that are listed (spec 11.4 gives the same number for `@folder`)."""

_ENTRIES = 20_000  # looked at in one folder
_SECONDS = 0.5  # spent on walking the tree for the same name elsewhere
_SKIPPED = frozenset({".git", "node_modules", ".venv", "__pycache__", ".tox", ".mypy_cache"})
_SUGGESTED = 5
_CLOSE = 0.75  # difflib's ratio


def entries(folder: Path) -> list[str]:
    """Names in `folder`, sorted, folders with a final slash; at most `_ENTRIES`. Raises OSError."""
    with os.scandir(folder) as found:
        return sorted(
            entry.name + ("/" if _is_folder(entry) else "") for entry in islice(found, _ENTRIES)
        )


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a loop of links
        return False


def lookalike(path: Path) -> Path | None:
    """The one existing path that looks the same: other spaces, quotes or composition of accents.

    None when there is none, or more than one: a name is never chosen among several.
    """
    return _resolved(path, fold_name)


def path_as_printed(path: Path) -> Path | None:
    r"""The one existing path that is printed as `path` is written: `bad\xff.txt`, `new\nline.txt`.

    None when there is none, or more than one. An exact name wins over one that is printed so.
    """
    return _resolved(path, printable) if "\\" in str(path) else None


def _resolved(path: Path, form: Callable[[str], str]) -> Path | None:
    """`path` with each name that is not there replaced by the one entry of the same form."""
    found = Path(path.anchor)
    for name in path.parts[1:]:
        if os.path.lexists(found / name):
            found /= name
            continue
        fitting = [each for each in _names(found) if form(each) == form(name)]
        if len(fitting) != 1:
            return None
        found /= fitting[0]
    return found


def similar_paths(path: Path, root: Path) -> list[Path]:
    """Existing paths that `path` may have meant, best first; the same name under `root` too.

    Case does not count, and a name written with backslashes is taken for a path of Windows.
    """
    name = re.split(r"[\\/]", path.name)[-1] or path.name
    siblings = _names(path.parent)
    folded = fold_name(path.name).casefold()
    likely = [each for each in siblings if fold_name(each).casefold() == folded]
    found = [path.parent / each for each in likely]
    found += islice(_same_name(name, root), _SUGGESTED)
    if len(found) < _SUGGESTED:
        from difflib import get_close_matches

        close = get_close_matches(name, siblings[:2000], n=3, cutoff=_CLOSE)
        found += [path.parent / each for each in close]
    return [each for each in dict.fromkeys(found) if each != path][:_SUGGESTED]


def _names(folder: Path) -> list[str]:
    try:
        return [name.removesuffix("/") for name in entries(folder)]
    except (OSError, ValueError):  # not there, not a folder, not ours to see
        return []


def _same_name(name: str, root: Path) -> Iterator[Path]:
    """Files and folders of that name, whatever their case."""
    wanted = name.casefold()
    deadline = time.monotonic() + _SECONDS
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(each for each in folders if each not in _SKIPPED)
        for each in (*sorted(files), *folders):
            if each.casefold() == wanted:
                yield Path(folder, each)
        if time.monotonic() > deadline:
            return
