"""What a change reaches."""

import pytest

from maia.codemap.graph.impact import CoveringTest, impact_of
from maia.codemap.graph.tests_of import is_test, subject_of

PATHS = {
    1: "shop/shelf.py",
    2: "shop/cart.py",
    3: "web/views.py",
    4: "tests/test_cart.py",
    5: "tests/test_views.py",
}
DEPENDENTS = {1: [2], 2: [3, 4], 3: [5]}


def test_it_names_files_packages_and_tests_with_their_reasons() -> None:
    paths = [*PATHS.values(), "tests/test_shelf.py"]
    found = impact_of([1], lambda node: DEPENDENTS.get(node, []), PATHS.__getitem__, paths)
    assert [(each.node, each.depth) for each in found.reached] == [(2, 1), (3, 2), (4, 2), (5, 3)]
    assert found.files == ("shop/cart.py", "web/views.py")
    assert found.packages == ("shop", "web")
    assert found.tests == (
        CoveringTest("tests/test_cart.py", ("reaches it in 2 steps",)),
        CoveringTest("tests/test_views.py", ("reaches it in 3 steps",)),
        CoveringTest("tests/test_shelf.py", ("is named after it",)),
    )


def test_depth_bounds_it() -> None:
    found = impact_of([1], lambda node: DEPENDENTS.get(node, []), PATHS.__getitem__, [], depth=1)
    assert found.files == ("shop/cart.py",)
    assert found.tests == ()


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("tests/test_shelf.py", "shelf"),
        ("pkg/queue_test.go", "queue"),
        ("src/App.test.tsx", "app"),
        ("src/app.spec.ts", "app"),
        ("src/test/java/ShelfTest.java", "shelf"),
        ("spec/models/user_spec.rb", "user"),
        ("src/TestShelf.cs", "shelf"),
    ],
)
def test_tests_are_known_by_their_names(path: str, name: str) -> None:
    assert is_test(path)
    assert subject_of(path) == name


@pytest.mark.parametrize("path", ["src/latest.py", "contest.go", "attestation.ts", "shop/shelf.py"])
def test_other_files_are_not(path: str) -> None:
    assert not is_test(path)
