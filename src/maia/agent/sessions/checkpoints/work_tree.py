"""What a command changed in a git work tree, told by git's lists and the files' own facts.

A file is clean when it has the facts that git's index remembers of it; its content before the
command is then the one that the index names. The others' contents are read before the command.
"""

import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from maia.agent.sessions.checkpoints.git_index import Facts, GitIndex
from maia.agent.sessions.checkpoints.seen import UNREADABLE, Seen, look
from maia.workspace.git import GitFailed

SECONDS_BEFORE = 2.0
"""How long it may take to look before a command; then the command runs unwatched."""

SECONDS_AFTER = 10.0
"""How long after it; what is not known by then is not kept."""

MOST_FILES = 50_000
"""More files than that are not watched."""

MOST_KEPT = 2_000
"""Files with changes of their own, whose contents are read before each command."""

MOST_KEPT_BYTES = 32_000_000
"""The same, in memory."""

CONVERTED = "checkpoint.converted"
TOO_SLOW = "checkpoint.too_slow"
UNWATCHED = "checkpoint.too_many"


@dataclass(frozen=True, slots=True)
class Watched:
    """A file before a command: its facts, and its content or the blob that holds it."""

    facts: Facts | None
    seen: Seen | None = None
    blob: str = ""


@dataclass(frozen=True, slots=True)
class CommandToken:
    """The work tree before a command, by path below the launch folder.

    `number` is the request that the command belongs to.
    """

    number: int
    files: dict[bytes, Watched] = field(repr=False)


@dataclass(frozen=True, slots=True)
class CommandChange:
    """A file that a command changed: what was there before, and what is now."""

    path: Path
    before: Seen
    now: Seen


class WorkTree:
    """The work tree around a folder; what is read is remembered until the file changes."""

    def __init__(self, folder: Path, file_limit: int) -> None:
        self._folder = os.fsencode(folder)
        self._limit = file_limit
        self._known: dict[bytes, tuple[Facts, Seen]] = {}

    def before(self, number: int) -> CommandToken | None:
        """Look before a command; None where git cannot tell, or it would take too long."""
        ends = time.monotonic() + SECONDS_BEFORE
        git = GitIndex(self._folder, ends)
        try:
            if not git.is_work_tree():
                return None
            written, entries, others = git.written(), git.entries(), git.others()
        except GitFailed:
            return None
        if len(entries) + len(others) > MOST_FILES:
            return None
        reading = _Reading(self._folder, self._limit, self._known)
        files: dict[bytes, Watched] = {}
        for path in (*entries, *others):
            if time.monotonic() > ends:
                return None
            facts = self._facts(path)
            entry = entries.get(path)
            if entry is not None and facts is not None and entry.is_clean(facts, written):
                files[path] = Watched(facts, blob=entry.blob)
            else:
                files[path] = Watched(facts, reading.read(path, facts))
        self._known = reading.kept
        return CommandToken(number, files)

    def after(self, token: CommandToken) -> Iterator[CommandChange]:
        """What changed since; a file that is new was missing before."""
        git = GitIndex(self._folder, time.monotonic() + SECONDS_AFTER)
        try:
            paths = dict.fromkeys([*token.files, *git.entries(), *git.others()])
        except GitFailed:  # new files are missed then
            paths = dict.fromkeys(token.files)
        new = Watched(None, Seen())
        touched = [path for path in paths if self._facts(path) != token.files.get(path, new).facts]
        stored = [path for path in touched if token.files.get(path, new).seen is None]
        try:
            converted = git.converted(stored)
        except GitFailed:
            converted = None
        for path in touched:
            watched = token.files.get(path, new)
            before = watched.seen
            if before is None:
                before = (
                    self._stored(git, watched, is_converted=path in converted)
                    if converted is not None
                    else Seen(reason=_unanswered(git))
                )
            whole = _whole(self._folder, path)
            now = look(whole, self._limit)
            if before.reason or now != before:
                yield CommandChange(whole, before, now)

    def _stored(self, git: GitIndex, watched: Watched, *, is_converted: bool) -> Seen:
        if watched.facts is None:
            return Seen()
        _, _, size, _, mode = watched.facts
        if is_converted:
            return Seen(reason=CONVERTED)
        try:
            data = git.content(watched.blob, self._limit)
        except GitFailed:
            return Seen(reason=_unanswered(git))
        if len(data) != size:  # line ends
            return Seen(reason=CONVERTED)
        return Seen(data, stat.S_IMODE(mode))

    def _facts(self, path: bytes) -> Facts | None:
        try:
            found = os.lstat(os.path.join(self._folder, path))  # noqa: PTH118  # bytes
        except OSError:
            return None
        times = found.st_mtime_ns, found.st_ctime_ns
        return *times, found.st_size, found.st_ino, found.st_mode


@dataclass(slots=True)
class _Reading:
    """Reads what git could not give back, within bounds."""

    folder: bytes
    limit: int
    known: dict[bytes, tuple[Facts, Seen]]
    kept: dict[bytes, tuple[Facts, Seen]] = field(default_factory=dict[bytes, tuple[Facts, Seen]])
    size: int = 0

    def read(self, path: bytes, facts: Facts | None) -> Seen:
        """What is at `path`, whose facts these are."""
        if facts is None:
            return Seen()
        if len(self.kept) >= MOST_KEPT:
            return Seen(reason=UNWATCHED)
        if MOST_KEPT_BYTES - self.size < facts[2] <= self.limit:
            return Seen(reason=UNWATCHED)
        known, seen = self.known.get(path, (None, Seen()))
        if known != facts:
            seen = look(_whole(self.folder, path), self.limit)
        self.kept[path] = (facts, seen)
        self.size += len(seen.data or b"")
        return seen


def _unanswered(git: GitIndex) -> str:
    return TOO_SLOW if time.monotonic() > git.ends else UNREADABLE


def _whole(folder: bytes, path: bytes) -> Path:
    return Path(os.fsdecode(os.path.join(folder, path)))  # noqa: PTH118  # bytes
