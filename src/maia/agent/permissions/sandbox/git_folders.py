"""The git folders of a workspace, and what in them makes git run programs.

A git folder may lie elsewhere: `.git` is then a file that names it (worktrees, submodules). A
command could write such a file, so a folder is believed only when it points back.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from maia.agent.permissions.sandbox.places import (
    exists,
    is_file,
    is_folder,
    is_link,
    is_taken,
    real,
)

MOST_GIT_FOLDERS = 100
"""Submodules and worktrees beyond these are not looked at: each costs a command some time."""

_LINK_BYTES, _CONFIG_BYTES = 8192, 1 << 20
_CORE_WORKTREE = re.compile(r'^\s*worktree\s*=\s*"?(.*?)"?\s*$', re.MULTILINE | re.IGNORECASE)


@dataclass(slots=True)
class GitPlaces:
    """`folders` must be writable for git to work; in them `closed` must not be written.

    What is closed need not exist. `uncreatable` is absent and would mislead git, but git itself
    stumbles over anything put in its place: it is removed after a command that made it.
    """

    folders: list[Path] = field(default_factory=list[Path])
    closed: list[Path] = field(default_factory=list[Path])
    uncreatable: list[Path] = field(default_factory=list[Path])

    def add(self, folder: Path, *, depth: int = 0) -> None:
        """Take in a git folder with its worktrees and submodules."""
        if folder in self.folders or len(self.folders) >= MOST_GIT_FOLDERS:
            return
        self.folders.append(folder)
        self.closed.append(folder / "hooks")
        for name in ("config", "config.worktree", "commondir"):
            place = folder / name
            (self.closed if is_taken(place) else self.uncreatable).append(place)
        for worktree in _subfolders(folder / "worktrees"):
            self._add_worktree(worktree)
        if depth < 3:  # noqa: PLR2004  # submodules of submodules of submodules
            for module in _git_folders_below(folder / "modules"):
                self.add(module, depth=depth + 1)
                self._close_link(_checkout_of(module))

    def add_link(self, link: Path) -> None:
        """Take in the git folder that a `.git` file names, if it points back at it."""
        self.closed.append(link)
        target = _target(link)
        if target is None:
            return
        if _same(_read_path(target / "gitdir", target), link):  # a worktree
            common = _read_path(target / "commondir", target)
            if common is not None and target.parent == common / "worktrees":
                self.add(common)
        elif _same(_checkout_of(target), link.parent):  # a submodule
            self.add(target)

    def _add_worktree(self, folder: Path) -> None:
        self.closed += [folder / name for name in ("commondir", "gitdir")]
        self.closed += [place for place in [folder / "config.worktree"] if exists(place)]
        link = _read_path(folder / "gitdir", folder)
        if link is not None and _same(_target(link), folder):
            self.closed.append(link)

    def _close_link(self, checkout: Path | None) -> None:
        if checkout is not None and is_file(checkout / ".git"):
            self.closed.append(checkout / ".git")


def find_git(folder: Path, *, home: Path) -> GitPlaces:
    """The git folders of the repository `folder` is in, of those in it, two levels deep.

    A repository around the home folder does not count: it is not what one works on.
    """
    places = GitPlaces()
    around = next((one for one in [folder, *folder.parents] if is_git(one / ".git")), None)
    if around is not None and (around == folder or _is_project(around, home)):
        _take(places, around / ".git")
    for inner in _repositories_in(folder):
        _take(places, inner)
    return places


def is_git(place: Path) -> bool:
    """Whether this is a git folder or a file that could name one; links do not count."""
    return not is_link(place) and (is_file(place) or looks_like_git_folder(place))


def looks_like_git_folder(folder: Path) -> bool:
    """What git itself asks for: HEAD, objects, refs."""
    return is_taken(folder / "HEAD") and all(
        is_folder(folder / name) for name in ("objects", "refs")
    )


def _take(places: GitPlaces, place: Path) -> None:
    if is_folder(place):
        places.add(place)
    else:
        places.add_link(place)


def _is_project(around: Path, home: Path) -> bool:
    outside = around == home or around in home.parents
    return not outside and around.stat().st_uid == os.geteuid()


def _repositories_in(folder: Path) -> Iterator[Path]:
    for child in _subfolders(folder):
        for inner in (child, *_subfolders(child)):
            if is_git(inner / ".git"):
                yield inner / ".git"


def _subfolders(folder: Path) -> list[Path]:
    """At most a thousand, so that a folder of data does not hold up the start."""
    found: list[Path] = []
    if is_link(folder):
        return found
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                wanted = entry.name not in (".git", "node_modules")
                if wanted and entry.is_dir(follow_symlinks=False):
                    found.append(Path(entry.path))
                if len(found) >= 1000:  # noqa: PLR2004  # see above
                    break
    except OSError:
        return []
    return found


def _git_folders_below(folder: Path, levels: int = 4) -> Iterator[Path]:
    """A submodule is kept under its name, which may contain slashes."""
    for child in _subfolders(folder):
        if looks_like_git_folder(child):
            yield child
        elif levels > 1:
            yield from _git_folders_below(child, levels - 1)


def _target(link: Path) -> Path | None:
    said = _read(link, _LINK_BYTES)
    if not said.startswith("gitdir:"):
        return None
    return _real(link.parent, said.removeprefix("gitdir:").strip())


def _checkout_of(git_folder: Path) -> Path | None:
    """Where a submodule is checked out (core.worktree)."""
    found = _CORE_WORKTREE.search(_read(git_folder / "config", _CONFIG_BYTES))
    return _real(git_folder, found[1]) if found else None


def _read_path(file: Path, base: Path) -> Path | None:
    said = _read(file, _LINK_BYTES).strip()
    return _real(base, said) if said else None


def _real(base: Path, said: str) -> Path | None:
    if "\0" in said or not said:
        return None
    return real(base / said)


def _same(one: Path | None, other: Path) -> bool:
    return one is not None and one == real(other)


def _read(file: Path, limit: int) -> str:
    if not is_file(file):  # a pipe would never answer
        return ""
    try:
        with file.open("rb") as opened:
            return os.fsdecode(opened.read(limit))
    except OSError:
        return ""
