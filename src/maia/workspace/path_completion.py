"""Paths below a folder that a few typed letters may mean, best first.

What is ignored does not count, as everywhere (`discovery`). The folder is listed at the first
question, in a thread, within bounds; the list is used for some seconds and then made anew.
"""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from heapq import nsmallest
from itertools import islice
from operator import attrgetter
from pathlib import Path

from maia.workspace.discovery import Discovery
from maia.workspace.path_scores import MOST_FOUND, PathIndex
from maia.workspace.terminal_text import visible

MOST_PATHS = 200_000
"""Of a larger folder, what comes first is completed."""

LISTING_SECONDS = 3.0
"""How long a folder is listed; what was found by then is completed."""

KEPT_SECONDS = 5.0
"""How long a list of paths is believed."""

PATIENCE_SECONDS = 0.15
"""How long a new list is waited for where there is an older one."""

_MOST_ENTRIES = 20_000
_BEGINNINGS = ("~/", "/", "./", "../")


class PathFinder:
    """Completes paths below `folder`, and those that begin in the home or at the root."""

    def __init__(
        self, folder: Path, home: Path, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._folder = folder
        self._home = home
        self._now = now
        self._index = PathIndex(())
        self._listed_at: float | None = None
        self._listing: asyncio.Task[None] | None = None
        self._waiting = 0

    async def find(self, query: str) -> list[str]:
        """At most `MOST_FOUND` paths as they are written from the folder, folders with a slash.

        A query that begins with `/`, `~/`, `./` or `../` is completed by the names in that folder.
        No name that could act on a terminal is among them.
        """
        if query.startswith(_BEGINNINGS):
            return await asyncio.to_thread(self.entries, query)
        index = await self._current()
        return await asyncio.to_thread(index.best, query)

    def entries(self, query: str) -> list[str]:
        """What begins as `query` does in the folder that it names; hidden names when asked for.

        Reads that folder. Capitals count where there are some.
        """
        written, slash, begun = query.rpartition("/")
        if written == "~" or written.startswith("~/"):
            folder = self._home / written[2:]
        else:
            folder = self._folder / (written or slash)
        folded = begun == begun.lower()
        found: list[os.DirEntry[str]] = []
        try:
            with os.scandir(folder) as listed:
                for entry in islice(listed, _MOST_ENTRIES):
                    name = entry.name
                    fits = (name.lower() if folded else name).startswith(begun)
                    shown = not name.startswith(".") or begun.startswith(".")
                    if fits and shown and _is_plain(name):
                        found.append(entry)
        except (OSError, ValueError):  # not there, not ours to see, no possible name
            return []
        best = nsmallest(MOST_FOUND, found, key=attrgetter("name"))
        return [written + slash + entry.name + ("/" if _is_folder(entry) else "") for entry in best]

    async def _current(self) -> PathIndex:
        """The list of paths; an older one where the new one takes long."""
        if self._listed_at is not None and self._now() - self._listed_at <= KEPT_SECONDS:
            return self._index
        if self._listing is None or self._listing.done() or self._listing.cancelling():
            self._listing = asyncio.create_task(self._list())
        patience = None if self._listed_at is None else PATIENCE_SECONDS
        self._waiting += 1
        try:
            await asyncio.wait([self._listing], timeout=patience)
        except asyncio.CancelledError:
            if self._waiting == 1:
                self._listing.cancel()
            raise
        finally:
            self._waiting -= 1
        return self._index

    async def _list(self) -> None:
        stopped = threading.Event()
        try:
            self._index = await asyncio.to_thread(self._walk, stopped)
        except asyncio.CancelledError:
            stopped.set()  # Maia may be ending, and a thread would keep it from that
            raise
        self._listed_at = self._now()

    def _walk(self, stopped: threading.Event) -> PathIndex:
        ends = time.monotonic() + LISTING_SECONDS
        discovery = Discovery(
            self._folder, cancelled=lambda: stopped.is_set() or time.monotonic() > ends
        )
        found: dict[str, None] = {}
        files = discovery.files()
        try:
            for file in files:
                for path in _with_folders(file.path, found):
                    found[path] = None
                if len(found) >= MOST_PATHS:
                    break
        finally:
            files.close()
        return PathIndex(path for path in found if _is_plain(path))


def _with_folders(path: str, known: dict[str, None]) -> list[str]:
    """A path and the folders around it that are not known yet."""
    new = [path]
    head = path
    while (head := head.rpartition("/")[0]) and f"{head}/" not in known:
        new.append(f"{head}/")
    return new


def _is_plain(path: str) -> bool:
    """Whether a path is what it looks like, and acts on no terminal; `~` would mean the home."""
    return visible(path) == path and path.partition("/")[0] != "~"


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a loop of links
        return False
