"""Whether a rule's pattern matches a call (spec 9.3)."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit

from maia.agent.contracts.tools import COMMAND_NAMES, PATH_NAMES
from maia.agent.permissions.commands import command_allowed, command_touched
from maia.agent.permissions.rules import Rule
from maia.workspace.paths import resolve_path

Leaning: TypeAlias = Literal["grant", "restrict"]
"""How to decide in doubt: a grant needs every reading to match, a restriction only one."""

PATH_TOOLS = frozenset({"Read", "Write", "Edit", "Glob", "Grep"})


def rule_matches(
    rule: Rule, tool: str, arguments: Mapping[str, Any], launch_folder: Path, leaning: Leaning
) -> bool:
    """Whether `rule` applies to a call of `tool`."""
    if not _same_tool(rule.tool, tool, leaning):
        return False
    if rule.pattern is None:
        return True
    if tool == "Bash":
        command = _first_text(arguments, COMMAND_NAMES) or ""
        judge = command_allowed if leaning == "grant" else command_touched
        return judge(rule.pattern, command)
    if tool in PATH_TOOLS:
        return _path_matches(rule.pattern, arguments, launch_folder, leaning)
    if tool == "WebFetch":
        return _domain_matches(rule.pattern, _first_text(arguments, ("url",)) or "")
    values = [value for value in arguments.values() if isinstance(value, str)]
    return any(_star(rule.pattern).fullmatch(value) for value in values)


def _same_tool(written: str, called: str, leaning: Leaning) -> bool:
    """A restriction on Edit covers Write and the reverse: both change files."""
    if written == called:
        return True
    return leaning == "restrict" and {written, called} == {"Edit", "Write"}


def _path_matches(
    pattern: str, arguments: Mapping[str, Any], launch_folder: Path, leaning: Leaning
) -> bool:
    """Match the path as written and as it really is: a link never turns one into the other."""
    from wcmatch import glob

    written = _first_text(arguments, PATH_NAMES) or "."
    named = resolve_path(written, launch_folder)
    real = Path(os.path.realpath(named))
    flags = glob.GLOBSTAR | glob.DOTGLOB | glob.BRACE
    wanted = _absolute_patterns(pattern, launch_folder)
    found = [glob.globmatch(str(path), wanted, flags=flags) for path in (named, real)]
    return all(found) if leaning == "grant" else any(found)


def _absolute_patterns(pattern: str, launch_folder: Path) -> list[str]:
    """A relative pattern starts at the launch folder, by its name and by its real path."""
    if pattern.startswith("~/"):
        return [str(Path.home()) + pattern[1:]]
    if pattern.startswith("/"):
        return ["/" + pattern.lstrip("/")]
    relative = pattern.removeprefix("./")
    folders = {str(launch_folder), os.path.realpath(launch_folder)}
    return [f"{_escaped(folder)}/{relative}" for folder in sorted(folders)]


def _escaped(folder: str) -> str:
    return re.sub(r"([\\*?\[\]{}])", r"\\\1", folder)


def _domain_matches(pattern: str, url: str) -> bool:
    host = (urlsplit(url).hostname or "").lower()
    return bool(_star(pattern.removeprefix("domain:").lower()).fullmatch(host)) and bool(host)


def _star(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in pattern.split("*")), re.DOTALL)


def _first_text(arguments: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    for name in names:
        value = arguments.get(name)
        if isinstance(value, str):
            return value
    return None
