"""From a path as it is written to a path on the machine, and back (spec 8)."""

import os
from pathlib import Path


def resolve_path(text: str, launch_folder: Path) -> Path:
    """`~` and `~/...` name the home, a relative path starts at the launch folder.

    `..` is folded as text, links are not followed: the name that was given stays recognisable.
    The exact name is kept otherwise: no trimming, no globbing, no normalisation.
    """
    if text == "~" or text.startswith("~/"):
        text = os.path.expanduser(text)  # noqa: PTH111  # Path.expanduser would fold the name first
    return Path(os.path.normpath(launch_folder / text))


def shown_path(path: Path, launch_folder: Path) -> str:
    """The path as people and models read it: relative inside the launch folder, else absolute."""
    try:
        return str(path.relative_to(launch_folder))
    except ValueError:
        return str(path)
