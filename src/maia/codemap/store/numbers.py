"""Numbers of files and symbols: one says which file and which work tree it belongs to.

Below a file's number stand those of what it holds, so that all symbols or edges of a file, or of a
work tree, are one range of keys: no column and no index is needed to find them.

    work tree   0, 1, 2...
    file        work tree, then 24 bits
    node        file, then 20 bits: 0 is the file itself, from 1 on its symbols
    edge        file, then 20 bits: its place among the edges of the file
"""

FILE_BITS = 24
NODE_BITS = 20
MAX_NODES = 1 << NODE_BITS
"""Of one file; a number is used once, so a file that has used them up becomes a new file."""

NO_TARGET = 0
"""Instead of a node: the edge leads out of the repository, or nobody knows where."""


def files_of(worktree: int) -> tuple[int, int]:
    """The first and the last number that files of a work tree may have."""
    return worktree << FILE_BITS, ((worktree + 1) << FILE_BITS) - 1


def nodes_of(worktree: int) -> tuple[int, int]:
    """The first and the last number that nodes and edges of a work tree may have."""
    first, last = files_of(worktree)
    return first << NODE_BITS, (last << NODE_BITS) + MAX_NODES - 1


def nodes_in(file: int) -> tuple[int, int]:
    """The first and the last number that nodes and edges of a file may have."""
    return file << NODE_BITS, (file << NODE_BITS) + MAX_NODES - 1


def file_of(node: int) -> int:
    """The file that a node, or an edge, is in; of a file's own node that file."""
    return node >> NODE_BITS


def is_file(node: int) -> bool:
    """Whether a node is a file itself and not a symbol in it."""
    return node & (MAX_NODES - 1) == 0
