"""The gate: deny, then ask, then allow, then the profile; nothing runs by default (spec 9.2)."""

import os
from dataclasses import dataclass
from pathlib import Path, PurePath

from maia.agent.contracts.permissions import Allowed, Asked, CallToJudge, Denied, Verdict
from maia.agent.contracts.profiles import Profile
from maia.agent.contracts.tools import COMMAND_NAMES, PATH_NAMES
from maia.agent.permissions.matching import Leaning, rule_matches
from maia.agent.permissions.rules import Rule, Rules
from maia.workspace.paths import resolve_path

PLAN_TOOLS = frozenset({"Read", "Glob", "Grep", "TodoWrite", "CurrentModel"})
"""What `plan` passes: tools that change nothing."""

_PROTECTED = frozenset({".maia", ".claude", ".mcp.json", ".git", ".vscode", ".envrc"})
"""Names that decide what will run later: `accept-edits` never covers them."""


@dataclass(frozen=True, slots=True)
class RuleGate:
    """Judges by the rules, then by the profile for what no rule mentions.

    With `attended` false nobody can be asked: what would be a question is a refusal.
    """

    rules: Rules
    launch_folder: Path
    profile: Profile = "ask"
    attended: bool = True

    async def judge(self, call: CallToJudge) -> Verdict:
        """The verdict on `call`."""
        verdict = self._judge(call)
        if isinstance(verdict, Asked) and not self.attended:
            return Denied(verdict.rule or f"no rule allows {call.tool}, profile {self.profile}")
        return verdict

    def _judge(self, call: CallToJudge) -> Verdict:
        if rule := self._first(self.rules.deny, call, "restrict"):
            return Denied(f"deny {rule}")
        if self.profile == "bypass":
            return Allowed("profile bypass")
        if self.profile == "plan" and call.tool not in PLAN_TOOLS:
            return Denied("profile plan")
        if rule := self._first(self.rules.ask, call, "restrict"):
            return Asked(f"ask {rule}")
        return self._granted(call) or Asked()

    def _granted(self, call: CallToJudge) -> Allowed | None:
        if rule := self._first(self.rules.allow, call, "grant"):
            return Allowed(f"allow {rule}")
        if _polls(call):
            return Allowed("a command that was allowed")
        if self.profile == "plan" or self._accepted_edit(call):
            return Allowed(f"profile {self.profile}")
        return None

    def _first(self, rules: tuple[Rule, ...], call: CallToJudge, leaning: Leaning) -> Rule | None:
        for rule in rules:
            if rule_matches(rule, call.tool, call.arguments, self.launch_folder, leaning):
                return rule
        return None

    def _accepted_edit(self, call: CallToJudge) -> bool:
        """In `accept-edits`: reading, and changing files, inside the launch folder."""
        if self.profile != "accept-edits":
            return False
        if call.tool in ("TodoWrite", "CurrentModel"):
            return True
        if call.tool not in ("Read", "Glob", "Grep", "Write", "Edit"):
            return False
        inside = self._inside(call)
        if inside is None:
            return False
        return call.tool not in ("Write", "Edit") or not _PROTECTED.intersection(
            part.lower() for part in inside.parts
        )

    def _inside(self, call: CallToJudge) -> PurePath | None:
        """The real path relative to the launch folder, or None when it leaves it."""
        written = next(
            (call.arguments[name] for name in PATH_NAMES if call.arguments.get(name)), "."
        )
        if not isinstance(written, str):
            return None
        if call.tool == "Glob" and _leaves(str(call.arguments.get("pattern", ""))):
            return None
        root = os.path.realpath(self.launch_folder)
        real = os.path.realpath(resolve_path(written, self.launch_folder))
        try:
            return PurePath(real).relative_to(root)
        except ValueError:
            return None


def _polls(call: CallToJudge) -> bool:
    """Reading or stopping a background command: it runs nothing that was not judged before."""
    return (
        call.tool == "Bash"
        and "id" in call.arguments
        and not any(call.arguments.get(name) for name in COMMAND_NAMES)
    )


def _leaves(pattern: str) -> bool:
    return pattern.startswith(("/", "~")) or ".." in PurePath(pattern).parts
