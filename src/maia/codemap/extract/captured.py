"""What the queries of a pack find in a tree, before anything is made of it."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

from maia.codemap.extract.macros import errors_in, without_macros, without_marked_classes
from maia.codemap.languages.fragile import safe_text
from maia.codemap.languages.grammars import load
from maia.codemap.languages.packs import Pack, load_pack

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Query, Tree

Captures = dict[str, "list[Node]"]

REFERENCE_KINDS = frozenset(
    {"call", "new", "inherit", "implement", "read", "write", "type", "decorate", "export"}
)


@dataclass(frozen=True, slots=True)
class Queries:
    """The compiled queries of a pack."""

    main: "Query"
    reads: "Query | None"


@functools.cache
def compiled(language_name: str) -> Queries:
    """The queries of a pack. Raises QueryError where they do not fit the grammar."""
    from tree_sitter import Query

    pack = load_pack(language_name)
    if pack is None:
        raise LookupError(language_name)
    language = load(pack.grammar)
    reads = Query(language, pack.reads_query) if pack.reads_query.strip() else None
    return Queries(Query(language, pack.query), reads)


@functools.cache
def embedded_query(language_name: str) -> "Query | None":
    """The query for the parts of a file that are in other languages; None where there are none."""
    from tree_sitter import Query

    pack = load_pack(language_name)
    if pack is None or not pack.embedded_query:
        return None
    return Query(load(pack.grammar), pack.embedded_query)


def parse(pack: Pack, data: bytes) -> "Tree | None":
    """The tree of a file; None for one that the grammar would not survive."""
    from tree_sitter import Parser

    safe = safe_text(pack.grammar, data)
    if safe is None:
        return None
    if "includes" in pack.traits:
        safe = without_marked_classes(safe)
    parser = Parser(load(pack.grammar))
    tree = parser.parse(safe)
    if "includes" in pack.traits and tree.root_node.has_error:
        tree = _better(parser, safe, tree)
    return tree


def _better(parser: "Parser", text: bytes, tree: "Tree") -> "Tree":
    """The tree without the macros that the grammar does not understand, if that is a better one."""
    hidden = without_macros(text)
    if hidden == text:
        return tree
    other = parser.parse(hidden)
    return other if errors_in(other.root_node) <= errors_in(tree.root_node) else tree


def matches(query: "Query", root: "Node") -> Iterator[tuple[str, Captures, dict[str, str]]]:
    """What each match is about, its captures, and what its pattern sets (`#set!`).

    A match is about its first capture whose name is `import`, `namespace`, a kind of reference, or
    begins with `def.`, `bind` or `block`.
    """
    from tree_sitter import QueryCursor

    subjects: dict[int, str] = {}
    settings: dict[int, dict[str, str]] = {}
    for pattern, captures in sorted(QueryCursor(query).matches(root), key=itemgetter(0)):
        subject = subjects.get(pattern)
        if subject is None or subject not in captures:
            subject = min(filter(_is_subject, captures), key=_is_use, default="")
            subjects[pattern] = subject
            told = query.pattern_settings(pattern)
            settings[pattern] = {key: value or "" for key, value in told.items()}
        if subject:
            yield subject, captures, settings[pattern]


def _is_use(name: str) -> bool:
    return name in REFERENCE_KINDS


def _is_subject(name: str) -> bool:
    return (
        name in REFERENCE_KINDS
        or name.startswith(("def.", "bind", "block"))
        or name in ("import", "namespace")
    )
