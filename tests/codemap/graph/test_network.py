"""PageRank, degree, cycles, levels."""

import pytest

from maia.codemap.graph.network import Network
from maia.codemap.graph.reach import Reached, reach

EDGES = [("a", "b", 1.0), ("b", "c", 1.0), ("c", "a", 1.0), ("d", "c", 1.0), ("d", "c", 0.5)]


@pytest.fixture
def network() -> Network[str]:
    return Network("abcde", EDGES)


def test_the_most_used_is_the_most_central(network: Network[str]) -> None:
    found = network.centrality()
    assert sum(each.pagerank for each in found.values()) == pytest.approx(1.0)
    assert max(found, key=lambda node: found[node].pagerank) == "c"
    assert (found["c"].incoming, found["c"].outgoing) == (2, 1)
    assert (found["e"].incoming, found["e"].outgoing) == (0, 0)


def test_pairs_are_joined_and_their_weights_added(network: Network[str]) -> None:
    assert ("d", "c", 1.5) in network.edges()
    assert network.dependencies("d") == ["c"]
    assert sorted(network.dependents("c")) == ["b", "d"]


def test_cycles_are_groups_in_which_each_depends_on_each(network: Network[str]) -> None:
    assert network.cycles() == [["a", "b", "c"]]
    assert Network("ab", [("a", "a", 1.0), ("a", "b", 1.0)]).cycles() == []


def test_nodes_collapse_into_files(network: Network[str]) -> None:
    files = network.collapsed(lambda node: "first" if node in "ab" else "second")
    assert sorted(files.edges()) == [("first", "second", 1.0), ("second", "first", 1.0)]


def test_an_empty_graph_has_nothing() -> None:
    empty: Network[str] = Network([], [])
    assert (empty.centrality(), empty.cycles(), empty.edges()) == ({}, [], [])


def test_reach_counts_steps_and_says_the_way() -> None:
    graph = {"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": ["a", "e"]}
    found = reach(["a"], lambda node: graph.get(node, []), 2)
    assert found == [Reached("b", 1, "a"), Reached("c", 1, "a"), Reached("d", 2, "b")]
    assert reach(["a"], lambda node: graph.get(node, []), 9)[-1] == Reached("e", 3, "d")
    assert len(reach(["a"], lambda node: graph.get(node, []), 9, limit=2)) == 2
