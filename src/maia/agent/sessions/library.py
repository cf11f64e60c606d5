"""The sessions of a folder: listed, found, loaded, opened, deleted (spec 12)."""

import contextlib
import difflib
import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from maia.agent.contracts.errors import SessionError
from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.sessions.codec import MalformedMessage, message_from_data
from maia.agent.sessions.names import numbered
from maia.agent.sessions.open_session import SessionWriter, unwritable
from maia.agent.sessions.own_files import (
    FILE_SUFFIX,
    JOURNAL_SUFFIX,
    ROLLBACKS_SUFFIX,
    hold,
    is_held,
    keep_aside,
    kept_aside,
    remove_left_overs,
    write_new,
)
from maia.agent.sessions.replay import Damage, Replayed, generation_of, replay
from maia.agent.sessions.saved import SavedSession, decode_session
from maia.workspace.files import read_bytes

REQUEST_CHARACTERS = 200
"""How much of the first request a list shows."""

_NOT_DECODED = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
_FILE_ASIDE = "session.file_aside"
_MALFORMED = frozenset({"session.not_json", "session.not_session"})


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """A session in a list; `unfinished`: nobody holds it, and its journal says more.

    `updated_at` is when it was last written to, which for an unfinished one is its journal.
    """

    name: str
    updated_at: str
    model: str
    message_count: int
    first_request: str
    unfinished: bool = False
    size: int = 0


@dataclass(frozen=True, slots=True)
class Listing:
    """The sessions, newest first, and what could not be read."""

    entries: tuple[SessionEntry, ...] = ()
    skipped: tuple[Damage, ...] = ()


@dataclass(frozen=True, slots=True)
class Loaded:
    """A session to go on with."""

    session: SavedSession
    damage: tuple[Damage, ...] = ()
    unfinished: bool = False


class _Head(msgspec.Struct, rename="camel"):
    """What a list needs of a file; the messages are not decoded."""

    updated_at: str = ""
    model: str = ""
    messages: list[msgspec.Raw] = []
    journal: int = 0


