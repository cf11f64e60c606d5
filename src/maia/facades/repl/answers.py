"""What a person types at a question, as an answer."""

from maia.agent.contracts.operations import AnswerWord

_YES = frozenset({"o", "y", "oui", "yes"})
_NO = frozenset({"n", "no", "non"})
_STOP = frozenset({"s", "stop"})


def read_answer(typed: str, *, stop_offered: bool) -> AnswerWord | None:
    """Yes for o or y, no for n, stop for s where it is offered; None asks again (Enter alone)."""
    word = typed.strip().lower()
    if word in _YES:
        return "yes"
    if word in _NO:
        return "no"
    return "stop" if stop_offered and word in _STOP else None
