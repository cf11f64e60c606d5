"""What changed between two texts, as unified diff lines without the two header lines; bounded."""

from collections.abc import Iterator
from dataclasses import dataclass

from maia.workspace.decoding import printable
from maia.workspace.line_ends import line_end_style, to_lf

_CONTEXT = 3
_ALIGNABLE_LINES = 2000
"""A longer change is shown as one block: alignment is quadratic."""

_LONGEST_LINE = 1000
_NO_NEWLINE = "\n\\ No newline at end of file"  # as diff and git say it, whatever the language
SHOWN_LINES = 4000
"""Diff lines kept for people."""


@dataclass(frozen=True, slots=True)
class TextDiff:
    """A diff. `complete` is false when lines were left out or clipped."""

    text: str
    added: int
    removed: int
    complete: bool


def diff_texts(before: str, after: str, *, limit: int = SHOWN_LINES) -> TextDiff:
    """The diff, at most `limit` lines. A CR is shown (as `␍`) only where line ends changed."""
    if line_end_style(before) == line_end_style(after) != "mixed":
        before, after = to_lf(before), to_lf(after)
    old, new = _lines(before), _lines(after)
    start = _common(old, new)
    end = min(_common(old[::-1], new[::-1]), min(len(old), len(new)) - start)
    lines: list[str] = []
    added = removed = 0
    complete = True
    for line in _hunks(old, new, start, end):
        added += line.startswith("+")
        removed += line.startswith("-")
        if len(lines) == limit:
            complete = False
            continue
        complete = complete and len(line) <= _LONGEST_LINE
        lines.append(_shown(line))
    return TextDiff("\n".join(lines), added, removed, complete)


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if lines[-1]:
        lines[-1] += _NO_NEWLINE
    else:
        lines.pop()
    return lines


def _common(a: list[str], b: list[str]) -> int:
    for index, (left, right) in enumerate(zip(a, b, strict=False)):
        if left != right:
            return index
    return min(len(a), len(b))


def _shown(line: str) -> str:
    if len(line) > _LONGEST_LINE:
        line = line[:_LONGEST_LINE] + "…"
    return printable(line.replace("\r", "␍"))


def _hunks(old: list[str], new: list[str], start: int, end: int) -> Iterator[str]:
    """Diff lines; the first `start` and the last `end` lines are the same."""
    first = max(0, start - _CONTEXT)
    left = old[first : len(old) - max(0, end - _CONTEXT)]
    right = new[first : len(new) - max(0, end - _CONTEXT)]
    for group in _groups(left, right, start - first, min(end, _CONTEXT)):
        i1, i2 = group[0][1], group[-1][2]
        j1, j2 = group[0][3], group[-1][4]
        yield f"@@ -{_range(first + i1, i2 - i1)} +{_range(first + j1, j2 - j1)} @@"
        for tag, a1, a2, b1, b2 in group:
            if tag == "equal":
                yield from (" " + line for line in left[a1:a2])
            else:
                yield from ("-" + line for line in left[a1:a2])
                yield from ("+" + line for line in right[b1:b2])


def _range(index: int, count: int) -> str:
    """A range as diff writes it: an empty one names the line before it."""
    return f"{index + (count > 0)},{count}"


def _groups(
    left: list[str], right: list[str], before: int, after: int
) -> list[list[tuple[str, int, int, int, int]]]:
    a, b = len(left), len(right)
    if a == b and left == right:
        return []
    if max(a, b) <= _ALIGNABLE_LINES:
        from difflib import SequenceMatcher

        groups = SequenceMatcher(None, left, right).get_grouped_opcodes(_CONTEXT)
        return [[(str(tag), i1, i2, j1, j2) for tag, i1, i2, j1, j2 in group] for group in groups]
    block = ("replace", before, a - after, before, b - after)
    return [[("equal", 0, before, 0, before), block, ("equal", a - after, a, b - after, b)]]
