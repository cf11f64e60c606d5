"""Keeping the conversation on the disk as it goes: the journal, the file, the name (spec 12).

The keeper listens to the history. The first message opens the session; each change is journalled
before anything else happens; the file is written when the session is left. Of a conversation that
is empty nothing is written: what an earlier one left on the disk stays until something is said.
When the disk refuses, sessions are off from there on, that is said once, and the conversation goes
on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from maia.agent.contracts.errors import SessionError
from maia.agent.contracts.events import Event, Notice
from maia.agent.contracts.messages import Message
from maia.agent.sessions.library import SessionFolder
from maia.agent.sessions.names import default_name
from maia.agent.sessions.open_session import SessionWriter, unwritable
from maia.agent.sessions.replay import generation_of
from maia.agent.sessions.saved import SavedSession


@dataclass(frozen=True, slots=True)
class Contents:
    """What the conversation holds at one moment."""

    messages: tuple[Message, ...]
    pending_context: tuple[str, ...]
    start_context: str | None
    model: str
    extra: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(slots=True)
class SessionKeeper:
    """One conversation's place on the disk. `folder` None: sessions are off.

    `contents` gives what the conversation holds now. Stale: what is on the disk, file and journal,
    is not what the conversation was before the next change; it is then written whole.
    """

    folder: SessionFolder | None
    launch_folder: str
    emit: Callable[[Event], None]
    contents: Callable[[], Contents]
    name: str = ""
    created_at: str = ""
    _extra: Mapping[str, Any] = field(default_factory=dict[str, Any])
    _writer: SessionWriter | None = None
    _changed: bool = False
    _is_stale: bool = False

    def __post_init__(self) -> None:
        self.begin()

    def begin(self, name: str = "") -> None:
        """Be a new session from here on, of this name or one that tells the time."""
        now = datetime.now(UTC).astimezone()
        self.name = name or default_name(now)
        self.created_at = _iso(now)
        self._extra, self._changed = {}, False

    # What the history tells

    def message_set(self, index: int, message: Message) -> None:
        """Journal a message."""
        self._record(lambda writer: writer.record_message(index, message))

    def pending_set(self, pending: tuple[str, ...]) -> None:
        """Journal the pending context."""
        self._record(lambda writer: writer.record_pending(pending))

    def cut(self, messages: tuple[Message, ...]) -> None:
        """Journal a rollback; nothing that was recorded is erased."""
        last = messages[-1] if messages else None
        self._record(lambda writer: writer.record_cut(len(messages), last))

    # What the conversation tells

    def effects(self, files: Sequence[str], commands: Sequence[str]) -> None:
        """Journal what a request that was taken back had done."""
        if files or commands:
            self._record(lambda writer: writer.record_effects(tuple(files), tuple(commands)))

    def model_chosen(self, model: str) -> None:
        """Journal that another model answers."""
        if self._writer is not None:
            self._record(lambda writer: writer.record_model(model))

    def save(self) -> None:
        """Write the whole session, unless it is empty or nothing changed since."""
        if self._changed:
            self._is_stale = True
            self._record(_nothing)
            self._changed = False

    def clear(self) -> None:
        """Save the session, and keep what it holds: its name goes on with another conversation."""
        self.save()
        contents = self.contents()
        if self._writer is not None and not _is_empty(contents):
            try:
                self._writer.keep_cleared(self._session(contents))
            except SessionError as error:
                self._give_up(error)

    def leave(self) -> None:
        """Save the session and let it go: another one may begin."""
        self.save()
        self._let_go()

    def compacted(self, name: str) -> None:
        """Go on under the name of a compacted session, written at once.

        The session before stays as it is; a file that has the new name already is replaced.
        """
        self._let_go()
        self.name, self._changed = name, True
        self._writer = self._opened(lambda folder: folder.replace(name))
        self.save()

    def adopt(self, session: SavedSession) -> None:
        """Go on with a session that was loaded; one that another Maia holds is copied."""
        self._let_go()
        name, self._extra = session.name, session.extra
        self.name, self.created_at = name, session.created_at
        self._changed = self._is_stale = False
        generation = generation_of(session)
        self._writer = self._opened(lambda folder: folder.reopen(name, generation))
        if self._writer is None and self.folder is not None:
            self._writer = self._opened(lambda folder: folder.create(name))
            if self._writer is not None:
                self._is_stale = True
                values: dict[str, str | int] = {"name": name, "copy": self.name}
                self.emit(Notice("session.held_elsewhere", values=values))

    def rename(self, name: str) -> str:
        """Give the session another name; the name it got. Raises SessionError."""
        if self.folder is None or self._writer is None or name == self.name:
            self.name = name
        elif self._is_recased(self.folder, name):
            self._writer.recase(name)
            self.name = name
        elif _is_empty(self.contents()):  # what an earlier conversation left keeps its name
            self._let_go()
            self.name = name
        else:
            self._move(self._writer, self.folder.create(name))
        return self.name

    def rewritten(self) -> None:
        """What was journalled is not what the conversation holds: write it whole."""
        self._changed = True
        self.save()

    # The disk

    def _record(self, write: Callable[[SessionWriter], None]) -> None:
        self._changed = True
        is_whole = self._writer is not None and not self._is_stale
        contents = None if is_whole else self.contents()
        if contents is not None and _is_empty(contents):
            return
        try:
            if self._writer is None:
                name = self.name
                self._writer = self._opened(lambda folder: folder.create(name))
            if self._writer is None:
                return
            if contents is not None:  # all there is, the change itself among it
                self._writer.save(self._session(contents))
                self._is_stale = False
            write(self._writer)
        except SessionError as error:
            self._give_up(error)

    def _is_recased(self, folder: SessionFolder, name: str) -> bool:
        return name.casefold() == self.name.casefold() and name not in folder.names()

    def _move(self, writer: SessionWriter, other: SessionWriter) -> None:
        try:
            self._writer = writer.move(other, self._session(self.contents()))
        except SessionError:
            self._changed = self._is_stale = True
            other.close()
            raise
        self.name, self._is_stale = other.name, False

    def _opened(
        self, open_it: Callable[[SessionFolder], SessionWriter | None]
    ) -> SessionWriter | None:
        if self.folder is None:
            return None
        try:
            writer = open_it(self.folder)
        except SessionError as error:
            self._give_up(error)
            return None
        if writer is not None:
            self.name = writer.name
        return writer

    def _session(self, contents: Contents) -> SavedSession:
        return SavedSession(
            name=self.name,
            created_at=self.created_at,
            updated_at=_iso(datetime.now(UTC).astimezone()),
            model=contents.model,
            cwd=self.launch_folder,
            messages=contents.messages,
            pending_context=contents.pending_context,
            start_context=contents.start_context,
            extra={**self._extra, **contents.extra},
        )

    def _let_go(self) -> None:
        if self._writer is not None:
            writer, self._writer = self._writer, None
            try:
                writer.close()
            except OSError as error:
                self._give_up(unwritable(Path(self.launch_folder), error))

    def _give_up(self, error: SessionError) -> None:
        """Keep nothing from here on; what is on the disk stays."""
        if self.folder is None:
            return
        self.folder = None
        self._let_go()
        self.emit(Notice(error.key, values=error.values))
        self.emit(Notice("session.off"))


def _nothing(_: SessionWriter) -> None:
    """The whole session is all there is to write."""


def _is_empty(contents: Contents) -> bool:
    return not contents.messages and contents.start_context is None


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
