"""What git knows of a work tree, asked so that nothing of the repository's own runs.

Only `rev-parse`, `ls-files`, `check-attr` and `cat-file` are asked. `git status`, `git diff` and
`ls-files --modified` would run the clean filters that a repository's configuration names.
"""

import os
import re
import stat
import time
from dataclasses import dataclass
from typing import TypeAlias

from maia.workspace.git import GitFailed, GitQuestion

Facts: TypeAlias = tuple[int, int, int, int, int]
"""mtime and ctime in nanoseconds, size, inode, mode."""

_ENTRY = re.compile(
    rb"(?P<mode>[0-7]+) (?P<blob>[0-9a-f]+) (?P<stage>\d)\t(?P<path>[^\0]+)\0"
    rb"\s+ctime: \d+:\d+\s+mtime: (?P<seconds>\d+):(?P<nanoseconds>\d+)"
    rb"\s+dev: \d+\s+ino: (?P<inode>\d+)\s+uid: \d+\s+gid: \d+\s+size: (?P<size>\d+)\s+flags: \w+\n"
)
_MOST_BYTES = 64_000_000
_PATHS_AT_ONCE = 500  # as arguments of one command
_INODE_BITS = 0xFFFFFFFF  # git remembers so many of an inode, and of a size
_CONVERTING = ("filter", "ident", "working-tree-encoding")
_NOT_CONVERTED = (b"unspecified", b"unset")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of git's index: a file or a link, and the facts of it when git last looked."""

    path: bytes
    blob: str
    is_merged: bool
    mtime: int
    size: int
    inode: int

    def is_clean(self, facts: Facts, written: int) -> bool:
        """Whether the file has been left alone since git looked at it.

        `written` is when the index was: a file that is not older may have been changed in the
        same tick of the clock, after git looked.
        """
        mtime, _, size, inode, mode = facts
        known = (self.mtime, self.size, self.inode)
        return (
            self.is_merged
            and stat.S_ISREG(mode)
            and mtime < written
            and (mtime, size & _INODE_BITS, inode & _INODE_BITS) == known
        )


@dataclass(slots=True)
class GitIndex:
    """Git's index, as of one folder and below. Methods raise GitFailed, also past `ends`."""

    folder: bytes
    ends: float

    def is_work_tree(self) -> bool:
        """Whether the folder is in one."""
        try:
            return self._ask("rev-parse", "--is-inside-work-tree").strip() == b"true"
        except GitFailed:
            return False

    def written(self) -> int:
        """When the index was last written, in nanoseconds; 0 when there is none."""
        path = self._ask("rev-parse", "--git-path", "index").removesuffix(b"\n")
        try:
            return os.stat(os.path.join(self.folder, path)).st_mtime_ns  # noqa: PTH116, PTH118  # bytes
        except OSError:
            return 0

    def entries(self) -> dict[bytes, Entry]:
        """What is tracked, but submodules."""
        data = self._ask("ls-files", "-z", "--stage", "--debug")
        found = list(_ENTRY.finditer(data))
        if len(found) != data.count(b"\0"):
            raise GitFailed("another form of `git ls-files --debug`")
        return {each["path"]: _entry(each) for each in found if each["mode"][:2] in (b"10", b"12")}

    def others(self) -> list[bytes]:
        """What is neither tracked nor ignored; not the repositories inside this one."""
        data = self._ask("ls-files", "-z", "--others", "--exclude-standard")
        return [name for name in data.split(b"\0") if name and not name.endswith(b"/")]

    def converted(self, paths: list[bytes]) -> set[bytes]:
        """Which of these are not in the work tree as git stores them, or may not be."""
        converted: set[bytes] = set()
        for start in range(0, len(paths), _PATHS_AT_ONCE):
            names = [os.fsdecode(path) for path in paths[start : start + _PATHS_AT_ONCE]]
            fields = self._ask("check-attr", "-z", *_CONVERTING, "--", *names).split(b"\0")
            for path, value in zip(fields[0:-1:3], fields[2::3], strict=True):
                if value not in _NOT_CONVERTED:
                    converted.add(path)
        return converted

    def content(self, blob: str, limit: int) -> bytes:
        """What is stored under this name, at most `limit` bytes."""
        return self._ask("cat-file", "blob", blob, limit=limit)

    def _ask(self, *arguments: str, limit: int = _MOST_BYTES) -> bytes:
        try:
            with GitQuestion(self.folder, *arguments, cancelled=self._is_late) as question:
                return question.answer(limit)
        except OSError as error:  # no room for its complaints
            raise GitFailed(str(error)) from error

    def _is_late(self) -> bool:
        return time.monotonic() > self.ends


def _entry(found: "re.Match[bytes]") -> Entry:
    return Entry(
        found["path"],
        found["blob"].decode(),
        is_merged=found["stage"] == b"0",
        mtime=int(found["seconds"]) * 1_000_000_000 + int(found["nanoseconds"]),
        size=int(found["size"]),
        inode=int(found["inode"]),
    )
