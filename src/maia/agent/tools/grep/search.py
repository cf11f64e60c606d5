"""The search itself: which files, in which order, what was found and what could not be read."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from maia.agent.tools.grep.file_filter import FileFilter
from maia.agent.tools.grep.lines import (
    Interrupted,
    MatchedLine,
    ShownLine,
    matched_lines,
    with_context,
)
from maia.agent.tools.grep.pattern import LinePattern, PatternTooSlow
from maia.agent.tools.grep.request import GrepRequest
from maia.agent.tools.grep.ripgrep import MIN_FILES, files_with, ripgrep_program
from maia.workspace.decoding import decode_text
from maia.workspace.discovery import Discovery
from maia.workspace.files import read_bytes

MAX_FILE_BYTES = 2_000_000
"""Larger files are not searched (spec 8: 2 MB)."""

MAX_RESULT_CHARACTERS = 30_000
"""Longest result, whatever `head_limit` says; as long as Bash's."""

SEARCH_SECONDS = 60.0
"""After this long, what was found so far is the answer."""

MAX_NAMED = 5
"""How many files that could not be read are named; the rest is counted."""

_FIRST_BATCH = 500
_BATCH = 10_000
"""Files per question to ripgrep: few at first, when the limit may soon be reached."""


@dataclass(frozen=True, slots=True)
class SlowPattern:
    """The place where the pattern ran out of time."""

    path: str


@dataclass(slots=True)
class Skipped:
    """What was not searched."""

    too_large: list[str] = field(default_factory=list[str])
    too_large_count: int = 0
    unreadable: list[str] = field(default_factory=list[str])
    unreadable_count: int = 0
    not_shown: int = 0
    """Files that the permission rules keep from the model; their names are not said."""

    def add_too_large(self, path: str) -> None:
        """Count a file, and keep its name while there is room."""
        self.too_large_count += 1
        if len(self.too_large) < MAX_NAMED:
            self.too_large.append(path)

    def add_unreadable(self, path: str) -> None:
        """Count a file or folder, and keep its name while there is room."""
        self.unreadable_count += 1
        if len(self.unreadable) < MAX_NAMED:
            self.unreadable.append(path)


@dataclass(slots=True)
class Findings:
    """The result, line by line. `entries` counts what `head_limit` counts."""

    lines: list[str] = field(default_factory=list[str])
    entries: int = 0
    matches: int = 0
    files: int = 0
    searched: int = 0
    is_limited: bool = False
    is_cut: bool = False
    is_complete: bool = True
    is_one_file: bool = False
    is_binary: bool = False
    slow: SlowPattern | None = None
    skipped: Skipped = field(default_factory=Skipped)

    @property
    def is_over(self) -> bool:
        """Whether nothing can be added any more."""
        return self.is_limited or self.is_cut or self.slow is not None or not self.is_complete


