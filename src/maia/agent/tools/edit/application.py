"""Putting the new text in: only what differs is replaced, each line end as its line has it."""

from maia.agent.tools.edit.matching import Found
from maia.agent.tools.edit.segments import Segment
from maia.workspace.line_ends import LfText


def apply_edit(file: LfText, old: str, found: Found) -> str:
    """Replace the segments of `found`. `old` is `old_string` as the model wrote it.

    A line feed of `new_string` takes the end of the line it replaces, or for one more line that
    of its surroundings; a CRLF written in `new_string` stays one, unless `old_string` shows that
    the model took an LF file for a CRLF file.
    """
    new = LfText(found.new)
    writer = _Writer(file, new, explicit=_explicit_ends(file, old, found))
    for segment in found.segments:
        writer.replace(segment)
    return writer.finished()


def apply_line_ends(file: LfText, starts: tuple[int, ...], old: str, new: str) -> str:
    """The edit that changes line ends alone: `new` is written as it stands at each place."""
    length = len(LfText(old).text)
    pieces: list[str] = []
    done = 0
    for start in starts:
        pieces += (file.raw[done : file.raw_position(start)], new)
        done = file.raw_position(start + length)
    return "".join((*pieces, file.raw[done:]))


def _explicit_ends(file: LfText, old: str, found: Found) -> bool:
    if "\r\n" not in found.new:
        return False
    if "\r\n" not in old:
        return True
    return "\r\n" in file.raw


class _Writer:
    """Builds the new text from left to right."""

    def __init__(self, file: LfText, new: LfText, *, explicit: bool) -> None:
        self._file = file
        self._new = new
        self._explicit = explicit
        self._pieces: list[str] = []
        self._done = 0  # characters of the file's raw text already taken over

    def replace(self, segment: Segment) -> None:
        before = self._file.raw[self._done : self._file.raw_position(segment.start)]
        self._pieces += (before, self._rendered(segment))
        self._done = self._file.raw_position(segment.end)

    def finished(self) -> str:
        self._pieces.append(self._file.raw[self._done :])
        return "".join(self._pieces)

    def _rendered(self, segment: Segment) -> str:
        """The new text of a segment with its line ends."""
        lines = self._new.text[segment.new_start : segment.new_end].split("\n")
        rendered = [lines[0]]
        place = segment.new_start + len(lines[0])
        replaced = segment.start - 1
        end = None
        for line in lines[1:]:
            if replaced is not None:
                replaced = self._next_feed(replaced + 1, segment.end)
            if self._explicit and self._new.end_at(place) == "\r\n":
                end = "\r\n"
            elif replaced is not None:
                end = self._file.end_at(replaced)
            else:
                end = end or self._file.end_near(segment.start)
            rendered += (end, line)
            place += 1 + len(line)
        return "".join(rendered)

    def _next_feed(self, start: int, end: int) -> int | None:
        found = self._file.text.find("\n", start, end)
        return found if found >= 0 else None
