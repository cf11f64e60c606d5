"""Uses of names: references, bindings, imports; each with the scope that it stands in."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import msgspec

from maia.codemap.extract.blocks import Blocks, ScopeFinder
from maia.codemap.extract.captured import REFERENCE_KINDS, Captures
from maia.codemap.extract.qualified import QUALIFIED, innermost, named_type
from maia.codemap.extract.source import Source
from maia.codemap.languages.packs import Pack
from maia.codemap.model import NO_SCOPE, Binding, Import, Reference, ReferenceKind

if TYPE_CHECKING:
    from tree_sitter import Node

LONGEST_RECEIVER = 160
LONGEST_ARGUMENT = 60
_DEEPEST_CHAIN = 12
"""Calls of a long chain that are looked through for its beginning."""
_ROOT = re.compile(r"[\w$@]+")
_RANKS = {"read": 0, "type": 1, "new": 3, "decorate": 4}
_RANK = 2
"""Where two patterns find the same name, the one that says more counts."""

_WORD = re.compile(rb"[\w$\x80-\xff]+")
_BLANKS = re.compile(r"(?<!\bnew)(?<!\bawait)(?<!\bas)(?<!\bstruct)(?<!\bunion)(?<!\bconst)\s+")
"""All but the one without which `new Foo()` were a name."""
_CHAIN_BACKWARDS = re.compile(rb"(?:\s*(?:\.\??|>-|::)\s*[\w$\x80-\xff]++)++(?!\s*[\])}\"'`.>:?])")
"""`a.b.` read from its end: what stands before a member, where it is made of names only."""


class Uses:
    """Collects uses by their offset; `settle` gives them their scopes."""

    def __init__(self, pack: Pack, source: Source) -> None:
        self._pack = pack
        self._source = source
        self._keeps_arguments = "overloads" in pack.traits
        self._references: dict[int, tuple[str, str, str, int, int, int, str]] = {}
        self._bindings: list[tuple[int, str, str, int]] = []
        self._hoisted: set[int] = set()
        self._told_at: set[int] = set()
        """What is bound with a comment that says its type."""

        self._in_file: set[int] = set()
        """What is bound for all of the file, wherever that is done."""

        self._blocks = Blocks()
        self._imports: list[tuple[int, Import]] = []
        self.imported_at: set[int] = set()
        """Where names stand that imports bind."""

        self._taken_of: set[int] = set()
        self._bare: list[tuple[int, int, Import]] = []
        self._bound_at: set[int] = set()

    def add(self, subject: str, captures: Captures, settings: dict[str, str]) -> None:
        """One match about a use."""
        if subject in REFERENCE_KINDS:
            self._refer(subject, captures, settings)
        elif subject == "import":
            self._import(captures, settings)
        elif subject.startswith("block"):
            node = captures[subject][0]
            self._blocks.add(node, is_function=subject == "block.function")
        else:
            self._bind(subject, captures)

    def bound_names(self) -> set[str]:
        """What the imports of the file bind."""
        return {each.alias or _bound(each) for _, each in self._imports}

    def add_reads(self, nodes: "list[Node]", names: set[str], taken: set[int]) -> None:
        """Reads of `names`, and of members whose receiver begins with one of them or with self."""
        source, data = self._source, self._source.data
        roots = names | self._pack.self_names
        roots |= {name for _, name, type_text, _ in self._bindings if type_text}
        known = taken | self._bound_at | self._references.keys()
        everything = self._pack.reads_of in ("all", "every")
        bound = {name for _, name, *_ in self._bindings} - names if everything else names
        if self._pack.reads_of == "every":
            bound = set[str]()
        for node in nodes:
            start = node.start_byte
            if start in known:
                continue
            receiver = ""
            before = data[start - 1 : start]
            if before in (b".", b">", b":"):
                receiver = self._receiver_before(node)
                if receiver and not everything and _root(receiver) not in roots:
                    continue
            name = source.slice(start, node.end_byte)
            if receiver or (name not in bound if everything else name in names):
                row, column = node.start_point
                self._references[start] = ("read", name, receiver, row, column, -1, "")

    def settle(
        self,
        scopes: list[tuple[int, int, int]],
        wholes: list[tuple[int, int, int]],
        names: dict[int, int],
    ) -> tuple[list[Reference], list[Binding], list[Import]]:
        """All uses in the order of the file; `wholes` are the scopes with their decorators.

        `names` says for the name of each definition where the definition begins.
        """
        finder, whole = ScopeFinder(scopes), ScopeFinder(wholes)
        if "includes" in self._pack.traits:  # `struct foo;` is said as a type is used
            for offset in names.keys() & self._references.keys():
                del self._references[offset]
        column_of = self._source.column
        references = [
            Reference(
                cast("ReferenceKind", kind),
                name,
                receiver,
                whole.at(offset) if kind == "decorate" else finder.at(offset),
                row + 1,
                column_of(row, column),
                arguments,
                given,
            )
            for offset, (kind, name, receiver, row, column, arguments, given) in sorted(
                self._references.items()
            )
        ]
        finder = ScopeFinder(scopes)
        if self.imported_at:
            self._bindings = [each for each in self._bindings if each[0] not in self.imported_at]
        if self._blocks:
            bindings = self._blocks.bindings(sorted(self._bindings), self._hoisted, scopes, names)
        else:
            bindings = [
                Binding(name, finder.at(offset), type_text, row + 1)
                for offset, name, type_text, row in sorted(self._bindings)
            ]
            if self._in_file:
                bindings = self._for_file(bindings)
        finder = ScopeFinder(scopes)
        self._imports += [
            (offset, each) for offset, module, each in self._bare if module not in self._taken_of
        ]
        imports = [
            Import(
                each.module,
                each.name,
                each.alias,
                each.line,
                each.column,
                each.level,
                finder.at(offset),
                each.is_reexport,
            )
            for offset, each in sorted(self._imports, key=lambda pair: pair[0])
        ]
        return references, bindings, imports

    def _for_file(self, bindings: list[Binding]) -> list[Binding]:
        places = [offset in self._in_file for offset, *_ in sorted(self._bindings)]
        return [
            msgspec.structs.replace(each, scope=NO_SCOPE) if is_in_file else each
            for each, is_in_file in zip(bindings, places, strict=True)
        ]

    def forget_writes(self, offsets: set[int]) -> None:
        """What is written there is a definition of its own."""
        for offset in offsets & self._references.keys():
            if self._references[offset][0] == "write":
                del self._references[offset]

    def _receiver_before(self, node: "Node") -> str:
        """What a member stands behind; empty where there is nothing."""
        start = node.start_byte
        before = self._source.data[max(0, start - LONGEST_RECEIVER) : start][::-1]
        chain = _CHAIN_BACKWARDS.match(before)
        if chain is not None:
            text = chain[0][::-1].decode("utf-8", "replace")
            return _tight(text).rstrip(".>:-?")
        around = node.parent if before.startswith((b".", b">-", b"::")) else None
        if around is None or start - around.start_byte > LONGEST_RECEIVER:
            return ""
        text = self._source.slice(around.start_byte, start)
        return _tight(text).rstrip(".>:-?")

    def _refer(self, kind: str, captures: Captures, settings: dict[str, str]) -> None:
        receivers = captures.get("receiver")
        receiver = self._receiver(receivers[0]) if receivers else settings.get("receiver", "")
        listed = captures.get("arguments")
        arguments, given = -2 if "called" in captures else -1, ""
        if listed:
            each_of = [each for each in listed[0].named_children if "comment" not in each.type]
            arguments = len(each_of)
            if self._keeps_arguments:
                given = "\n".join(map(self._argument, each_of))
        for node in captures[kind]:
            if node.type == QUALIFIED:
                whole, node = node, innermost(node)  # noqa: PLW2901
                before = self._source.slice(whole.start_byte, node.start_byte)
                receiver = _tight(before).removesuffix("::").removeprefix("::") or "::"
                receiver = receiver if len(receiver) <= LONGEST_RECEIVER else "?"
            start = node.start_byte
            known = self._references.get(start)
            if known is not None and not _says_more(kind, receiver, known):
                continue
            row, column = node.start_point
            name = self._source.slice(start, node.end_byte)
            if not name:  # broken code lacks it
                continue
            if name[0] == ":" and len(name) > 1:  # a name that is handed on as a symbol
                name, column = name[1:], column + 1
            if receivers and receivers[0].start_byte < start < receivers[0].end_byte:
                # a name behind a path: all of it that stands before the name
                receiver = self._source.slice(receivers[0].start_byte, start)
            if settings.get("spelling") == "pascal":  # a component's tag: `user-card`
                name = "".join(part[:1].upper() + part[1:] for part in name.split("-"))
            self._references[start] = (kind, name, receiver, row, column, arguments, given)

    def _argument(self, node: "Node") -> str:
        if node.end_byte - node.start_byte > LONGEST_ARGUMENT:
            return "?"
        text = self._source.slice(node.start_byte, node.end_byte)
        return _BLANKS.sub("", text).replace("\n", " ")

    def _bind(self, subject: str, captures: Captures) -> None:
        annotations, values = captures.get("annotation"), captures.get("value")
        type_text = ""
        if annotations and "includes" in self._pack.traits:
            named = named_type(annotations[0])
            annotations, type_text = None, self._short(named) if named is not None else ""
        elif annotations:
            type_text = _of_comment(self._short(annotations[0]))
        elif values:
            type_text = "=" + self._receiver(values[0])
        if subject == "bind.type":
            type_text = "<" + type_text
        for node in captures[subject]:
            start = node.start_byte
            if subject == "bind.file" and start in self._bound_at:
                continue  # an earlier pattern has it as a local name
            if start in self._told_at:
                continue
            if annotations and type_text != self._short(annotations[0]):
                self._told_at.add(start)
            self._bound_at.add(start)
            if subject == "bind.hoisted":
                self._hoisted.add(start)
            elif subject == "bind.file":
                self._in_file.add(start)
            name = self._source.slice(start, node.end_byte)
            self._bindings.append((start, name, type_text, node.start_point.row))

    def _import(self, captures: Captures, settings: dict[str, str]) -> None:
        node = captures["import"][0]
        modules = captures.get("module")
        module = settings.get("joint", "").join(map(self._short, modules or ()))
        module = settings.get("prefix", "") + module
        names, aliases = captures.get("name"), captures.get("alias")
        level = len(module) - len(module.lstrip(".")) if self._pack.separator == "." else 0
        for part in ("module", "name", "alias"):
            for each in captures.get(part, ()):
                self._bound_at.update(self._parts(each))
        row, column = node.start_point
        found = Import(
            module=module[level:] if self._pack.import_family == "python" else module,
            name=settings.get("name") or (self._short(names[0]) if names else ""),
            alias=self._short(aliases[0]) if aliases else settings.get("alias", ""),
            line=row + 1,
            column=self._source.column(row, column),
            level=level if self._pack.import_family == "python" else 0,
            scope=NO_SCOPE,
            is_reexport="reexport" in settings,
        )
        if "bare" in settings and modules:
            self._bare.append((node.start_byte, modules[0].start_byte, found))
        else:
            self._taken_of.update(each.start_byte for each in modules or ())
            self._imports.append((node.start_byte, found))
            if not found.is_reexport:
                self.imported_at.update(each.start_byte for each in aliases or names or ())

    def _parts(self, node: "Node") -> Iterator[int]:
        """Where each part of a dotted name begins: none of them is read."""
        start, text = node.start_byte, self._source.data[node.start_byte : node.end_byte]
        for found in _WORD.finditer(text):
            yield start + found.start()

    def _receiver(self, node: "Node") -> str:
        if node.end_byte - node.start_byte > LONGEST_RECEIVER:
            return self._long(node)
        return _tight(self._source.slice(node.start_byte, node.end_byte))

    def _long(self, node: "Node", depth: int = 0) -> str:
        """A long call keeps what it calls: only that says what it gives."""
        if depth > _DEEPEST_CHAIN or node.named_child_count == 0:
            return "?"
        head = node.named_children[0]
        arguments = node.child_by_field_name("arguments")
        end = node.end_byte if arguments is None else arguments.start_byte
        if end - head.end_byte > LONGEST_RECEIVER:
            return "?"
        is_long = head.end_byte - head.start_byte > LONGEST_RECEIVER
        before = self._long(head, depth + 1) if is_long else self._receiver(head)
        opening = self._source.slice(node.start_byte, min(head.start_byte, node.start_byte + 8))
        if before == "?" or opening.strip() not in ("", "new", "await"):
            return "?"
        before = " ".join(filter(None, (opening.strip(), before)))
        rest = _tight(self._source.slice(head.end_byte, end))
        text = before + rest + ("()" if arguments is not None else "")
        return text if len(text) <= LONGEST_RECEIVER else "?"

    def _short(self, node: "Node") -> str:
        end = min(node.end_byte, node.start_byte + LONGEST_RECEIVER)
        return _tight(self._source.slice(node.start_byte, end))


def _says_more(kind: str, receiver: str, known: tuple[str, str, str, int, int, int, str]) -> bool:
    rank, other = _RANKS.get(kind, _RANK), _RANKS.get(known[0], _RANK)
    return rank > other or (rank == other and bool(receiver) and not known[2])


def _bound(each: Import) -> str:
    return each.name or each.module.split(".")[0]


def _root(receiver: str) -> str:
    """The name that a receiver begins with."""
    found = _ROOT.match(receiver)
    return found[0] if found else ""


def _of_comment(text: str) -> str:
    """The type in a comment about one variable (`/** @var Foo $x */`, without its blanks)."""
    return text[7:-2].partition("$")[0] if text.startswith("/**@var") else text


def _tight(text: str) -> str:
    """Without blanks, save where they part two words; most receivers have none."""
    if " " in text or "\n" in text or "\t" in text:
        return _BLANKS.sub("", text)
    return text
