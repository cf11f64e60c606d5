"""One file: its bytes in, all that it says out."""

from maia.codemap.extract.captured import compiled, matches, parse
from maia.codemap.extract.definitions import Definitions
from maia.codemap.extract.source import Source
from maia.codemap.extract.uses import Uses
from maia.codemap.languages.packs import Pack
from maia.codemap.model import CONTAINERS, NO_SCOPE, Extraction


def extract(pack: Pack, text: str) -> Extraction:
    """What the text of a file says, as far as it can be parsed; never raises over its content."""
    source = Source(text)
    queries = compiled(pack.language)
    tree = parse(pack, source.data)
    if tree is None:
        return Extraction(pack.language, source.lines, problems=("extract.too_deep",))
    root = tree.root_node
    definitions, uses = Definitions(pack, source), Uses(pack, source)
    namespace = ""
    for subject, captures, settings in matches(queries.main, root):
        if subject.startswith("def."):
            definitions.add(subject[4:], captures)
        elif subject == "namespace":
            node = captures[subject][0]
            namespace = namespace or source.slice(node.start_byte, node.end_byte)
        else:
            uses.add(subject, captures, settings)
    definitions.forget(uses.imported_at)
    symbols = definitions.settle()
    if queries.reads is not None:
        from tree_sitter import QueryCursor

        captured = QueryCursor(queries.reads).captures(root)
        skipped = {node.start_byte for node in captured.get("skip", ())}
        everything = pack.reads_of == "all"
        names = uses.bound_names() | {
            each.name
            for each in symbols
            if everything or each.parent == NO_SCOPE or symbols[each.parent].kind not in CONTAINERS
        }
        uses.add_reads(captured.get("read", []), names, definitions.name_offsets | skipped)
    references, bindings, imports = uses.settle(
        definitions.scopes, definitions.wholes, definitions.starts
    )
    return Extraction(
        language=pack.language,
        lines=source.lines,
        symbols=tuple(symbols),
        references=tuple(references),
        bindings=tuple(bindings),
        imports=tuple(imports),
        namespace=namespace,
        is_generated=source.is_generated,
        is_minified=source.is_minified,
        problems=("extract.broken",) if root.has_error else (),
    )
