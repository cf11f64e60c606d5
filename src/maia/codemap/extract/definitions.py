"""Definitions: what is captured as `def.*`, and how definitions stand in each other."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from maia.codemap.extract.captured import Captures
from maia.codemap.extract.documentation import comment_above, documentation_string, type_in
from maia.codemap.extract.headings import split_heading
from maia.codemap.extract.qualified import QUALIFIED, innermost, named_type
from maia.codemap.extract.source import Source
from maia.codemap.languages.packs import Pack
from maia.codemap.model import CONTAINERS, NO_SCOPE, Symbol, SymbolKind, Visibility

if TYPE_CHECKING:
    from tree_sitter import Node

_OPEN = frozenset({"interface", "trait"})
"""What stands in these is as visible as they are, where nothing else is said."""

_CALLABLE = frozenset({"function", "method", "constructor"})

LONGEST_SIGNATURE = 300
LONGEST_TYPE = 200
_DEEPEST_SECTION = 3
_DEF_SELF = 12
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
    owner: str = ""
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
        self._sections: dict[int, list[tuple[int, Visibility, frozenset[str]]]] = {}
        """Words that say who sees what follows, or the names they list, by what they stand in."""

        self._named: set[int] = set()
        self.is_broken = False
        """Whether the grammar did not understand all of the file."""

        self._whole_scopes = "includes" in pack.traits
        self._labels: dict[int, list[tuple[int, Visibility]]] = {}
        rules = pack.extra.get("definitions", {})
        self._words: dict[str, Visibility] = rules.get("words", {})
        self.assigned: set[int] = set()
        """Where assignments stand that are definitions: they write nothing else."""

        self.scopes: list[tuple[int, int, int]] = []
        """Start, end and index of each symbol that is a scope, in the order of their starts."""
        self.wholes: list[tuple[int, int, int]] = []
        """The same with what is wrapped around them."""

    def add(self, kind: str, captures: Captures) -> None:
        """One match; a later pattern that captures the same name takes the place of an earlier."""
        names = captures.get("name")
        node = captures[f"def.{kind}"][0]
        if kind == "visibility":
            self._enter_section(node, captures)
            return
        if not names:
            return
        if self._pack.is_generic:
            if node.id in self._named:
                return
            self._named.add(node.id)
        for name_node in names:
            whole = name_node
            if name_node.type in (QUALIFIED, "template_function"):
                name_node = innermost(name_node)  # noqa: PLW2901
            name = self._source.slice(name_node.start_byte, name_node.end_byte)
            if name[:1] == ":" and not self._pack.is_generic:
                name = name[1:]  # a name that is handed on as a symbol
            elif "=" in name and kind == "macro":
                name = name.partition("=")[0]  # `alias name=value`
            if not name:  # a name that broken code lacks
                continue
            start, end = node.start_byte, node.end_byte
            if self._pack.wrappers:
                start, end = self._wrapped(node, start, end)
            self._found[name_node.start_byte] = Found(
                name, kind, node, name_node, start, end, captures
            )
            if whole.type == QUALIFIED:
                before = self._source.slice(whole.start_byte, name_node.start_byte)
                self._found[name_node.start_byte].owner = "".join(before.split()).rstrip(":")

    def _enter_section(self, node: "Node", captures: Captures) -> None:
        word = self._text(captures.get("word", [node])[0]).partition("_")[0]
        names = frozenset(self._text(each).lstrip(":") for each in captures.get("name", ()))
        if node.parent is not None and word in _WORDS:
            known = self._sections.setdefault(node.parent.id, [])
            known.append((node.start_byte, _WORDS[word], names))

    def _in_section(self, found: Found) -> Visibility:
        if "modifier" in found.captures:
            return "private"  # `private_class_method def self.x`
        around, start = found.node.parent, found.node.start_byte
        for _ in range(_DEEPEST_SECTION):
            if around is None or around.id in self._sections:
                break
            around = around.parent
        sections = self._sections.get(around.id, []) if around is not None else []
        named: list[Visibility] = [word for _, word, names in sections if found.name in names]
        before: list[Visibility] = [
            word for at, word, names in sections if not names and at < start
        ]
        is_class_side = "def self." in self._source.slice(start, start + _DEF_SELF)
        if before and not named and not is_class_side:
            named = before
        return named[-1] if named else "public"

    @property
    def name_offsets(self) -> set[int]:
        """Where the names of the definitions stand."""
        return set(self._found)

    @property
    def starts(self) -> dict[int, int]:
        """Where each definition begins, by where its name stands."""
        found = self._found.items()
        return {name: each.start for name, each in found if not each.is_elsewhere}

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
            if each.kind.startswith("outer_") or each.kind == "none":
                if each.parent == NO_SCOPE or each.kind == "none":
                    self.assigned.add(each.name_node.start_byte)
                if each.parent != NO_SCOPE or each.kind == "none":
                    continue
                each.kind = each.kind.removeprefix("outer_")
            if each.kind.startswith("free_"):
                if self._is_local(each, kept):
                    del self._found[each.name_node.start_byte]
                    continue
                each.kind = each.kind.removeprefix("free_")
            if each.kind.startswith("self_"):
                each.parent = _class_around(kept, each.parent, self._prototypes)
                each.kind, each.is_elsewhere = each.kind.removeprefix("self_"), True
                if each.parent == NO_SCOPE or (each.parent, each.name) in fields:
                    continue
            if each.kind in ("field", "property", "method", "function"):
                fields.add((each.parent, each.name))
            index = len(kept)
            kept.append(each)
            if not each.is_elsewhere:
                start = each.start if self._whole_scopes else each.node.start_byte
                before = each.captures.get("before")  # what stands in its node, but not in it
                start = before[0].end_byte if before else start
                self.scopes.append((start, each.node.end_byte, index))
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
        column += source.data.startswith(b":" + found.name.encode(), found.name_node.start_byte)
        body = captures.get("body")
        kind = self._kind(found, kept)
        typed = captures.get("type")
        type_text = self._type(typed[0]) if typed else ""
        if not type_text and (value := captures.get("value")):
            type_text = "=" + self._value(value[0])
        owner = captures.get("owner")
        start_row = found.node.start_point.row
        in_line = found.parent != NO_SCOPE and found.kind in ("field", "enum_member")
        beside = in_line and kept[found.parent].node.start_point.row == start_row
        doc = self._doc(found, body[0] if body else None) if not beside else ""
        if doc and self._pack.documented_types and type_text[:1] in ("", "="):
            type_text = type_in(doc, kind) or type_text
        return Symbol(
            name=found.name,
            kind=kind,
            parent=found.parent,
            line=row + 1,
            column=source.column(row, column),
            start=found.start,
            end=found.end,
            start_line=source.line_of(found.start) if found.is_wrapped else start_row + 1,
            end_line=self._last_line(found),
            signature=self._signature(found, body[0] if body else None),
            doc=doc,
            visibility=self._visibility(found, kept),
            decorators=self._decorators(found),
            type=type_text,
            owner=self._text(owner[0]) if owner else found.owner,
        )

    def _is_local(self, found: Found, kept: list[Found]) -> bool:
        """Whether a callable holds it, perhaps one whose heading could not be understood."""
        if found.parent != NO_SCOPE:
            return kept[found.parent].kind in _CALLABLE
        column = found.node.start_point.column
        return self.is_broken and column > 0 and not found.captures.get("modifier")

    def _last_line(self, found: Found) -> int:
        """The line that it ends on; the line feed behind a macro belongs to its node."""
        end = found.node.end_point
        is_behind = (
            found.kind == "macro" and not end.column and end.row > found.node.start_point.row
        )
        return end.row if is_behind else end.row + 1

    def _kind(self, found: Found, kept: list[Found]) -> SymbolKind:
        kind = found.kind
        around = kept[found.parent].kind if found.parent != NO_SCOPE else ""
        is_open = around == "namespace" or (around == "module" and not self._pack.has_mixins)
        if kind == "function" and around in CONTAINERS and not is_open:
            kind = "method"
        if kind == "function" and found.owner:
            kind = "method"
        if kind == "method" and "labels" in self._pack.traits:
            owner = found.owner.partition("<")[0].rpartition("::")[2]
            if found.name == (owner or kept[found.parent].name):
                return "constructor"
        if kind == "function" and found.name in self._prototypes:
            kind = "class"  # a function whose prototype is given methods
        if kind in ("method", "function") and found.name in self._pack.constructors:
            kind = "constructor"
        elif kind == "variable" and found.name.isupper() and len(found.name) > 1:
            kind = "constant" if self._pack.upper_is_constant else kind
        return cast("SymbolKind", kind)

    def _signature(self, found: Found, body: "Node | None") -> str:
        start = found.node.start_byte
        end = body.start_byte if body is not None else found.node.end_byte
        text = self._source.slice(start, min(end, start + 2 * LONGEST_SIGNATURE))
        text = text.removeprefix("#") if text[:2] == "#[" else text
        text = f"class << self; {text}" if "static" in found.captures else text
        if text[:1] in ("@", "[") and found.name[:1] != "@":
            text = split_heading(text)[1]
        text = _BLANKS.sub(" ", text).strip().rstrip("{:=;").rstrip()
        text = text if len(text) <= LONGEST_SIGNATURE else text[: LONGEST_SIGNATURE - 1] + "…"
        return text + ";" if "declared" in found.captures else text

    def _doc(self, found: Found, body: "Node | None") -> str:
        if self._pack.documentation_strings:
            return documentation_string(body, self._source) if body is not None else ""
        return comment_above(self._source, found.start, self._pack)

    def _decorators(self, found: Found) -> tuple[str, ...]:
        """The names of what stands before a definition: `@app.route("/")` is `app.route`."""
        if not found.is_wrapped:
            node = found.node
            start = node.start_byte + self._source.data.startswith(b"#[", node.start_byte)
            if found.name[:1] == "@":
                return ()
            if self._source.data[start : start + 1] not in (b"@", b"["):
                return ()
            end = min(node.end_byte, start + 2 * LONGEST_SIGNATURE)
            return split_heading(self._source.slice(start, end))[0]
        before = self._source.slice(found.start, found.node.start_byte)
        return tuple(_DECORATOR.findall(before))

    def _visibility(self, found: Found, kept: list[Found]) -> Visibility:
        told = self._told_by_name(found)
        return told or self._told_by_words(found, kept) or self._unsaid_visibility(found, kept)

    def _told_by_name(self, found: Found) -> Visibility | None:
        rule, name = self._pack.visibility, found.name
        if rule == "underscore":
            dunder = name.startswith("__") and name.endswith("__")
            return "private" if name.startswith("_") and not dunder else "public"
        if rule == "capital":
            return "public" if name[:1].isupper() else "internal"
        if name.startswith("#") or "public" in found.captures:
            return "private" if name.startswith("#") else "public"
        return None

    def _told_by_words(self, found: Found, kept: list[Found]) -> Visibility | None:
        for node in found.captures.get("modifier", ()):
            for word in self._text(node).split():
                if word in _WORDS:
                    return _WORDS[word]
                if word in self._words and _is_outside(found, kept):
                    return self._words[word]
        if "labels" in self._pack.traits and found.parent != NO_SCOPE:
            return self._label(kept[found.parent], found.start)
        return None

    def _unsaid_visibility(self, found: Found, kept: list[Found]) -> Visibility:
        """What holds where no word says it."""
        if self._pack.visibility == "sections":
            return self._in_section(found)
        around = kept[found.parent].kind if found.parent != NO_SCOPE else ""
        if around in _OPEN or found.kind == "enum_member":
            return "public"
        rules = self._pack.extra.get("definitions", {})
        default = rules.get("default", "public")
        is_outside = around in ("", "namespace")
        return cast("Visibility", rules.get("default_outside", default) if is_outside else default)

    def _label(self, around: Found, offset: int) -> Visibility | None:
        """What the last `public:` before an offset says, else what the kind of the type does."""
        labels = self._labels.get(around.start)
        if labels is None:
            body = around.captures.get("body")
            nodes = body[0].children if body and around.kind in CONTAINERS else ()
            labels = self._labels[around.start] = [
                (node.start_byte, _WORDS[word])
                for node in nodes
                if node.type == "access_specifier" and (word := self._text(node)) in _WORDS
            ]
        before: list[Visibility] = [word for start, word in labels if start < offset]
        if before:
            return before[-1]
        return "private" if around.kind == "class" else None

    def _type(self, node: "Node") -> str:
        """A type as it is written; of one that is defined there its name."""
        named = named_type(node) if "includes" in self._pack.traits else node
        return self._text(named) if named is not None else ""

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


def _is_outside(found: Found, kept: list[Found]) -> bool:
    return found.parent == NO_SCOPE or kept[found.parent].kind == "namespace"


def _class_around(kept: list[Found], index: int, prototypes: set[str]) -> int:
    while index != NO_SCOPE and kept[index].kind not in CONTAINERS:
        if kept[index].kind == "function" and kept[index].name in prototypes:
            break
        index = kept[index].parent
    return index
