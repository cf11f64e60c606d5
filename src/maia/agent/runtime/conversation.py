"""What a facade holds: operations in, events out, one turn at a time."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from maia.agent.context.initialisation import initialisation_request
from maia.agent.context.project_memory import INSTRUCTION_FILES
from maia.agent.contracts.errors import SettingsError
from maia.agent.contracts.events import (
    ErrorRaised,
    Event,
    FolderTrusted,
    ModelSelected,
    Notice,
    ProfileSelected,
)
from maia.agent.contracts.operations import (
    Answer,
    Clear,
    Compact,
    Interrupt,
    LoadSession,
    NewSession,
    Operation,
    RenameSession,
    Rewind,
    RewoundPart,
    RunShell,
    SelectModel,
    SelectProfile,
    Submit,
    TrustFolder,
)
from maia.agent.contracts.tools import ToolSpec
from maia.agent.loop.agent_loop import AgentLoop
from maia.agent.loop.settling import settle
from maia.agent.loop.state import ConversationState
from maia.agent.runtime.context_room import ContextRoom
from maia.agent.runtime.file_history import FileHistory
from maia.agent.runtime.mailbox import Mailbox
from maia.agent.runtime.metering import Meter
from maia.agent.runtime.past_requests import PastRequest
from maia.agent.runtime.policy import Policy
from maia.agent.runtime.selected_model import ModelMaker, SelectedModel
from maia.agent.runtime.session_changes import SessionChanges
from maia.agent.runtime.turns import Turns
from maia.agent.runtime.user_shell import UserShell
from maia.agent.sessions.library import SessionFolder

if TYPE_CHECKING:
    from maia.agent.sessions.checkpoints.checkpoints import ChangedFile


@runtime_checkable
class Closable(Protocol):
    """Something of the machine to give back: processes, connections."""

    async def close(self) -> None:
        """Give it back. Safe to call twice."""
        ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What a conversation is made of."""

    loop: AgentLoop
    mailbox: Mailbox
    selected: SelectedModel
    make_model: ModelMaker
    policy: Policy
    room: ContextRoom
    turns: Turns
    changes: SessionChanges
    shell: UserShell
    meter: Meter
    files: FileHistory
    first_notices: tuple[Notice, ...] = ()
    resources: tuple[Closable, ...] = ()


