"""Receivers as they are written, in steps: `self.get(x)` is a name, a member, a call."""

import functools
import re
from dataclasses import dataclass
from typing import Literal

_NAME = re.compile(r"[@$]?[\w$]+[?!]?")
_MEMBER = re.compile(r"(?:\?\.|!\.|\.|->|::|\\)\s*([\w$]+[?!]?)")
_NEW = re.compile(r"new(?=[A-Z\\])")
_AWAIT = re.compile(r"^await(?=[\w$(])")
"""Receivers come without blanks: `new Foo()` is `newFoo()`."""

_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}


@dataclass(frozen=True, slots=True)
class Step:
    """A member that is taken, a call, or an index."""

    kind: Literal["member", "call", "index", "new"]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Expression:
    """A name and what is done to it."""

    root: str
    steps: tuple[Step, ...] = ()


@functools.lru_cache(maxsize=65_536)
def parse_expression(text: str) -> Expression | None:
    """The steps of an expression; None for a literal, an operator, and what is not understood."""
    rest = _AWAIT.sub("", text)
    is_new = _NEW.match(rest) is not None
    rest = _NEW.sub("", rest)
    while rest[:1] in ("(", "*", "&") and (rest[0] != "(" or _end(rest, 0) == len(rest)):
        rest = rest[1:-1] if rest[0] == "(" else rest[1:]
    found = _NAME.match(rest)
    if found is None or rest[0].isdigit():
        return None
    position = found.end()
    steps: list[Step] = []
    while position < len(rest):
        member = _MEMBER.match(rest, position)
        if member:
            steps.append(Step("member", member[1]))
            position = member.end()
            continue
        character = rest[position]
        end = _end(rest, position) if character in "([<" else -1
        if end < 0:
            return None
        if character != "<":
            steps.append(Step("call" if character == "(" else "index"))
        position = end
    if is_new and (not steps or steps[-1].kind != "call"):
        steps.append(Step("call"))
    return Expression(found[0], tuple(steps))


def _end(text: str, start: int) -> int:
    """Behind the bracket that closes the one at `start`; -1 where none does."""
    expected: list[str] = []
    quote = ""
    position = start
    while position < len(text):
        character = text[position]
        if quote:
            if character == "\\":
                position += 1
            elif character == quote:
                quote = ""
        elif character in "\"'`":
            quote = character
        elif character in "([{" or (character == "<" and position == start):
            expected.append(_CLOSING[character])
        elif expected and character == expected[-1]:
            expected.pop()
            if not expected:
                return position + 1
        position += 1
    return -1
