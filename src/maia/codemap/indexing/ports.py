"""What a build is given by its caller: a resolver, a ranking, someone who watches it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from maia.codemap.model import Extraction, How, ReferenceKind
from maia.codemap.store.records import GraphColumns, Metrics, Snapshot

Phase = Literal["discover", "extract", "resolve", "publish"]


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A parsed file of the program."""

    id: int
    path: str
    language: str


@dataclass(frozen=True, slots=True)
class OpenProgram:
    """All parsed files of the work tree, by path.

    `extraction` says what the file with an id says; it is read when it is first asked for. `read`
    gives the text of a file that need not be a source (`go.mod`), None where there is none.
    """

    files: Sequence[OpenFile]
    extraction: Callable[[int], Extraction]
    read: Callable[[str], str | None]


FileEdge: TypeAlias = tuple[ReferenceKind, int, int, int, str, int, int, How]
"""An edge: kind, source, file of the target, target, name, line, column, how.

Source and target are indexes of symbols in their files, NO_SCOPE the file itself. The file of the
target is 0 where there is none: `name` then says what is known.
"""


class ResolvesEdges(Protocol):
    """Gives references their meaning."""

    def __call__(
        self, program: OpenProgram, positions: Sequence[int]
    ) -> Iterable[tuple[int, Iterable[FileEdge]]]:
        """The id of each file at `positions` in `program.files`, with its edges, in any order."""
        ...


Ranks: TypeAlias = Callable[[GraphColumns], Iterable[Metrics]]
"""From the nodes and edges of a work tree to how central its symbols are."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a build has come: files read, or files resolved."""

    phase: Phase
    done: int
    total: int
    per_second: float


ProgressCallback: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did. `rebuilt` says why the former file could not be used; else it is empty.

    `skipped` are all files that are only listed, with the reason, those of former builds included.
    """

    snapshot: Snapshot
    read: int
    changed: int
    removed: int
    renamed: int
    resolved: int
    rebuilt: str
    skipped: tuple[tuple[str, str], ...]
    unreadable: tuple[str, ...]
    seconds: dict[str, float] = field(default_factory=dict[str, float])
