"""Which files a map is made of: what git would list, less what `.maiaignore` says.

A `.maiaignore` has the grammar of `.gitignore` and leaves out more; it cannot bring back what git
leaves out. Links are listed and never read: inside the work tree their target is listed itself.
"""
# Paths are bytes here, as git has them, and pathlib has no bytes:
# ruff: noqa: PTH118

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from maia.codemap.indexing import reasons
from maia.workspace.discovery import Discovery, FoundFile
from maia.workspace.files import read_bytes
from maia.workspace.ignore import MAX_IGNORE_FILE_BYTES, IgnoreLevel, IgnoreRules

OWN_IGNORE_FILE = ".maiaignore"

MAX_FILE_BYTES = 4_000_000
"""A longer file is listed and not read: the largest that people write have 3 MB (checker.ts)."""


@dataclass(slots=True)
class Listing:
    """The files of a folder: those to read, and those that are only listed, with the reason."""

    files: list[FoundFile] = field(default_factory=list[FoundFile])
    skipped: list[tuple[FoundFile, str]] = field(default_factory=list[tuple[FoundFile, str]])
    unreadable: list[str] = field(default_factory=list[str])
    """Folders that could not be opened, the first ones by name."""

    is_complete: bool = True


def discover(root: Path, cancelled: Callable[[], bool] | None = None) -> Listing:
    """List the folder. `root` is the top of the work tree, or the folder where there is no git."""
    discovery = Discovery(root, cancelled=cancelled)
    own = OwnIgnores(os.path.realpath(os.fsencode(root)))
    listing = Listing()
    for file in discovery.files():
        if own.leaves_out(os.fsencode(file.path)):
            continue
        if file.is_link:
            listing.skipped.append((file, reasons.LINK))
        elif file.size > MAX_FILE_BYTES:
            listing.skipped.append((file, reasons.TOO_LARGE))
        else:
            listing.files.append(file)
    listing.unreadable = discovery.unreadable
    listing.is_complete = discovery.is_complete
    return listing


class OwnIgnores:
    """The `.maiaignore` files of a folder, each read once."""

    def __init__(self, root: bytes) -> None:
        self._root = root.rstrip(b"/")
        self._folders: dict[bytes, tuple[IgnoreLevel | None, bool]] = {
            b"": (self._entered(self._root, None), False)
        }

    def leaves_out(self, path: bytes) -> bool:
        """Whether a file, by its path relative to the root, or a folder around it is ignored."""
        level, is_ignored = self._folder(path.rpartition(b"/")[0])
        if is_ignored or level is None:
            return is_ignored
        return level.ignores(os.path.join(self._root, path), is_folder=False)

    def _folder(self, folder: bytes) -> tuple[IgnoreLevel | None, bool]:
        """The rules inside a folder, and whether it is ignored itself."""
        known = self._folders.get(folder)
        if known is not None:
            return known
        level, is_ignored = self._folders[b""]
        way = b""
        for name in folder.split(b"/"):
            way = way + b"/" + name if way else name
            known = self._folders.get(way)
            if known is None:
                path = os.path.join(self._root, way)
                is_ignored = is_ignored or (
                    level is not None and level.ignores(path, is_folder=True)
                )
                known = (None if is_ignored else self._entered(path, level)), is_ignored
                self._folders[way] = known
            level, is_ignored = known
        return level, is_ignored

    def _entered(self, folder: bytes, outer: IgnoreLevel | None) -> IgnoreLevel | None:
        file = Path(os.fsdecode(folder)) / OWN_IGNORE_FILE
        if not file.is_file() or file.is_symlink():
            return outer
        try:
            content = read_bytes(file, size=MAX_IGNORE_FILE_BYTES)
        except OSError:
            return outer  # as git does with an ignore file that it may not read
        lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
        rules = IgnoreRules(line.removesuffix(b"\r") for line in lines)
        return IgnoreLevel(folder + b"/", rules, outer) if rules else outer
