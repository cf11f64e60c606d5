"""What the map holds: what one file says (`Extraction`), and what its names mean (`Edge`).

Records are msgspec structs written as arrays: a repository has hundreds of thousands of them.
Lines and columns begin at 1; columns count characters of the decoded text, not bytes, so that they
agree with what an editor shows. Bytes are offsets into the text as UTF-8, without its byte order
mark.
"""

from typing import Literal

import msgspec

NO_SCOPE = -1
"""Instead of the index of a symbol: the file itself."""

SymbolKind = Literal[
    "module",
    "namespace",
    "class",
    "struct",
    "interface",
    "trait",
    "mixin",
    "enum",
    "enum_member",
    "union",
    "type",
    "function",
    "method",
    "constructor",
    "property",
    "field",
    "variable",
    "constant",
    "macro",
    "section",
    "component",
    "target",
]

ReferenceKind = Literal[
    "call",
    "new",
    "inherit",
    "implement",
    "override",
    "read",
    "write",
    "type",
    "decorate",
    "import",
    "export",
    "reexport",
]
"""`new` makes an instance; `override` is a method of a subclass that takes another's place."""

Visibility = Literal["public", "protected", "internal", "private"]

CONTAINERS = frozenset(
    {"module", "namespace", "class", "struct", "interface", "trait", "mixin", "enum", "union"}
)
"""Kinds of symbols that have members."""


class Symbol(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A definition. `start` and `end` hold all of it, decorators included.

    `parent` is the index of the symbol that it stands in; `owner` is what the source says where it
    stands outside of what it belongs to (the receiver of a Go method, `Foo` of `Foo::bar`).
    `type` is the declared type, of a callable the type it gives; as it is written.
    """

    name: str
    kind: SymbolKind
    parent: int
    line: int
    column: int
    start: int
    end: int
    start_line: int
    end_line: int
    signature: str = ""
    doc: str = ""
    visibility: Visibility = "public"
    decorators: tuple[str, ...] = ()
    type: str = ""
    owner: str = ""


class Reference(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A use of a name, at the name itself.

    `receiver` is what stands before it, as it is written and without blanks (`self.client`,
    `make()`); empty for a name alone, `?` for what is too long to be understood.
    `scope` is the index of the symbol that it stands in.
    """

    kind: ReferenceKind
    name: str
    receiver: str
    scope: int
    line: int
    column: int
    arguments: int = -1
    """How many a call gives; -1 where it does not say."""

    given: str = ""
    """The arguments as they are written, one a line, in languages with overloads; `?`: too long."""


class Binding(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A name that is bound inside a file: a parameter, an assignment, a loop variable.

    `type` is its annotation, or `=` and the expression that it was given.
    `first` and `last` are the lines of the block it is bound in, where that is not its whole scope.
    """

    name: str
    scope: int
    type: str
    line: int
    first: int = 0
    last: int = 0


class Import(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One name that a file takes from another one.

    `module` is the path as it is written, without its `level` leading dots. `name` is what is taken
    out of it: empty for the module itself, `*` for all. `alias` is what it is called here; empty
    where nothing is bound.
    """

    module: str
    name: str
    alias: str
    line: int
    column: int
    level: int = 0
    scope: int = NO_SCOPE
    is_reexport: bool = False


class Chunk(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A piece of a file for search: whole lines, and the path of definitions or headings above."""

    start_line: int
    end_line: int
    path: str


class Extraction(msgspec.Struct, frozen=True, array_like=True):
    """All that one content says, whatever file it lies in.

    `problems` says what could not be had, in keys of the catalogue.
    """

    language: str
    lines: int
    symbols: tuple[Symbol, ...] = ()
    references: tuple[Reference, ...] = ()
    bindings: tuple[Binding, ...] = ()
    imports: tuple[Import, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    namespace: str = ""
    is_generated: bool = False
    is_minified: bool = False
    problems: tuple[str, ...] = ()


How = Literal[
    "local",
    "member",
    "inherited",
    "type",
    "import",
    "package",
    "unique",
    "scip",
    "external",
    "unknown",
]
"""How an edge was resolved.

`local`: the scopes of the file. `member`: of a type that is known. `inherited`: of one of its
bases. `import`: through what the file imports. `package`: another file of the package. `unique`:
the only one of that name that could be meant,
or the first of several overloads that could. `scip`: an index that was imported.
"""

SURENESS: dict[How, float] = {
    "scip": 1.0,
    "local": 0.98,
    "import": 0.97,
    "member": 0.95,
    "inherited": 0.93,
    "type": 0.9,
    "package": 0.9,
    "unique": 0.6,
    "external": 0.9,
    "unknown": 0.0,
}
"""How sure an edge is, by how it was resolved; checked against judged samples (docs/quality)."""


class Edge(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A reference and what it means.

    `target` is the id of a symbol, 0 for what is external or unknown; `name` is the qualified name
    then, as far as it is known (`os.path.join`).
    """

    kind: ReferenceKind
    source: int
    target: int
    name: str
    line: int
    column: int
    how: How
