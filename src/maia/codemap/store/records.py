"""What a store is asked and given: rows of the map as records."""

from typing import Literal

import msgspec

from maia.codemap.model import How, ReferenceKind, SymbolKind, Visibility

Status = Literal["parsed", "text", "skipped"]
"""`text`: searched, but no symbols are known; `skipped`: listed only. A reason says why."""


class Snapshot(msgspec.Struct, frozen=True):
    """What was published last for one work tree.

    `number` grows with every publication in the repository. `commit` is empty outside of git.
    """

    number: int
    root: str
    commit: str
    published: float
    tool_version: str
    schema_version: int
    extractor_version: str
    files: int
    symbols: int
    edges: int


class StoredFile(msgspec.Struct, frozen=True, gc=False):
    """A file of a work tree. `path` is relative to it; bytes that are no UTF-8 are surrogates.

    `content` numbers what it says, 0 where that was never read. `modified_ns` is 0 where it must
    not be trusted: the file changed just before it was read. `next_slot` is the number that its
    next new symbol is given.
    """

    id: int
    path: str
    content: int
    size: int
    modified_ns: int
    language: str
    status: Status
    reason: str
    lines: int
    is_generated: bool
    is_minified: bool
    next_slot: int = 1


class StoredSymbol(msgspec.Struct, frozen=True, gc=False):
    """A symbol. `id` stays as long as its file has a symbol of that qualified name and kind.

    `index` is its place in the extraction; `parent` the id of the symbol that it stands in, or 0.
    """

    id: int
    index: int
    name: str
    qualified_name: str
    kind: SymbolKind
    parent: int
    line: int
    column: int
    start_line: int
    end_line: int
    start: int
    end: int
    signature: str
    doc: str
    visibility: Visibility


class StoredEdge(msgspec.Struct, frozen=True, gc=False):
    """An edge between nodes (see `numbers`). The file of `id` is where it is written.

    `target` is 0 for what is external or unknown; `name` says what is known of it then.
    """

    id: int
    kind: ReferenceKind
    source: int
    target: int
    name: str
    line: int
    column: int
    how: How


class Metrics(msgspec.Struct, frozen=True, gc=False):
    """How central a symbol is."""

    symbol: int
    pagerank: float
    incoming: int
    outgoing: int


class LanguageCount(msgspec.Struct, frozen=True):
    """How many files a language has, by what could be done with them."""

    language: str
    status: Status
    reason: str
    files: int
    lines: int


class GraphColumns(msgspec.Struct, frozen=True):
    """All symbols and all edges inside the repository, as columns of equal length."""

    symbols: list[int]
    sources: list[int]
    targets: list[int]
    kinds: list[ReferenceKind]
    hows: list[How]


class Content(msgspec.Struct, frozen=True, array_like=True):
    """What bytes say in one language: shared by all files and work trees that hold them.

    `key` is a hash of the bytes, the language and the extractor. `record` is an `Extraction` as
    msgpack, empty for a text without a parser. `names` are hashes of the names that it refers to.
    """

    key: bytes
    record: bytes
    names: bytes


class Publication(msgspec.Struct):
    """All that one build changes; it is seen whole or not at all.

    `symbols` and `edges` replace those of their files. Rows are tuples in the order of the columns
    of `StoredSymbol` and `StoredEdge`.
    """

    commit: str
    extractor_version: str
    removed: list[int] = []
    files: list[StoredFile] = []
    symbols: list[tuple[int, list[tuple[object, ...]]]] = []
    edges: list[tuple[int, list[tuple[object, ...]]]] = []
    metrics: list[Metrics] | None = None
