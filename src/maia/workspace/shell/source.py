"""A text under reading: where the reader stands, and what ends it."""

import re
from dataclasses import dataclass

from maia.workspace.shell.facts import DoubtKind

MOST_DEPTH = 40
"""Levels of nesting that are read; deeper ones are left to the raw scan."""


class Unreadable(Exception):
    """The text cannot be read on from here."""

    def __init__(self, kind: DoubtKind, token: str) -> None:
        super().__init__(token)
        self.kind: DoubtKind = kind
        self.token = token


@dataclass(slots=True)
class Source:
    """The stretch `pos` to `end` of `text`; `base` is what `text` starts at in the whole command.

    `base` is negative for texts that do not stand in the whole command as they are.
    """

    text: str
    pos: int
    end: int
    base: int
    depth: int

    def peek(self, ahead: int = 0) -> str:
        """The character there, "" at the end."""
        at = self.pos + ahead
        return self.text[at] if at < self.end else ""

    def starts(self, wanted: str) -> bool:
        """Whether `wanted` stands here."""
        return self.text.startswith(wanted, self.pos, self.end)

    def match(self, regex: re.Pattern[str]) -> re.Match[str] | None:
        """What `regex` finds here."""
        return regex.match(self.text, self.pos, self.end)

    def rest(self) -> str:
        """The next few characters, to name a fault."""
        return self.text[self.pos : min(self.end, self.pos + 20)].split("\n")[0] or "\\n"

    def unreadable(self, token: str = "") -> Unreadable:
        """The error that names what stands here."""
        return Unreadable("syntax", token or self.rest())

    def deeper(self) -> int:
        """The depth of what is inside."""
        if self.depth >= MOST_DEPTH:
            raise Unreadable("nesting", self.rest())
        return self.depth + 1
