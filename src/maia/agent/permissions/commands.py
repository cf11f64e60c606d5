"""Simple patterns on shell commands, careful rather than clever.

A pattern allows only a plain command: one program with plain arguments, no operator, substitution,
redirection, quote, expansion or assignment. Everything else is asked. A pattern restricts as soon
as any piece of the command could match it.
"""

import re

_PLAIN = re.compile(r"[A-Za-z0-9_./:@%+,=\- ]+")
_PIECES = re.compile(r"[;&|\n(){}`<>]|\$\(")
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=\S*\s+")
_QUOTING = str.maketrans("", "", "\\'\"")


def command_allowed(pattern: str, command: str) -> bool:
    """Whether `pattern` may let `command` run without a question."""
    plain = command.strip()
    if not _PLAIN.fullmatch(plain) or "=" in plain.split(" ", 1)[0]:
        return False
    return _matches(pattern, plain)


def command_touched(pattern: str, command: str) -> bool:
    """Whether `pattern` (of deny or ask) matches the command or any piece of it."""
    joined = command.replace("\\\n", "")
    pieces = [joined, *_PIECES.split(joined)]
    pieces += [piece.translate(_QUOTING) for piece in pieces]
    return any(_matches(pattern, _bare(piece)) for piece in pieces)


def _bare(piece: str) -> str:
    piece = piece.strip()
    while match := _ASSIGNMENT.match(piece):
        piece = piece[match.end() :]
    return piece


def _matches(pattern: str, command: str) -> bool:
    """`*` is any run of characters; `cmd *` covers `cmd` alone too, never `cmdx` (spec 9.3)."""
    wanted = " ".join(pattern.split())
    given = " ".join(command.split())
    if wanted.endswith(" *") and given == wanted[:-2]:
        return True
    regex = ".*".join(re.escape(part) for part in wanted.split("*"))
    return re.fullmatch(regex, given, re.DOTALL) is not None
