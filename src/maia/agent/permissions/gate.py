"""The gate: deny, then ask, then allow, then the profile; nothing runs by default (spec 9.2)."""

import asyncio
import os
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from maia.agent.contracts.operations import Remembering
from maia.agent.contracts.permissions import Allowed, Asked, CallToJudge, Denied, Verdict
from maia.agent.contracts.profiles import Profile
from maia.agent.contracts.tools import COMMAND_NAMES
from maia.agent.permissions.matching import Leaning, rule_matches, rule_shadows
from maia.agent.permissions.memory import RuleMemory
from maia.agent.permissions.rules import Rule, Rules
from maia.agent.permissions.searches import PATH_TOOLS, SEARCH_TOOLS, target

PLAN_TOOLS = frozenset({"Read", "Glob", "Grep", "TodoWrite", "CurrentModel"})
"""What `plan` passes: tools that change nothing."""

_PROTECTED = frozenset({".maia", ".claude", ".mcp.json", ".git", ".vscode", ".envrc"})
"""Names that decide what will run later: changes there are asked, unless a rule names them."""

_BACKGROUND_IDS = ("id", "bash_id", "shell_id")


@dataclass(frozen=True, slots=True)
class RuleGate:
    """Judges by the rules, then by the profile for what no rule mentions.

    With `attended` false nobody can be asked: what would be a question is a refusal.
    """

    rules: Rules
    launch_folder: Path
    profile: Profile = "ask"
    attended: bool = True
    memory: RuleMemory = field(default_factory=RuleMemory)

    async def remember(self, rules: tuple[str, ...], scope: Remembering) -> None:
        """Allow what `rules` cover from now on."""
        await self.memory.remember(rules, scope)

    async def judge(self, call: CallToJudge) -> Verdict:
        """The verdict on `call`."""
        try:
            # A search may have to look at every name of a large repository.
            looks_around = call.tool in SEARCH_TOOLS
            verdict = (
                await asyncio.to_thread(self._judge, call) if looks_around else self._judge(call)
            )
        except Exception as error:  # noqa: BLE001  # the port: what cannot be judged is asked
            verdict = Asked(f"cannot be judged: {type(error).__name__}")
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
        granted = self._granted(call)
        if granted is None:
            return Asked()
        shadow = self._shadow(call)
        return granted if shadow is None else Asked(shadow)

    def _granted(self, call: CallToJudge) -> Allowed | None:
        for rule in self.rules.allow + self.memory.allow:
            if self._grants(rule, call):
                return Allowed(f"allow {rule}")
        if _polls(call):
            return Allowed("a command that was allowed")
        if self.profile == "plan" or self._accepted_edit(call):
            return Allowed(f"profile {self.profile}")
        return None

    def _grants(self, rule: Rule, call: CallToJudge) -> bool:
        if not rule_matches(rule, call.tool, call.arguments, self.launch_folder, "grant"):
            return False
        named = PurePath((rule.pattern or "").lower()).parts
        return self._protected(call).issubset(named)

    def _shadow(self, call: CallToJudge) -> str | None:
        """The restriction that a grant would pass by, if there is one."""
        for family, rules in (("deny", self.rules.deny), ("ask", self.rules.ask)):
            for rule in rules:
                if rule_shadows(rule, call.tool, call.arguments, self.launch_folder):
                    return f"{family} {rule}"
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
        return call.tool in PATH_TOOLS and self._is_inside(call) and not self._protected(call)

    def _is_inside(self, call: CallToJudge) -> bool:
        """Whether the real path is in the launch folder."""
        root = os.path.realpath(self.launch_folder)
        real = os.path.realpath(target(call.tool, call.arguments, self.launch_folder))
        return PurePath(real).is_relative_to(root)

    def _protected(self, call: CallToJudge) -> frozenset[str]:
        """The protected names on the way to a file that would be changed."""
        if call.tool not in ("Write", "Edit"):
            return frozenset()
        named = target(call.tool, call.arguments, self.launch_folder)
        root = os.path.realpath(self.launch_folder)
        found: set[str] = set()
        for path in (PurePath(named), PurePath(os.path.realpath(named))):
            inside = path.relative_to(root) if path.is_relative_to(root) else path
            found.update(part.lower() for part in inside.parts)
        return _PROTECTED.intersection(found)


def _polls(call: CallToJudge) -> bool:
    """Reading or stopping a background command: it runs nothing that was not judged before."""
    return (
        call.tool == "Bash"
        and any(call.arguments.get(name) for name in _BACKGROUND_IDS)
        and not any(call.arguments.get(name) for name in COMMAND_NAMES)
    )
