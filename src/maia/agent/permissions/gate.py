"""The gate: deny, then ask, then allow, then the profile; nothing runs by default (spec 9.2)."""

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from maia.agent.contracts.judgement import JudgedPart
from maia.agent.contracts.operations import Remembering
from maia.agent.contracts.permissions import Allowed, Asked, CallToJudge, Denied, Verdict
from maia.agent.contracts.profiles import Profile
from maia.agent.contracts.tools import COMMAND_NAMES
from maia.agent.permissions.memory import RuleMemory
from maia.agent.permissions.path_rules import READERS, WRITERS, PathRules
from maia.agent.permissions.rules import Rule, Rules
from maia.agent.permissions.targets import PATH_TOOLS, SEARCH_TOOLS, first_text, target
from maia.agent.permissions.values import value_matches
from maia.workspace.lookalikes import fold_name

if TYPE_CHECKING:  # the analysis of commands is loaded with the first command
    from maia.agent.permissions.command_folders import Places
    from maia.agent.permissions.command_verdict import CommandVerdict

PLAN_TOOLS = frozenset({"Read", "Glob", "Grep", "TodoWrite", "CurrentModel"})
"""What `plan` passes: tools that change nothing."""

_PROTECTED = frozenset({".maia", ".claude", ".mcp.json", ".git", ".vscode", ".envrc"})
"""Names that decide what will run later: changes there are asked, unless a rule names them."""

_LARGE_COMMAND = 1_000

_BACKGROUND_IDS = ("id", "bash_id", "shell_id")

_BELOW = PurePath("x", "y")
"""Stands for any file in a folder that is searched: it is covered where everything in it is."""


@dataclass(slots=True)
class RuleGate:
    """Judges by the rules, then by the profile for what no rule mentions.

    With `attended` false nobody can be asked: what would be a question is a refusal. When commands
    are `confined`, a rule that allows all of Bash also allows what cannot be understood.
    """

    rules: Rules
    launch_folder: Path
    profile: Profile = "ask"
    attended: bool = True
    memory: RuleMemory = field(default_factory=RuleMemory)
    confined: bool = False

    async def remember(self, rules: tuple[str, ...], scope: Remembering) -> None:
        """Allow what `rules` cover from now on."""
        await self.memory.remember(rules, scope)

    def may_read(self, path: Path) -> bool:
        """Whether no rule on Read keeps the content of `path`, met in a search, from the model."""
        return PathRules(self.rules, self.launch_folder).may_read(path)

    async def judge(self, call: CallToJudge) -> Verdict:
        """The verdict on `call`."""
        try:
            # The analysis of a large command takes its time, that of a usual one 0.15 ms.
            in_thread = len(first_text(call.arguments, COMMAND_NAMES) or "") > _LARGE_COMMAND
            verdict = await asyncio.to_thread(self._judge, call) if in_thread else self._judge(call)
        except Exception as error:  # noqa: BLE001  # the port: what cannot be judged is asked
            verdict = Asked(f"cannot be judged: {type(error).__name__}")
        if isinstance(verdict, Asked) and not self.attended:
            return Denied(self._refusal(call, verdict), verdict.parts, verdict.suggestions)
        return verdict

    def _refusal(self, call: CallToJudge, asked: Asked) -> str:
        """Why nobody to ask means no: the rule that asks, or the rule that is missing."""
        if asked.rule:
            return asked.rule
        missing = ", ".join(asked.suggestions) or call.tool
        return f"no rule allows {missing}, profile {self.profile}"

    def _judge(self, call: CallToJudge) -> Verdict:
        rules = replace(self.rules, allow=self.rules.allow + self.memory.allow)
        command = first_text(call.arguments, COMMAND_NAMES)
        if call.tool == "Bash" and command is not None:
            return self._command(command, call, rules)
        return self._call(call, rules)

    # Commands

    def _command(  # noqa: PLR0911  # the order of evaluation, one line a step
        self, text: str, call: CallToJudge, rules: Rules
    ) -> Verdict:
        from maia.agent.permissions.command_folders import Places
        from maia.agent.permissions.command_verdict import judge_command

        places = Places(self.launch_folder, call.folder or self.launch_folder, Path.home())
        found = judge_command(text, rules, places, PathRules(rules, self.launch_folder))
        if found.decision == "deny":
            return Denied(f"deny {found.rule}", found.parts)
        if self.profile == "bypass":
            return Allowed("profile bypass", found.parts)
        if self.profile == "plan":
            return _planned(text, places, found, asked=_may_be_asked(found.parts))
        if found.decision == "allow":
            return Allowed(f"allow {found.rule}" if found.rule else "", found.parts)
        if _asks_by_rule(found.parts, rules):
            return Asked(f"ask {found.rule}", found.parts, _suggestions(text, places))
        if self._is_bounded(rules, found.parts):
            return Allowed("allow Bash, in the sandbox", found.parts)
        return Asked("", found.parts, _suggestions(text, places))

    def _is_bounded(self, rules: Rules, parts: tuple[JudgedPart, ...]) -> bool:
        """Whether all of Bash is allowed, the sandbox keeps it in, and no rule may be touched."""
        if not self.confined or _may_be_asked(parts):
            return False
        return any(rule.tool == "Bash" and rule.pattern is None for rule in rules.allow)

    # Everything else

    def _call(  # noqa: PLR0911  # the order of evaluation, one line a step
        self, call: CallToJudge, rules: Rules
    ) -> Verdict:
        if rule := self._restricting(rules.deny, call):
            return Denied(f"deny {rule}")
        if self.profile == "bypass":
            return Allowed("profile bypass")
        if self.profile == "plan" and call.tool not in PLAN_TOOLS:
            return Denied("profile plan")
        if rule := self._restricting(rules.ask, call):
            return Asked(f"ask {rule}", suggestions=self._suggestions(call))
        for rule in rules.allow:
            if self._grants(rule, call):
                return Allowed(f"allow {rule}")
        if _polls(call):
            return Allowed("a command that was allowed")
        if self.profile == "plan" or self._accepted_edit(call):
            return Allowed(f"profile {self.profile}")
        return Asked(suggestions=self._suggestions(call))

    def _restricting(self, rules: tuple[Rule, ...], call: CallToJudge) -> Rule | None:
        """The first rule of a restricting family on the call; Edit covers Write, and the reverse.

        A rule on Read is also one on Grep and Glob of that very file or folder; what such a search
        meets on its way is left out by the tool (`may_read`).
        """
        if call.tool not in PATH_TOOLS:
            for rule in rules:
                if value_matches(rule, call.tool, call.arguments, restrict=True):
                    return rule
            return None
        tools = frozenset({call.tool.lower()})
        if call.tool in ("Edit", "Write"):
            tools = WRITERS
        elif call.tool in SEARCH_TOOLS:
            tools |= READERS
        path = self._target(call)
        judged = PathRules(Rules(deny=rules), self.launch_folder)
        found = judged.denying(tools, path)
        if found is None and call.tool in SEARCH_TOOLS:
            found = judged.denying(tools, path / _BELOW)
        return found

    def _grants(self, rule: Rule, call: CallToJudge) -> bool:
        if call.tool not in PATH_TOOLS:
            return value_matches(rule, call.tool, call.arguments, restrict=False)
        if rule.tool != call.tool:
            return False
        path = self._target(call)
        judged = PathRules(self.rules, self.launch_folder)
        covered = judged.grants(rule, path)
        if not covered and call.tool in SEARCH_TOOLS:
            covered = judged.grants(rule, path / _BELOW)
        named = PurePath((rule.pattern or "").lower()).parts
        return covered and self._protected(call).issubset(named)

    def _suggestions(self, call: CallToJudge) -> tuple[str, ...]:
        """The narrowest rule that would let the call pass; none for what is asked each time."""
        if call.tool == "Bash" or (call.tool in ("Edit", "Write") and self._protected(call)):
            return ()
        if call.tool == "WebFetch":
            return _host_rule(call.arguments)
        if call.tool not in PATH_TOOLS:
            return (call.tool,)
        path = self._target(call)
        inside = path.is_relative_to(self.launch_folder)
        shown = str(path.relative_to(self.launch_folder) if inside else path)
        if set("*?[]{}()\\") & set(shown):
            return ()
        below = "/**" if call.tool in SEARCH_TOOLS and shown != "." else ""
        return (f"{call.tool}(**)" if shown == "." else f"{call.tool}({shown}{below})",)

    def _target(self, call: CallToJudge) -> Path:
        return target(call.tool, call.arguments, self.launch_folder)

    # Profiles

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
        return PurePath(os.path.realpath(self._target(call))).is_relative_to(root)

    def _protected(self, call: CallToJudge) -> frozenset[str]:
        """The protected names on the way to a file that would be changed."""
        if call.tool not in ("Write", "Edit"):
            return frozenset()
        named = self._target(call)
        root = os.path.realpath(self.launch_folder)
        found: set[str] = set()
        for path in (PurePath(named), PurePath(os.path.realpath(named))):
            inside = path.relative_to(root) if path.is_relative_to(root) else path
            # Some disks take no notice of case, of signs without width, of blanks at the end.
            found.update(fold_name(part).rstrip(" .").lower() for part in inside.parts)
        return _PROTECTED.intersection(found)


