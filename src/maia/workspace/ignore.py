"""Git's ignore rules, read without git: for folders git does not know or cannot answer for.

The patterns are translated here and not by pathspec, whose GitIgnoreSpec lets a directory pattern
(`!*/`) decide about the files below it: with `*`, `!*/`, `!*.py` it keeps every file. Git's own
answer is the judge; a test compares both on generated trees. Matching is on bytes, as git's is.
"""
# Paths are bytes here, as git has them, and pathlib has no bytes:
# ruff: noqa: PTH112, PTH118, PTH120

import os
import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from maia.workspace.wildmatch import name_expression, path_expression

IGNORE_FILE = ".gitignore"
MAX_IGNORE_FILE_BYTES = 1_000_000
"""A longer ignore file is not one that people wrote; it is left unread."""


class IgnoreRules:
    """The rules of one ignore file. A later rule overrides an earlier one."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._rules = _joined([rule for line in lines if (rule := _parse(line))])

    def verdict(self, path: bytes, *, is_folder: bool) -> bool | None:
        """True when ignored, False when taken back (`!`), None when no rule speaks.

        `path` is relative to the folder of the ignore file. What lies below an ignored folder is
        ignored whatever its own verdict: the caller does not enter it.
        """
        for rule in reversed(self._rules):
            if (is_folder or not rule.folders_only) and rule.matcher.match(path):
                return not rule.negated
        return None

    def __bool__(self) -> bool:
        return bool(self._rules)


@dataclass(frozen=True, slots=True)
class IgnoreLevel:
    """The rules of a folder and, behind them, those of the folders around it.

    `base` is the absolute path the rules are relative to, with its final slash.
    """

    base: bytes
    rules: IgnoreRules
    outer: "IgnoreLevel | None" = None

    def ignores(self, path: bytes, *, is_folder: bool) -> bool:
        """Whether the entry at the absolute `path` is ignored; the innermost verdict wins."""
        level: IgnoreLevel | None = self
        while level is not None:
            verdict = level.rules.verdict(path[len(level.base) :], is_folder=is_folder)
            if verdict is not None:
                return verdict
            level = level.outer
        return False


def entered(folder: bytes, outer: IgnoreLevel | None) -> IgnoreLevel | None:
    """The rules inside `folder` (absolute): its own ignore file, if any, before the outer ones."""
    return _level(folder, os.path.join(folder, os.fsencode(IGNORE_FILE)), outer)


def rules_around(root: bytes) -> IgnoreLevel | None:
    """The rules that a repository around `root` (absolute, links resolved) lays on it.

    These are, outermost first: the person's `git/ignore`, the repository's `info/exclude`, and the
    ignore files from its top down to the parent of `root`. None outside a repository, and None
    when they ignore `root` itself: a folder that is named is looked into. Another file named by
    `core.excludesFile` is not read: only git knows its settings.
    """
    top = repository_top(root)
    if top is None:
        return None
    level = _level(top, os.fsencode(_personal_excludes()), None)
    level = _level(top, os.path.join(_common_folder(top), b"info", b"exclude"), level)
    folder = top
    for name in os.path.relpath(root, top).split(b"/"):
        if name == b".":
            break
        level = entered(folder, level)
        folder = os.path.join(folder, name)
        if level is not None and level.ignores(folder, is_folder=True):
            return None
    return level


def repository_top(folder: bytes) -> bytes | None:
    """The nearest folder, from `folder` upwards, that holds `.git`."""
    while True:
        if os.path.lexists(os.path.join(folder, b".git")):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def _level(base: bytes, file: bytes, outer: IgnoreLevel | None) -> IgnoreLevel | None:
    rules = IgnoreRules(_lines(_small_file(file)))
    return IgnoreLevel(base.rstrip(b"/") + b"/", rules, outer) if rules else outer


def _personal_excludes() -> Path:
    configured = os.environ.get("XDG_CONFIG_HOME")
    return (Path(configured) if configured else Path("~/.config").expanduser()) / "git" / "ignore"


def _common_folder(top: bytes) -> bytes:
    """Where a repository keeps what its worktrees share: `.git`, or what a `.git` file leads to."""
    git = os.path.join(top, b".git")
    if os.path.isdir(git):
        return git
    pointer = _small_file(git)
    if not pointer.startswith(b"gitdir:"):
        return git
    folder = os.path.join(top, pointer[len(b"gitdir:") :].strip())
    common = _small_file(os.path.join(folder, b"commondir")).strip()
    return os.path.join(folder, common) if common else folder


def _small_file(path: bytes) -> bytes:
    """The bytes of a regular file that is not a link, empty when it is anything else (as git)."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > MAX_IGNORE_FILE_BYTES:
            return b""
        return os.read(descriptor, facts.st_size)
    finally:
        os.close(descriptor)


def _lines(content: bytes) -> list[bytes]:
    return [line.removesuffix(b"\r") for line in content.removeprefix(b"\xef\xbb\xbf").split(b"\n")]


@dataclass(frozen=True, slots=True)
class _Rule:
    source: bytes
    negated: bool
    folders_only: bool

    @property
    def polarity(self) -> tuple[bool, bool]:
        return self.negated, self.folders_only


@dataclass(frozen=True, slots=True)
class _Matcher:
    matcher: re.Pattern[bytes]
    negated: bool
    folders_only: bool


def _joined(rules: list[_Rule]) -> list[_Matcher]:
    """Neighbours that differ in their pattern only become one expression: one match, not fifty."""
    groups: list[list[_Rule]] = []
    for rule in rules:
        if groups and groups[-1][-1].polarity == rule.polarity:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    return [
        _Matcher(
            re.compile(rb"(?s:" + rb"|".join(rule.source for rule in group) + rb")\Z"),
            *group[0].polarity,
        )
        for group in groups
    ]


def _parse(line: bytes) -> _Rule | None:
    if line.startswith(b"#"):
        return None
    line = _without_trailing_blanks(line)
    negated = line.startswith(b"!")
    pattern = line[1:] if negated else line
    folders_only = pattern.endswith(b"/")
    pattern = pattern[:-1] if folders_only else pattern
    if not pattern:
        return None
    anchored = b"/" in pattern
    source = path_expression(pattern.removeprefix(b"/")) if anchored else name_expression(pattern)
    return None if source is None else _Rule(source, negated, folders_only)


def _without_trailing_blanks(line: bytes) -> bytes:
    """Blanks at the end do not count, unless a backslash stands before them."""
    end = position = 0
    while position < len(line):
        if line[position : position + 1] == b"\\":
            position += 2
            end = position
        else:
            position += 1
            if line[position - 1 : position] != b" ":
                end = position
    return line[:end]