@dataclass(frozen=True, slots=True)
class SessionFolder:
    """A folder of sessions: `<name>.json`, and `<name>.journal` while one is written."""

    path: Path
    ignore: str = field(default="*\n", repr=False)

    def prepare(self) -> None:
        """Make the folder, hidden from git by a file of its own. Raises SessionError.

        A link in its place, or in that of the folder around it, is not followed: a repository
        could have the conversation written anywhere.
        """
        for part in (self.path.parent, self.path):
            if part.is_symlink():
                raise unwritable(self.path, OSError(errno.ELOOP, os.strerror(errno.ELOOP)))
        ignoring = self.path / ".gitignore"
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                write_new(ignoring, self.ignore.encode())
        except OSError as error:
            raise unwritable(self.path, error) from error
        remove_left_overs(self.path)

    def names(self) -> tuple[str, ...]:
        """All there are, sorted. Raises SessionError when the folder cannot be read."""
        try:
            found = {
                path.name.removesuffix(suffix)
                for suffix in (FILE_SUFFIX, JOURNAL_SUFFIX)
                for path in self.path.glob(f"*{suffix}")
                if not path.name.startswith(".")
            }
        except OSError as error:
            raise _unreadable(self.path, error) from error
        return tuple(sorted(found))

    def list(self) -> Listing:
        """What can be gone on with; a file that cannot be read never hides the others."""
        entries: list[SessionEntry] = []
        skipped: list[Damage] = []
        try:
            names = self.names()
        except SessionError as error:
            return Listing(skipped=(Damage(error.key, error.values),))
        for name in names:
            try:
                entry = self._entry(name)
            except SessionError as error:
                skipped.append(Damage(error.key, error.values))
            else:
                if entry is not None:
                    entries.append(entry)
        entries.sort(key=lambda entry: _moment(entry.updated_at), reverse=True)
        return Listing(tuple(entries), tuple(skipped))

    def find(self, typed: str) -> str | None:
        """The session of this name, whatever its case; the exact one first."""
        names = self.names()
        if typed in names:
            return typed
        folded = typed.casefold()
        return next((name for name in names if name.casefold() == folded), None)

    def suggest(self, typed: str) -> tuple[str, ...]:
        """Names that may be meant, best first."""
        names = {name.casefold(): name for name in self.names()}
        folded = typed.casefold()
        begun = [name for key, name in names.items() if folded and key.startswith(folded)]
        close = difflib.get_close_matches(folded, names, n=3)
        return tuple(dict.fromkeys([*begun[:3], *(names[key] for key in close)]))[:3]

    def load(self, name: str) -> Loaded:
        """The session, from its file and its journal. Raises SessionError, naming the file."""
        replayed = self._replayed(name)
        unfinished = replayed.went_on and not is_held(self._journal(name))
        return Loaded(replayed.session, replayed.damage, unfinished)

    def create(self, name: str) -> SessionWriter:
        """Begin a session of this name, or of `name_2`, `name_3` where it is taken."""
        taken = {each.casefold() for each in self._names_there()}
        for candidate in _candidates(name):
            if candidate.casefold() in taken:
                continue
            writer = self._held(candidate, 0)
            if writer is None:
                continue
            if not self._file(candidate).exists():
                return writer
            writer.close()
        raise AssertionError("the candidates never end")

    def reopen(self, name: str, generation: int) -> SessionWriter | None:
        """Go on with a session that was loaded; None when another Maia holds it, or wrote it since.

        What cannot be read, of its file or its journal, is first set aside, whole.
        """
        writer = self._held(name, generation)
        if writer is None or self._is_as_loaded(name, generation):
            return writer
        replayed = self._set_aside_for(writer)
        if replayed is not None and generation_of(replayed.session) != generation:
            writer.close()
            return None
        if replayed is not None and replayed.is_stale:
            writer.forget()
        return writer

    def replace(self, name: str) -> SessionWriter:
        """Begin a session of this name in the place of the one that has it (spec 14.4)."""
        writer = self._held(name, self._generation(name))
        if writer is None:
            return self.create(name)
        self._set_aside_for(writer)
        return writer

    def delete(self, name: str) -> None:
        """Delete a session that nobody holds. Raises SessionError."""
        file, journal = self._file(name), self._journal(name)
        rollbacks = self.path / f"{name}{ROLLBACKS_SUFFIX}"
        aside = (*kept_aside(file), *kept_aside(journal), rollbacks)
        if not (aside[:-1] or os.path.lexists(file) or os.path.lexists(journal)):
            raise SessionError("session.unknown", name=name)
        writer = self._held_or_link(journal, name)
        if writer is None:
            raise SessionError("session.held", name=name)
        try:
            for path in (file, journal, *aside):
                path.unlink(missing_ok=True)
        except OSError as error:
            raise unwritable(self.path, error) from error
        finally:
            writer.close()

    def _held_or_link(self, journal: Path, name: str) -> SessionWriter | None:
        """The session, held; a link in the place of its journal is nobody's, and goes first."""
        try:
            if journal.is_symlink():
                journal.unlink()
        except OSError as error:
            raise unwritable(self.path, error) from error
        return self._held(name, 0)

    def _names_there(self) -> tuple[str, ...]:
        return self.names() if self.path.is_dir() else ()

    def _held(self, name: str, generation: int) -> SessionWriter | None:
        try:
            handle = hold(self._journal(name))
        except OSError as error:
            raise unwritable(self.path, error) from error
        return None if handle is None else SessionWriter(self.path, name, handle, generation)

    def _generation(self, name: str) -> int:
        try:
            return generation_of(self._replayed(name).session)
        except SessionError:
            return 0

    def _is_as_loaded(self, name: str, generation: int) -> bool:
        """Whether the file is of this generation and the journal empty: the ordinary case, fast."""
        if _size(self._journal(name)) > 0:
            return False
        try:
            return _head(self._read(self._file(name), name)).journal == generation
        except (SessionError, *_NOT_DECODED):
            return False

    def _set_aside_for(self, writer: SessionWriter) -> Replayed | None:
        """Keep what cannot be read before it is written over; let go when it cannot be kept."""
        try:
            return self._set_aside(writer.name)
        except BaseException:
            writer.close()
            raise

    def _set_aside(self, name: str) -> Replayed | None:
        file, journal = self._file(name), self._journal(name)
        replayed: Replayed | None = None
        try:
            replayed = self._replayed(name)
            keys = {damage.key for damage in replayed.damage}
        except SessionError as error:
            if error.key not in _MALFORMED:
                raise
            keys = {_FILE_ASIDE} if file.exists() else set[str]()
        try:
            if _FILE_ASIDE in keys:
                keep_aside(file, read_bytes(file))
            if keys - {_FILE_ASIDE}:
                keep_aside(journal, read_bytes(journal))
        except OSError as error:
            raise unwritable(self.path, error) from error
        return replayed

    def _entry(self, name: str) -> SessionEntry | None:
        journal = self._journal(name)
        if journal.exists() and not is_held(journal):
            replayed = self._replayed(name)
            session = replayed.session
            if not session.messages and session.start_context is None:
                return None  # begun, and ended before anything was said
            went_on = replayed.went_on
            return SessionEntry(
                name,
                _changed(journal) if went_on else session.updated_at,
                session.model,
                len(session.messages),
                _first_request(session.messages),
                went_on,
                _size(self._file(name)) + _size(journal),
            )
        data = self._read(self._file(name), name)
        if not data and journal.exists():
            return None
        try:
            head = _head(data)
        except _NOT_DECODED:
            session = decode_session(data, name)  # says what is wrong, or reads it all the same
            messages, updated, model = session.messages, session.updated_at, session.model
            count, request = len(messages), _first_request(messages)
        else:
            updated, model = head.updated_at, head.model
            count, request = len(head.messages), _first_of(head.messages)
        updated = updated or _changed(self._file(name))
        return SessionEntry(name, updated, model, count, request, size=len(data))

    def _replayed(self, name: str) -> Replayed:
        file, journal = self._file(name), self._journal(name)
        problem: SessionError | None = None
        saved: SavedSession | None = None
        if file.exists() or not journal.exists():
            try:
                saved = decode_session(self._read(file, name), name)
            except SessionError as error:
                if error.key not in _MALFORMED:
                    raise
                problem = error
        if not journal.exists():
            if saved is None:
                raise problem or SessionError("session.unknown", name=name)
            return Replayed(saved)
        replayed = replay(self._read(journal, name), saved, name)
        if problem is not None:
            if not replayed.session.messages:
                raise problem
            damage = Damage(_FILE_ASIDE, problem.values)
            return Replayed(replayed.session, (damage, *replayed.damage), replayed.went_on)
        return replayed

    def _read(self, path: Path, name: str) -> bytes:
        try:
            return read_bytes(path)
        except FileNotFoundError as error:
            if path.suffix == FILE_SUFFIX and self._journal(name).exists():
                return b""
            raise SessionError("session.unknown", name=name) from error
        except OSError as error:
            raise _unreadable(path, error) from error

    def _file(self, name: str) -> Path:
        return self.path / f"{name}{FILE_SUFFIX}"

    def _journal(self, name: str) -> Path:
        return self.path / f"{name}{JOURNAL_SUFFIX}"


