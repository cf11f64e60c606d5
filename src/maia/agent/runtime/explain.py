"""What the permissions would say of a call, and why; judged by the gate of the agent itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from maia.agent.contracts.judgement import Decision, JudgedPart
from maia.agent.contracts.permissions import Allowed, Asked, CallToJudge, Verdict
from maia.agent.contracts.profiles import Profile
from maia.agent.contracts.tools import DefaultPermission
from maia.agent.permissions.gate import RuleGate
from maia.agent.permissions.sandbox.settings import SandboxSettings
from maia.agent.runtime.rule_files import LoadedRules
from maia.agent.tools.built_in import built_in_tools


@dataclass(frozen=True, slots=True)
class Explanation:
    """The verdict on a call: `rule` as it is written, "" when none decides.

    `reason` is the sentence key of the part that decides, `by` what decides besides rules, in the
    words of the gate (the profile); both may be "". At least one part is there.
    """

    decision: Decision
    rule: str
    reason: str
    by: str
    parts: tuple[JudgedPart, ...]


@dataclass(slots=True)
class Explainer:
    """Explains calls in one launch folder, under one profile."""

    gate: RuleGate
    _default_permissions: dict[str, DefaultPermission] = field(init=False)
    _labels: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        tools = built_in_tools()
        self._default_permissions = {tool.spec.name: tool.default_permission for tool in tools}
        self._labels = {tool.spec.name: tool.describe for tool in tools}

    async def explain(
        self, tool: str, arguments: Mapping[str, Any], folder: Path | None = None
    ) -> Explanation:
        """Judge the call; `folder` is where a command would start (None: the launch folder)."""
        default = self._default_permissions.get(tool, "ask")
        verdict = await self.gate.judge(CallToJudge(tool, arguments, default, folder))
        decision, rule = _decision(verdict), self._rule(verdict)
        by = "" if rule else verdict.rule
        if not verdict.parts:
            label = self._labels[tool](arguments) if tool in self._labels else ""
            parts = (JudgedPart(f"{tool} {label}".strip(), decision, rule),)
            return Explanation(decision, rule, "", by, parts)
        deciding = [part for part in verdict.parts if part.decision == decision and part.reason]
        exact = [part for part in deciding if part.rule == rule]
        reason = next((part.reason for part in exact or deciding), "")
        return Explanation(decision, rule, "" if by else reason, by, verdict.parts)

    def _rule(self, verdict: Verdict) -> str:
        """The rule alone, of a verdict that names it with its family."""
        for family, rule in self.gate.rules.by_family():
            if verdict.rule == f"{family} {rule}":
                return str(rule)
        return ""


def open_explainer(
    loaded: LoadedRules,
    sandbox: SandboxSettings,
    home: Path,
    launch_folder: Path,
    profile: Profile,
) -> Explainer:
    """An explainer by rules that were read; while a project's file is broken, in profile `ask`."""
    counting = "ask" if loaded.broken else profile
    confined = _is_confined(sandbox, home, launch_folder)
    return Explainer(RuleGate(loaded.rules, launch_folder, counting, confined=confined))


def _is_confined(sandbox: SandboxSettings, home: Path, launch_folder: Path) -> bool:
    """Whether a sandbox stands behind the rules, as it would for the agent."""
    if sandbox.mode == "off":
        return False
    from maia.agent.permissions.sandbox.preparation import make_confinement

    prepared = make_confinement(replace(sandbox, required=False), launch_folder, home)
    if prepared.confinement is not None:
        prepared.confinement.close()
    return prepared.keeps_protected_names


def _decision(verdict: Verdict) -> Decision:
    if isinstance(verdict, Allowed):
        return "allow"
    return "ask" if isinstance(verdict, Asked) else "deny"
