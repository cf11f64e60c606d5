"""Which nodes belong together, and what to call them.

Communities by the Louvain method (Blondel and others, 2008): nodes move to the neighbouring
community that gains most modularity, until none does; then communities become nodes.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TypeVar

N = TypeVar("N", bound=Hashable)

_PASSES = 10
"""Rounds of moving and of joining, at most; gains after the first few are small."""

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_NAME_WORDS = 3


def communities(nodes: Sequence[N], edges: Iterable[tuple[N, N, float]]) -> list[list[N]]:
    """The communities, the largest first; the order of nodes decides between equals."""
    index = {node: number for number, node in enumerate(nodes)}
    weights: list[dict[int, float]] = [{} for _ in nodes]
    for one, other, weight in edges:
        a, b = index[one], index[other]
        if a != b:
            weights[a][b] = weights[a].get(b, 0.0) + weight
            weights[b][a] = weights[b].get(a, 0.0) + weight
    members: list[list[int]] = [[number] for number in range(len(nodes))]
    inner = [0.0] * len(nodes)
    for _ in range(_PASSES):
        labels = _moved(weights, inner)
        if len(set(labels)) == len(labels):
            break
        members, weights, inner = _joined(labels, members, weights, inner)
    found = [[nodes[each] for each in sorted(group)] for group in members]
    return sorted(found, key=lambda group: (-len(group), index[group[0]]))


def community_name(paths: Sequence[str], names: Mapping[str, int], everywhere: Counter[str]) -> str:
    """The folder that most of a community's files share, and the words that set it apart.

    `names` are the names of its symbols with how often each is used; `everywhere` counts the words
    of the whole repository.
    """
    folder = _shared_folder(paths)
    words: Counter[str] = Counter()
    for name, uses in names.items():
        for word in set(words_of(name)):
            words[word] += 1 + uses
    # The share of a word that is here counts for more than how often it is: `get` is everywhere.
    scored = sorted(
        words,
        key=lambda word: (-math.sqrt(words[word]) * words[word] / (1 + everywhere[word]), word),
    )
    told = [word for word in scored if word not in folder.lower()][:_NAME_WORDS]
    return f"{folder}: {', '.join(told)}" if told else folder


def words_of(name: str) -> list[str]:
    """The words of an identifier, in small letters, those of one letter left out."""
    return [word.lower() for word in _WORDS.findall(name) if len(word) > 1]


def _shared_folder(paths: Sequence[str]) -> str:
    """The deepest folder that holds more than half of the files."""
    counts: Counter[str] = Counter()
    for path in paths:
        for parent in PurePosixPath(path).parents:
            counts[str(parent)] += 1
    enough = [folder for folder, count in counts.items() if 2 * count > len(paths)]
    return max(enough, key=lambda folder: (folder.count("/") if folder != "." else -1, folder))


def _moved(weights: Sequence[Mapping[int, float]], inner: Sequence[float]) -> list[int]:
    degrees = [sum(row.values()) + 2 * own for row, own in zip(weights, inner, strict=True)]
    total = sum(degrees) or 1.0
    labels = list(range(len(weights)))
    sizes = degrees.copy()
    for _ in range(_PASSES):
        has_moved = False
        for node, row in enumerate(weights):
            near: dict[int, float] = defaultdict(float)
            for neighbour, weight in row.items():
                near[labels[neighbour]] += weight
            own = labels[node]
            sizes[own] -= degrees[node]
            best, best_gain = own, near.get(own, 0.0) - sizes[own] * degrees[node] / total
            for label, weight in near.items():
                gain = weight - sizes[label] * degrees[node] / total
                if gain > best_gain + 1e-12:
                    best, best_gain = label, gain
            sizes[best] += degrees[node]
            if best != own:
                labels[node] = best
                has_moved = True
        if not has_moved:
            break
    return labels


def _joined(
    labels: Sequence[int],
    members: Sequence[list[int]],
    weights: Sequence[Mapping[int, float]],
    inner: Sequence[float],
) -> tuple[list[list[int]], list[dict[int, float]], list[float]]:
    """The communities as nodes of the next round."""
    numbers = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    new_members: list[list[int]] = [[] for _ in numbers]
    new_weights: list[dict[int, float]] = [{} for _ in numbers]
    new_inner = [0.0] * len(numbers)
    for node, label in enumerate(labels):
        group = numbers[label]
        new_members[group] += members[node]
        new_inner[group] += inner[node]
        for neighbour, weight in weights[node].items():
            other = numbers[labels[neighbour]]
            if other == group:
                new_inner[group] += weight / 2
            else:
                new_weights[group][other] = new_weights[group].get(other, 0.0) + weight
    return new_members, new_weights, new_inner
