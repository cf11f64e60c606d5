"""What a confined command may write and read, as places, whatever confines it."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from maia.agent.permissions.sandbox.credentials import credential_places, homes
from maia.agent.permissions.sandbox.git_folders import GitPlaces, find_git, looks_like_git_folder
from maia.agent.permissions.sandbox.places import exists, is_folder, is_link, real
from maia.agent.permissions.sandbox.settings import SandboxSettings

PROTECTED = (".git", ".maia", ".claude", ".vscode", ".envrc", ".mcp.json")
"""At the top of what may be written: programs act on these later, outside the sandbox."""

_TEMPORARY = ("/tmp", "/var/tmp")  # noqa: S108  # places to bind, nothing is created there
_SOCKET_FOLDERS = ("tmux-", "ssh-", "gpg-", "dbus-", "vscode-", ".X11-unix", ".ICE-unix", "screens")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Real paths. A deeper place overrules one above it; `hidden` overrules all at its place.

    `writable` and `readonly` exist; `closed` may be absent and must stay so; `uncreatable` is
    absent and cannot be kept so by force (see GitPlaces); `links` are protected names that are
    symbolic links, with where they lead; `sockets` would reach programs outside.
    """

    writable: frozenset[Path]
    readonly: frozenset[Path]
    closed: frozenset[Path]
    hidden: frozenset[Path]
    sockets: frozenset[Path]
    uncreatable: frozenset[Path]
    links: tuple[tuple[Path, str], ...]


class Surveyor:
    """Finds the bounds before each command; what a command could have forged, once at the start."""

    def __init__(
        self,
        settings: SandboxSettings,
        launch_folder: Path,
        home: Path,
        unreadable: Iterable[Path] = (),
    ) -> None:
        self._home = real(home)
        self._homes = frozenset(Path(one) for one in homes(home) if one != "/")
        self._launch = real(launch_folder)
        self._lifted = frozenset(settings.writable)
        self._extra = tuple(real(path) for path in settings.writable)
        self._unreadable = tuple(unreadable)
        self.too_wide = settings.mode == "workspace" and self._holds_a_home(self._launch)
        works_here = settings.mode == "workspace" and not self.too_wide
        self._roots = ((self._launch,) if works_here else ()) + self._extra
        # Links to other git folders are believed as they are now, before any command has run.
        self._git = find_git(self._launch, home=self._home) if works_here else GitPlaces()

    def could_write(self, path: Path) -> bool:
        """Whether a command could have put this there, folders for temporary files aside."""
        return any(root in path.parents for root in self._roots)

    def survey(self) -> Bounds:
        """The bounds as the machine is now."""
        temporary = self._temporary_folders()
        readonly = self._readonly(temporary)
        git = self._git_now()
        writable = {*temporary, *git.folders}
        for root in self._roots:
            if root in self._homes:
                writable.update(_ordinary_entries(root))
                readonly.add(root)
            elif exists(root):
                writable.add(root)
        links, closed = _follow({*self._protected_names(), *git.closed})
        readonly -= writable
        closed = {place for place in closed if self._must_close(place, writable, readonly)}
        writable.update(_pins({*closed, *git.folders}, writable) - closed)
        hidden = {*credential_places(self._home), *filter(exists, map(real, self._unreadable))}
        return Bounds(
            writable=frozenset(writable),
            readonly=frozenset(readonly),
            closed=frozenset(closed),
            hidden=frozenset(hidden),
            sockets=frozenset(_sockets(temporary)),
            uncreatable=frozenset(one for one in git.uncreatable if one not in self._lifted),
            links=tuple(links),
        )

    def _temporary_folders(self) -> list[Path]:
        found = [real(one) for one in _TEMPORARY]
        own = real(tempfile.gettempdir())
        if own not in self._homes and not self._holds_a_home(own):
            found.append(own)
        return [one for one in dict.fromkeys(found) if is_folder(one)]

    def _readonly(self, temporary: Iterable[Path]) -> set[Path]:
        """What stays closed although something around it is open."""
        around = {*temporary, *self._roots}
        closed = {home for home in self._homes if is_folder(home) and home not in self._roots}
        if self._launch not in self._roots:
            closed.add(self._launch)
        return {one for one in closed if not around.isdisjoint(one.parents)}

    def _holds_a_home(self, folder: Path) -> bool:
        return any(folder in home.parents for home in self._homes)

    def _git_now(self) -> GitPlaces:
        """The folders of the start, and the one a command, or the user, has made since."""
        now = GitPlaces()
        for folder in self._git.folders:
            if is_folder(folder):
                now.add(folder)
        for root in self._roots:
            git = root / ".git"
            if looks_like_git_folder(git) and not is_link(git):
                now.add(git)
        now.closed += [place for place in self._git.closed if place not in now.closed]
        return now

    def _protected_names(self) -> Iterator[Path]:
        for root in self._roots:
            if root in self._homes or not is_folder(root):
                continue  # in a home every name with a dot is closed, whether there or not
            for name in PROTECTED:
                if name != ".git" or not looks_like_git_folder(root / name):
                    yield root / name

    def _must_close(self, place: Path, writable: set[Path], readonly: set[Path]) -> bool:
        if place in self._lifted or place in self._extra:
            return False
        around = (one for one in (place, *place.parents) if one in writable or one in readonly)
        return next(around, None) in writable


def _follow(places: Iterable[Path]) -> tuple[list[tuple[Path, str]], set[Path]]:
    """The symbolic links among them, with their text; and all places, links replaced by targets."""
    links: list[tuple[Path, str]] = []
    targets: set[Path] = set()
    for place in places:
        try:
            links.append((place, os.readlink(place)))  # noqa: PTH115  # its text, as it is
            targets.add(real(place))
        except OSError:
            targets.add(place)
    return links, targets


def _pins(places: set[Path], writable: set[Path]) -> set[Path]:
    """The folders between these places and what may be written: else one renames them away."""
    pins: set[Path] = set()
    for place in places:
        below: list[Path] = []
        for parent in place.parents:
            if parent in writable:
                pins.update(below)
                break
            below.append(parent)
    return {pin for pin in pins if is_folder(pin)}


def _ordinary_entries(home: Path) -> Iterator[Path]:
    """What a home folder shows: names without a dot in front, no links."""
    with os.scandir(home) as entries:
        for entry in entries:
            if not entry.name.startswith(".") and not entry.is_symlink():
                yield Path(entry.path)


def _sockets(folders: Iterable[Path]) -> Iterator[Path]:
    """Sockets of terminals, screens and agents in folders that stay shared."""
    for folder in folders:
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_symlink():
                    continue
                if entry.is_dir():
                    if entry.name.startswith(_SOCKET_FOLDERS):
                        yield Path(entry.path)
                elif not entry.is_file() and os.path.exists(entry.path):  # noqa: PTH110  # a text
                    yield Path(entry.path)
