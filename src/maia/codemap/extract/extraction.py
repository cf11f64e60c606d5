"""One file: its bytes in, all that it says out."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from maia.codemap.extract.captured import compiled, matches, parse
from maia.codemap.extract.definitions import Definitions
from maia.codemap.extract.embedded import regions
from maia.codemap.extract.source import Source
from maia.codemap.extract.uses import Uses
from maia.codemap.languages.packs import Pack
from maia.codemap.model import CONTAINERS, NO_SCOPE, Extraction, Symbol

if TYPE_CHECKING:
    from tree_sitter import Node


def extract(pack: Pack, text: str) -> Extraction:
    """What the text of a file says, as far as it can be parsed; never raises over its content."""
    source = Source(text)
    tree = parse(pack, source.data)
    if tree is None:
        return Extraction(pack.language, source.lines, problems=("extract.too_deep",))
    root = tree.root_node
    parts = [_Part(pack, source, root)]
    if pack.embedded_query:
        parts += [_Part(each.pack, source, each.root) for each in regions(pack, source, root)]
    names: set[str] = set()
    for part in parts:
        names |= part.names
    found = [part.said(names) for part in parts]
    return replace(
        _joined(found) if len(found) > 1 else found[0],
        language=pack.language,
        lines=source.lines,
        is_generated=source.is_generated,
        is_minified=source.is_minified,
    )


class _Part:
    """The definitions and uses of one tree: of a whole file, or of a region in it."""

    def __init__(self, pack: Pack, source: Source, root: "Node") -> None:
        self._pack = pack
        self._root = root
        self._definitions = Definitions(pack, source)
        self._definitions.is_broken = root.has_error
        self._uses = Uses(pack, source)
        self._namespace = ""
        queries = compiled(pack.language)
        for subject, captures, settings in matches(queries.main, root):
            if subject.startswith("def."):
                self._definitions.add(subject[4:], captures)
            elif subject == "namespace":
                node = captures[subject][0]
                self._namespace = self._namespace or source.slice(node.start_byte, node.end_byte)
            else:
                self._uses.add(subject, captures, settings)
        self._definitions.forget(self._uses.imported_at)
        self._symbols = self._definitions.settle()
        if self._definitions.assigned:
            self._uses.forget_writes(self._definitions.assigned)

    @property
    def names(self) -> set[str]:
        """What may be read by its name alone, here and in the other parts of the file."""
        symbols: list[Symbol] = self._symbols
        everything = self._pack.reads_of == "all"
        return self._uses.bound_names() | {
            each.name
            for each in symbols
            if everything or each.parent == NO_SCOPE or symbols[each.parent].kind not in CONTAINERS
        }

    def said(self, names: set[str]) -> Extraction:
        """All of it; `names` are those of all parts."""
        queries = compiled(self._pack.language)
        if queries.reads is not None:
            from tree_sitter import QueryCursor

            captured = QueryCursor(queries.reads).captures(self._root)
            skipped = {node.start_byte for node in captured.get("skip", ())}
            taken = self._definitions.name_offsets | skipped
            self._uses.add_reads(captured.get("read", []), names, taken)
        references, bindings, imports = self._uses.settle(
            self._definitions.scopes, self._definitions.wholes, self._definitions.starts
        )
        return Extraction(
            language=self._pack.language,
            lines=0,
            symbols=tuple(self._symbols),
            references=tuple(references),
            bindings=tuple(bindings),
            imports=tuple(imports),
            namespace=self._namespace,
            problems=("extract.broken",) if self._root.has_error else (),
        )


def _joined(parts: list[Extraction]) -> Extraction:
    """Several parts as one: the indexes of symbols go on from part to part."""
    whole = parts[0]
    for part in parts[1:]:
        first = len(whole.symbols)

        def moved(scope: int, first: int = first) -> int:
            return scope if scope == NO_SCOPE else scope + first

        whole = replace(
            whole,
            symbols=(
                *whole.symbols,
                *(replace(each, parent=moved(each.parent)) for each in part.symbols),
            ),
            references=(
                *whole.references,
                *(replace(each, scope=moved(each.scope)) for each in part.references),
            ),
            bindings=(
                *whole.bindings,
                *(replace(each, scope=moved(each.scope)) for each in part.bindings),
            ),
            imports=(
                *whole.imports,
                *(replace(each, scope=moved(each.scope)) for each in part.imports),
            ),
            problems=whole.problems,
        )
    return whole
