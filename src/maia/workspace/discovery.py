"""Which files of a folder count: git's answer in a work tree, the same rules elsewhere.

Choices, the same for every caller:

- `.git` and `node_modules` are left out everywhere below the root, also when they are tracked.
- A link to a folder is not entered. A link to a regular file inside the root is listed; one that
  leads outside, or nowhere, is not: a folder does not lend what is not its own.
- A root that is itself ignored, but was named, is walked: what is named is looked into.
- Submodules and nested repositories are entered, each under its own rules, after the files around
  them when git lists them. Otherwise the order is that of the names' bytes.
- Memory holds one folder at a time (our walk) or one chunk of git's answer, never the whole list.
"""
# Paths are bytes here, as git has them, and pathlib has no bytes:
# ruff: noqa: PTH116, PTH118, PTH120

import heapq
import os
import stat
from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

from maia.workspace.git import GitFailed, GitQuestion, git_status
from maia.workspace.ignore import IgnoreLevel, entered, repository_top, rules_around
from maia.workspace.terminal_text import visible

ALWAYS_LEFT_OUT = frozenset({b".git", b"node_modules"})
"""Names of folders and files that never count (spec 8)."""

MAX_NAMED = 20
"""How many unreadable folders are kept by name; the rest is counted."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that counts.

    `path` is relative to the root, `/` between names, bytes that are not UTF-8 as surrogates
    (`os.fsencode` gives the name back). Size in bytes; for a link, size and time of its target.
    """

    path: str
    size: int
    modified_ns: int
    is_link: bool = False


