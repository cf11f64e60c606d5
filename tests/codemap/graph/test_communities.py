"""Nodes that belong together, and their names."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from maia.codemap.graph.communities import communities, community_name


def clique(names: str) -> list[tuple[str, str, float]]:
    return [(one, other, 1.0) for one in names for other in names if one < other]


def test_two_cliques_with_a_bridge_are_two_communities() -> None:
    edges = [*clique("abcd"), *clique("vwxyz"), ("a", "z", 1.0)]
    assert communities("abcdvwxyz", edges) == [list("vwxyz"), list("abcd")]


def test_what_has_no_neighbour_is_alone() -> None:
    assert communities("abc", [("a", "b", 1.0)]) == [["a", "b"], ["c"]]
    assert communities([], []) == []


@given(st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15), st.floats(0.1, 2)), max_size=60))
def test_every_node_is_in_exactly_one(edges: list[tuple[int, int, float]]) -> None:
    found = communities(range(16), edges)
    assert sorted(node for group in found for node in group) == list(range(16))
    assert found == communities(range(16), edges)


def test_the_name_says_the_folder_and_what_sets_it_apart() -> None:
    everywhere = Counter({"get": 90, "price": 3, "discount": 2, "cart": 5, "apply": 40})
    names = {"get_price": 4, "apply_discount": 3, "get": 9}
    name = community_name(["shop/cart/a.py", "shop/cart/b.py", "web/x.py"], names, everywhere)
    assert name == "shop/cart: price, discount, get"
