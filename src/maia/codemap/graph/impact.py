"""What a change reaches: callers, subclasses, importers, and the tests that cover it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from maia.codemap.graph.reach import Reached, reach
from maia.codemap.graph.tests_of import is_test, named_after

DEPTH = 3
"""Steps from what changes to what may break, unless it is said otherwise."""


@dataclass(frozen=True, slots=True)
class CoveringTest:
    """A test and what says that it covers the change: its name, its imports, its calls."""

    path: str
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Impact:
    """What is reached, the nearest first; the files and packages of it; the tests."""

    reached: tuple[Reached[int], ...]
    files: tuple[str, ...]
    packages: tuple[str, ...]
    tests: tuple[CoveringTest, ...]


def impact_of(
    changed: Sequence[int],
    dependents: Callable[[int], Iterable[int]],
    path_of: Callable[[int], str],
    all_paths: Iterable[str],
    depth: int = DEPTH,
) -> Impact:
    """The impact of changing some nodes. `dependents` gives what depends on a node directly."""
    reached = reach(changed, dependents, depth)
    paths = [path_of(each.node) for each in reached]
    changed_paths = {path_of(node) for node in changed}
    tests: dict[str, list[str]] = {}
    for each, path in zip(reached, paths, strict=True):
        if is_test(path):
            reasons = tests.setdefault(path, [])
            reason = "uses it" if each.depth == 1 else f"reaches it in {each.depth} steps"
            if not reasons:
                reasons.append(reason)
    candidates = [path for path in all_paths if is_test(path)]
    for path in changed_paths:
        for test in named_after(path, candidates):
            tests.setdefault(test, []).append("is named after it")
    files = list(dict.fromkeys(path for path in paths if not is_test(path)))
    return Impact(
        reached=tuple(reached),
        files=tuple(files),
        packages=tuple(dict.fromkeys(path.rpartition("/")[0] or "." for path in files)),
        tests=tuple(CoveringTest(path, tuple(reasons)) for path, reasons in tests.items()),
    )
