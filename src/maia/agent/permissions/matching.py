"""Whether a rule's pattern matches a call (spec 9.3)."""

import os
import re
import socket
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from typing import Any, Literal, TypeAlias
from urllib.parse import unquote, urlsplit

from maia.agent.contracts.tools import COMMAND_NAMES, URL_NAMES
from maia.agent.permissions.commands import (
    command_allowed,
    command_mentions,
    command_touched,
    named_words,
)
from maia.agent.permissions.rules import Rule
from maia.agent.permissions.searches import (
    PATH_TOOLS,
    SEARCH_TOOLS,
    first_text,
    search_shows,
    target,
)
from maia.workspace.paths import resolve_path

Leaning: TypeAlias = Literal["grant", "restrict"]
"""How to decide in doubt: a grant needs every reading to match, a restriction only one."""

_MOST_WORDS = 2_000
"""Words of a command that are looked at as paths."""

_BELOW = PurePath("x", "y")
"""Stands for any file in a folder that is searched: it is covered where everything in it is."""


def rule_matches(
    rule: Rule, tool: str, arguments: Mapping[str, Any], launch_folder: Path, leaning: Leaning
) -> bool:
    """Whether `rule` applies to a call of `tool`."""
    if tool == "Bash" and leaning == "restrict" and _is_path_rule(rule):
        return _command_reaches(rule, arguments, launch_folder)
    if not _same_tool(rule.tool, tool, leaning):
        return False
    if rule.pattern is None:
        return True
    return _pattern_matches(rule.pattern, tool, arguments, launch_folder, leaning)


def _pattern_matches(
    pattern: str, tool: str, arguments: Mapping[str, Any], launch_folder: Path, leaning: Leaning
) -> bool:
    if tool == "Bash":
        command = first_text(arguments, COMMAND_NAMES) or ""
        judge = command_allowed if leaning == "grant" else command_touched
        return judge(pattern, command)
    if tool in PATH_TOOLS:
        path = target(tool, arguments, launch_folder)
        covered = (path, path / _BELOW) if tool in SEARCH_TOOLS else (path,)
        return any(_path_matches(pattern, each, launch_folder, leaning) for each in covered)
    if tool == "WebFetch":
        return _domain_matches(pattern, first_text(arguments, URL_NAMES) or "", leaning)
    values = [value for value in arguments.values() if isinstance(value, str)]
    return any(_star(pattern).fullmatch(value) for value in values)


def rule_shadows(rule: Rule, tool: str, arguments: Mapping[str, Any], launch_folder: Path) -> bool:
    """Whether a rule of deny or ask comes close enough to the call that no grant may pass it.

    A plain command that names the restricted program or file somewhere; a search of a folder that
    holds a file which may not be read.
    """
    if rule.pattern is None:
        return False
    if tool == "Bash":
        command = first_text(arguments, COMMAND_NAMES) or ""
        if rule.tool.lower() == "bash":
            return command_mentions(rule.pattern, command)
        return _is_path_rule(rule) and _command_mentions_path(rule, command, launch_folder)
    if tool in SEARCH_TOOLS and rule.tool.lower() in ("read", tool.lower()):
        wanted = _absolute_patterns(rule.pattern, launch_folder)
        folder = target(tool, arguments, launch_folder)
        return search_shows(folder, wanted, _flags("restrict"))
    return False


def _is_path_rule(rule: Rule) -> bool:
    return rule.pattern is not None and rule.tool.lower() in ("read", "edit", "write")


def _same_tool(written: str, called: str, leaning: Leaning) -> bool:
    """A restriction on Edit covers Write and the reverse, one on Read also what searches."""
    if written == called:
        return True
    if leaning == "grant":
        return False
    restricted = written.lower()
    return (
        restricted == called.lower()
        or (restricted == "read" and called in SEARCH_TOOLS)
        or (restricted in ("edit", "write") and called in ("Edit", "Write"))
    )


