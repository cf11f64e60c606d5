"""The resolver of `resolve`, as a build asks it."""

from collections.abc import Generator, Iterable, Sequence

from maia.codemap.indexing.ports import FileEdge, OpenProgram
from maia.codemap.model import NO_SCOPE, Edge
from maia.codemap.resolve.edges import NOTHING, Resolver
from maia.codemap.resolve.program import Program


def resolve_references(
    program: OpenProgram, positions: Sequence[int]
) -> Generator[tuple[int, Iterable[FileEdge]]]:
    """The edges of the files at `positions`; what they need of other files is read for it."""
    opened = Program(
        ((file.id, file.path, file.language) for file in program.files),
        program.extraction,
        program.read,
    )
    resolver = Resolver(opened)
    for position in positions:
        yield opened.files[position].id, _in_files(opened, resolver.edges(position))


def _in_files(program: Program, edges: Iterable[Edge]) -> Generator[FileEdge]:
    files, position_of, index_of = program.files, program.position_of, program.index_of
    for edge in edges:
        target = edge.target
        if target >= 0:
            file, index = files[position_of(target)].id, index_of(target)
        else:
            file, index = (0 if target == NOTHING else files[~target].id), NO_SCOPE
        source = index_of(edge.source) if edge.source >= 0 else NO_SCOPE
        yield edge.kind, source, file, index, edge.name, edge.line, edge.column, edge.how
