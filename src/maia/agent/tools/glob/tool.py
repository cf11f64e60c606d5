"""The Glob tool: one call, from its arguments to the list the model reads."""

import contextlib
import heapq
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

from maia.agent.contracts.errors import ToolFailure, ToolInputError
from maia.agent.contracts.host import FileFacts
from maia.agent.contracts.tools import (
    DefaultPermission,
    ToolContext,
    ToolKind,
    ToolOutcome,
    ToolSpec,
)
from maia.agent.tools.file_access import FileAccess
from maia.agent.tools.glob.texts import TEXTS
from maia.agent.tools.parameters import Parameters
from maia.agent.tools.paths import resolve_path, shown_path
from maia.agent.tools.worker_thread import run_in_thread
from maia.i18n import Language
from maia.workspace.discovery import Discovery, FoundFile, printable
from maia.workspace.path_pattern import PathPattern, UnusablePattern, split_fixed_folder

RESULT_LIMIT = 100
"""Most files in one result (spec 8)."""

RESULT_CHARACTERS = 30_000
"""Longest result, whatever the names in it; as long as Bash's."""

PATTERN_CHARACTERS = 4096
"""Longest pattern; as long as a path may be."""

LISTING_SECONDS = 30.0
"""After this long, what was found so far is the answer: `/` or a slow disk may have no end."""

UNREADABLE_NAMED = 5
"""How many folders that could not be read are named; the rest is counted."""

_SHOWN_PATTERN = 200  # characters

IGNORED_SECONDS = 2.0
"""How long is looked among ignored files to explain an empty result."""

_SCHEMA = {
    "type": "object",
    "properties": {
        "pattern": {"type": "string"},
        "path": {"type": "string", "description": "folder; default: launch folder"},
    },
    "required": ["pattern"],
}


