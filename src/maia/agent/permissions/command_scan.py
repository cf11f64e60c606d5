"""Texts that are not read as commands, searched for what is denied: too long, broken, or code."""

import re
from collections.abc import Iterator

from maia.workspace.shell.runner_table import CODE_PROGRAMS, RUNNERS, SHELLS

_SEPARATORS = re.compile(r"[;&|\n\r(){}`<>]+|\$\(")
_FIELD_SEPARATOR = re.compile(r"\$(?:IFS\b|\{IFS[^}]*\})")
_BRACES = re.compile(r"\{([^{}\s,]*,[^{}\s]*)\}")
_QUOTING = str.maketrans("", "", "\\'\"")
_DOLLAR_QUOTE = re.compile(r"\$(?=['\"])")
_LITERALS = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=")
_KEYWORDS = frozenset(
    ("if", "then", "elif", "else", "while", "until", "do", "!", "time", "coproc", "function", "in")
)
_SIGNS = re.compile(r"[=!:]|exec |(?<![A-Za-z])e ")
_MOST_LITERALS = 500
_MOST_SIGNS = 50
_PASS_ON = frozenset(name.partition(" ")[0] for name in RUNNERS) | SHELLS | CODE_PROGRAMS | {"find"}
_MOST_STARTS = 5_000
_MOST_WORDS = 60
"""Words of a command that are held against rules here."""


def pieces(text: str) -> Iterator[list[str]]:
    """The words of every command that may stand in `text`."""
    joined = _FIELD_SEPARATOR.sub(" ", text.replace("\\\n", ""))
    joined = _BRACES.sub(lambda match: match[1].replace(",", " "), joined)
    seen: set[str] = set()
    for piece in _SEPARATORS.split(joined):
        if piece in seen:
            continue
        seen.add(piece)
        words = _DOLLAR_QUOTE.sub("", piece).translate(_QUOTING).split()
        yield from _starts(words)


def code_pieces(code: str) -> Iterator[list[str]]:
    """The same for a text in another language: its string literals, and what follows a sign."""
    yield from pieces(code)
    for count, match in enumerate(_LITERALS.finditer(code)):
        if count == _MOST_LITERALS:
            return
        inside = next(group for group in match.groups() if group is not None)
        yield from pieces(inside.replace('\\"', '"').replace("\\'", "'"))
    for count, match in enumerate(_SIGNS.finditer(code)):
        if count == _MOST_SIGNS:
            return
        yield from pieces(code[match.end() :])


def _starts(words: list[str]) -> Iterator[list[str]]:
    """The commands that may start in a piece: at its first word, and behind what passes on."""
    first = 0
    while first < len(words) - 1 and (_ASSIGNMENT.match(words[first]) or words[first] in _KEYWORDS):
        first += 1
    if first >= len(words):
        return
    yield words[first : first + _MOST_WORDS]
    if words[first].rpartition("/")[2].lower() not in _PASS_ON:
        return
    # Options and operands of runners are not read here: any later word may be the program.
    for start in range(first + 1, min(len(words), first + _MOST_STARTS)):
        yield words[start : start + _MOST_WORDS]
