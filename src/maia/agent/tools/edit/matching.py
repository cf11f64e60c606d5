"""Where `old_string` is in a file: exactly, or in one of two ways that are safe when unique.

The file's text and `old_string` are in LF space. A fallback changes only what `old_string` and
`new_string` differ in: the file's own spaces, quotes, accents and indentation stay.
"""

import itertools
import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from maia.agent.tools.edit.indentation import shifted_places
from maia.agent.tools.edit.segments import Segment, differing_segments
from maia.workspace.line_ends import to_lf
from maia.workspace.lookalikes import FoldedText

Manner: TypeAlias = Literal["exact", "lookalike", "indentation"]

SHOWN_PLACES = 20
"""Places listed when `old_string` is ambiguous."""

_NUMBERED = re.compile(r" {0,5}(\d+)\t")


@dataclass(frozen=True, slots=True)
class Found:
    """What to change: segments from the file's text to `new` (in LF space), place by place.

    `new` is as the model wrote it, its CRLF kept; with `indentation` its lines are shifted.
    """

    segments: tuple[Segment, ...]
    new: str
    starts: tuple[int, ...]
    manner: Manner = "exact"

    @property
    def count(self) -> int:
        """How many places are replaced."""
        return len(self.starts)


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several places; the starts of the first ones, and how many there are in all."""

    starts: tuple[int, ...]
    count: int
    manner: Manner = "exact"


@dataclass(frozen=True, slots=True)
class Absent:
    """Nowhere. `numbered`: it carries the line numbers that Read shows."""

    numbered: bool = False


Search: TypeAlias = Found | Ambiguous | Absent


def find_edit(text: str, old: str, new: str, *, replace_all: bool) -> Search:
    """Look for `old` (not empty) in `text`; `new` is still as the model wrote it.

    `replace_all` takes every exact place; fallbacks must be unique all the same.
    """
    exact = _exact(text, old, new, replace_all=replace_all)
    if exact is not None:
        return exact
    if has_line_numbers(old):
        return Absent(numbered=True)
    return _lookalike(text, old, new) or _shifted(text, old, new) or Absent()


def has_line_numbers(old: str) -> bool:
    """Whether each line starts as Read shows it, with numbers that follow each other."""
    lines = old.removesuffix("\n").split("\n")
    matches = [_NUMBERED.match(line) for line in lines]
    numbers = [int(match[1][:18]) for match in matches if match]
    return len(numbers) == len(lines) and all(
        after == before + 1 for before, after in itertools.pairwise(numbers)
    )


def _exact(text: str, old: str, new: str, *, replace_all: bool) -> Found | Ambiguous | None:
    first = text.find(old)
    if first < 0:
        return None
    # One character further: `aa` is ambiguous in `aaa` too.
    if not replace_all and text.find(old, first + 1) >= 0:
        return _ambiguous(text, old)
    plain_new = to_lf(new)
    if plain_new == new:
        segments = differing_segments(old, new)
    else:  # line ends written out count everywhere, not only where the text differs
        segments = [Segment(0, len(old), 0, len(plain_new))]
    starts = _all_places(text, old) if replace_all else [first]
    moved = tuple(segment.moved(start) for start in starts for segment in segments)
    return Found(moved, new, tuple(starts))


def _ambiguous(text: str, old: str) -> Ambiguous:
    places = _first_places(text, old)
    return Ambiguous(places, max(text.count(old), len(places)))


def _all_places(text: str, old: str) -> list[int]:
    starts: list[int] = []
    place = text.find(old)
    while place >= 0:
        starts.append(place)
        place = text.find(old, place + len(old))
    return starts


def _first_places(text: str, old: str) -> tuple[int, ...]:
    starts: list[int] = []
    place = text.find(old)
    while place >= 0 and len(starts) < SHOWN_PLACES:
        starts.append(place)
        place = text.find(old, place + 1)
    return tuple(starts)


def _lookalike(text: str, old: str, new: str) -> Found | Ambiguous | None:
    wanted = FoldedText(old)
    if not wanted.text.strip():
        return None
    folded = FoldedText(text)
    first = folded.text.find(wanted.text)
    if first < 0:
        return None
    if folded.text.find(wanted.text, first + 1) >= 0:
        places = (folded.start_in_source(each) for each in _first_places(folded.text, wanted.text))
        starts = tuple(each for each in places if each is not None)
        count = max(folded.text.count(wanted.text), len(starts), 2)
        return Ambiguous(starts, count, "lookalike") if starts else None
    return _lookalike_found(folded, first, wanted, new)


def _lookalike_found(folded: FoldedText, first: int, wanted: FoldedText, new: str) -> Found | None:
    start = folded.start_in_source(first)
    end = folded.end_in_source(first + len(wanted.text))
    if start is None or end is None:
        return None
    segments: list[Segment] = []
    for segment in differing_segments(wanted.source, to_lf(new)):
        moved = _in_source(folded, first, wanted, segment)
        if moved is None:
            segments = [Segment(start, end, 0, len(to_lf(new)))]
            break
        segments.append(moved)
    return Found(tuple(segments), new, (start,), "lookalike")


def _in_source(
    folded: FoldedText, first: int, wanted: FoldedText, segment: Segment
) -> Segment | None:
    """A segment of `old_string` as one of the file; None when it splits a folded character."""
    start = wanted.to_folded(segment.start)
    end = wanted.to_folded(segment.end)
    if start is None or end is None:
        return None
    source_start = folded.start_in_source(first + start)
    source_end = folded.end_in_source(first + end)
    if source_start is None or source_end is None:
        return None
    return Segment(min(source_start, source_end), source_end, segment.new_start, segment.new_end)


def _shifted(text: str, old: str, new: str) -> Found | Ambiguous | None:
    places = shifted_places(text, old, new)
    if len(places) > 1:
        return Ambiguous(tuple(p.start for p in places[:SHOWN_PLACES]), len(places), "indentation")
    if not places or places[0].new is None:
        return None
    place = places[0]
    rebased = places[0].new
    segments = differing_segments(text[place.start : place.end], to_lf(rebased))
    moved = tuple(segment.moved(place.start) for segment in segments)
    return Found(moved, rebased, (place.start,), "indentation")