class Discovery:
    """One listing of a folder, and afterwards what could not be listed."""

    def __init__(
        self,
        root: Path,
        *,
        ignored_too: bool = False,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self._root = os.path.realpath(os.fsencode(root))
        self._ignored_too = ignored_too
        self._cancelled = cancelled or _never
        self.unreadable: list[str] = []
        self.unreadable_count = 0
        self.is_complete = True

    def files(self) -> Generator[FoundFile, None, None]:
        """The files, as they are found. Ends early, `is_complete` false, when cancelled.

        Nothing that a folder holds raises: what cannot be read is noted and passed over.
        """
        if self._ignored_too:
            yield from self._walk(self._root, None)
        elif self._git_answers(self._root):
            yield from self._repository(self._root, None)
        else:
            yield from self._walk(self._root, rules_around(self._root))

    def _git_answers(self, folder: bytes) -> bool:
        """Whether git knows the folder and does not ignore it."""
        if repository_top(folder) is None:
            return False
        try:
            return git_status(folder, "check-ignore", "--quiet", ".") == 1
        except GitFailed:
            return False

    # -- git's answer

    def _repository(self, top: bytes, ceiling: bytes | None) -> Iterator[FoundFile]:
        """The files of the repository `top` is in, then of those nested in it.

        `ceiling` is a folder above which git must not look for the repository: a broken `.git`
        would else be answered by the one around it.
        """
        waiting = deque([(top, ceiling)])
        while waiting:
            folder, ceiling = waiting.popleft()
            nested: deque[bytes] = deque()
            try:
                yield from self._repository_alone(folder, ceiling, nested)
            except _NothingYet:
                yield from self._walk(folder, rules_around(folder))
            waiting.extend((each, os.path.dirname(each)) for each in nested)

    def _repository_alone(
        self, folder: bytes, ceiling: bytes | None, nested: deque[bytes]
    ) -> Iterator[FoundFile]:
        last: bytes | None = None
        parent = b""
        parent_is_real = True
        for name, is_tracked in self._git_names(folder, ceiling):
            if self._cancelled():
                self.is_complete = False
                return
            if name == last or not ALWAYS_LEFT_OUT.isdisjoint(name.split(b"/")):
                continue
            last = name
            if is_tracked and os.path.dirname(name) != parent:
                parent = os.path.dirname(name)
                parent_is_real = _is_real_folder(folder, parent)
            if is_tracked and not parent_is_real:
                continue  # its folder was replaced by a link: for git the file is deleted
            path = os.path.join(folder, name.rstrip(b"/"))
            facts = _facts(path)
            if facts is None:
                continue
            if not stat.S_ISDIR(facts.st_mode):
                yield from self._file(path, facts)
            elif os.path.lexists(os.path.join(path, b".git")):
                nested.append(path)

    def _git_names(self, folder: bytes, ceiling: bytes | None) -> Iterator[tuple[bytes, bool]]:
        """Names with whether they are tracked, in order. Raises _NothingYet when git cannot say."""
        try:
            with (
                self._ask(folder, ceiling, "--cached") as tracked,
                self._ask(folder, ceiling, "--others", "--exclude-standard") as others,
            ):
                yield from self._merged(tracked, others)
                for unopened in others.unopened_folders():
                    self._note(os.path.join(folder, unopened))
        except GitFailed:
            raise _NothingYet from None

    def _merged(self, tracked: GitQuestion, others: GitQuestion) -> Iterator[tuple[bytes, bool]]:
        any_name = False
        try:
            for each in heapq.merge(
                ((name, True) for name in tracked.names()),
                ((name, False) for name in others.names()),
            ):
                any_name = True
                yield each
        except GitFailed:
            if not any_name and not self._cancelled():
                raise
            self.is_complete = False

    def _ask(self, folder: bytes, ceiling: bytes | None, *which: str) -> GitQuestion:
        return GitQuestion(
            folder, "ls-files", "-z", *which, ceiling=ceiling, cancelled=self._cancelled
        )

    # -- our own walk

    def _walk(self, top: bytes, outer: IgnoreLevel | None) -> Iterator[FoundFile]:
        """Depth first, without recursion; each step of the stack is one open folder."""
        stack = [self._entries(top, outer)]
        while stack:
            if self._cancelled():
                self.is_complete = False
                return
            entry = next(stack[-1], None)
            if entry is None:
                stack.pop()
            elif entry.is_repository:
                yield from self._repository(entry.path, os.path.dirname(entry.path))
            elif entry.is_folder:
                stack.append(self._entries(entry.path, entry.level))
            elif (facts := _facts(entry.path)) is not None:
                yield from self._file(entry.path, facts)

    def _entries(self, folder: bytes, outer: IgnoreLevel | None) -> "Iterator[_Entry]":
        """What counts in one folder, in the order of the bytes of whole paths."""
        try:
            with os.scandir(folder) as found:
                names = [(each.name, each.is_dir(follow_symlinks=False)) for each in found]
        except OSError:
            self._note(folder)
            return
        if self._ignored_too:
            level, left_out = None, frozenset({b".git"})
        else:
            level, left_out = entered(folder, outer), ALWAYS_LEFT_OUT
        for name, is_folder in sorted(names, key=_place):
            path = os.path.join(folder, name)
            if name in left_out or (level and level.ignores(path, is_folder=is_folder)):
                continue
            holds_git = is_folder and os.path.lexists(os.path.join(path, b".git"))
            yield _Entry(path, is_folder, holds_git and not self._ignored_too, level)

    # -- both

    def _file(self, path: bytes, facts: os.stat_result) -> Iterator[FoundFile]:
        """The file at `path`, if it is a regular one or a link to one inside the root."""
        is_link = stat.S_ISLNK(facts.st_mode)
        if is_link:
            target = _target_inside(path, self._root)
            if target is None:
                return
            facts = target
        if stat.S_ISREG(facts.st_mode):
            relative = path[len(self._root.rstrip(b"/")) + 1 :]
            yield FoundFile(os.fsdecode(relative), facts.st_size, facts.st_mtime_ns, is_link)

    def _note(self, folder: bytes) -> None:
        self.unreadable_count += 1
        if len(self.unreadable) < MAX_NAMED:
            relative = os.fsdecode(folder[len(self._root.rstrip(b"/")) + 1 :])
            self.unreadable.append(f"{relative}/" if relative else "./")


def printable(name: str) -> str:
    r"""A name as it can be shown and sent: a byte that is not UTF-8 as `\xff`, newline as `\n`."""
    readable = "".join(
        f"\\x{ord(each) - 0xDC00:02x}" if "\udc80" <= each <= "\udcff" else each for each in name
    )
    return visible(readable)


class _NothingYet(Exception):
    """Git failed before its first name: the folder can still be walked."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a folder that counts; `level` holds the rules of the folder it is in."""

    path: bytes
    is_folder: bool
    is_repository: bool
    level: IgnoreLevel | None


def _never() -> bool:
    return False


def _place(entry: tuple[bytes, bool]) -> bytes:
    """A folder sorts as its files do: with the slash."""
    name, is_folder = entry
    return name + b"/" if is_folder else name


def _facts(path: bytes) -> os.stat_result | None:
    """What is there, links not followed; None when it is gone or may not be asked."""
    try:
        return os.lstat(path)
    except OSError:
        return None


def _target_inside(link: bytes, root: bytes) -> os.stat_result | None:
    """What a link leads to, None when that is outside `root`, missing or a loop."""
    try:
        target = os.path.realpath(link, strict=True)
        return os.stat(target) if target.startswith(root.rstrip(b"/") + b"/") else None
    except OSError:
        return None


def _is_real_folder(top: bytes, relative: bytes) -> bool:
    """Whether no name on the way from `top` to `relative` is a link or missing."""
    way = top
    for name in relative.split(b"/") if relative else ():
        way = os.path.join(way, name)
        facts = _facts(way)
        if facts is None or not stat.S_ISDIR(facts.st_mode):
            return False
    return True
