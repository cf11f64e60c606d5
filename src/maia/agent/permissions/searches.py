"""Where a path tool looks: the file or folder it is given, and what a search of it could bring up.

A rule on Read also stands for Grep and Glob: a search must not show what may not be read.
"""

import contextlib
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from maia.agent.contracts.tools import PATH_NAMES
from maia.workspace.discovery import Discovery
from maia.workspace.path_pattern import split_fixed_folder
from maia.workspace.paths import resolve_path

PATH_TOOLS = frozenset({"Read", "Write", "Edit", "Glob", "Grep"})
SEARCH_TOOLS = frozenset({"Glob", "Grep"})

SEARCH_SECONDS = 3.0
"""How long a folder is looked through for restricted files; a larger one is asked about."""

_GLOB_PATTERN_NAMES = ("pattern", "glob", "query")


def target(tool: str, arguments: Mapping[str, Any], launch_folder: Path) -> Path:
    """What the call is about, as it is named; for Glob, where its pattern leads."""
    written = first_text(arguments, PATH_NAMES) or ""
    named = resolve_path(written if written.strip() else ".", launch_folder)
    if tool != "Glob":
        return named
    pattern = first_text(arguments, _GLOB_PATTERN_NAMES) or ""
    if not pattern.startswith(("/", "~")) and ".." not in pattern.split("/"):
        return named
    fixed, _rest = split_fixed_folder(str(resolve_path(pattern, named)))
    return Path(fixed or "/")


def first_text(arguments: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    """The parameter as a tool reads it: the first of its names that holds something, if text."""
    for name in names:
        value = arguments.get(name)
        if value is not None:
            return value if isinstance(value, str) else None
    return None


def search_shows(folder: Path, patterns: list[str], flags: int) -> bool:
    """Whether a search of `folder` could show a file of `patterns`; also when time runs out."""
    from wcmatch import glob

    if not folder.is_dir():
        return False
    until = time.monotonic() + SEARCH_SECONDS
    discovery = Discovery(folder, cancelled=lambda: time.monotonic() > until)
    matcher = glob.compile(patterns, flags=flags)
    root = os.path.realpath(folder)
    with contextlib.closing(discovery.files()) as files:
        for file in files:
            path = f"{root.rstrip('/')}/{file.path}"
            if matcher.match(path) or (file.is_link and matcher.match(os.path.realpath(path))):
                return True
    return not discovery.is_complete
