"""What a call is about: the file or folder that a path tool is given."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from maia.agent.contracts.tools import PATH_NAMES
from maia.workspace.path_pattern import split_fixed_folder
from maia.workspace.paths import resolve_path

PATH_TOOLS = frozenset({"Read", "Write", "Edit", "Glob", "Grep"})
SEARCH_TOOLS = frozenset({"Glob", "Grep"})

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