class GlobTool:
    """Glob. It looks at the disk itself, not at an editor's buffers: names are the same in both."""

    def __init__(self) -> None:
        description = Path(__file__).with_name("glob.md").read_text("utf-8").strip()
        self._spec = ToolSpec("Glob", description, _SCHEMA)

    @property
    def spec(self) -> ToolSpec:
        """What the model is told."""
        return self._spec

    @property
    def kind(self) -> ToolKind:
        """It searches."""
        return "search"

    @property
    def default_permission(self) -> DefaultPermission:
        """It only reads."""
        return "auto"

    def describe(self, arguments: Mapping[str, Any]) -> str:
        """The pattern, and the folder when one is given."""
        named = (arguments.get("pattern"), arguments.get("path"))
        return printable("  ".join(each for each in named if isinstance(each, str)))

    def lock_key(self, arguments: Mapping[str, Any], launch_folder: Path) -> str | None:
        """None: searches run side by side."""
        del arguments, launch_folder
        return None

    async def execute(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """List the files. Raises ToolInputError and ToolFailure."""
        parameters = Parameters(arguments, context.language)
        written = parameters.text("pattern", "glob", "query")
        if not written.strip() or len(written) > PATTERN_CHARACTERS:
            raise parameters.invalid("pattern", f"1-{PATTERN_CHARACTERS}, **/*.py")
        target, facts = await FileAccess.of_call(parameters, context, default=".")
        await _refuse_other_than_folder(target, facts)
        folder, rest = _split(written, target.path)
        if folder != target.path:
            facts = await FileAccess.at(folder, context).facts()
        try:
            search = _Search(written, folder, rest, _deeper(rest))
        except UnusablePattern as error:
            text = TEXTS.text(context.language, "too_many", limit=str(error))
            raise ToolInputError(text) from error
        found = await run_in_thread(search.run) if facts.kind == "directory" else _Found()
        return ToolOutcome(_report(search, found, context))


async def _refuse_other_than_folder(target: FileAccess, facts: FileFacts) -> None:
    if facts.kind == "missing":
        raise await target.missing()
    if facts.kind != "directory":
        language = target.context.language
        raise ToolFailure(TEXTS.text(language, "not_folder", path=target.shown))


def _split(written: str, named: Path) -> tuple[Path, str]:
    """The folder to list and the pattern below it: `/abs/*.py` and `../*.py` may lead elsewhere."""
    pattern = f"{written}**" if written.endswith("/") else written
    if pattern.startswith(("/", "~")) or ".." in pattern.split("/"):
        whole = str(resolve_path(pattern, named))
        inside = f"{str(named).rstrip('/')}/"
        if not whole.startswith(inside):
            fixed, rest = split_fixed_folder(whole)
            return Path(fixed or "/"), rest
        pattern = whole.removeprefix(inside)
    return named, pattern.removeprefix("./")


def _deeper(rest: str) -> PathPattern | None:
    """The same pattern at every level, for a hint: `*.py` is often meant as `**/*.py`."""
    return None if "/" in rest or "**" in rest else PathPattern(f"**/{rest}")


@dataclass(slots=True)
class _Found:
    """What a search found: the newest files, and how many there are in all."""

    newest: list[FoundFile] = field(default_factory=list[FoundFile])
    count: int = 0
    deeper: int = 0
    ignored: int = 0
    unreadable: list[str] = field(default_factory=list[str])
    unreadable_count: int = 0
    is_complete: bool = True


class _Newest:
    """Keeps the `RESULT_LIMIT` newest of any number of files, and counts them all."""

    def __init__(self) -> None:
        self.count = 0
        self._kept: list[tuple[int, _Reversed, FoundFile]] = []

    def add(self, file: FoundFile) -> None:
        self.count += 1
        item = (file.modified_ns, _Reversed(file.path), file)
        if len(self._kept) < RESULT_LIMIT:
            heapq.heappush(self._kept, item)
        else:
            heapq.heappushpop(self._kept, item)

    def in_order(self) -> list[FoundFile]:
        return [file for *_key, file in sorted(self._kept, reverse=True)]


@dataclass(frozen=True, slots=True)
class _Reversed:
    """Orders names backwards: of two files of one moment, the first by name counts as newer."""

    name: str

    def __lt__(self, other: "_Reversed") -> bool:
        return self.name > other.name


class _Search:
    """The part that blocks: listing and matching."""

    def __init__(self, written: str, folder: Path, rest: str, deeper: PathPattern | None) -> None:
        self.written = written
        self.folder = folder
        self.rest = rest
        self._pattern = PathPattern(rest)
        self._deeper = deeper

    def run(self, cancelled: Callable[[], bool]) -> _Found:
        until = time.monotonic() + LISTING_SECONDS
        discovery = Discovery(
            self.folder, cancelled=lambda: cancelled() or time.monotonic() > until
        )
        matched, literal, inside, deeper = _Newest(), _Newest(), _Newest(), 0
        with contextlib.closing(discovery.files()) as files:
            for file in files:
                if self._pattern.matches(file.path):
                    matched.add(file)
                elif matched.count == 0:
                    if self._pattern.matches_literally(file.path):
                        literal.add(file)
                    elif file.path.startswith(f"{self.rest}/"):
                        inside.add(file)
                    elif self._deeper is not None and self._deeper.matches(file.path):
                        deeper += 1
        best = next((each for each in (matched, literal, inside) if each.count), matched)
        return _Found(
            best.in_order(),
            best.count,
            deeper,
            0
            if best.count or deeper or not discovery.is_complete
            else self._count_ignored(cancelled),
            discovery.unreadable,
            discovery.unreadable_count,
            discovery.is_complete,
        )

    def _count_ignored(self, cancelled: Callable[[], bool]) -> int:
        """How many files would match if nothing were ignored; as many as a moment finds."""
        until = time.monotonic() + IGNORED_SECONDS
        everything = Discovery(
            self.folder,
            ignored_too=True,
            cancelled=lambda: cancelled() or time.monotonic() > until,
        )
        with contextlib.closing(everything.files()) as files:
            return sum(self._pattern.matches(file.path) for file in files)


def _report(search: _Search, found: _Found, context: ToolContext) -> str:
    language = context.language
    paths = [_shown(search.folder / file.path, context) for file in found.newest]
    sizes = accumulate(len(path) + 1 for path in paths)
    lines = paths[: sum(size <= RESULT_CHARACTERS for size in sizes)]
    if not lines:
        lines.append(_nothing(search, found, context))
    elif found.count > len(lines):
        lines.append(TEXTS.text(language, "more", shown=len(lines), count=found.count))
    if found.unreadable:
        shown = [
            f"{_shown(search.folder / name, context)}/"
            for name in found.unreadable[:UNREADABLE_NAMED]
        ]
        names = _names(shown, found.unreadable_count, language)
        lines.append(TEXTS.text(language, "unreadable", names=names))
    if not found.is_complete:
        lines.append(TEXTS.text(language, "incomplete"))
    return "\n".join(lines)


def _nothing(search: _Search, found: _Found, context: ToolContext) -> str:
    language = context.language
    folder = _shown(search.folder, context)
    if folder == ".":
        folder = TEXTS.text(language, "launch_folder")
    said = [TEXTS.text(language, "none", pattern=_pattern(search.written), folder=folder)]
    if found.deeper:
        said.append(
            TEXTS.text(language, "deeper", pattern=_pattern(search.rest), count=found.deeper)
        )
    if found.ignored:
        said.append(TEXTS.text(language, "ignored", count=found.ignored))
    return " ".join(said)


def _shown(path: Path, context: ToolContext) -> str:
    return printable(shown_path(path, context.launch_folder))


def _pattern(pattern: str) -> str:
    return printable(pattern[:_SHOWN_PATTERN]) + "…" * (len(pattern) > _SHOWN_PATTERN)


def _names(names: Sequence[str], count: int, language: Language) -> str:
    joined = ", ".join(names)
    left = count - len(names)
    return TEXTS.text(language, "and_more", names=joined, count=left) if left else joined
