"""The Gate port: who decides whether a call may run (spec 9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from maia.agent.contracts.judgement import JudgedPart
from maia.agent.contracts.operations import Remembering
from maia.agent.contracts.tools import DefaultPermission


@dataclass(frozen=True, slots=True)
class CallToJudge:
    """A call, before it runs. `folder` is where a command would start; None: the launch folder."""

    tool: str
    arguments: Mapping[str, Any]
    default_permission: DefaultPermission
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Allowed:
    """It runs without a question. `rule` names what allowed it."""

    rule: str = ""
    parts: tuple[JudgedPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """The person decides. `rule` names what asks; empty when no rule applies.

    `parts` say what each part of the call does to the decision; `suggestions` are the narrowest
    rules that would let this call pass next time, none when no rule can.
    """

    rule: str = ""
    parts: tuple[JudgedPart, ...] = ()
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Denied:
    """It does not run. `rule` names what denies; `suggestions` are rules that would let it pass."""

    rule: str
    parts: tuple[JudgedPart, ...] = ()
    suggestions: tuple[str, ...] = ()


Verdict: TypeAlias = Allowed | Asked | Denied


class Gate(Protocol):
    """Judges calls. Must not raise: what it cannot judge, it asks."""

    async def judge(self, call: CallToJudge) -> Verdict:
        """The verdict on one call."""
        ...

    async def remember(self, rules: tuple[str, ...], scope: Remembering) -> None:
        """Allow what `rules` cover from now on: in this session, or for good (user's settings).

        Raises SettingsError when they are malformed, or cannot be written; nothing is then kept.
        """
        ...
