"""A directed graph over anything: what depends on what, and how surely."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

import rustworkx

N = TypeVar("N", bound=Hashable)
M = TypeVar("M", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Centrality:
    """How central a node is: PageRank (all nodes together have 1), and its direct neighbours."""

    pagerank: float
    incoming: int
    outgoing: int


class Network(Generic[N]):
    """Nodes and weighted edges from what depends to what it depends on; each pair once."""

    def __init__(self, nodes: Iterable[N], edges: Iterable[tuple[N, N, float]]) -> None:
        self.nodes = list(dict.fromkeys(nodes))
        self._index = {node: number for number, node in enumerate(self.nodes)}
        weights: dict[tuple[int, int], float] = {}
        for source, target, weight in edges:
            pair = self._index[source], self._index[target]
            if pair[0] != pair[1]:
                weights[pair] = weights.get(pair, 0.0) + weight
        self._graph: rustworkx.PyDiGraph[None, float] = rustworkx.PyDiGraph(multigraph=False)
        self._graph.add_nodes_from([None] * len(self.nodes))
        self._graph.add_edges_from([(*pair, weight) for pair, weight in weights.items()])

    def __len__(self) -> int:
        return len(self.nodes)

    def edges(self) -> list[tuple[N, N, float]]:
        """Each pair, with the sum of its weights."""
        listed = self._graph.weighted_edge_list()
        return [
            (self.nodes[source], self.nodes[target], weight) for source, target, weight in listed
        ]

    def dependencies(self, node: N) -> list[N]:
        """What a node depends on directly."""
        return [self.nodes[each] for each in self._graph.successor_indices(self._index[node])]

    def dependents(self, node: N) -> list[N]:
        """What depends on a node directly."""
        return [self.nodes[each] for each in self._graph.predecessor_indices(self._index[node])]

    def centrality(self) -> dict[N, Centrality]:
        """PageRank (damping 0.85, weights as votes) and degree of every node."""
        if not self.nodes:
            return {}
        ranks = rustworkx.pagerank(self._graph, weight_fn=float, tol=1e-8)
        return {
            node: Centrality(
                ranks[number], self._graph.in_degree(number), self._graph.out_degree(number)
            )
            for number, node in enumerate(self.nodes)
        }

    def cycles(self) -> list[list[N]]:
        """The groups in which each depends on each, the largest first; in them the nodes' order."""
        groups = rustworkx.strongly_connected_components(self._graph)
        found = [[self.nodes[each] for each in sorted(group)] for group in groups if len(group) > 1]
        return sorted(found, key=lambda group: (-len(group), self._index[group[0]]))

    def collapsed(self, group_of: Callable[[N], M]) -> "Network[M]":
        """The graph between groups: files, packages."""
        groups = {node: group_of(node) for node in self.nodes}
        edges = (
            (groups[source], groups[target], weight) for source, target, weight in self.edges()
        )
        return Network(groups.values(), edges)
