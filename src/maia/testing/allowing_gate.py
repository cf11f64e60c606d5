"""The Gate port without rules: it allows everything, or what a table says."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from maia.agent.contracts.operations import Remembering
from maia.agent.contracts.permissions import Allowed, CallToJudge, Gate, Verdict


class AllowingGate:
    """Allows each call unless `verdicts` has its tool's name; `judged` holds the calls."""

    def __init__(self, verdicts: Mapping[str, Verdict] | None = None) -> None:
        self.verdicts = dict(verdicts or {})
        self.judged: list[CallToJudge] = []
        self.remembered: list[tuple[tuple[str, ...], Remembering]] = []

    async def judge(self, call: CallToJudge) -> Verdict:
        """The verdict of the table, or Allowed."""
        self.judged.append(call)
        return self.verdicts.get(call.tool, Allowed())

    async def remember(self, rules: tuple[str, ...], scope: Remembering) -> None:
        """Keep what was to be remembered in `remembered`."""
        self.remembered.append((rules, scope))


if TYPE_CHECKING:  # the type checker holds it against the port
    _gate: Gate = AllowingGate()
