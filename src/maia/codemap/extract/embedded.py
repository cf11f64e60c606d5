"""Languages inside of others: scripts of pages and components, code in the fences of Markdown.

Each region is parsed at its place in the file, so that lines, columns and offsets are those of the
whole file.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maia.codemap.extract.captured import embedded_query
from maia.codemap.extract.source import Source
from maia.codemap.languages.fragile import safe_text
from maia.codemap.languages.grammars import GrammarUnavailable, load
from maia.codemap.languages.packs import Pack, load_pack
from maia.codemap.languages.table import by_name

if TYPE_CHECKING:
    from tree_sitter import Node

_LANGUAGE = re.compile(r"\b(?:lang|language)\s*=\s*[\"']?([\w+#.-]+)")
_TYPE = re.compile(r"\btype\s*=\s*[\"']?([\w+./-]+)")
_SCRIPTS = frozenset({"module", "text/javascript", "application/javascript", "text/babel"})
_TYPES = {"text/typescript": "typescript", "text/python": "python", "text/x-python": "python"}

MOST_REGIONS = 500
"""Regions of one file that are read: a page of a thousand examples is read in part."""


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a file in another language, and the tree of that part."""

    pack: Pack
    root: "Node"


def regions(pack: Pack, source: Source, root: "Node") -> Iterator[Region]:
    """The parts of a file whose language has a pack, in the order in which they stand."""
    from tree_sitter import QueryCursor

    query = embedded_query(pack.language)
    if query is None:
        return
    found: list[tuple[int, Node, str]] = []
    for pattern, captures in QueryCursor(query).matches(root):
        default = query.pattern_settings(pattern).get("language") or ""
        content = captures["content"][0]
        named = captures.get("language")
        tag = captures.get("tag")
        if named:
            language = source.slice(named[0].start_byte, named[0].end_byte)
        else:
            language = _of_tag(source, tag[0], default) if tag else default
        found.append((content.start_byte, content, language))
    found.sort(key=lambda each: each[0])
    for _, content, language in found[:MOST_REGIONS]:
        inner = _pack_of(language)
        region = _parsed(inner, source, content) if inner is not None else None
        if region is not None:
            yield region


def _of_tag(source: Source, tag: "Node", default: str) -> str:
    """What a start tag says of its content: `lang`, else `type`; empty for data."""
    text = source.slice(tag.start_byte, tag.end_byte)
    if named := _LANGUAGE.search(text):
        return named[1]
    typed = _TYPE.search(text)
    if typed is None or typed[1].lower() in _SCRIPTS:
        return default
    return _TYPES.get(typed[1].lower(), "")


def _pack_of(name: str) -> Pack | None:
    language = by_name(name) if name else None
    pack = load_pack(language.id) if language is not None else None
    return None if pack is None or pack.embedded_query else pack


def _parsed(pack: Pack, source: Source, content: "Node") -> Region | None:
    from tree_sitter import Parser, Range

    part = source.data[content.start_byte : content.end_byte]
    if safe_text(pack.grammar, part) != part:
        return None
    try:
        parser = Parser(load(pack.grammar))
    except GrammarUnavailable:
        return None
    parser.included_ranges = [
        Range(content.start_point, content.end_point, content.start_byte, content.end_byte)
    ]
    return Region(pack, parser.parse(source.data).root_node)
