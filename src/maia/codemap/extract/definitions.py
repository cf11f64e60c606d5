"""Definitions: what is captured as `def.*`, and how definitions stand in each other."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from maia.codemap.extract.captured import Captures
from maia.codemap.extract.documentation import comment_above, documentation_string
from maia.codemap.extract.headings import split_heading
from maia.codemap.extract.source import Source
from maia.codemap.languages.packs import Pack
from maia.codemap.model import CONTAINERS, NO_SCOPE, Symbol, SymbolKind, Visibility

if TYPE_CHECKING:
    from tree_sitter import Node

_OPEN = frozenset({"interface", "trait"})
"""What stands in these is as visible as they are, where nothing else is said."""

LONGEST_SIGNATURE = 300
LONGEST_TYPE = 200
_DECORATOR = re.compile(r"^\s*[@\[]([\w.:]+)", re.MULTILINE)
_BLANKS = re.compile(r"\s+")
_WORDS: dict[str, Visibility] = {
    "public": "public",
    "pub": "public",
    "export": "public",
    "protected": "protected",
    "internal": "internal",
    "private": "private",
    "fileprivate": "private",
}


@dataclass(slots=True)
class Found:
    """One definition as it was captured."""

    name: str
    kind: str
    node: "Node"
    name_node: "Node"
    start: int
    end: int
    captures: Captures
    parent: int = NO_SCOPE
    is_elsewhere: bool = False
    """Whether it stands inside of what it is no part of: a field that a method assigns."""

    @property
    def is_wrapped(self) -> bool:
        """Whether decorators or the like stand before it."""
        return self.start != self.node.start_byte


class Definitions:
    """Collects the definitions of a file; `settle` puts them in order and in each other."""

    def __init__(self, pack: Pack, source: Source) -> None:
        self._pack = pack
        self._source = source
        self._found: dict[int, Found] = {}
        self._prototypes: set[str] = set()
        self._named: set[int] = set()
        self.scopes: list[tuple[int, int, int]] = []
        """Start, end and index of each symbol that is a scope, in the order of their starts."""
        self.wholes: list[tuple[int, int, int]] = []
        """The same with what is wrapped around them."""

    def add(self, kind: str, captures: Captures) -> None:
        """One match; a later pattern that captures the same name takes the place of an earlier."""
        names = captures.get("name")
        node = captures[f"def.{kind}"][0]
        if not names:
            return
        if self._pack.is_generic:
            if node.id in self._named:
                return
            self._named.add(node.id)
        for name_node in names:
            name = self._source.slice(name_node.start_byte, name_node.end_byte)
            start, end = node.start_byte, node.end_byte
            if self._pack.wrappers:
                start, end = self._wrapped(node, start, end)
            self._found[name_node.start_byte] = Found(
                name, kind, node, name_node, start, end, captures
            )

    @property
    def name_offsets(self) -> set[int]:
        """Where the names of the definitions stand."""
        return set(self._found)

    @property
    def starts(self) -> dict[int, int]:
        """Where each definition begins, by where its name stands."""
        return {name: found.start for name, found in self._found.items()}

    def forget(self, names: set[int]) -> None:
        """These names are imports, though they are written like definitions."""
        for each in names & self._found.keys():
            del self._found[each]

    def settle(self) -> list[Symbol]:
        """The symbols, by where they begin, each after the one that it stands in."""
        found = sorted(self._found.values(), key=lambda each: (each.start, -each.end))
        self._prototypes = {
            self._text(each.captures["owner"][0])
            for each in found
            if "prototype" in each.captures and "owner" in each.captures
        }
        kept: list[Found] = []
        stack: list[int] = []
        fields: set[tuple[int, str]] = set()
        for each in found:
            while stack and kept[stack[-1]].end < each.end:
                stack.pop()
            each.parent = stack[-1] if stack else NO_SCOPE
            if each.kind == "self_field":
                each.parent = _class_around(kept, each.parent, self._prototypes)
                each.kind, each.is_elsewhere = "field", True
                if each.parent == NO_SCOPE or (each.parent, each.name) in fields:
                    continue
            if each.kind in ("field", "property", "method", "function"):
                fields.add((each.parent, each.name))
            index = len(kept)
            kept.append(each)
            if not each.is_elsewhere:
                self.scopes.append((each.node.start_byte, each.node.end_byte, index))
                self.wholes.append((each.start, each.end, index))
                stack.append(index)
        self.scopes.sort()
        return [self._symbol(each, kept) for each in kept]

    def _wrapped(self, node: "Node", start: int, end: int) -> tuple[int, int]:
        parent = node.parent
        while parent is not None and parent.type in self._pack.wrappers:
            start, end = parent.start_byte, parent.end_byte
            parent = parent.parent
        return start, end

    def _symbol(self, found: Found, kept: list[Found]) -> Symbol:
        source, captures = self._source, found.captures
        row, column = found.name_node.start_point
        body = captures.get("body")
        kind = self._kind(found, kept)
        typed = captures.get("type")
        type_text = self._text(typed[0]) if typed else ""
        if not type_text and (value := captures.get("value")):
            type_text = "=" + self._value(value[0])
        owner = captures.get("owner")
        start_row = found.node.start_point.row
        return Symbol(
            name=found.name,
            kind=kind,
            parent=found.parent,
            line=row + 1,
            column=source.column(row, column),
            start=found.start,
            end=found.end,
            start_line=source.line_of(found.start) if found.is_wrapped else start_row + 1,
            end_line=found.node.end_point.row + 1,
            signature=self._signature(found, body[0] if body else None),
            doc=self._doc(found, body[0] if body else None),
            visibility=self._visibility(found, kept),
            decorators=self._decorators(found),
            type=type_text,
            owner=self._text(owner[0]) if owner else "",
        )

    def _kind(self, found: Found, kept: list[Found]) -> SymbolKind:
        kind = found.kind
        around = kept[found.parent].kind if found.parent != NO_SCOPE else ""
        if kind == "function" and around in CONTAINERS - {"module", "namespace"}:
            kind = "method"
        if kind == "function" and found.name in self._prototypes:
            kind = "class"  # a function whose prototype is given methods
        if kind in ("method", "function") and found.name in self._pack.constructors:
            kind = "constructor"
        elif kind == "variable" and found.name.isupper() and len(found.name) > 1:
            kind = "constant"
        return cast("SymbolKind", kind)

    def _signature(self, found: Found, body: "Node | None") -> str:
        start = found.node.start_byte
        end = body.start_byte if body is not None else found.node.end_byte
        text = self._source.slice(start, min(end, start + 2 * LONGEST_SIGNATURE))
        if text[:1] in ("@", "["):
            text = split_heading(text)[1]
        text = _BLANKS.sub(" ", text).strip().rstrip("{:=;").rstrip()
        return text if len(text) <= LONGEST_SIGNATURE else text[: LONGEST_SIGNATURE - 1] + "…"

    def _doc(self, found: Found, body: "Node | None") -> str:
        if self._pack.documentation_strings:
            return documentation_string(body, self._source) if body is not None else ""
        return comment_above(self._source, found.start, self._pack)

    def _decorators(self, found: Found) -> tuple[str, ...]:
        """The names of what stands before a definition: `@app.route("/")` is `app.route`."""
        if not found.is_wrapped:
            node = found.node
            if self._source.data[node.start_byte : node.start_byte + 1] not in (b"@", b"["):
                return ()
            end = min(node.end_byte, node.start_byte + 2 * LONGEST_SIGNATURE)
            return split_heading(self._source.slice(node.start_byte, end))[0]
        before = self._source.slice(found.start, found.node.start_byte)
        return tuple(_DECORATOR.findall(before))

    def _visibility(self, found: Found, kept: list[Found]) -> Visibility:
        rule, name = self._pack.visibility, found.name
        if rule == "underscore":
            dunder = name.startswith("__") and name.endswith("__")
            return "private" if name.startswith("_") and not dunder else "public"
        if rule == "capital":
            return "public" if name[:1].isupper() else "internal"
        if name.startswith("#") or "public" in found.captures:
            return "private" if name.startswith("#") else "public"
        for node in found.captures.get("modifier", ()):
            for word in self._text(node).split():
                if word in _WORDS:
                    return _WORDS[word]
        around = kept[found.parent].kind if found.parent != NO_SCOPE else ""
        if around in _OPEN or found.kind == "enum_member":
            return "public"
        rules = self._pack.extra.get("definitions", {})
        default = rules.get("default", "public")
        is_outside = around in ("", "namespace")
        return cast("Visibility", rules.get("default_outside", default) if is_outside else default)

    def _value(self, node: "Node") -> str:
        """What is assigned; of a long call only what it calls."""
        arguments = node.child_by_field_name("arguments")
        if arguments is None or node.end_byte - node.start_byte <= LONGEST_TYPE:
            return self._text(node)
        end = min(arguments.start_byte, node.start_byte + LONGEST_TYPE)
        return _BLANKS.sub(" ", self._source.slice(node.start_byte, end)) + "()"

    def _text(self, node: "Node") -> str:
        end = min(node.end_byte, node.start_byte + LONGEST_TYPE)
        text = self._source.slice(node.start_byte, end)
        return _BLANKS.sub(" ", text) if "\n" in text or "  " in text else text


def _class_around(kept: list[Found], index: int, prototypes: set[str]) -> int:
    while index != NO_SCOPE and kept[index].kind not in CONTAINERS:
        if kept[index].kind == "function" and kept[index].name in prototypes:
            break
        index = kept[index].parent
    return index
