"""The paths of file tools: resolved from the launch folder, and locked one call at a time."""

import os
from pathlib import Path

from maia.workspace.paths import resolve_path, shown_path

__all__ = ["file_lock", "resolve_path", "shown_path"]


def file_lock(text: str, launch_folder: Path) -> str:
    """The lock of a file: `file:<absolute path>` (spec 6.3), links followed: one file, one lock."""
    path = resolve_path(text, launch_folder)
    try:
        return f"file:{os.path.realpath(path)}"
    except OSError:  # a link that may not be read: the name is all there is to go by
        return f"file:{path}"