@dataclass(slots=True)
class Conversation:
    """One conversation. Facades call `submit` and read `next_event`.

    One thing at a time: an operation that works on the conversation while a turn, a command or a
    compaction runs is refused with RuntimeError; a facade waits for its end first.
    """

    parts: Parts
    _work: asyncio.Task[None] | None = None
    _background: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    _turns: int = field(default=0)

    @property
    def model(self) -> str:
        """The model that answers."""
        return self.parts.selected.model

    @property
    def state(self) -> ConversationState:
        """The history and the pending context."""
        return self.parts.loop.state

    @property
    def policy(self) -> Policy:
        """The permissions, as a person steers them."""
        return self.parts.policy

    @property
    def meter(self) -> Meter:
        """What it has cost."""
        return self.parts.meter

    @property
    def session(self) -> str:
        """The name of the session."""
        return self.parts.changes.keeper.name

    @property
    def sessions(self) -> SessionFolder | None:
        """Where sessions are kept; None when they are not."""
        return self.parts.changes.keeper.folder

    @property
    def summary(self) -> str | None:
        """The summary that the conversation began with, after a compaction."""
        return self.parts.turns.standing.start_context

    @property
    def is_busy(self) -> bool:
        """Whether a turn, a command or a compaction runs."""
        return self._work is not None and not self._work.done()

    @property
    def tools(self) -> tuple[ToolSpec, ...]:
        """What the model can call."""
        return tuple(tool.spec for tool in self.parts.loop.tools.values())

    async def idle(self) -> None:
        """Wait until nothing runs; being cancelled ends the waiting, not the work."""
        if self._work is not None:
            await asyncio.wait([self._work])

    def interrupt_soon(self) -> None:
        """Interrupt what runs, from where nothing can be waited for: a key, a signal."""
        self._keep(asyncio.ensure_future(self.submit(Interrupt())))

    def requests(self) -> tuple[PastRequest, ...]:
        """What was asked, in order: where one can go back to."""
        return self.parts.changes.requests()

    async def file_changes(self) -> "tuple[ChangedFile, ...] | None":
        """What this session changed in files; None where that is not known."""
        return await self.parts.files.changes()

    def initialisation(self) -> str:
        """The request that writes the project's instructions (`/init`)."""
        standing = self.parts.turns.standing
        present = (standing.launch_folder / INSTRUCTION_FILES[0]).exists()
        return initialisation_request(standing.language, present=present)

    async def next_event(self) -> Event:
        """The next event, in order."""
        return await self.parts.mailbox.next_event()

    @property
    def has_events(self) -> bool:
        """Whether an event waits to be read."""
        return self.parts.mailbox.has_events

    def begin(self) -> None:
        """Say what there is to say first; find out, beside all else, how large the context is."""
        for notice in self.parts.first_notices:
            self.parts.mailbox.emit(notice)
        self._look()

    def _look(self) -> None:
        """Find out how large the context may be and how much of it is taken."""

        async def look() -> None:
            await self.parts.room.compactor.window.find()
            await self.parts.room.measure()

        self._keep(asyncio.create_task(look()))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def submit(self, operation: Operation) -> None:
        """Take up an operation; what comes of it is told as events."""
        match operation:
            case Interrupt():
                if self._work is not None:
                    await settle([self._work])
            case Answer():
                self.parts.mailbox.answer(operation)
            case SelectProfile(profile):
                self.policy.select(profile)
                self.parts.mailbox.emit(ProfileSelected(profile))
            case TrustFolder():
                await self._trust()
            case _:
                self._refuse_if_busy()
                await self._work_on(operation)

    async def close(self) -> None:
        """End the work, save the session, give back all else. Safe to call twice."""
        await settle([*self._background, *([self._work] if self._work is not None else [])])
        self.parts.changes.keeper.leave()
        for resource in (*self.parts.resources, self.parts.selected.chosen):
            await resource.close()

    async def _work_on(self, operation: Operation) -> None:
        changes = self.parts.changes
        match operation:
            case Submit(text):
                self._turns += 1
                await self._start(self.parts.turns.run(text, self._turns))
            case RunShell(line):
                await self._start(self._run_shell(line))
            case Compact():
                await self._start(self._compact())
            case SelectModel(name):
                await self._select(name)
            case Clear():
                await changes.clear()
            case NewSession():
                await changes.new()
            case LoadSession(name):
                await changes.load(name)
            case RenameSession(name):
                await changes.rename(name)
            case Rewind(number, what):
                await self._start(self._rewind(number, what))
            case _:
                raise TypeError(f"not an operation: {operation!r}")

    def _refuse_if_busy(self) -> None:
        if self.is_busy:
            raise RuntimeError("a turn is running: interrupt it or wait for its end")

    async def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._work = asyncio.create_task(self._done(work))
        await asyncio.sleep(0)  # a task cancelled before its first step says no end

    async def _done(self, work: Coroutine[Any, Any, None]) -> None:
        """Work whose faults are told: nobody asks a task how it ended."""
        try:
            await work
        except Exception as error:
            logging.getLogger("maia").exception("the work failed")
            said: dict[str, str | int] = {"error": f"{type(error).__name__}: {error}"}
            self.parts.mailbox.emit(ErrorRaised("error.internal", said))

    async def _run_shell(self, line: str) -> None:
        context = await self.parts.shell.run(line)
        if context is not None:
            self.state.add_pending(context)
        await self.parts.room.measure()

    async def _compact(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await self.parts.room.compact()

    async def _rewind(self, number: int, what: RewoundPart) -> None:
        requests = self.requests()
        request = next((one for one in requests if one.number == number), None)
        if request is None:
            self.parts.mailbox.emit(Notice("session.no_request", values={"number": number}))
            return
        if what != "conversation":
            await self.parts.files.restore(requests, request)
        if what != "files":
            await self.parts.changes.rewind(request)

    async def _trust(self) -> None:
        emit = self.parts.mailbox.emit
        try:
            await self.policy.trust()
        except SettingsError as error:
            emit(Notice(error.key, values=error.values))
        else:
            emit(FolderTrusted(str(self.policy.launch_folder)))

    async def _select(self, name: str) -> None:
        former = self.parts.selected.chosen
        self.parts.selected.chosen = self.parts.loop.model = self.parts.make_model(name)
        with contextlib.suppress(OSError):
            await former.close()
        self.parts.changes.keeper.model_chosen(name)
        self.parts.room.begin()
        self.parts.mailbox.emit(ModelSelected(name))
        if self.parts.room.is_watched:
            self._look()
