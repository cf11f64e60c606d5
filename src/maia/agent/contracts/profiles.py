"""How much to ask about what no rule decides; apart, so that a command line loads no more."""

from typing import Literal, TypeAlias

Profile: TypeAlias = Literal["ask", "accept-edits", "plan", "bypass"]
PROFILES: tuple[Profile, ...] = ("ask", "accept-edits", "plan", "bypass")
