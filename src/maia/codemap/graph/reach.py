"""What is reached from a place in the graph, step by step."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

N = TypeVar("N", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Reached(Generic[N]):
    """A node, how many steps away it is, and the node that it was reached from first."""

    node: N
    depth: int
    through: N


def reach(
    starts: Iterable[N], neighbours: Callable[[N], Iterable[N]], depth: int, limit: int = 10_000
) -> list[Reached[N]]:
    """All within `depth` steps, the nearest first, each once; the starts themselves are left out.

    Ends when `limit` nodes are found.
    """
    row = list(dict.fromkeys(starts))
    seen = set(row)
    found: list[Reached[N]] = []
    for step in range(1, depth + 1):
        following: list[N] = []
        for node in row:
            for each in neighbours(node):
                if each not in seen:
                    seen.add(each)
                    following.append(each)
                    found.append(Reached(each, step, node))
                    if len(found) >= limit:
                        return found
        row = following
        if not row:
            break
    return found
