"""What changed since the last snapshot: first by size and time, then by content."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from maia.codemap.indexing.discover import Listing
from maia.codemap.store.records import StoredFile
from maia.workspace.discovery import FoundFile

_TICK_NS = 50_000_000
"""A file that was changed so shortly before it was read may change again without its time saying
so: clocks of file systems stand still for up to 10 ms."""

_WHOLE_SECOND_NS = 1_000_000_000
"""A time without a fraction comes from a file system that counts seconds, or pairs of them."""


@dataclass(slots=True)
class Changes:
    """Which files are to be read, and which are as they were."""

    same: list[StoredFile] = field(default_factory=list[StoredFile])
    to_read: list[FoundFile] = field(default_factory=list[FoundFile])
    skipped: list[tuple[FoundFile, str]] = field(default_factory=list[tuple[FoundFile, str]])


def compare(listing: Listing, stored: Sequence[StoredFile], *, trusted: bool) -> Changes:
    """What is to be done. Unless `trusted`, as after a new version, all files are read."""
    before = {file.path: file for file in stored}
    changes = Changes(skipped=list(listing.skipped))
    for found in listing.files:
        known = before.get(found.path)
        if trusted and known is not None and _is_same(known, found):
            changes.same.append(known)
        else:
            changes.to_read.append(found)
    return changes


def trusted_time(modified_ns: int, read_ns: int) -> int:
    """The time of a file as it is kept: 0 where it cannot show the next change."""
    is_coarse = modified_ns % _WHOLE_SECOND_NS == 0
    margin = 2 * _WHOLE_SECOND_NS if is_coarse else _TICK_NS
    return 0 if modified_ns >= read_ns - margin else modified_ns


def renamed(gone: Sequence[StoredFile], new: Sequence[tuple[str, int]]) -> dict[str, StoredFile]:
    """The former files of new paths (path, content): the same content, whose old path is gone.

    Where several files had it, one of the same name is preferred, then the first by path.
    """
    by_content: dict[int, list[StoredFile]] = defaultdict(list)
    for file in sorted(gone, key=lambda file: file.path):
        if file.content:
            by_content[file.content].append(file)
    found: dict[str, StoredFile] = {}
    left: list[tuple[str, int]] = []
    for path, content in sorted(new):
        former = [file for file in by_content[content] if _name(file.path) == _name(path)]
        if former:
            found[path] = former[0]
            by_content[content].remove(former[0])
        else:
            left.append((path, content))
    for path, content in left:
        if by_content[content]:
            found[path] = by_content[content].pop(0)
    return found


def _is_same(known: StoredFile, found: FoundFile) -> bool:
    return (
        known.size == found.size
        and known.modified_ns == found.modified_ns
        and known.modified_ns != 0
    )


def _name(path: str) -> str:
    return path.rpartition("/")[2]