def _may_be_asked(parts: tuple[JudgedPart, ...]) -> bool:
    """Whether a part is asked about because of a rule, one that denies where it is certain too."""
    return any(part.decision == "ask" and part.rule for part in parts)


def _asks_by_rule(parts: tuple[JudgedPart, ...], rules: Rules) -> bool:
    """Whether an ask rule, and not merely the lack of an allow rule, wants a question."""
    written = {str(rule) for rule in rules.ask}
    return any(part.decision == "ask" and part.rule in written for part in parts)


def _planned(text: str, places: "Places", found: "CommandVerdict", *, asked: bool) -> Verdict:
    """In `plan`: the audited commands that change nothing, and nothing else."""
    from maia.agent.permissions.command_safe import is_safe

    if not is_safe(text, places):
        return Denied("profile plan", found.parts)
    return (
        Asked(f"ask {found.rule}", found.parts) if asked else Allowed("profile plan", found.parts)
    )


def _suggestions(text: str, places: "Places") -> tuple[str, ...]:
    from maia.agent.permissions.command_suggestion import narrowest_pattern

    return narrowest_pattern(text, places)


def _host_rule(arguments: Mapping[str, Any]) -> tuple[str, ...]:
    from urllib.parse import urlsplit

    from maia.agent.contracts.tools import URL_NAMES

    try:
        host = urlsplit(first_text(arguments, URL_NAMES) or "").hostname
    except ValueError:
        return ()
    return (f"WebFetch(domain:{host})",) if host and "*" not in host else ()


def _polls(call: CallToJudge) -> bool:
    """Reading or stopping a background command: it runs nothing that was not judged before."""
    return call.tool == "Bash" and any(call.arguments.get(name) for name in _BACKGROUND_IDS)
