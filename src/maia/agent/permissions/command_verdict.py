"""The verdict on a shell command: every part of it judged, the strictest decides (spec 9.4)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from maia.agent.contracts.judgement import Decision, JudgedPart
from maia.agent.permissions.command_file_verdict import STRICTNESS, FileVerdicts, PathJudge
from maia.agent.permissions.command_folders import (
    FOLDER_SENSITIVE,
    Folders,
    FolderTracker,
    Places,
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
    Assignment,
    Command,
    Script,
    read_script,
)

TRANSPARENT = frozenset({"timeout", "nice", "nohup", "stdbuf", "command", "xargs"})
"""Runners through which an allow rule on the command behind them sees, if their options are known
(and `xargs` has none)."""

_MISREAD = ("unsure", "syntax", "foreign")
"""Doubts about how the text is to be read at all."""

MOST_PARTS = 200
"""Parts listed; what decides is among them."""


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
    files = FileVerdicts(script, rules, places, paths)
    parts = list(_Judge(script, _BashRules.of(rules), places, files).parts(text))
    if not parts:
        parts = [JudgedPart(text.strip(), "ask", reason="permission.empty")]
    if all(part.decision == "allow" and not part.rule for part in parts):
        # Assignments, tests and inputs need no rule beside a command, but no rule speaks for them.
        parts.append(JudgedPart(text.strip(), "ask", reason="permission.no_rule"))
    # The strictest part decides; among equals one that a rule speaks about.
    worst = max(parts, key=lambda part: (STRICTNESS[part.decision], bool(part.rule)))
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
    places: Places
    files: FileVerdicts

    def parts(self, text: str) -> Iterator[JudgedPart]:
        tracker = FolderTracker(self.script.commands, self.places)
        for index, command in enumerate(self.script.commands):
            yield from self._command(command, tracker.of(index))
            yield from self.files.of_command(command, tracker.of(index))
        for redirection in self.script.redirections:
            yield from self.files.of_redirection(redirection, tracker)
        excused = self._exported_by_rule()
        for assignment in self.script.assignments:
            if assignment.alone:
                known = assignment.raw in excused or is_own(assignment.name)
                yield _assigned(assignment, harmless=known)
        yield from self._codes()
        for doubt in self.script.doubts:
            yield JudgedPart(doubt.token, "ask", reason=f"permission.doubt.{doubt.kind}")
        yield from self._scanned(text)

    def _scanned(self, text: str) -> Iterator[JudgedPart]:
        """Restrictions on raw pieces, where a command may have been missed."""
        # A shell that reads its input may be handed any text of the script.
        fed = any((doubt.kind, doubt.token) == ("dynamic", "sh") for doubt in self.script.doubts)
        misread = any(doubt.kind in _MISREAD for doubt in self.script.doubts)
        if self.script.complete and not fed and not misread:
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


def _assigned(assignment: Assignment, *, harmless: bool) -> JudgedPart:
    if harmless:
        return JudgedPart(assignment.raw, "allow", reason="permission.assignment")
    return JudgedPart(assignment.raw, "ask", reason="permission.variable")


def launch_places(folder: Path, home: Path) -> Places:
    """The places of a shell that still stands in its launch folder."""
    return Places(folder, folder, home)
