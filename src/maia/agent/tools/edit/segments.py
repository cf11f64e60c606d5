"""What an edit really changes: the stretches in which the old and the new text differ."""

from dataclasses import dataclass

_ALIGNABLE_LINES = 2000
"""With more lines, only what is equal at both ends is left alone: alignment is quadratic."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Characters `start` to `end` of one text become `new_start` to `new_end` of another."""

    start: int
    end: int
    new_start: int
    new_end: int

    def moved(self, by: int) -> "Segment":
        """The same, `by` characters further in the old text."""
        return Segment(self.start + by, self.end + by, self.new_start, self.new_end)


def differing_segments(old: str, new: str) -> list[Segment]:
    """The fewest stretches by lines, each narrowed to characters; empty when nothing differs."""
    whole = _narrowed(old, new, Segment(0, len(old), 0, len(new)))
    if whole.start == whole.end and whole.new_start == whole.new_end:
        return []
    # To whole lines, so that the lines between are compared as lines.
    start = old.rfind("\n", 0, whole.start) + 1
    back = whole.start - start
    old_part = old[start : whole.end]
    new_part = new[whole.new_start - back : whole.new_end]
    return [
        _narrowed(
            old,
            new,
            Segment(
                segment.start + start,
                segment.end + start,
                segment.new_start + whole.new_start - back,
                segment.new_end + whole.new_start - back,
            ),
        )
        for segment in _by_lines(old_part, new_part)
    ]


def _by_lines(old: str, new: str) -> list[Segment]:
    old_lines = old.split("\n")
    new_lines = new.split("\n")
    if max(len(old_lines), len(new_lines)) > _ALIGNABLE_LINES:
        return [Segment(0, len(old), 0, len(new))]
    from difflib import SequenceMatcher

    # The line feed belongs to its line; the last stretch has none.
    old_kept = [line + "\n" for line in old_lines[:-1]] + old_lines[-1:]
    new_kept = [line + "\n" for line in new_lines[:-1]] + new_lines[-1:]
    old_starts = _starts(old_kept)
    new_starts = _starts(new_kept)
    return [
        Segment(old_starts[i1], old_starts[i2], new_starts[j1], new_starts[j2])
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, old_kept, new_kept).get_opcodes()
        if tag != "equal"
    ]


def _starts(lines: list[str]) -> list[int]:
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return starts


def _narrowed(old: str, new: str, segment: Segment) -> Segment:
    """The segment without what both sides have in common at its ends."""
    a = old[segment.start : segment.end]
    b = new[segment.new_start : segment.new_end]
    head = _common(a, b)
    tail = min(_common(a[::-1], b[::-1]), min(len(a), len(b)) - head)
    return Segment(
        segment.start + head, segment.end - tail, segment.new_start + head, segment.new_end - tail
    )


def _common(a: str, b: str) -> int:
    """How many characters both begin with."""
    if a == b:
        return len(a)
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
