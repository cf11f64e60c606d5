"""The Gate port: who decides whether a call may run (spec 9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from maia.agent.contracts.tools import DefaultPermission


@dataclass(frozen=True, slots=True)
class CallToJudge:
    """A call, before it runs."""

    tool: str
    arguments: Mapping[str, Any]
    default_permission: DefaultPermission


@dataclass(frozen=True, slots=True)
class Allowed:
    """It runs without a question. `rule` names what allowed it."""

    rule: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """The person decides. `rule` names what asks; empty when no rule applies."""

    rule: str = ""


@dataclass(frozen=True, slots=True)
class Denied:
    """It does not run. `rule` names what denies."""

    rule: str


Verdict: TypeAlias = Allowed | Asked | Denied


class Gate(Protocol):
    """Judges calls. Must not raise: what it cannot judge, it asks."""

    async def judge(self, call: CallToJudge) -> Verdict:
        """The verdict on one call."""
        ...
