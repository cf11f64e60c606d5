"""How a call was judged, part by part, in words that can be shown and sent."""

from typing import Literal, TypeAlias

import msgspec

Decision: TypeAlias = Literal["allow", "ask", "deny"]


class JudgedPart(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """One part of a call, what it does to the decision, and why.

    `text` is the part as it would run; `rule` the rule that decided, `""` when none does; `reason`
    a sentence key of the catalogues, `""` when the rule says it all.
    """

    text: str
    decision: Decision
    rule: str = ""
    reason: str = ""
