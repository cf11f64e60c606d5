"""Whole lines that are in the file, all indented further or less far by the same blanks."""

import re
from dataclasses import dataclass

_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
_MOST_CANDIDATES = 100
"""Places looked at; where the same lines stand more often, none of them is meant alone."""


@dataclass(frozen=True, slots=True)
class ShiftedPlace:
    """Characters `start` to `end` of the file, and `new_string` with that indentation.

    `new` is None when the new text cannot be indented likewise without mixing tabs and spaces.
    """

    start: int
    end: int
    new: str | None


@dataclass(frozen=True, slots=True)
class _Shift:
    """Blanks the file has before each line of `old_string` (`added`), or lacks."""

    blanks: str
    added: bool

    def fits(self, file_line: str, old_line: str) -> bool:
        if self.added:
            return file_line == self.blanks + old_line
        return old_line == self.blanks + file_line

    def applied(self, line: str) -> str | None:
        if not line.strip():
            return line
        if self.added:
            return self.blanks + line
        return line[len(self.blanks) :] if line.startswith(self.blanks) else None


def shifted_places(text: str, old: str, new: str) -> list[ShiftedPlace]:
    """Every place where the lines of `old` stand with one uniform shift of their indentation."""
    body = old.removesuffix("\n")
    old_lines = body.split("\n")
    needle = "\n" + _INDENTATION.sub("", body) + "\n"
    if not needle.strip():
        return []
    stripped = "\n" + _INDENTATION.sub("", text) + "\n"
    candidates = _candidates(stripped, needle)
    if not candidates or len(candidates) == _MOST_CANDIDATES:
        return []
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
    places: list[ShiftedPlace] = []
    for line in candidates:
        start, after = starts[line], starts[line + len(old_lines)]
        file_lines = text[start : after - 1].split("\n")
        shift = _uniform_shift(file_lines, old_lines)
        end = after if old.endswith("\n") else after - 1
        if shift is not None and end <= len(text):
            places.append(ShiftedPlace(start, end, _rebased(new, shift, file_lines)))
    return places


def _candidates(stripped: str, needle: str) -> list[int]:
    """Line numbers, from 0, where the lines stand when indentation is left out."""
    found: list[int] = []
    place = stripped.find(needle)
    line = done = 0
    while place >= 0 and len(found) < _MOST_CANDIDATES:
        line += stripped.count("\n", done, place)
        done = place
        found.append(line)
        place = stripped.find(needle, place + 1)
    return found


def _uniform_shift(file_lines: list[str], old_lines: list[str]) -> _Shift | None:
    pairs = [
        (ours, theirs)
        for ours, theirs in zip(file_lines, old_lines, strict=True)
        if ours.strip() or theirs.strip()
    ]
    ours, theirs = pairs[0]
    added = len(ours) >= len(theirs)
    longer = ours if added else theirs
    shift = _Shift(longer[: abs(len(ours) - len(theirs))], added)
    return shift if all(shift.fits(*pair) for pair in pairs) else None


def _rebased(new: str, shift: _Shift, file_lines: list[str]) -> str | None:
    lines = [shift.applied(line) for line in new.split("\n")]
    mixed_already = any(_is_mixed(line) for line in file_lines)
    if any(line is None or (_is_mixed(line) and not mixed_already) for line in lines):
        return None
    return "\n".join(line for line in lines if line is not None)


def _is_mixed(line: str) -> bool:
    """Whether its indentation holds both tabs and spaces."""
    indentation = line[: len(line) - len(line.lstrip(" \t"))]
    return " " in indentation and "\t" in indentation
