"""Questions to the file system that take a refusal for a no: what we may not see is not there."""

import os
from pathlib import Path


def is_folder(place: Path) -> bool:
    """Whether it is a folder, links followed."""
    return os.path.isdir(place)  # noqa: PTH112  # Path.is_dir raises where a parent is closed


def is_file(place: Path) -> bool:
    """Whether it is a regular file, links followed."""
    return os.path.isfile(place)  # noqa: PTH113  # the same


def is_link(place: Path) -> bool:
    """Whether it is a symbolic link."""
    return os.path.islink(place)  # noqa: PTH114  # the same


def exists(place: Path) -> bool:
    """Whether something is there, links followed."""
    return os.path.exists(place)  # noqa: PTH110  # the same


def is_taken(place: Path) -> bool:
    """Whether the name is taken, be it by a link that leads nowhere."""
    return os.path.lexists(place)


def real(place: Path | str) -> Path:
    """The path without links, as far as it exists."""
    return Path(os.path.realpath(place))
