"""What Read, Write and Edit share: the file a call is about, and why it cannot be used."""

import asyncio
import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from maia.agent.contracts.errors import ToolFailure
from maia.agent.contracts.host import FileFacts
from maia.agent.contracts.tools import PATH_NAMES, Language, ToolContext
from maia.agent.tools.missing_files import explain_missing, is_possible
from maia.agent.tools.parameters import PATH_BYTES, Parameters
from maia.agent.tools.paths import file_lock, resolve_path, shown_path
from maia.i18n import Texts
from maia.workspace.discovery import printable
from maia.workspace.files import TEMPORARY_PREFIX
from maia.workspace.similar_names import LISTED, entries, path_as_printed

WHOLE_FILE_BYTES = 20_000_000
"""Larger files are not loaded: Read shows ranges of them, Edit refuses them."""

TEXTS = Texts(
    en={
        "directory": "{path} is a directory, not a file ({count} entries): {names}",
        "directory_empty": "{path} is a directory, not a file; it is empty.",
        "directory_alone": "{path} is a directory, not a file.",
        "directory_more": "{names}, … (the first {shown}; Glob finds more)",
        "names_directory": "{path}: the path ends with a slash, so it names a directory. Give the "
        "name of the file.",
        "pipe": "{path} is a named pipe, not a regular file.",
        "socket": "{path} is a socket, not a regular file.",
        "device": "{path} is a device, not a regular file.",
        "denied": "{path}: permission denied.",
        "denied_folder": "{path}: permission denied, nothing may be created in {folder}. Nothing "
        "was written.",
        "read_only": "{path} is read-only (mode {mode:o}): permission denied. Change its mode "
        "first if it is really meant to be written.",
        "hard_links": "Note: {path} had {count} more names (hard links); under them the old "
        "content stays.",
        "below_file": "{path}: a part of this path is a file, not a directory.",
        "no_space": "{path}: no space left on the disk. The file is as it was.",
        "other": "{path}: {reason}.",
    },
    fr={
        "directory": "{path} est un dossier, pas un fichier ({count} entrées) : {names}",
        "directory_empty": "{path} est un dossier, pas un fichier ; il est vide.",
        "directory_alone": "{path} est un dossier, pas un fichier.",
        "directory_more": "{names}, … (les {shown} premières ; Glob trouve les autres)",
        "names_directory": "{path} : le chemin finit par une barre oblique, donc désigne un "
        "dossier. Donne le nom du fichier.",
        "pipe": "{path} est un tube nommé, pas un fichier ordinaire.",
        "socket": "{path} est une socket, pas un fichier ordinaire.",
        "device": "{path} est un périphérique, pas un fichier ordinaire.",
        "denied": "{path} : permission refusée.",
        "denied_folder": "{path} : permission refusée, rien ne peut être créé dans {folder}. Rien "
        "n'a été écrit.",
        "read_only": "{path} est en lecture seule (mode {mode:o}) : permission refusée. Change "
        "d'abord son mode s'il doit vraiment être écrit.",
        "hard_links": "Remarque : {path} avait {count} autres noms (liens physiques) ; l'ancien "
        "contenu y reste.",
        "below_file": "{path} : une partie de ce chemin est un fichier, pas un dossier.",
        "no_space": "{path} : plus de place sur le disque. Le fichier est resté tel quel.",
        "other": "{path} : {reason}.",
    },
)

_ANY_WRITE = 0o222
_LISTED_CHARACTERS = 8_000  # of the names in a directory

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
    if not isinstance(value, str) or not value.strip() or len(value) > PATH_BYTES:
        return None
    try:
        return file_lock(value, launch_folder)
    except ValueError:  # no file can have this name, so nothing needs to be kept apart
        return None


@dataclass(frozen=True, slots=True)
class FileAccess:
    """The file of one call: `path` on the machine, `shown` as the model reads it."""

    path: Path
    shown: str
    context: ToolContext

    @classmethod
    async def of_call(
        cls, parameters: Parameters, context: ToolContext, *, default: str | None = None
    ) -> tuple["FileAccess", FileFacts]:
        """The file that the `path` parameter names, or prints as it does, and what is there."""
        named = parameters.path(default=default)
        target = cls.at(resolve_path(named, context.launch_folder), context)
        facts = await target.facts()
        if facts.kind != "missing":
            return target, facts
        printed = await asyncio.to_thread(path_as_printed, target.path)
        if printed is None:
            return target, facts
        target = cls.at(printed, context)
        return target, await target.facts()

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

    def written_notes(self, facts: FileFacts) -> list[str]:
        """What is to be said of a file that was replaced; `facts` are those from before."""
        return [self._say("hard_links", count=facts.names - 1)] if facts.names > 1 else []

    def refuse_directory_name(self, parameters: Parameters, facts: FileFacts) -> None:
        """ToolFailure when a file is to be made whose name, as written, is that of a directory."""
        if facts.kind == "missing" and parameters.path().endswith("/"):
            raise ToolFailure(self._say("names_directory"))

    async def refuse_other_than_file(self, facts: FileFacts) -> None:
        """ToolFailure for a directory (with its entries), a pipe, a socket or a device."""
        if facts.kind == "directory":
            raise ToolFailure(await asyncio.to_thread(self._directory))
        if facts.kind in ("pipe", "socket", "device"):
            raise ToolFailure(self._say(facts.kind))

    async def missing(self) -> ToolFailure:
        """The failure for a file that does not exist, with what may have been meant."""
        return ToolFailure(await asyncio.to_thread(explain_missing, self.path, self.context))

    def failure(self, error: OSError) -> ToolFailure:
        """What the system refused, in the model's words."""
        if error.errno in (errno.EACCES, errno.EPERM):
            return ToolFailure(self._denied(error))
        if not is_possible(self.path):
            return ToolFailure(explain_missing(self.path, self.context))
        if error.errno in (errno.ENOTDIR, errno.EEXIST):
            return ToolFailure(self._say("below_file"))
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return ToolFailure(self._say("no_space"))
        if error.errno == errno.EISDIR:
            return ToolFailure(self._say("directory_alone"))
        reason = os.strerror(error.errno) if error.errno else str(error) or type(error).__name__
        return ToolFailure(self._say("other", reason=reason))

    def _denied(self, error: OSError) -> str:
        """What may not be done: to write the file itself, or to make one in its folder."""
        made = Path(os.fsdecode(error.filename)) if error.filename else self.path
        is_new = error.filename2 is None  # else it was made, and may not take the file's place
        if is_new and (made.name.startswith(TEMPORARY_PREFIX) or made in self.path.parents):
            folder = printable(shown_path(made.parent, self.context.launch_folder))
            return self._say("denied_folder", folder=folder)
        return self._say("denied")

    def _directory(self) -> str:
        try:
            names = [printable(name) for name in entries(self.path)]
        except OSError:  # that it is a directory is known all the same
            return self._say("directory_alone")
        if not names:
            return self._say("directory_empty")
        sizes = accumulate(len(name) + 2 for name in names[:LISTED])
        shown = max(1, sum(size <= _LISTED_CHARACTERS for size in sizes))
        listed = ", ".join(names[:shown])
        if len(names) > shown:
            listed = self._say("directory_more", names=listed, shown=shown)
        return self._say("directory", count=len(names), names=listed)

    def _say(self, key: str, **values: object) -> str:
        language: Language = self.context.language
        return TEXTS.text(language, key, path=self.shown, **values)
