from hypothesis import given
from hypothesis.strategies import integers

from maia.codemap.store.numbers import (
    FILE_BITS,
    MAX_NODES,
    file_of,
    files_of,
    is_file,
    nodes_in,
    nodes_of,
)

worktrees = integers(0, 10_000)
places = integers(0, (1 << FILE_BITS) - 1)
slots = integers(0, MAX_NODES - 1)


@given(worktrees, places, slots)
def test_a_node_tells_its_file_and_lies_in_the_ranges_around_it(worktree, place, slot):
    file = files_of(worktree)[0] + place
    node = nodes_in(file)[0] + slot
    assert file_of(node) == file
    assert is_file(node) == (slot == 0)
    for first, last in (nodes_in(file), nodes_of(worktree)):
        assert first <= node <= last
    assert node < 1 << 63


@given(worktrees)
def test_the_ranges_of_work_trees_follow_each_other(worktree):
    assert nodes_of(worktree)[1] + 1 == nodes_of(worktree + 1)[0]
