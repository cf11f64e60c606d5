"""The verdict on the files of a shell command: what it reads, writes and is redirected to."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from typing import Literal, Protocol

from maia.agent.contracts.judgement import Decision, JudgedPart
from maia.agent.permissions.command_files import FileUse, files_used
from maia.agent.permissions.command_folders import Folders, FolderTracker, Places, expanded
from maia.agent.permissions.rules import Rule, Rules
from maia.workspace.shell import HOLE, Command, Redirection, Script

STRICTNESS: dict[Decision, int] = {"allow": 0, "ask": 1, "deny": 2}

_GLOB = "*?[{"
_NO_FILES = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr"})
_NETWORK = ("/dev/tcp/", "/dev/udp/")

_MOST_NAMED = 200
"""Words of a script that an unknown path is compared with."""


class PathJudge(Protocol):
    """Decides on the use of a file; given by who knows the path rules."""

    def judge(self, path: str | None, act: Literal["read", "write"]) -> tuple[Decision, str]:
        """The decision and the rule behind it, "" when there is none.

        `path` is absolute, not resolved, and may hold glob signs or `HOLE`; None when it cannot be
        told. A write is allowed by a Redirect rule alone.
        """
        ...


@dataclass(frozen=True, slots=True)
class FileVerdicts:
    """Judges the files of one script, each use once."""

    script: Script
    rules: Rules
    places: Places
    paths: PathJudge
    known: dict[tuple[FileUse, Folders], tuple[Decision, str]] = field(
        default_factory=dict[tuple[FileUse, Folders], tuple[Decision, str]]
    )

    def of_command(self, command: Command, folders: Folders) -> Iterator[JudgedPart]:
        """What a rule says of the files that `command` uses, where it may start in `folders`."""
        uses = list(files_used(command.words))
        if any(HOLE in use.path for use in uses):
            # What is not known may be any path that the script names elsewhere.
            uses += [FileUse(text, home=home, act="read") for text, home in self._named()]
        for use in uses:
            decision, rule = self._judged(use, folders)
            if not rule or decision == "allow":
                continue
            if not use.certain:
                decision = "ask"
            yield JudgedPart(command.raw, decision, rule, f"permission.{use.act}s")

    def _named(self) -> set[tuple[str, bool]]:
        words = [word for command in self.script.commands for word in command.words]
        found = {(word.text, word.home) for word in words if HOLE not in word.text}
        found |= {(each.value, False) for each in self.script.assignments if each.value}
        return set(sorted(found)[:_MOST_NAMED])

    def _judged(self, use: FileUse, folders: Folders) -> tuple[Decision, str]:
        """The strictest decision over the folders that are possible."""
        if (use, folders) not in self.known:
            self.known[use, folders] = self._judge_use(use, folders)
        return self.known[use, folders]

    def _judge_use(self, use: FileUse, folders: Folders) -> tuple[Decision, str]:
        if use.path == HOLE:
            return self.paths.judge(None, use.act)
        verdicts = [
            self.paths.judge(path, use.act) for path in self._absolute(use.path, use.home, folders)
        ]
        if restriction := self._glob_restriction(use):
            verdicts.append(restriction)
        if use.below and (restriction := self._restriction_below(use, folders)):
            verdicts.append(restriction)
        return max(verdicts, key=lambda verdict: (STRICTNESS[verdict[0]], bool(verdict[1])))

    def _absolute(self, path: str, home: bool, folders: Folders) -> list[str | None]:  # noqa: FBT001
        if home:
            return [str(expanded(path, self.places.home))]
        if path.startswith("/"):
            return [path]
        if folders is None:
            return [None, str(self.places.folder / path), str(self.places.launch_folder / path)]
        return [f"{str(folder).rstrip('/')}/{path}" for folder in sorted(folders)]

    def _glob_restriction(self, use: FileUse) -> tuple[Decision, str] | None:
        """A glob or a gap that could stand for what a rule names by its last fixed name."""
        if not any(sign in use.path for sign in _GLOB + HOLE):
            return None
        names = PurePath(use.path).parts or (use.path,)
        tools = {"read": ("read",), "write": ("write", "edit", "redirect")}[use.act]
        families: tuple[tuple[Decision, tuple[Rule, ...]], ...] = (
            ("deny", self.rules.deny),
            ("ask", self.rules.ask),
        )
        for family, rules in families:
            for rule in rules:
                if rule.tool.lower() in tools and _could_be(names, PurePath(rule.pattern or "")):
                    certain = HOLE not in use.path and any(sign in names[-1] for sign in _GLOB)
                    return family if certain else "ask", str(rule)
        return None

    def _restriction_below(self, use: FileUse, folders: Folders) -> tuple[Decision, str] | None:
        """A rule on Read about something inside a folder that is read as a whole: it is asked."""
        tops = [path for path in self._absolute(use.path, use.home, folders) if path]
        for rule in (*self.rules.deny, *self.rules.ask):
            if rule.tool.lower() != "read" or rule.pattern is None:
                continue
            fixed = re.split(r"[*?\[{]", rule.pattern, maxsplit=1)[0]
            root = expanded(fixed, self.places.home) if fixed[:1] == "~" else Path(fixed)
            inside = PurePath(os.path.normpath(self.places.launch_folder / root))
            if any(inside.is_relative_to(os.path.normpath(top)) for top in tops):
                return "ask", str(rule)
        return None

    def of_redirection(
        self, redirection: Redirection, tracker: FolderTracker
    ) -> Iterator[JudgedPart]:
        """What is decided on the target of a redirection."""
        target = redirection.target
        if target is None:
            return
        if target.text in _NO_FILES:
            return
        if target.text.startswith(_NETWORK):
            yield JudgedPart(redirection.raw, "ask", reason="permission.network")
            return
        folders = self._folders_of(redirection, tracker)
        known = target.is_known
        if redirection.direction in ("write", "both"):
            use = FileUse(target.text if known else HOLE, target.home, "write")
            decision, rule = self._written(use, folders, target.text)
            reason = "" if rule else "permission.redirect"
            yield JudgedPart(redirection.raw, decision, rule, reason)
        if redirection.direction in ("read", "both"):
            path = target.text if HOLE not in target.text else HOLE
            decision, rule = self._judged(FileUse(path, target.home, "read"), folders)
            if not rule:
                decision = "allow"
            yield JudgedPart(redirection.raw, decision, rule, "permission.reads")

    def _written(self, use: FileUse, folders: Folders, text: str) -> tuple[Decision, str]:
        decision, rule = self._judged(use, folders)
        if use.path == HOLE and text != HOLE:
            # What is known of the target may already be restricted.
            known = self._judged(replace(use, path=text), folders)
            if known[1] and STRICTNESS[known[0]] > STRICTNESS[decision]:
                return known
        return decision, rule

    def _folders_of(self, redirection: Redirection, tracker: FolderTracker) -> Folders:
        if tracker.ever() == frozenset({self.places.folder}):
            return tracker.ever()
        index = redirection.position
        commands = self.script.commands
        if (
            index < len(commands)
            and commands[index].scope[: len(redirection.scope)] == redirection.scope
        ):
            return tracker.of(index)
        return tracker.ever()


def _could_be(names: Sequence[str], pattern: PurePath) -> bool:
    """Whether names with globs or gaps may come to the last name that `pattern` fixes."""
    fixed = [part for part in pattern.parts if part.strip("*/")]
    if not fixed:
        return False
    ends = pattern.parts[-1] == fixed[-1]
    return any(_could_name(name, fixed[-1]) for name in (names[-1:] if ends else names))


def _could_name(glob: str, name: str) -> bool:
    hidden = name.startswith(".") and glob[:1] in "*?"
    glob = glob.replace(HOLE, "*")
    return bool(glob.strip("*/")) and not hidden and fnmatchcase(name.lower(), glob.lower())
