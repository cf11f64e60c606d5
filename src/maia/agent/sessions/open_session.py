"""A session that is being written: its journal held by a lock, its file replaced when saved."""

import contextlib
import json
import os
from dataclasses import replace
from pathlib import Path

from maia.agent.contracts.errors import SessionError
from maia.agent.contracts.messages import Message
from maia.agent.sessions import journal
from maia.agent.sessions.journal import Record
from maia.agent.sessions.own_files import (
    FILE_SUFFIX,
    JOURNAL_SUFFIX,
    ROLLBACKS_SUFFIX,
    append_own,
    is_still,
    write_all,
    write_private,
)
from maia.agent.sessions.replay import GENERATION
from maia.agent.sessions.saved import SavedSession, encode_session


class SessionWriter:
    """Holds one session. Two Maias never hold the same: the lock goes with the process.

    Every method raises SessionError when the disk refuses; what is on it stays as it was.
    """

    def __init__(self, folder: Path, name: str, handle: int, generation: int) -> None:
        self._folder = folder
        self.name = name
        self._handle = handle
        self._generation = generation

    def record_message(self, index: int, message: Message) -> None:
        """The message at `index` is this one, and is complete."""
        self._append(journal.message_record(index, message))

    def record_pending(self, pending: tuple[str, ...]) -> None:
        """The context that waits is this."""
        self._append(journal.pending_record(pending))

    def record_cut(self, count: int, last: Message | None) -> None:
        """The conversation went back to `count` messages, `last` being the last of them."""
        self._append(journal.cut_record(count, last))

    def record_effects(self, files: tuple[str, ...], commands: tuple[str, ...]) -> None:
        """What a request had done that was taken back."""
        self._append(journal.effects_record(files, commands))

    def record_model(self, model: str) -> None:
        """Another model answers."""
        self._append(journal.model_record(model))

    def save(self, session: SavedSession) -> None:
        """Write the file, then begin the journal anew behind it.

        Killed in between, the journal is one of the former generation and is not read.
        """
        generation = self._generation + 1
        extra = {**session.extra, GENERATION: generation}
        data = encode_session(replace(session, name=self.name, extra=extra))
        fields = {
            "name": self.name,
            "createdAt": session.created_at,
            "model": session.model,
            "cwd": session.cwd,
            "startContext": session.start_context,
            "messages": len(session.messages),
        }
        start = journal.encode_record(journal.start_record(generation, fields))
        try:
            write_private(self._path(FILE_SUFFIX), data)
            self._keep_rollbacks()
            self._generation = generation
            os.ftruncate(self._handle, 0)
            write_all(self._handle, start)
            os.fdatasync(self._handle)
        except OSError as error:
            raise unwritable(self._folder, error) from error

    def keep_cleared(self, session: SavedSession) -> None:
        """Keep a conversation that is about to be cleared, beside what was taken back."""
        whole = json.loads(encode_session(replace(session, name=self.name)))
        record = Record("cleared", {"session": whole})
        try:
            append_own(self._path(ROLLBACKS_SUFFIX), journal.encode_record(record))
        except OSError as error:
            raise unwritable(self._folder, error) from error

    def forget(self) -> None:
        """Empty a journal of which nothing counts, so that what is recorded from here on does."""
        try:
            os.ftruncate(self._handle, 0)
        except OSError as error:
            raise unwritable(self._folder, error) from error

    def move(self, other: "SessionWriter", session: SavedSession) -> "SessionWriter":
        """Go on as `other`, which was opened under another name; this name is then free."""
        other.save(session)
        try:
            self._keep_rollbacks()
        except OSError as error:
            raise unwritable(self._folder, error) from error
        _rename_if_free(self._path(ROLLBACKS_SUFFIX), other._path(ROLLBACKS_SUFFIX))  # noqa: SLF001
        self._remove_file()
        self.close()
        return other

    def recase(self, name: str) -> None:
        """Change the case of the name only. Raises SessionError when another session has it.

        Killed on the way, the whole session has one name or the other.
        """
        source, target = self._path(FILE_SUFFIX), self._folder / f"{name}{FILE_SUFFIX}"
        try:
            for suffix in (FILE_SUFFIX, JOURNAL_SUFFIX):
                if _is_other(self._folder / f"{name}{suffix}", self._path(suffix)):
                    raise SessionError("session.name_taken", name=name)
            with contextlib.suppress(OSError):  # where names have no case, or no file has two
                target.hardlink_to(source)
            self._path(JOURNAL_SUFFIX).rename(self._folder / f"{name}{JOURNAL_SUFFIX}")
            with contextlib.suppress(FileNotFoundError):  # nothing was saved yet
                if target in self._folder.iterdir():
                    source.unlink()
                else:
                    source.rename(target)
        except OSError as error:
            raise unwritable(self._folder, error) from error
        _rename_if_free(self._path(ROLLBACKS_SUFFIX), self._folder / f"{name}{ROLLBACKS_SUFFIX}")
        self.name = name

    def close(self) -> None:
        """Let the session go. A journal that says no more than the file goes too.

        Safe to call twice.
        """
        if self._handle < 0:
            return
        handle, self._handle = self._handle, -1
        try:
            path = self._path(JOURNAL_SUFFIX)
            if journal.says_nothing(handle) and is_still(path, handle):
                with contextlib.suppress(OSError):
                    path.unlink()
        finally:
            os.close(handle)

    def _keep_rollbacks(self) -> None:
        """Nothing that was taken back is erased: a journal that says so is kept. Raises OSError."""
        said = os.pread(self._handle, os.fstat(self._handle).st_size, 0)
        if journal.CUT in said:
            end = b"" if said.endswith(b"\n") else b"\n"
            append_own(self._path(ROLLBACKS_SUFFIX), said + end)

    def _append(self, record: Record) -> None:
        try:
            journal.append(self._handle, record)
        except OSError as error:
            raise unwritable(self._folder, error) from error

    def _remove_file(self) -> None:
        """Of a session that has another name now. Killed on the way, no half of it is left."""
        try:
            os.ftruncate(self._handle, 0)
            self._path(FILE_SUFFIX).unlink(missing_ok=True)
        except OSError as error:
            raise unwritable(self._folder, error) from error

    def _path(self, suffix: str) -> Path:
        return self._folder / f"{self.name}{suffix}"


def unwritable(folder: Path, error: OSError) -> SessionError:
    """That sessions cannot be written in `folder`."""
    reason = error.strerror or type(error).__name__
    return SessionError("session.unwritable", path=str(folder), reason=reason)


def _is_other(path: Path, ours: Path) -> bool:
    """Whether another file than ours has this name; where names have no case, ours has it."""
    return os.path.lexists(path) and not (ours.exists() and path.samefile(ours))


def _rename_if_free(source: Path, target: Path) -> None:
    """What was taken back goes with its session; where it cannot, it stays."""
    with contextlib.suppress(OSError):
        if source.exists() and not target.exists():
            source.rename(target)
