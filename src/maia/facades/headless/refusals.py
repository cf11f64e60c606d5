"""Why a call did not run when nobody can be asked, and what would let it run."""

from maia.agent.contracts.events import ToolCallEnded
from maia.agent.contracts.profiles import Profile
from maia.agent.contracts.tools import ToolKind
from maia.i18n import Catalogue
from maia.workspace.terminal_text import visible

_FILE_KINDS: frozenset[ToolKind] = frozenset({"read", "search", "edit"})


def refusal_reason(
    event: ToolCallEnded, kind: ToolKind, profile: Profile, catalogue: Catalogue
) -> str:
    """The rule that decided, or the rule that is missing and the flag that stands for it."""
    rule = visible(event.rule)
    if rule.startswith("deny "):
        return catalogue.text("headless.denied", rule=rule)
    if rule.startswith("ask "):
        return catalogue.text("headless.would_ask", rule=rule)
    if profile == "plan":
        return catalogue.text("headless.plan")
    mode = "accept-edits" if kind in _FILE_KINDS and profile == "ask" else "bypass"
    if not event.suggestions:
        return catalogue.text("headless.no_rule", profile=profile, mode=mode)
    rules = ", ".join(map(visible, event.suggestions))
    return catalogue.text("headless.rule_missing", profile=profile, mode=mode, rules=rules)
