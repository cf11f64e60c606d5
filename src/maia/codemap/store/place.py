"""Where the map of a folder is: which work tree it belongs to, and the file under the cache."""

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from maia.workspace.ignore import repository_top

CACHE_VARIABLE = "MAGUYVA_CACHE"

_UNREADABLE = re.compile(r"[^A-Za-z0-9._-]+")
_NAME_LENGTH = 40
_DIGEST_BYTES = 8
_MAX_POINTER_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A work tree and the file that holds the map of its repository.

    `root` is the top of the work tree, or the folder itself outside of git.
    """

    root: Path
    database: Path


def map_place(folder: Path, environ: Mapping[str, str] | None = None) -> MapPlace:
    """The place for any folder of a work tree; the work trees of a repository share a file."""
    real = os.path.realpath(os.fsencode(folder))
    top = repository_top(real)
    root = real if top is None else top
    owner = root if top is None else _common_folder(top)
    digest = hashlib.blake2b(owner, digest_size=_DIGEST_BYTES).hexdigest()
    path = Path(os.fsdecode(owner))
    name = path.parent.name if path.name == ".git" else path.name
    readable = _UNREADABLE.sub("-", name)[:_NAME_LENGTH].strip("-.") or "root"
    cache = cache_folder(os.environ if environ is None else environ)
    return MapPlace(Path(os.fsdecode(root)), cache / f"{readable}-{digest}.db")


def cache_folder(environ: Mapping[str, str]) -> Path:
    """The folder of all maps of this person."""
    if own := environ.get(CACHE_VARIABLE):
        return Path(own).expanduser()
    if shared := environ.get("XDG_CACHE_HOME"):
        return Path(shared) / "maguyva"
    return Path("~/.cache/maguyva").expanduser()


def _common_folder(top: bytes) -> bytes:
    """What the work trees of a repository share: `.git`, or what a `.git` file leads to."""
    git = Path(os.fsdecode(top)) / ".git"
    if git.is_dir():
        return os.fsencode(git.resolve())
    pointer = _pointer(git)
    if not pointer.startswith("gitdir:"):
        return os.fsencode(git)
    folder = git.parent / pointer.removeprefix("gitdir:").strip()
    common = _pointer(folder / "commondir")
    return os.fsencode((folder / common if common else folder).resolve())


def _pointer(file: Path) -> str:
    """What a small file of git says; empty where there is none."""
    try:
        if not file.is_file() or file.stat().st_size > _MAX_POINTER_BYTES:
            return ""
        return os.fsdecode(file.read_bytes()).strip()
    except OSError:
        return ""
