"""The lines of one file that match, and the lines around them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from maia.agent.tools.grep.pattern import LinePattern, Span
from maia.workspace.line_ends import to_lf

LINE_CHARACTERS = 500
"""Longest line shown (spec 8); a longer one is cut around the match."""

CUT = "…"
_LEAD = 100  # characters kept before the match

_UNDECODED = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class MatchedLine:
    """A line that matches: its number from 0, its text without the line end, the first match."""

    number: int
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a result, a match or context; lines are left out before one that starts a block."""

    number: int
    text: str
    is_match: bool
    starts_block: bool


class Interrupted(Exception):
    """The search was stopped in the middle of a file."""


def matched_lines(
    text: str, pattern: LinePattern, stopped: Callable[[], bool]
) -> Iterator[MatchedLine]:
    """The lines that match, in order. Raises PatternTooSlow, and Interrupted once `stopped()`.

    Lines end with LF; a CR before it does not belong to the line, any other does.
    """
    literal = pattern.literal
    if literal and not pattern.ignore_case:
        lines = _lines_with(text, text, literal)
    elif literal and text.isascii():
        lines = _lines_with(text, text.lower(), literal.lower())
    elif pattern.may_match_in(text):
        lines = enumerate(split_lines(text))
    else:
        return
    for number, line in lines:
        if stopped():
            raise Interrupted
        span = pattern.find(line)
        if span is not None:
            yield MatchedLine(number, line, span)


def split_lines(text: str) -> list[str]:
    """The lines of a text, without what ends them."""
    lines = to_lf(text).split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _lines_with(text: str, searched: str, literal: str) -> Iterator[tuple[int, str]]:
    """The lines that hold `literal`; `searched` is `text`, perhaps in lower case."""
    number = counted = 0
    found = searched.find(literal)
    while found >= 0:
        start = searched.rfind("\n", 0, found) + 1
        end = searched.find("\n", found)
        ends = end >= 0
        end = end if ends else len(text)
        number += text.count("\n", counted, start)
        counted = start
        line = text[start:end]
        yield number, line.removesuffix("\r") if ends else line
        found = searched.find(literal, end)


def with_context(
    text: str, matches: list[MatchedLine], before: int, after: int
) -> Iterator[ShownLine]:
    """The matches with the lines around them; what overlaps is shown once."""
    if not before and not after:
        for match in matches:
            yield ShownLine(match.number, _shown(match.text, match.span), True, False)
        return
    lines = split_lines(text)
    by_number = {match.number: match for match in matches}
    next_number = -1
    for position, match in enumerate(matches):
        last = min(match.number + after, len(lines) - 1)
        if position + 1 < len(matches):
            last = min(last, matches[position + 1].number - 1)
        first = max(match.number - before, next_number, 0)
        for number in range(first, last + 1):
            here = by_number.get(number)
            shown = _shown(lines[number], here.span if here else None)
            yield ShownLine(number, shown, here is not None, number == first != next_number)
        next_number = last + 1


def _shown(line: str, span: Span | None) -> str:
    """The line as text that can be sent, cut around the match when it is long."""
    if len(line) > LINE_CHARACTERS:
        start = max(0, min((span.start if span else 0) - _LEAD, len(line) - LINE_CHARACTERS))
        end = min(len(line), start + LINE_CHARACTERS)
        opening = CUT if start else ""
        closing = CUT if end < len(line) else ""
        line = opening + line[start + len(opening) : end - len(closing)] + closing
    return _UNDECODED.sub("�", line)
