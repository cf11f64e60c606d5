"""The part of a file that `old_string` most likely meant, found in bounded time."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from maia.workspace.lookalikes import fold

_SEARCHED = 4_000_000
"""Characters of the file looked through: about a second at worst."""

_LONGEST_LINE = 400  # characters of a line that are compared
_SHINGLE = 4  # characters of the pieces by which single lines are compared
_SHINGLES = 60
_ENOUGH = 0.4  # share of the pieces that must be there
_POSITIONS = 50  # places of one repeated line in `old_string` that vote
_HEAVIEST = 80  # a long line does not outweigh several short ones without bound
_LIGHT = 3  # `}` and the like say nothing
_ENOUGH_PREFIX = 8
_ALIGNED_LINES = 200  # alignment is quadratic
_MARGIN = 10  # lines that may have come in between


@dataclass(frozen=True, slots=True)
class NearLines:
    """Lines of the file, from index `start` up to `end`, that resemble those of `old_string`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NearPrefix:
    """`old_string` is in the file up to `length` characters, at position `start`."""

    start: int
    length: int


def find_near_miss(text: str, old: str) -> NearLines | NearPrefix | None:
    """What resembles `old` most in `text` (both in LF space, `old` absent from it)."""
    text = text[:_SEARCHED]
    old_lines = _plain_lines(old.removesuffix("\n"))
    lines = _plain_lines(text)
    start = _by_equal_lines(lines, old_lines)
    if start is None:
        start = _by_pieces(lines, old_lines)
    if start is None:
        return _longest_prefix(text, old)
    near = _region(lines, old_lines, start)
    if all(len(line) < _LONGEST_LINE for line in lines[near.start : near.end]):
        return near
    return _longest_prefix(text, old) or near


def _plain_lines(text: str) -> list[str]:
    """Each line folded, in lower case, its blanks as one space, clipped."""
    lines = fold(text).lower().split("\n")
    return [" ".join(line[: 2 * _LONGEST_LINE].split())[:_LONGEST_LINE] for line in lines]


def _region(lines: list[str], old_lines: list[str], start: int) -> NearLines:
    """The region about `start` with lines that `old_string` lacks, or without those it adds."""
    count = len(old_lines)
    if count > _ALIGNED_LINES:
        return NearLines(start, min(start + count, len(lines)))
    from difflib import SequenceMatcher

    first = max(0, start - _MARGIN)
    around = lines[first : start + count + _MARGIN]
    blocks = SequenceMatcher(None, around, old_lines).get_matching_blocks()[:-1]
    if not blocks:
        return NearLines(start, min(start + count, len(lines)))
    last = blocks[-1]
    begin = max(0, first + blocks[0].a - blocks[0].b)
    return NearLines(begin, min(first + last.a + count - last.b, len(lines)))


def _by_equal_lines(lines: list[str], old_lines: list[str]) -> int | None:
    """Each line equal to one of `old_string` votes for where the whole would start."""
    positions: defaultdict[str, list[int]] = defaultdict(list)
    for index, line in enumerate(old_lines):
        if len(line) > _LIGHT and len(positions[line]) < _POSITIONS:
            positions[line].append(index)
    votes: Counter[int] = Counter()
    for index, line in enumerate(lines):
        if line in positions:
            for position in positions[line]:
                votes[index - position] += min(len(line), _HEAVIEST)
    if not votes:
        return None
    best = max(votes.values())
    return max(0, min(start for start, vote in votes.items() if vote == best))


def _by_pieces(lines: list[str], old_lines: list[str]) -> int | None:
    """The line that holds most pieces of the longest line of `old_string`."""
    anchor = max(range(len(old_lines)), key=lambda index: len(old_lines[index]))
    wanted = old_lines[anchor]
    size = min(_SHINGLE, len(wanted))
    if size == 0:
        return None
    every = max(1, (len(wanted) - size + 1) // _SHINGLES)
    pieces = {wanted[i : i + size] for i in range(0, len(wanted) - size + 1, every)}
    best, best_score = None, _ENOUGH * len(pieces)
    for index, line in enumerate(lines):
        # A line much longer than the one wanted holds pieces by chance.
        score = sum(piece in line for piece in pieces) - len(line) / (_LONGEST_LINE * 10)
        if score > best_score:
            best, best_score = index, score
    return None if best is None else max(0, best - anchor)


def _longest_prefix(text: str, old: str) -> NearPrefix | None:
    low, high = 0, len(old) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if old[:middle] in text:
            low = middle
        else:
            high = middle - 1
    return NearPrefix(text.find(old[:low]), low) if low >= _ENOUGH_PREFIX else None