class Search:
    """One search of a folder or of one file. `show` turns a path relative to `root` into words."""

    def __init__(
        self,
        request: GrepRequest,
        pattern: LinePattern,
        root: Path,
        *,
        show: Callable[[str], str],
        above: str = "",
        may_show: Callable[[Path], bool] | None = None,
    ) -> None:
        self._request = request
        self._pattern = pattern
        self._root = root
        self._show = show
        self._above = above
        self._may_show = may_show
        self._filter = FileFilter(request.glob) if request.glob else None
        self._findings = Findings()
        self._characters = 0

    def in_folder(self, cancelled: Callable[[], bool]) -> Findings:
        """Search every file below the root that counts. Links are left to what they lead to."""
        stopped = self._limit(cancelled)
        discovery = Discovery(self._root, cancelled=cancelled)
        with contextlib.closing(self._wanted(discovery)) as wanted:
            for batch in _batches(wanted):
                for path in self._candidates(batch, cancelled):
                    self._search_file(path, stopped)
                    if self._findings.is_over:
                        return self._findings
        self._findings.is_complete = discovery.is_complete
        for folder in discovery.unreadable:
            self._findings.skipped.add_unreadable(self._show(folder))
        left = discovery.unreadable_count - len(discovery.unreadable)
        self._findings.skipped.unreadable_count += left
        return self._findings

    def in_file(self, name: str, cancelled: Callable[[], bool]) -> Findings:
        """Search one file that was named, whether it is ignored or not."""
        self._findings.searched = 1
        self._findings.is_one_file = True
        self._search_file(name, self._limit(cancelled), is_named=True)
        return self._findings

    def _limit(self, cancelled: Callable[[], bool]) -> Callable[[], bool]:
        """Whether the search must stop: it was cancelled, or its time is over."""
        until = time.monotonic() + SEARCH_SECONDS
        return lambda: cancelled() or time.monotonic() > until

    def _wanted(self, discovery: Discovery) -> Generator[str, None, None]:
        with contextlib.closing(discovery.files()) as files:
            for file in files:
                from_launch = f"{self._above}{file.path}"
                if file.is_link or (
                    self._filter and not self._filter.accepts(file.path, from_launch)
                ):
                    continue
                if self._may_show is not None and not self._may_show(self._root / file.path):
                    self._findings.skipped.not_shown += 1
                    continue
                self._findings.searched += 1
                if file.size > MAX_FILE_BYTES:
                    self._findings.skipped.add_too_large(self._show(file.path))
                else:
                    yield file.path

    def _candidates(self, paths: list[str], cancelled: Callable[[], bool]) -> Iterator[str]:
        """The files of a batch that can match: all, or those ripgrep finds the literal in."""
        program = ripgrep_program() if len(paths) >= MIN_FILES and self._pattern.literal else None
        kept: frozenset[bytes] | None = None
        if program is not None:
            kept = files_with(
                program,
                os.fsencode(self._root),
                [os.fsencode(path) for path in paths],
                self._pattern.byte_forms(),
                ignore_case=self._pattern.ignore_case,
                cancelled=cancelled,
            )
        return (path for path in paths if kept is None or os.fsencode(path) in kept)

    def _search_file(
        self, path: str, stopped: Callable[[], bool], *, is_named: bool = False
    ) -> None:
        try:
            data = read_bytes(self._root / path, size=MAX_FILE_BYTES + 1)
        except FileNotFoundError:
            return  # removed since it was listed
        except OSError:
            self._findings.skipped.add_unreadable(self._show(path))
            return
        if len(data) > MAX_FILE_BYTES:
            self._findings.skipped.add_too_large(self._show(path))
            return
        decoded = decode_text(data) if is_named or self._pattern.may_match(data) else None
        if decoded is None:
            self._findings.is_binary = is_named
            return
        try:
            found = matched_lines(decoded.text, self._pattern, stopped)
            self._collect(self._show(path), decoded.text, found)
        except PatternTooSlow:
            self._findings.slow = SlowPattern(self._show(path))
        except Interrupted:
            self._findings.is_complete = False

    def _collect(self, shown: str, text: str, found: Iterator[MatchedLine]) -> None:
        match self._request.mode:
            case "files_with_matches":
                if next(found, None) is not None:
                    self._add(shown)
            case "count":
                count = sum(1 for _line in found)
                if count and self._add(f"{shown}:{count}"):
                    self._findings.matches += count
                    self._findings.files += 1
            case "content":
                self._add_content(shown, text, found)

    def _add_content(self, shown: str, text: str, found: Iterator[MatchedLine]) -> None:
        limit = self._request.head_limit
        room = None if limit is None else min(limit - self._findings.entries + 1, sys.maxsize)
        matches = list(islice(found, room))
        has_context = bool(self._request.before or self._request.after)
        for line in with_context(text, matches, self._request.before, self._request.after):
            separator = has_context and line.starts_block and bool(self._findings.lines)
            if not self._add(self._written(shown, line), separator=separator):
                return

    def _written(self, shown: str, line: ShownLine) -> str:
        mark = ":" if line.is_match else "-"
        number = f"{line.number + 1}{mark}" if self._request.numbered else ""
        return f"{shown}{mark}{number}{line.text}"

    def _add(self, line: str, *, separator: bool = False) -> bool:
        """Add a line to the result; false when there is no room for it."""
        findings = self._findings
        if findings.entries == self._request.head_limit:
            findings.is_limited = True
        elif self._characters + len(line) > MAX_RESULT_CHARACTERS:
            findings.is_cut = True
        else:
            if separator:
                findings.lines.append("--")
            findings.lines.append(line)
            findings.entries += 1
            self._characters += len(line) + 1 + 3 * separator
            return True
        return False


def _batches(paths: Iterator[str]) -> Iterator[list[str]]:
    size = _FIRST_BATCH
    while batch := list(islice(paths, size)):
        yield batch
        size = _BATCH
