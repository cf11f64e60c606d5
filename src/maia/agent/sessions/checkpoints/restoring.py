"""Putting a file back as it was."""

import contextlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from maia.agent.sessions.checkpoints.seen import Seen
from maia.workspace.files import write_atomically


def put_back(path: Path, before: Seen) -> None:
    """Make what is at `path` what it was. Raises OSError.

    Never writes through a link: one that stands there is taken away first.
    """
    if before.data is None or path.is_symlink():
        path.unlink(missing_ok=True)
    if before.target is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(before.target)
    elif before.data is not None:
        _make_writable(path)
        write_atomically(path, before.data)
        path.chmod(before.mode)


def remove_emptied(made: Path, removed: Iterable[Path]) -> None:
    """Take away `made`, a folder made for files, and those in it, where `removed` emptied them."""
    folders = {folder for path in removed for folder in path.parents if folder.is_relative_to(made)}
    for folder in sorted(folders, key=lambda each: len(each.parts), reverse=True):
        with contextlib.suppress(OSError):  # not empty, or gone
            folder.rmdir()


def topmost_missing(path: Path) -> str:
    """The topmost folder that has to be made for a file at `path`; empty for none."""
    topmost = ""
    for folder in path.parents:
        if os.path.lexists(folder):
            break
        topmost = str(folder)
    return topmost


def _make_writable(path: Path) -> None:
    """A file that was made read-only since is not refused; its mode is put back after."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        mode = stat.S_IMODE(path.lstat().st_mode)
        if not mode & stat.S_IWUSR:
            path.chmod(mode | stat.S_IWUSR)
