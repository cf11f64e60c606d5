"""In which folders a command may run: what `cd` before it did, or may have done."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from maia.workspace.shell import Command

Folders = frozenset[Path] | None
"""The folders that are possible; None when they cannot be told."""

_MOST_FOLDERS = 8
_CHANGES = frozenset({"cd", "pushd", "popd"})

FOLDER_SENSITIVE = frozenset(
    (
        *("git", "make", "gmake", "just", "npm", "npx", "pnpm", "yarn", "bun", "cargo", "go"),
        *("pytest", "tox", "nox", "mvn", "gradle", "rake", "bundle", "poetry", "uv", "hatch"),
        *("pre-commit", "docker", "terraform", "ninja", "cmake", "bazel", "composer", "mix"),
    )
)
"""Programs that run what the folder they start in says."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where a command runs: the launch folder, the folder held by the shell, and home."""

    launch_folder: Path
    folder: Path
    home: Path


@dataclass(slots=True)
class _State:
    """The folders of one shell: after the steps that went well, and if one did not."""

    current: Folders
    otherwise: Folders


class FolderTracker:
    """Follows `cd` through the commands of a script, in the order they are written."""

    def __init__(self, commands: Sequence[Command], places: Places) -> None:
        self._places = places
        start: Folders = frozenset({places.folder})
        self._states: dict[tuple[int, ...], _State] = {(): _State(start, start)}
        self._ever: Folders = start
        self._folders: list[Folders] = []
        moves = [command for command in commands if _changes(command)]
        if any(command.loop or command.origin == "runner" for command in moves):
            self._ever = None
            self._folders = [None] * len(commands)
            return
        for command in commands:
            self._follow(command)
        later = self._ever
        for index, command in enumerate(commands):
            if command.origin != "written":
                self._folders[index] = later

    def of(self, index: int) -> Folders:
        """The folders in which the command at `index` may run."""
        return self._folders[index] if index < len(self._folders) else self._ever

    def ever(self) -> Folders:
        """Every folder that any command may run in."""
        return self._ever

    def _state(self, scope: tuple[int, ...]) -> _State:
        if scope not in self._states:
            outer = self._state(scope[:-1])
            self._states[scope] = _State(outer.current, outer.otherwise)
        return self._states[scope]

    def _follow(self, command: Command) -> None:
        state = self._state(command.scope)
        if command.joined not in ("&&", "|"):
            state.current = _union(state.current, state.otherwise)
        self._folders.append(state.current)
        if _changes(command):
            state.otherwise = _union(state.current, state.otherwise)
            state.current = self._after(command, state.current)
            self._ever = _union(self._ever, state.current)

    def _after(self, command: Command, before: Folders) -> Folders:
        operands = [word for word in command.words[1:] if word.text not in ("-P", "-L", "-e", "--")]
        if command.name.text == "popd" or len(operands) > 1 or before is None:
            return None
        if not operands:
            return frozenset({self._places.home}) if command.name.text == "cd" else None
        word = operands[0]
        if not word.is_known or word.text.startswith(("-", "+")) or not word.text:
            return None
        if word.home:
            return frozenset({expanded(word.text, self._places.home)})
        named = {Path(os.path.normpath(folder / word.text)) for folder in before}
        if any(other.text == "-P" for other in command.words[1:]):
            named |= {Path(os.path.realpath(folder / word.text)) for folder in before}
        return frozenset(named)


def expanded(text: str, home: Path) -> Path:
    """`text` with its leading `~` replaced."""
    return home / text[1:].lstrip("/")


def _changes(command: Command) -> bool:
    return command.name.text in _CHANGES


def _union(one: Folders, other: Folders) -> Folders:
    if one is None or other is None:
        return None
    both = one | other
    return both if len(both) <= _MOST_FOLDERS else None


def leaves_project(folders: Folders, places: Places) -> bool:
    """Whether one of `folders` is outside the launch folder, or in a repository inside it."""
    if folders is None:
        return True
    root = os.path.realpath(places.launch_folder)
    return any(_is_elsewhere(os.path.realpath(folder), root) for folder in folders)


def _is_elsewhere(folder: str, root: str) -> bool:
    if folder == root:
        return False
    if not Path(folder).is_relative_to(root) or not os.path.isdir(folder):  # noqa: PTH112
        return True
    here = Path(folder)
    while str(here) != root:
        # `.git`, or the inside of a bare repository, whose configuration git would follow.
        if os.path.lexists(here / ".git") or os.path.lexists(here / "HEAD"):
            return True
        here = here.parent
    return False
