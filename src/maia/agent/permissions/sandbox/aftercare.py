"""What remains to do when confined commands have ended: no trace of theirs, and none of ours."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from maia.agent.permissions.sandbox.bounds import Bounds
from maia.agent.permissions.sandbox.places import is_folder, is_taken

_NEVER_EMPTY_FOLDERS = (".git", ".envrc", ".mcp.json")


class Aftercare:
    """Removes the empty folders that held names free, and what could only be undone.

    Nothing can be mounted on a name that is not there, so bubblewrap makes an empty folder of it
    on the real disk. Git does not see empty folders; they go when no command is left inside.
    """

    def __init__(self, something_runs: Callable[[], bool]) -> None:
        self._something_runs = something_runs
        self._open = 0
        self._held: set[Path] = set()
        self._uncreatable: set[Path] = set()
        self._links: dict[Path, str] = {}

    def begin(self, bounds: Bounds) -> None:
        """A command starts within these bounds."""
        self._open += 1
        self._held.update(place for place in bounds.closed if _is_vacant(place))
        self._uncreatable.update(bounds.uncreatable)
        for place, target in bounds.links:
            self._links.setdefault(place, target)

    def end(self) -> tuple[Path, ...]:
        """A command has ended; what was undone, if it was the last."""
        self._open = max(0, self._open - 1)
        return self._tidy() if self._open == 0 and not self._something_runs() else ()

    def close(self) -> None:
        """Tidy up, whatever still runs."""
        self._open = 0
        self._tidy()

    def _tidy(self) -> tuple[Path, ...]:
        for place in self._held:
            with suppress(OSError):  # somebody has put something there since: it is theirs
                place.rmdir()
        undone = [place for place in sorted(self._uncreatable) if _put_aside(place)]
        undone += [place for place, target in self._links.items() if _restore(place, target)]
        self._held.clear()
        self._uncreatable.clear()
        self._links.clear()
        return tuple(undone)


def _is_vacant(place: Path) -> bool:
    """Not there, or there as a folder where a file belongs: left by a Maia that was killed."""
    if not is_taken(place):
        return True
    return place.name in _NEVER_EMPTY_FOLDERS and is_folder(place)


def _restore(place: Path, target: str) -> bool:
    with suppress(OSError):
        if os.readlink(place) == target:  # noqa: PTH115  # its text, as it is
            return False
    if is_taken(place) and not _put_aside(place):
        return False
    with suppress(OSError):
        place.symlink_to(target)
        return True
    return False


def _put_aside(place: Path) -> bool:
    """Rename what is there; nothing is deleted, in case it was the user who made it just now."""
    with suppress(OSError):
        place.rename(place.with_name(f"{place.name}.maia-removed-{os.urandom(4).hex()}"))
        return True
    return False
