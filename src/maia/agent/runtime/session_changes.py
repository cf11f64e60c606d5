"""Leaving a session for another: /clear, /new, /load, /rename, and going back with /rewind."""

from collections.abc import Callable
from dataclasses import dataclass
from unicodedata import normalize

from maia.agent.contracts.errors import SessionError
from maia.agent.contracts.events import (
    Event,
    Notice,
    SessionOpened,
    SessionOpening,
    SessionRenamed,
)
from maia.agent.loop.agent_loop import AgentLoop
from maia.agent.loop.state import Snapshot
from maia.agent.runtime.context_room import ContextRoom
from maia.agent.runtime.file_history import FileHistory
from maia.agent.runtime.metering import Meter
from maia.agent.runtime.past_requests import PastRequest, past_requests
from maia.agent.runtime.policy import Policy
from maia.agent.runtime.session_keeper import SessionKeeper
from maia.agent.runtime.standing import Standing
from maia.agent.sessions.library import Loaded, SessionFolder
from maia.agent.sessions.names import normalised_name
from maia.agent.sessions.spending import read_spent


@dataclass(slots=True)
class SessionChanges:
    """Changes which session the conversation is. What fails is told, and changes nothing."""

    loop: AgentLoop
    standing: Standing
    keeper: SessionKeeper
    room: ContextRoom
    policy: Policy
    meter: Meter
    files: FileHistory
    emit: Callable[[Event], None]

    async def clear(self) -> None:
        """Begin anew under the same name (spec 5.6); what was said is kept beside its file."""
        self.keeper.clear()
        await self._begin_anew("cleared", Snapshot())
        self.keeper.rewritten()

    async def new(self) -> None:
        """Begin another session; the present one is saved."""
        self.keeper.leave()
        self.keeper.begin()
        self.meter.begin_session()
        self.files.begin_session()
        await self._begin_anew("new", Snapshot())

    async def load(self, typed: str) -> None:
        """Go on with another session; the present one is saved."""
        folder = self.keeper.folder
        if folder is None:
            self.emit(Notice("session.are_off"))
            return
        self.keeper.save()  # and kept in hand: what cannot be loaded must not cost it its name
        try:
            loaded = self._found(folder, typed)
        except SessionError as error:
            self.emit(Notice(error.key, values=error.values))
            return
        if loaded is None:
            return
        self._tell_damage(loaded)
        session = loaded.session
        is_present_one = session.name == self.keeper.name  # its journal may say more than its file
        self.keeper.adopt(session)
        self.meter.begin_session(read_spent(session.extra))
        # The files are those of who holds the original, and of the folder they are in: going back
        # in a copy of a project must not touch the project that it was copied from.
        is_copy = self.keeper.name != session.name or session.cwd != self.keeper.launch_folder
        self.files.begin_session(None if is_copy else session.extra)
        snapshot = Snapshot(session.messages, session.pending_context)
        await self._open("loaded", snapshot, session.start_context)
        if loaded.unfinished or loaded.damage or is_present_one:
            self.keeper.rewritten()

    async def rename(self, typed: str) -> None:
        """Give the session another name."""
        former = self.keeper.name
        try:
            name = self.keeper.rename(normalised_name(typed))
        except SessionError as error:
            self.emit(Notice(error.key, values=error.values))
            return
        self.emit(SessionRenamed(name, former))

    async def rewind(self, request: PastRequest) -> None:
        """Make the conversation what it was before `request`; the journal keeps what was."""
        self.loop.state.restore(Snapshot(request.before))
        self.room.begin()
        self.emit(SessionOpened(self.keeper.name, "rewound"))
        await self.room.measure()

    def requests(self) -> tuple[PastRequest, ...]:
        """What was asked in this conversation, in order."""
        return past_requests(self.loop.state.messages)

    async def _begin_anew(self, how: SessionOpening, snapshot: Snapshot) -> None:
        problem = await self.policy.read_again()
        if problem is not None:
            self.emit(Notice(problem.key, values=problem.values))
        await self._open(how, snapshot, None)

    async def _open(
        self, how: SessionOpening, snapshot: Snapshot, start_context: str | None
    ) -> None:
        if how in ("new", "cleared") or start_context != self.standing.start_context:
            notice = await self.standing.rebuild(start_context)
            self.loop.system = self.standing.system
            if notice is not None:
                self.emit(notice)
        self.loop.state.take(snapshot)
        self.room.begin()
        self.emit(SessionOpened(self.keeper.name, how))
        await self.room.measure()

    def _found(self, folder: SessionFolder, typed: str) -> Loaded | None:
        """The session that is meant; None is told. Raises SessionError."""
        name = folder.find(typed) or folder.find(normalize("NFC", typed).strip())
        if name is not None:
            return folder.load(name)
        close = ", ".join(folder.suggest(typed))
        key = "session.unknown_close" if close else "session.unknown"
        self.emit(Notice(key, values={"name": typed, "close": close}))
        return None

    def _tell_damage(self, loaded: Loaded) -> None:
        for damage in loaded.damage:
            self.emit(Notice(damage.key, values=damage.values))
        if loaded.unfinished:
            self.emit(Notice("session.was_unfinished", "info"))
