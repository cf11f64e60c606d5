"""Ranking, as a build wants it."""

from collections.abc import Iterator

from maia.codemap.graph.network import Network
from maia.codemap.model import SURENESS
from maia.codemap.store.records import GraphColumns, Metrics


def rank_symbols(columns: GraphColumns) -> Iterator[Metrics]:
    """How central each symbol is, edges weighing as much as they are sure."""
    ends = (*columns.sources, *columns.targets)
    weights = (SURENESS[how] for how in columns.hows)
    edges = zip(columns.sources, columns.targets, weights, strict=True)
    symbols = set(columns.symbols)
    for node, found in Network((*columns.symbols, *ends), edges).centrality().items():
        if node in symbols:
            yield Metrics(node, found.pagerank, found.incoming, found.outgoing)
