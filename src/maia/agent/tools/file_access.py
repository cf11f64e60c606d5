"""What Read, Write and Edit share: the file a call is about, and why it cannot be used."""

import asyncio
import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maia.agent.contracts.errors import ToolFailure
from maia.agent.contracts.host import FileFacts
from maia.agent.contracts.tools import PATH_NAMES, Language, ToolContext
from maia.agent.tools.parameters import Parameters
from maia.agent.tools.paths import file_lock, resolve_path, shown_path
from maia.i18n import Texts
from maia.workspace.decoding import printable
from maia.workspace.similar_names import LISTED, entries, similar_paths

WHOLE_FILE_BYTES = 20_000_000
"""Larger files are not loaded: Read shows ranges of them, Edit refuses them."""

TEXTS = Texts(
    en={
        "missing": "{path} does not exist.",
        "similar": "Did you mean: {paths}?",
        "directory": "{path} is a directory, not a file ({count} entries): {names}",
        "directory_empty": "{path} is a directory, not a file; it is empty.",
        "directory_alone": "{path} is a directory, not a file.",
        "directory_more": "{names}, … (the first {shown}; Glob finds more)",
        "pipe": "{path} is a named pipe, not a regular file.",
        "socket": "{path} is a socket, not a regular file.",
        "device": "{path} is a device, not a regular file.",
        "denied": "{path}: permission denied.",
        "read_only": "{path} is read-only (mode {mode:o}): permission denied. Change its mode "
        "first if it is really meant to be written.",
        "below_file": "{path}: a part of this path is a file, not a directory.",
        "no_space": "{path}: no space left on the disk. The file is as it was.",
        "other": "{path}: {reason}.",
    },
    fr={
        "missing": "{path} n'existe pas.",
        "similar": "Voulais-tu dire : {paths} ?",
        "directory": "{path} est un dossier, pas un fichier ({count} entrées) : {names}",
        "directory_empty": "{path} est un dossier, pas un fichier ; il est vide.",
        "directory_alone": "{path} est un dossier, pas un fichier.",
        "directory_more": "{names}, … (les {shown} premières ; Glob trouve les autres)",
        "pipe": "{path} est un tube nommé, pas un fichier ordinaire.",
        "socket": "{path} est une socket, pas un fichier ordinaire.",
        "device": "{path} est un périphérique, pas un fichier ordinaire.",
        "denied": "{path} : permission refusée.",
        "read_only": "{path} est en lecture seule (mode {mode:o}) : permission refusée. Change "
        "d'abord son mode s'il doit vraiment être écrit.",
        "below_file": "{path} : une partie de ce chemin est un fichier, pas un dossier.",
        "no_space": "{path} : plus de place sur le disque. Le fichier est resté tel quel.",
        "other": "{path} : {reason}.",
    },
)

_ANY_WRITE = 0o222

# Names of what this process itself has open: whatever they lead to, they are not the user's files.
_OWN_DEVICES = ("/dev/stdin", "/dev/stdout", "/dev/stderr")
_OWN_FOLDERS = ("/dev/fd/", "/proc/self/fd/")


def described_path(arguments: Mapping[str, Any]) -> str:
    """The path of a call for one line; empty when there is none. Never raises."""
    for name in PATH_NAMES:
        value = arguments.get(name)
        if value is not None:
            return printable(value) if isinstance(value, str) else ""
    return ""


def lock_of(arguments: Mapping[str, Any], launch_folder: Path) -> str | None:
    """The lock of the file a call is about (spec 6.3)."""
    for name in PATH_NAMES:
        value = arguments.get(name)
        if value is not None:
            return _lock(value, launch_folder)
    return None


def _lock(value: object, launch_folder: Path) -> str | None:
    try:
        return file_lock(value, launch_folder) if isinstance(value, str) and value.strip() else None
    except ValueError:  # no file can have this name, so nothing needs to be kept apart
        return None


@dataclass(frozen=True, slots=True)
class FileAccess:
    """The file of one call: `path` on the machine, `shown` as the model reads it."""

    path: Path
    shown: str
    context: ToolContext

    @classmethod
    def of_call(cls, parameters: Parameters, context: ToolContext) -> "FileAccess":
        """The file that the `path` parameter names."""
        return cls.at(resolve_path(parameters.path(), context.launch_folder), context)

    @classmethod
    def at(cls, path: Path, context: ToolContext) -> "FileAccess":
        """The file at an absolute path."""
        return cls(path, printable(shown_path(path, context.launch_folder)), context)

    async def facts(self) -> FileFacts:
        """What is there. ToolFailure when even that may not be known."""
        name = str(self.path)
        if name in _OWN_DEVICES or name.startswith(_OWN_FOLDERS):
            return FileFacts("device")
        try:
            return await self.context.host.facts(self.path)
        except OSError as error:
            raise self.failure(error) from error

    async def read(self, size: int = WHOLE_FILE_BYTES + 1, offset: int = 0) -> bytes:
        """At most `size` bytes; ToolFailure when the file cannot be read."""
        try:
            return await self.context.host.read(self.path, offset, size)
        except OSError as error:
            raise self.failure(error) from error

    async def write(self, data: bytes, facts: FileFacts) -> None:
        """Replace the file; ToolFailure when that cannot be done. `facts` are those from before."""
        if facts.kind == "file" and not facts.mode & _ANY_WRITE:
            raise ToolFailure(self._say("read_only", mode=facts.mode))
        try:
            await self.context.host.write(self.path, data)
        except OSError as error:
            raise self.failure(error) from error
        except asyncio.CancelledError:
            self.context.note_change(self.path)  # a write that has begun is finished
            raise
        self.context.note_change(self.path)

    async def refuse_other_than_file(self, facts: FileFacts) -> None:
        """ToolFailure for a directory (with its entries), a pipe, a socket or a device."""
        if facts.kind == "directory":
            raise ToolFailure(await asyncio.to_thread(self._directory))
        if facts.kind in ("pipe", "socket", "device"):
            raise ToolFailure(self._say(facts.kind))

    async def missing(self) -> ToolFailure:
        """The failure for a file that does not exist, with what may have been meant."""
        folder = self.context.launch_folder
        similar = await asyncio.to_thread(similar_paths, self.path, folder)
        text = self._say("missing")
        if similar:
            paths = ", ".join(printable(shown_path(each, folder)) for each in similar)
            text = f"{text} {self._say('similar', paths=paths)}"
        return ToolFailure(text)

    def failure(self, error: OSError) -> ToolFailure:
        """What the system refused, in the model's words."""
        if error.errno in (errno.EACCES, errno.EPERM):
            return ToolFailure(self._say("denied"))
        if error.errno in (errno.ENOTDIR, errno.EEXIST):
            return ToolFailure(self._say("below_file"))
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return ToolFailure(self._say("no_space"))
        if error.errno == errno.EISDIR:
            return ToolFailure(self._say("directory_alone"))
        reason = os.strerror(error.errno) if error.errno else str(error) or type(error).__name__
        return ToolFailure(self._say("other", reason=reason))

    def _directory(self) -> str:
        try:
            names = [printable(name) for name in entries(self.path)]
        except OSError:  # that it is a directory is known all the same
            return self._say("directory_alone")
        if not names:
            return self._say("directory_empty")
        listed = ", ".join(names[:LISTED])
        if len(names) > LISTED:
            listed = self._say("directory_more", names=listed, shown=LISTED)
        return self._say("directory", count=len(names), names=listed)

    def _say(self, key: str, **values: object) -> str:
        language: Language = self.context.language
        return TEXTS.text(language, key, path=self.shown, **values)
