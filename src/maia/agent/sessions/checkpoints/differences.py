"""A file before and now, as diff lines and as keys of sentences where no diff can say it."""

import difflib
from collections.abc import Iterator

from maia.agent.sessions.checkpoints.seen import Seen
from maia.workspace.decoding import decode_text

BINARY = "checkpoint.binary"
CREATED = "checkpoint.created"
CUT = "checkpoint.cut"
DELETED = "checkpoint.deleted"
LINK = "checkpoint.is_link"
MODE = "checkpoint.mode"
UNSEEN = "checkpoint.unseen"

MOST_LINES = 4_000
"""Diff lines of a file that are kept."""

_ALIGNED_LINES = 2_000
"""More lines than that are shown as one block: to align them costs their product."""

_CONTEXT = 3
_NO_NEWLINE = "\n\\ No newline at end of file"  # as diff and git say it, whatever the language


def difference(before: Seen, now: Seen) -> tuple[str, tuple[str, ...]]:
    """The diff without headers, and the notes. Neither where nothing was changed."""
    reason = before.reason or now.reason
    if reason:
        return "", (reason,)
    if before == now:
        return "", ()
    notes: list[str] = []
    if before.is_missing or now.is_missing:
        notes.append(CREATED if before.is_missing else DELETED)
    if before.target is not None or now.target is not None:
        return "", (*notes, LINK)
    if before.data is not None and now.data is not None and before.mode != now.mode:
        notes.append(MODE)
    old, new = _text(before), _text(now)
    if old is None or new is None:
        return "", (*notes, *([BINARY] if before.data != now.data else []))
    lines = list(_diff(old, new))
    if not lines and (before.data or b"") != (now.data or b""):
        notes.append(UNSEEN)
    if len(lines) > MOST_LINES:
        notes.append(CUT)
    return "\n".join(lines[:MOST_LINES]), tuple(notes)


def _text(seen: Seen) -> str | None:
    decoded = decode_text(seen.data or b"")
    return None if decoded is None else decoded.text


def _diff(old: str, new: str) -> Iterator[str]:
    unified = old.replace("\r\n", "\n"), new.replace("\r\n", "\n")
    if unified[0] != unified[1]:  # line ends count only where nothing else was changed
        old, new = unified
    left, right = _lines(old), _lines(new)
    start = _common(left, right)
    end = _common(left[start:][::-1], right[start:][::-1])
    first = max(0, start - _CONTEXT)
    rest = max(0, end - _CONTEXT)
    left, right = left[first : len(left) - rest], right[first : len(right) - rest]
    for group in _groups(left, right, start - first, end - rest):
        a1, a2, b1, b2 = group[0][1], group[-1][2], group[0][3], group[-1][4]
        yield f"@@ -{_range(first + a1, a2 - a1)} +{_range(first + b1, b2 - b1)} @@"
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                yield from (f" {line}" for line in left[i1:i2])
            else:
                yield from (f"-{line}" for line in left[i1:i2])
                yield from (f"+{line}" for line in right[j1:j2])


def _groups(
    left: list[str], right: list[str], before: int, after: int
) -> list[list[tuple[str, int, int, int, int]]]:
    a, b = len(left), len(right)
    if left == right:
        return []
    if max(a, b) <= _ALIGNED_LINES:
        found = difflib.SequenceMatcher(None, left, right).get_grouped_opcodes(_CONTEXT)
        return [[(str(tag), i1, i2, j1, j2) for tag, i1, i2, j1, j2 in group] for group in found]
    block = ("replace", before, a - after, before, b - after)
    return [[("equal", 0, before, 0, before), block, ("equal", a - after, a, b - after, b)]]


def _lines(text: str) -> list[str]:
    lines = text.replace("\r", "␍").split("\n")
    if lines[-1]:
        lines[-1] += _NO_NEWLINE
    else:
        lines.pop()
    return lines


def _common(left: list[str], right: list[str]) -> int:
    for index, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return index
    return min(len(left), len(right))


def _range(index: int, count: int) -> str:
    """As diff writes it: an empty one names the line before it."""
    return f"{index + (count > 0)},{count}"
