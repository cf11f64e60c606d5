"""What a facade holds: operations in, events out, one turn at a time."""

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from maia.agent.contracts.errors import SettingsError
from maia.agent.contracts.events import (
    ErrorRaised,
    Event,
    FolderTrusted,
    ModelSelected,
    Notice,
    ProfileSelected,
    QuestionClosed,
    TurnEnded,
    TurnStarted,
)
from maia.agent.contracts.model import ChatModel
from maia.agent.contracts.operations import (
    Answer,
    Interrupt,
    Operation,
    SelectModel,
    SelectProfile,
    Submit,
    TrustFolder,
)
from maia.agent.loop.agent_loop import AgentLoop, TurnResult
from maia.agent.loop.ports import Question
from maia.agent.loop.settling import settle
from maia.agent.loop.state import ConversationState
from maia.agent.runtime.policy import Policy


@runtime_checkable
class Closable(Protocol):
    """Something of the machine to give back: processes, connections."""

    async def close(self) -> None:
        """Give it back. Safe to call twice."""
        ...


class Mailbox:
    """Events out and answers in: the side of the conversation that the loop sees.

    Questions are put one at a time, whoever asks; a question whose turn ends is closed unanswered.
    """

    def __init__(self) -> None:
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._one_question = asyncio.Lock()
        self._waiting: dict[str, asyncio.Future[Answer]] = {}

    def emit(self, event: Event) -> None:
        """Hand an event to the facade."""
        self._events.put_nowait(event)

    async def next_event(self) -> Event:
        """The next event, in order."""
        return await self._events.get()

    async def ask(self, question: Question) -> Answer:
        """Put a question and wait for its answer."""
        async with self._one_question:
            future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            self._waiting[question.question_id] = future
            self.emit(question)
            try:
                answer = await future
            except asyncio.CancelledError:
                self.emit(QuestionClosed(question.question_id))
                raise
            finally:
                del self._waiting[question.question_id]
            self.emit(QuestionClosed(question.question_id, answer.answer))
            return answer

    def answer(self, answer: Answer) -> None:
        """Give an answer; one that comes too late, or twice, changes nothing."""
        future = self._waiting.get(answer.question_id)
        if future is not None and not future.done():
            future.set_result(answer)


class ModelMaker(Protocol):
    """Makes the model of a name, on the configured server."""

    def __call__(self, name: str) -> ChatModel:
        """A model ready to chat."""
        ...


class SelectedModel:
    """The model in use, as tools may know it; another one can take its place between turns."""

    def __init__(self, chosen: ChatModel) -> None:
        self.chosen = chosen

    @property
    def model(self) -> str:
        """Its name."""
        return self.chosen.model

    async def accepts_images(self) -> bool:
        """Whether it takes images."""
        return await self.chosen.accepts_images()


@dataclass(slots=True)
class Conversation:
    """One conversation. Facades call `submit` and read `next_event`, nothing else.

    `submit` of a request while a turn runs is refused with RuntimeError: a facade waits for
    `TurnEnded` first.
    """

    loop: AgentLoop
    mailbox: Mailbox
    selected: SelectedModel
    make_model: ModelMaker
    policy: Policy
    resources: tuple[Closable, ...] = ()
    _turn: asyncio.Task[None] | None = None
    _turns: int = field(default=0)

    @property
    def model(self) -> str:
        """The model that answers."""
        return self.selected.model

    @property
    def state(self) -> ConversationState:
        """The history and the pending context."""
        return self.loop.state

    async def next_event(self) -> Event:
        """The next event, in order."""
        return await self.mailbox.next_event()

    async def submit(self, operation: Operation) -> None:
        """Take up an operation; what comes of it is told as events."""
        match operation:
            case Submit(text):
                if self._turn is not None and not self._turn.done():
                    raise RuntimeError("a turn is running: interrupt it or wait for its end")
                self._turns += 1
                self._turn = asyncio.create_task(self._run(text, self._turns))
                await asyncio.sleep(0)  # a task cancelled before its first step says no end
            case Interrupt():
                if self._turn is not None:
                    await settle([self._turn])
            case Answer():
                self.mailbox.answer(operation)
            case SelectModel(name):
                await self._select(name)
            case SelectProfile(profile):
                self.policy.select(profile)
                self.mailbox.emit(ProfileSelected(profile))
            case TrustFolder():
                await self._trust()

    async def close(self) -> None:
        """End the turn, the processes and the connections. Safe to call twice."""
        if self._turn is not None:
            await settle([self._turn])
        for resource in (*self.resources, self.selected.chosen):
            await resource.close()

    async def _run(self, text: str, turn_id: int) -> None:
        emit = self.mailbox.emit
        before = self.state.snapshot()
        result = TurnResult()
        emit(TurnStarted(turn_id))
        try:
            await self.loop.run_turn(text, turn_id, result)
        except asyncio.CancelledError:
            self.state.restore(before)
            result.reason = "interrupted"
        except Exception as error:
            # A fault of ours: the history stays, the facade is told, the log has the traceback.
            logging.getLogger("maia").exception("the turn failed")
            result.reason = "failed"
            emit(ErrorRaised("error.internal", {"error": f"{type(error).__name__}: {error}"}))
        emit(TurnEnded(turn_id, result.reason, result.iterations, result.changed_files))

    async def _trust(self) -> None:
        try:
            await self.policy.trust()
        except SettingsError as error:
            self.mailbox.emit(Notice(error.key, values=error.values))
        else:
            self.mailbox.emit(FolderTrusted(str(self.policy.launch_folder)))

    async def _select(self, name: str) -> None:
        if self._turn is not None and not self._turn.done():
            raise RuntimeError("a turn is running: interrupt it or wait for its end")
        former = self.selected.chosen
        self.selected.chosen = self.loop.model = self.make_model(name)
        with contextlib.suppress(OSError):
            await former.close()
        self.mailbox.emit(ModelSelected(name))