def _command_reaches(rule: Rule, arguments: Mapping[str, Any], launch_folder: Path) -> bool:
    """A command that names a file which may not be read, or redirects into one not to be edited."""
    command = first_text(arguments, COMMAND_NAMES) or ""
    into_only = rule.tool.lower() != "read"
    words = [word for word, into in _words(command) if into or not into_only]
    return any(_word_matches(rule, word, launch_folder) for word in words)


def _command_mentions_path(rule: Rule, command: str, launch_folder: Path) -> bool:
    """The same for any word, and by the last name alone: the shell may be in another folder."""
    name = PurePath(rule.pattern or "").name.lower()
    for word, _into in _words(command):
        if name.strip("*?.") and fnmatchcase(PurePath(word).name.lower(), name):
            return True
        if _word_matches(rule, word, launch_folder):
            return True
    return False


def _words(command: str) -> list[tuple[str, bool]]:
    found: dict[tuple[str, bool], None] = {}
    for word in named_words(command):
        found[word] = None
        if len(found) == _MOST_WORDS:
            break
    return list(found)


def _word_matches(rule: Rule, word: str, launch_folder: Path) -> bool:
    path = resolve_path(word, launch_folder)
    if not ({"/", "."} & set(word) or os.path.lexists(path)):  # a program, an option
        return False
    return _path_matches(rule.pattern or "", path, launch_folder, "restrict")


def _path_matches(pattern: str, named: Path, launch_folder: Path, leaning: Leaning) -> bool:
    """Match the path as written and as it really is: a link never turns one into the other."""
    from wcmatch import glob

    wanted, flags = _absolute_patterns(pattern, launch_folder), _flags(leaning)
    paths = (str(named), os.path.realpath(named))
    found = [glob.globmatch(path, wanted, flags=flags) for path in paths]
    return all(found) if leaning == "grant" else any(found)


def _flags(leaning: Leaning) -> int:
    """A restriction holds whatever the case: some disks do not tell `.ENV` from `.env`."""
    from wcmatch import glob

    flags = glob.GLOBSTAR | glob.DOTGLOB | glob.BRACE | glob.FORCEUNIX
    return flags | glob.IGNORECASE if leaning == "restrict" else flags


def _absolute_patterns(pattern: str, launch_folder: Path) -> list[str]:
    """A relative pattern starts at the launch folder, by its name and by its real path."""
    if pattern == "~" or pattern.startswith("~/"):
        home = {str(Path.home()), os.path.realpath(Path.home())}
        return [_escaped(folder) + pattern[1:] for folder in sorted(home)]
    if pattern.startswith("/"):
        return ["/" + pattern.lstrip("/")]
    relative = pattern
    while relative.startswith("./"):
        relative = relative[2:].lstrip("/")
    folders = {str(launch_folder), os.path.realpath(launch_folder)}
    return [f"{_escaped(folder.rstrip('/'))}/{relative}" for folder in sorted(folders)]


def _escaped(folder: str) -> str:
    return re.sub(r"([\\*?\[\]{}])", r"\\\1", folder)


def _domain_matches(pattern: str, url: str, leaning: Leaning) -> bool:
    """The host, without the dot that may end it."""
    wanted = pattern.removeprefix("domain:").strip().lower().rstrip(".")
    if leaning == "restrict" and "://" in wanted:
        wanted = urlsplit(wanted).hostname or ""
    host = (urlsplit(url.strip()).hostname or "").rstrip(".")
    hosts = [_ascii(host)]
    if leaning == "restrict":
        hosts += [_ascii(unquote(host)), _dotted(host)]
    return any(each and _star(_ascii(wanted)).fullmatch(each) for each in hosts)


def _dotted(host: str) -> str:
    """An IPv4 address in its usual form: `127.1` and `0x7f000001` are addresses too."""
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except (OSError, UnicodeError):
        return ""


def _ascii(host: str) -> str:
    """The name as it is asked for; as it stands when it is none."""
    try:
        return host.encode("idna").decode("ascii").lower() if not host.isascii() else host.lower()
    except UnicodeError:
        return host.lower()


def _star(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in pattern.split("*")), re.DOTALL)
