"""A map as a SCIP index, document by document."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from maia.codemap.model import CONTAINERS
from maia.codemap.scip.messages import (
    CODE_POINTS,
    DEFINITION,
    IMPORT,
    KINDS,
    READ,
    UTF_8,
    WRITE,
    message_class,
)
from maia.codemap.store.numbers import NO_TARGET, file_of, is_file, nodes_in
from maia.codemap.store.port import Reader
from maia.codemap.store.records import StoredEdge, StoredFile, StoredSymbol

_SIMPLE = re.compile(r"[A-Za-z0-9_+$-]+")
_CALLABLE = frozenset({"function", "method", "constructor"})
_PARENTS = frozenset({"inherit", "implement", "override"})


def export_index(reader: Reader, root: Path, version: str) -> Iterator[bytes]:
    """The index in pieces that are one message when they are put together."""
    index = message_class("Index")()
    index.metadata.tool_info.name = "maguyva"
    index.metadata.tool_info.version = version
    index.metadata.project_root = root.as_uri()
    index.metadata.text_document_encoding = UTF_8
    yield index.SerializeToString()
    names = _Names(reader)
    for file in reader.files():
        if file.status == "parsed":
            piece = message_class("Index")()
            _fill(piece.documents.add(), file, reader, names)
            yield piece.SerializeToString()


class _Names:
    """The SCIP name of each symbol: its path, then those it stands in."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._known: dict[int, str] = {}
        self._symbols: dict[int, StoredSymbol] = {}
        self._read: set[int] = set()

    def symbol(self, node: int) -> StoredSymbol | None:
        """The symbol of a node, all of its file read at once."""
        self._read_file(file_of(node))
        return self._symbols.get(node)

    def of(self, node: int) -> str:
        """What SCIP calls a node; empty for one that is not there."""
        self._read_file(file_of(node))
        return self._known.get(node, "")

    def symbols(self, file: int) -> list[StoredSymbol]:
        """The symbols of a file."""
        self._read_file(file)
        return [each for each in self._symbols.values() if file_of(each.id) == file]

    def _read_file(self, number: int) -> None:
        if number in self._read:
            return
        self._read.add(number)
        file = self._reader.file_numbered(number)
        if file is None:
            return
        top = f"maguyva . . . {_escaped(file.path)}/"
        self._known[nodes_in(number)[0]] = top
        seen: dict[str, int] = {}
        for each in self._reader.symbols_of(number):
            self._symbols[each.id] = each
            before = self._known.get(each.parent, top)
            count = seen.get(name := before + _descriptor(each, 0), 0)
            seen[name] = count + 1
            self._known[each.id] = before + _descriptor(each, count)


def _fill(document: Any, file: StoredFile, reader: Reader, names: _Names) -> None:
    document.relative_path = file.path.encode("utf-8", "replace").decode("utf-8")
    document.language = file.language
    document.position_encoding = CODE_POINTS
    relations: dict[int, list[StoredEdge]] = {}
    edges = reader.edges_of(file.id)
    for edge in edges:
        if edge.kind in _PARENTS and edge.target != NO_TARGET:
            relations.setdefault(edge.source, []).append(edge)
    for symbol in reader.symbols_of(file.id):
        _define(document, symbol, names, relations.get(symbol.id, []))
    for edge in edges:
        if edge.target != NO_TARGET and edge.kind != "override":
            _refer(document, edge, names)


def _define(
    document: Any, symbol: StoredSymbol, names: _Names, relations: list[StoredEdge]
) -> None:
    name = names.of(symbol.id)
    occurrence = document.occurrences.add(symbol=name, symbol_roles=DEFINITION)
    start = symbol.column - 1
    occurrence.range.extend([symbol.line - 1, start, start + len(symbol.name)])
    said = document.symbols.add(symbol=name, display_name=symbol.name)
    said.kind = KINDS.get(symbol.kind, 0)
    said.enclosing_symbol = names.of(symbol.parent) if symbol.parent else ""
    said.documentation.extend(filter(None, (symbol.signature, symbol.doc)))
    for edge in relations:
        said.relationships.add(symbol=names.of(edge.target), is_implementation=True)


def _refer(document: Any, edge: StoredEdge, names: _Names) -> None:
    target = names.symbol(edge.target)
    name = names.of(edge.target)
    if not name:
        return
    roles = {"import": IMPORT, "reexport": IMPORT, "write": WRITE, "read": READ}.get(edge.kind, 0)
    occurrence = document.occurrences.add(symbol=name, symbol_roles=roles)
    start = edge.column - 1
    length = len(target.name) if target is not None and not is_file(edge.target) else 1
    occurrence.range.extend([edge.line - 1, start, start + length])


def _descriptor(symbol: StoredSymbol, count: int) -> str:
    """`Shelf#`, `put().`, `put(+1).` for the second of a name, `LIMIT.` for a value."""
    name = _escaped(symbol.name)
    if symbol.kind in ("module", "namespace", "section"):
        return f"{name}/"
    if symbol.kind in CONTAINERS or symbol.kind == "type":
        return f"{name}#"
    if symbol.kind in _CALLABLE:
        return f"{name}({f'+{count}' if count else ''})."
    if symbol.kind == "macro":
        return f"{name}!"
    return f"{name}."


def _escaped(name: str) -> str:
    text = name.encode("utf-8", "replace").decode("utf-8")
    return text if _SIMPLE.fullmatch(text) else "`" + text.replace("`", "``") + "`"
