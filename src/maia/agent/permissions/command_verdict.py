"""The verdict on a shell command: every part of it judged, the strictest decides (spec 9.4)."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path, PurePath
from typing import Literal, Protocol

from maia.agent.contracts.judgement import Decision, JudgedPart
from maia.agent.permissions.command_files import FileUse, files_used
from maia.agent.permissions.command_folders import (
    FOLDER_SENSITIVE,
    Folders,
    FolderTracker,
    Places,
    expanded,
    leaves_project,
)
from maia.agent.permissions.command_patterns import (
    bare_name,
    grants,
    is_exact,
    may_restrict,
    one_blank,
    restricts,
    words_restricted,
)
from maia.agent.permissions.command_risks import risky_words
from maia.agent.permissions.command_scan import code_pieces, pieces
from maia.agent.permissions.command_variables import is_harmless_in_front, is_own
from maia.agent.permissions.rules import Rule, Rules
from maia.workspace.shell import (
    HOLE,
    Assignment,
    Command,
    Redirection,
    Script,
    read_script,
)

_STRICTNESS: dict[Decision, int] = {"allow": 0, "ask": 1, "deny": 2}

TRANSPARENT = frozenset({"timeout", "nice", "nohup", "stdbuf", "command", "xargs"})
"""Runners through which an allow rule on the command behind them sees, if their options are known
(and `xargs` has none)."""

_NO_FILES = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr"})
_NETWORK = ("/dev/tcp/", "/dev/udp/")

_MOST_NAMED = 200
"""Words of a script that an unknown path is compared with."""

MOST_PARTS = 200
"""Parts listed; what decides is among them."""


class PathJudge(Protocol):
    """Decides on the use of a file; given by who knows the path rules."""

    def judge(self, path: str | None, act: Literal["read", "write"]) -> tuple[Decision, str]:
        """The decision and the rule behind it, "" when there is none.

        `path` is absolute, not resolved, and may hold glob signs or `HOLE`; None when it cannot be
        told. A write is allowed by a Redirect rule alone.
        """
        ...


@dataclass(frozen=True, slots=True)
class CommandVerdict:
    """The decision on a command, the rule and reason of the part that decides, and all parts."""

    decision: Decision
    rule: str
    parts: tuple[JudgedPart, ...]
    reason: str


def judge_command(text: str, rules: Rules, places: Places, paths: PathJudge) -> CommandVerdict:
    """Judge `text` as bash would run it in `places.folder`; never allows what it cannot read."""
    script = read_script(text)
    parts = list(_Judge(script, _BashRules.of(rules), rules, places, paths).parts(text))
    if not parts:
        parts = [JudgedPart(text.strip(), "ask", reason="permission.empty")]
    if all(part.decision == "allow" and not part.rule for part in parts):
        # Assignments, tests and inputs need no rule beside a command, but no rule speaks for them.
        parts.append(JudgedPart(text.strip(), "ask", reason="permission.no_rule"))
    # The strictest part decides; among equals one that a rule speaks about.
    worst = max(parts, key=lambda part: (_STRICTNESS[part.decision], bool(part.rule)))
    return CommandVerdict(worst.decision, worst.rule, _listed(parts, worst), worst.reason)


def _listed(parts: list[JudgedPart], worst: JudgedPart) -> tuple[JudgedPart, ...]:
    unique = list(dict.fromkeys(parts))
    if len(unique) <= MOST_PARTS:
        return tuple(unique)
    kept = unique[:MOST_PARTS]
    return tuple(kept if worst in kept else [*kept[:-1], worst])


@dataclass(frozen=True, slots=True)
class _BashRules:
    """The rules on Bash by family."""

    allow: tuple[Rule, ...]
    ask: tuple[Rule, ...]
    deny: tuple[Rule, ...]

    @staticmethod
    def of(rules: Rules) -> "_BashRules":
        return _BashRules(
            tuple(rule for rule in rules.allow if rule.tool == "Bash"),
            tuple(rule for rule in rules.ask if rule.tool.lower() == "bash"),
            tuple(rule for rule in rules.deny if rule.tool.lower() == "bash"),
        )

    def restrictions(self) -> Iterator[tuple[Decision, Rule]]:
        for rule in self.deny:
            yield "deny", rule
        for rule in self.ask:
            yield "ask", rule

    def restricting(self, command: Command) -> tuple[Decision, Rule] | None:
        for family, rule in self.restrictions():
            if rule.pattern is None or restricts(rule.pattern, command):
                return family, rule
        return None

    def found_in(self, texts: Iterable[list[str]]) -> tuple[Decision, Rule] | None:
        """The strictest rule on one of the commands, given by their words."""
        restrictions = list(self.restrictions())
        best = len(restrictions)
        for words in texts:
            for position, (_, rule) in enumerate(restrictions[:best]):
                if rule.pattern is None or words_restricted(rule.pattern, words):
                    best = position
                    break
            if best == 0:
                break
        return restrictions[best] if best < len(restrictions) else None


@dataclass(frozen=True, slots=True)
class _Judge:
    script: Script
    bash: _BashRules
    rules: Rules
    places: Places
    paths: PathJudge
    known: dict[tuple[FileUse, Folders], tuple[Decision, str]] = field(
        default_factory=dict[tuple[FileUse, Folders], tuple[Decision, str]]
    )

    def parts(self, text: str) -> Iterator[JudgedPart]:
        tracker = FolderTracker(self.script.commands, self.places)
        for index, command in enumerate(self.script.commands):
            yield from self._command(command, tracker.of(index))
            yield from self._files(command, tracker.of(index))
        for redirection in self.script.redirections:
            yield from self._redirection(redirection, tracker)
        excused = self._exported_by_rule()
        for assignment in self.script.assignments:
            if assignment.alone:
                known = assignment.raw in excused or is_own(assignment.name)
                yield _assigned(assignment, harmless=known)
        yield from self._codes()
        for doubt in self.script.doubts:
            yield JudgedPart(doubt.token, "ask", reason=f"permission.doubt.{doubt.kind}")
        if not self.script.complete or self.script.doubts:
            yield from self._scanned(text)

    def _scanned(self, text: str) -> Iterator[JudgedPart]:
        """Restrictions on raw pieces, where a command may have been missed."""
        # A shell that reads its input may be handed any text of the script.
        fed = any((doubt.kind, doubt.token) == ("dynamic", "sh") for doubt in self.script.doubts)
        if (
            self.script.complete
            and not fed
            and not any(
                doubt.kind in ("unsure", "syntax", "foreign") for doubt in self.script.doubts
            )
        ):
            return
        if found := self.bash.found_in(code_pieces(text) if fed else pieces(text)):
            shown = text if len(text) <= 200 else text[:200] + "…"  # noqa: PLR2004  # for display
            yield JudgedPart(shown, found[0], str(found[1]), "permission.scanned")

    # Commands

    def _command(self, command: Command, folders: Folders) -> Iterator[JudgedPart]:
        """The command, and the assignments in front of it unless a rule names them too."""
        named = self._named_with_assignments(command)
        if named is None:
            yield self._words(command, folders)
            for assignment in command.assignments:
                harmless = is_harmless_in_front(assignment.name, assignment.value)
                yield _assigned(assignment, harmless=harmless and assignment.plain)
        else:
            yield named

    def _named_with_assignments(self, command: Command) -> JudgedPart | None:
        """Allowed by an exact rule that holds the assignments as they are written."""
        if not command.assignments or self.bash.restricting(command):
            return None
        front = " ".join(assignment.raw for assignment in command.assignments)
        written = one_blank(f"{front} {command.raw}")
        for rule in self.bash.allow:
            if rule.pattern and is_exact(rule.pattern) and one_blank(rule.pattern) == written:
                return JudgedPart(written, "allow", str(rule))
        return None

    def _exported_by_rule(self) -> frozenset[str]:
        """The assignments of `export NAME=value` and its like that an exact rule allows."""
        found = [
            word.raw
            for command in self.script.commands
            if command.name.text in ("export", "declare", "typeset", "local", "readonly")
            if any(
                rule.pattern and is_exact(rule.pattern) and grants(rule.pattern, command)
                for rule in self.bash.allow
            )
            for word in command.words[1:]
        ]
        return frozenset(found)

    def _words(self, command: Command, folders: Folders) -> JudgedPart:
        text = command.raw
        if restriction := self.bash.restricting(command):
            return JudgedPart(text, restriction[0], str(restriction[1]))
        if not command.needed:
            return JudgedPart(text, "allow", reason="permission.elsewhere")
        rule, risk = self._granting(command)
        if rule is None:
            return self._not_granted(command, risk)
        for _, restricted in self.bash.restrictions():
            if restricted.pattern and may_restrict(restricted.pattern, command):
                return JudgedPart(text, "ask", str(restricted), "permission.could_match")
        name = command.name.text.rpartition("/")[2]
        if name in FOLDER_SENSITIVE and leaves_project(folders, self.places):
            return JudgedPart(text, "ask", reason="permission.other_folder")
        return JudgedPart(text, "allow", str(rule))

    def _not_granted(self, command: Command, risk: str) -> JudgedPart:
        if self._is_seen_through(command):
            return JudgedPart(command.raw, "allow", reason="permission.transparent")
        if risk:
            return JudgedPart(risk, "ask", reason="permission.risky")
        return JudgedPart(command.raw, "ask", reason="permission.no_rule")

    def _granting(self, command: Command) -> tuple[Rule | None, str]:
        """The rule that allows the command, or the word that keeps the rules from it."""
        risk = ""
        for rule in self.bash.allow:
            if rule.pattern is None:
                return rule, ""
            if not grants(rule.pattern, command):
                continue
            if is_exact(rule.pattern):
                return rule, ""
            risky = risky_words(command.words, rule.pattern)
            if not risky:
                return rule, ""
            risk = risk or risky[0].raw
        return None, risk

    def _is_seen_through(self, command: Command) -> bool:
        name = bare_name(command.name.text)
        if name not in TRANSPARENT:
            return False
        if name == "xargs" and any(word.text.startswith("-") for word in command.words[1:2]):
            return False
        behind = [
            other
            for other in self.script.commands
            if other.origin == "runner" and other.runner == command.name.text
            if command.words[-1] in other.words or other.appended
        ]
        return any(not other.open_start for other in behind)

    def _codes(self) -> Iterator[JudgedPart]:
        for code in self.script.codes:
            if found := self.bash.found_in(code_pieces(code.text)):
                yield JudgedPart(code.raw, found[0], str(found[1]), "permission.scanned")

    # Files

    def _files(self, command: Command, folders: Folders) -> Iterator[JudgedPart]:
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
        return max(verdicts, key=lambda verdict: (_STRICTNESS[verdict[0]], bool(verdict[1])))

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
        if not any(sign in use.path for sign in "*?[{" + HOLE):
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
                    certain = HOLE not in use.path and set("*?[{") & set(names[-1])
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

    def _redirection(
        self, redirection: Redirection, tracker: FolderTracker
    ) -> Iterator[JudgedPart]:
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
            if known[1] and _STRICTNESS[known[0]] > _STRICTNESS[decision]:
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


def _assigned(assignment: Assignment, *, harmless: bool) -> JudgedPart:
    if harmless:
        return JudgedPart(assignment.raw, "allow", reason="permission.assignment")
    return JudgedPart(assignment.raw, "ask", reason="permission.variable")


def launch_places(folder: Path, home: Path) -> Places:
    """The places of a shell that still stands in its launch folder."""
    return Places(folder, folder, home)
