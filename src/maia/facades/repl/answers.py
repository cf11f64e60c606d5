"""What a person types at a question, as an answer."""

import re
from dataclasses import dataclass

from maia.agent.contracts.operations import AnswerWord, Remembering

_YES = frozenset({"o", "y", "oui", "yes"})
_STOP = frozenset({"s", "stop"})
_REASON = frozenset({"r", "raison", "reason"})
_REMEMBERING: dict[str, Remembering] = {
    "e": "session",
    "session": "session",
    "t": "always",
    "a": "always",
    "toujours": "always",
    "always": "always",
}
_NO = re.compile(r"(?:n|no|non)(?:[\s,:;]+(.*))?", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Reply:
    """What was typed: `remember` allows it from now on too, `reason` is a no in their words.

    `wants_reason`: a no whose reason is still to be asked for.
    """

    word: AnswerWord
    remember: Remembering | None = None
    reason: str = ""
    wants_reason: bool = False


def read_reply(typed: str, *, stop_offered: bool) -> Reply | None:
    """Both languages' words, whatever the language; None asks again (Enter alone, anything else).

    `n because …`: what stands behind the no is a sentence for the model; `r` is a no that asks for
    it. Where `stop_offered` is
    false the question is about no call, and nothing can be remembered either.
    """
    typed = typed.strip()
    word = typed.lower()
    if word in _YES:
        return Reply("yes")
    if refusal := _NO.fullmatch(typed):
        return Reply("no", reason=(refusal[1] or "").strip())
    if not stop_offered:
        return None
    if word in _STOP:
        return Reply("stop")
    if word in _REASON:
        return Reply("no", wants_reason=True)
    remember = _REMEMBERING.get(word)
    return Reply("yes", remember) if remember else None
