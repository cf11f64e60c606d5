"""From what was read to the files of the next snapshot: who is who, and who differs."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from maia.codemap.indexing.changes import Changes, renamed, trusted_time
from maia.codemap.indexing.extracting import ReadFile
from maia.codemap.store.records import StoredFile
from maia.workspace.discovery import FoundFile


@dataclass(frozen=True, slots=True)
class Difference:
    """A file before and after; `old` is None for a new one."""

    old: StoredFile | None
    new: StoredFile


@dataclass(slots=True)
class Settled:
    """The files of the next snapshot.

    `differ` are those that say something else, or lie elsewhere, than before; `put` are these and
    those of which only size or time are new, by number.
    """

    by_path: dict[str, StoredFile] = field(default_factory=dict[str, StoredFile])
    put: dict[int, StoredFile] = field(default_factory=dict[int, StoredFile])
    differ: list[Difference] = field(default_factory=list[Difference])
    removed: list[StoredFile] = field(default_factory=list[StoredFile])
    renamed: int = 0
    next_file: int = 0

    @property
    def files(self) -> list[StoredFile]:
        """All of them, by path."""
        return [file for _, file in sorted(self.by_path.items())]

    @property
    def to_put(self) -> list[StoredFile]:
        """The rows to be written."""
        return list(self.put.values())

    def replace(self, difference: Difference, new: StoredFile) -> Difference:
        """Settle a file otherwise than it was."""
        if new.id != difference.new.id:
            del self.put[difference.new.id]
        self.put[new.id] = new
        self.by_path[new.path] = new
        return Difference(difference.old, new)


def settle(
    stored: Sequence[StoredFile],
    changes: Changes,
    read: Sequence[ReadFile],
    *,
    first_new: int,
    began_ns: int,
) -> Settled:
    """Which files there are now. New ones are numbered from `first_new` on."""
    settled = Settled({file.path: file for file in changes.same}, next_file=first_new)
    before = {file.path: file for file in stored}
    after = [_unnumbered(each, began_ns) for each in read]
    after += [_only_listed(found, reason) for found, reason in changes.skipped]
    paths = {file.path for file in after} | {file.path for file in changes.same}
    gone = [file for file in stored if file.path not in paths]
    new = [file for file in after if file.path not in before and file.content]
    former = renamed(gone, [(file.path, file.content) for file in new])
    settled.renamed = len(former)
    moved = {file.id for file in former.values()}
    settled.removed = [file for file in gone if file.id not in moved]
    for file in sorted(after, key=lambda each: each.path):
        old = before.get(file.path) or former.get(file.path)
        if old is None:
            number, slot = settled.next_file, 1
            settled.next_file += 1
        else:
            number, slot = old.id, old.next_slot
        _add(settled, old, msgspec.structs.replace(file, id=number, next_slot=slot))
    return settled


def _add(settled: Settled, old: StoredFile | None, new: StoredFile) -> None:
    settled.by_path[new.path] = new
    if old == new:
        return
    settled.put[new.id] = new
    if old is None or _meaning(old) != _meaning(new):
        settled.differ.append(Difference(old, new))


def _meaning(file: StoredFile) -> tuple[str, int, str]:
    return file.path, file.content, file.status


def _unnumbered(each: ReadFile, began_ns: int) -> StoredFile:
    outcome = each.outcome
    return StoredFile(
        id=0,
        path=each.found.path,
        content=each.content,
        size=each.found.size,
        modified_ns=trusted_time(each.found.modified_ns, began_ns),
        language=outcome.language,
        status=outcome.status,
        reason=outcome.reason,
        lines=outcome.lines,
        is_generated=outcome.is_generated,
        is_minified=outcome.is_minified,
    )


def _only_listed(found: FoundFile, reason: str) -> StoredFile:
    return StoredFile(
        id=0,
        path=found.path,
        content=0,
        size=found.size,
        modified_ns=found.modified_ns,
        language="",
        status="skipped",
        reason=reason,
        lines=0,
        is_generated=False,
        is_minified=False,
    )
