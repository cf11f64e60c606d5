"""Receivers as they are written, in steps: `self.get(x)` is a name, a member, a call."""

import functools
import re
from dataclasses import dataclass
from typing import Literal

_NAME = re.compile(r"\\?\w+(?:\\\w+)+|\\\w+|@{0,2}\$?[\w$]+(?:[?!](?![.?]))?")
_MEMBER = re.compile(r"(?:\?\.|!\.|\.|\??->|&\.|::\$?|\\)\s*(#?[\w$]+(?:[?!](?![.?]))?)")
_NEW = re.compile(r"new\s(?=[\w$\\])")
_AWAIT = re.compile(r"^await(?:\s|(?=\())")
_AS = re.compile(r".as\s([A-Za-z_$][\w$.]*)(?:<.*>)?\??$", re.DOTALL)
"""Receivers come without blanks, but for the one behind `new`, `await` and `as`."""

_ROOT = re.compile(r"(?:await\s|new\s|\()*([\w$]+)")
_CAST = re.compile(
    r"(?:(?:const|struct|union)\s)*([A-Za-z_]\w*(?:(?:\.|::)\w+)*)(?:<.*>)?\??(?:const)?(\**)"
)

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
    is_type: bool = False
    """A type is named, of which the first call makes one: `new Foo()`, a cast."""


def root_of(text: str) -> str:
    """The name that an expression begins with; empty where it begins with none."""
    found = _ROOT.match(text)
    return found[1] if found else ""


@functools.lru_cache(maxsize=65_536)
def parse_expression(text: str) -> Expression | None:  # noqa: PLR0911  # one for each form
    """The steps of an expression; None for a literal, an operator, and what is not understood."""
    if text[:1] == "(" and _end(text, 0) == len(text):
        return parse_expression(text[1:-1])
    rest = _AWAIT.sub("", text)
    is_new = _NEW.match(rest) is not None
    rest = _NEW.sub("", rest)
    while rest[:1] in ("(", "*", "&") and (rest[0] != "(" or _end(rest, 0) == len(rest)):
        rest = rest[1:-1] if rest[0] == "(" else rest[1:]
    cast = _AS.search(rest)
    if cast is not None:
        return _instance(cast[1])
    if rest[:1] == "(":
        return _parenthesised(rest)
    maker = _MAKER.match(rest)
    if maker is not None:
        return _made(rest, maker)
    found = _NAME.match(rest)
    if found is None or rest[0].isdigit():
        return None
    steps = _steps(rest, found.end())
    if steps is None:
        return None
    if is_new and (not steps or steps[-1].kind != "call"):
        steps.append(Step("call"))
    return Expression(found[0], tuple(steps), is_new)


_MAKER = re.compile(
    r"(?:std::)?(?:make_(?:unique|shared)|(?:static|dynamic|const|reinterpret)(?:_pointer)?_cast)"
    r"<(?:(?:const|struct|class)\s)?([A-Za-z_]\w*(?:::\w+)*)(?:<.*>)?[*&]*>(?=\()"
)
"""Templates of C++ that give what their argument says: `static_cast<Foo *>(x)`."""


def _made(text: str, maker: re.Match[str]) -> Expression | None:
    end = _end(text, maker.end())
    steps = _steps(text, end) if end >= 0 else None
    made = _instance(maker[1])
    return Expression(made.root, (*made.steps, *steps), is_type=True) if steps is not None else None


def _instance(name: str) -> Expression:
    """Something of the type of that name."""
    root, *members = name.replace("::", ".").split(".")
    return Expression(
        root, (*(Step("member", each) for each in members), Step("call")), is_type=True
    )


def _parenthesised(text: str) -> Expression | None:
    """A cast (`(Foo)x`), or an expression in brackets and what is done to it."""
    end = _end(text, 0)
    if end < 0:
        return None
    inside, following = text[1 : end - 1], text[end : end + 1]
    cast = _CAST.fullmatch(inside)
    is_pointed = cast is not None and bool(cast[2]) and following != ""
    if is_pointed or following.isalnum() or following in ("_", "$", "@", '"', "'"):
        return _instance(cast[1]) if cast is not None else None
    inner, steps = parse_expression(inside), _steps(text, end)
    if inner is None or steps is None:
        return None
    return Expression(inner.root, (*inner.steps, *steps), inner.is_type)


def _steps(rest: str, position: int) -> list[Step] | None:
    steps: list[Step] = []
    while position < len(rest):
        member = _MEMBER.match(rest, position)
        if member:
            steps.append(Step("member", member[1]))
            position = member.end()
            continue
        character = rest[position]
        if character == "!" and rest[position:].strip("!")[:1] in ("", ".", "[", "("):
            position += 1  # a promise that it is there
            continue
        end = _end(rest, position) if character in "([<" else -1
        if end < 0:
            return None
        if character != "<":
            steps.append(Step("call" if character == "(" else "index"))
        position = end
    return steps


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
