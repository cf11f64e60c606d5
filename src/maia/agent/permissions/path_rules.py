"""Rules on paths, matched on the path as it is named and as it really is (spec 9.3).

A restriction holds when any reading of the path matches, whatever the case and whichever of its
look-alikes; a grant only when every reading does: a link, `..` or `~` never turns one into the
other.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal

from maia.agent.contracts.judgement import Decision
from maia.agent.permissions.rules import Rule, Rules
from maia.workspace.lookalikes import fold_name
from maia.workspace.similar_names import lookalike, path_as_printed

READERS = frozenset({"read"})
WRITERS = frozenset({"edit", "write"})
REDIRECT = frozenset({"redirect"})

_OF_A_PROCESS = re.compile(r"/+(?:\./|/)*proc/.*/(?:cwd|root|fd)(?:/|\Z)")
"""Links that lead elsewhere for the command than they do for us."""


@dataclass(frozen=True, slots=True)
class PathRules:
    """The path rules of one launch folder. Rules are on tools by lower-case name."""

    rules: Rules
    launch_folder: Path

    def denying(self, tools: frozenset[str], path: Path) -> Rule | None:
        """The first deny rule of `tools` on `path`."""
        return self._first(self.rules.deny, tools, _Names((path,)))

    def asking(self, tools: frozenset[str], path: Path) -> Rule | None:
        """The first ask rule of `tools` on `path`."""
        return self._first(self.rules.ask, tools, _Names((path,)))

    def grants(self, rule: Rule, path: Path) -> bool:
        """Whether an allow rule covers `path`, by every name it has."""
        if rule.pattern is None:
            return True
        match = _matcher(rule.pattern, str(self.launch_folder), _home(), grant=True)
        return all(match(name) for name in (str(path), os.path.realpath(path)))

    def may_read(self, path: Path) -> bool:
        """Whether no rule of deny or ask keeps a file met on the way from the model."""
        names = _Names((path,))
        restricting = (*self.rules.deny, *self.rules.ask)
        return self._first(restricting, READERS, names) is None

    def judge(self, path: str | None, act: Literal["read", "write"]) -> tuple[Decision, str]:
        """What a command may do with a file, as the analysis of commands asks.

        Reads are free unless a rule restricts them; writes are allowed by a Redirect rule alone.
        """
        tools = READERS if act == "read" else WRITERS | REDIRECT
        places = _places(path) if path is not None else ()
        names = _Names(places)
        if places and (rule := self._first(self.rules.deny, tools, names)):
            return "deny", str(rule)
        if places and (rule := self._first(self.rules.ask, tools, names)):
            return "ask", str(rule)
        if path is None or _OF_A_PROCESS.match(path):
            unknown = self._unknown(tools)
            if act == "read" or unknown[0] == "ask":
                return unknown
        if act == "read":
            return "allow", ""
        # Looked for in the path as it is written: `*/..` is gone from where it leads.
        certain = path is not None and not set("*?[]{}$") & set(path)
        for rule in self.rules.allow:
            if rule.tool != "Redirect":
                continue
            if rule.pattern is None or (
                certain and all(self.grants(rule, place) for place in places)
            ):
                return "allow", str(rule)
        return "ask", ""

    def _unknown(self, tools: frozenset[str]) -> tuple[Decision, str]:
        """A file that cannot be told may be any that a rule names."""
        for rule in (*self.rules.deny, *self.rules.ask):
            if rule.tool.lower() in tools:
                return "ask", str(rule)
        return "allow", ""

    def _first(
        self, rules: tuple[Rule, ...], tools: frozenset[str], names: "_Names"
    ) -> Rule | None:
        for rule in rules:
            if rule.tool.lower() not in tools:
                continue
            if rule.pattern is None:
                return rule
            match = _matcher(rule.pattern, str(self.launch_folder), _home(), grant=False)
            if any(match(name) for name in names.all):
                return rule
        return None


class _Names:
    """The names of a file, looked for on the disk once, when a rule first asks for them."""

    def __init__(self, places: Sequence[Path]) -> None:
        self._places = places

    @cached_property
    def all(self) -> tuple[str, ...]:
        """Every reading of every place."""
        return tuple(dict.fromkeys(name for place in self._places for name in _readings(place)))


def _places(path: str) -> tuple[Path, ...]:
    """Where `path` leads by its text, and where the system goes: `..` behind a link differs."""
    return tuple(dict.fromkeys((Path(os.path.normpath(path)), Path(os.path.realpath(path)))))


def _readings(path: Path) -> Iterator[str]:
    """Every name under which a tool could come to the file that `path` names."""
    yield str(path)
    yield os.path.realpath(path)
    yield fold_name(str(path))
    if not os.path.lexists(path):
        for other in (lookalike(path), path_as_printed(path)):
            if other is not None:
                yield str(other)
                yield os.path.realpath(other)


@lru_cache(maxsize=512)
def _matcher(pattern: str, launch_folder: str, home: str, *, grant: bool) -> Any:
    from wcmatch import glob

    flags = glob.GLOBSTAR | glob.DOTGLOB | glob.BRACE | glob.FORCEUNIX
    if not grant:  # some disks do not tell `.ENV` from `.env`
        flags |= glob.IGNORECASE
    wanted = _absolute_patterns(pattern, launch_folder, home)
    return glob.compile(wanted if grant else [*wanted, *map(fold_name, wanted)], flags=flags).match


def _home() -> str:
    return str(Path.home())


def _absolute_patterns(pattern: str, launch_folder: str, home: str) -> list[str]:
    """A relative pattern starts at the launch folder, by its name and by its real path."""
    if pattern == "~" or pattern.startswith("~/"):
        homes = {home, os.path.realpath(home)}
        return [_escaped(folder) + pattern[1:] for folder in sorted(homes)]
    if pattern.startswith("/"):
        return ["/" + pattern.lstrip("/")]
    relative = pattern
    while relative.startswith("./"):
        relative = relative[2:].lstrip("/")
    folders = {launch_folder, os.path.realpath(launch_folder)}
    return [f"{_escaped(folder.rstrip('/'))}/{relative}" for folder in sorted(folders)]


def _escaped(folder: str) -> str:
    return re.sub(r"([\\*?\[\]{}])", r"\\\1", folder)