def _head(data: bytes) -> _Head:
    """Raises what `_NOT_DECODED` lists."""
    return msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=_Head)


def _moment(updated_at: str) -> float:
    """For sorting; what is no time comes last."""
    try:
        return datetime.fromisoformat(updated_at).timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0


def _changed(path: Path) -> str:
    """When the file was last written to, as sessions write times; empty when that is not known."""
    try:
        changed = path.stat().st_mtime
        moment = datetime.fromtimestamp(changed, UTC).astimezone()
    except (OSError, OverflowError, ValueError):
        return ""
    return moment.isoformat(timespec="milliseconds")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _candidates(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield numbered(name, number)
        number += 1


def _first_request(messages: tuple[Message, ...]) -> str:
    for message in messages:
        for block in message.content:
            if isinstance(block, TextBlock) and message.role == "user":
                return block.text[:REQUEST_CHARACTERS]
    return ""


def _first_of(messages: "list[msgspec.Raw]") -> str:
    """The same, decoding no more than it takes."""
    for raw in messages:
        try:
            data: Any = msgspec.json.decode(raw)
            request = _first_request((message_from_data(data),))
        except (msgspec.MsgspecError, MalformedMessage):
            continue
        if request:
            return request
    return ""


def _unreadable(path: Path, error: OSError) -> SessionError:
    reason = error.strerror or type(error).__name__
    return SessionError("session.unreadable", path=str(path), reason=reason)
