"""Putting a summary in the place of the conversation (spec 14.2)."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from maia.agent.context.compaction.limits import threshold
from maia.agent.context.compaction.summary import History, Summariser, Summary
from maia.agent.context.compaction.texts import TEXTS
from maia.agent.context.counting import ContextCounter
from maia.agent.context.system_prompt import system_prompt
from maia.agent.context.vocabulary import load_vocabulary
from maia.agent.contracts.errors import CompactionFailed
from maia.agent.contracts.events import (
    CompactionCause,
    CompactionEnded,
    CompactionStarted,
    Event,
    Notice,
)
from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.contracts.model import ChatRequest
from maia.agent.loop.agent_loop import AgentLoop
from maia.agent.loop.state import Snapshot
from maia.agent.runtime.model_window import ModelWindow
from maia.agent.runtime.session_keeper import SessionKeeper
from maia.agent.runtime.standing import Standing
from maia.agent.sessions.names import next_compacted_name

Outcome: TypeAlias = Literal["made", "useless", "failed"]
"""`made`: there is more room. `useless`: a summary takes no less. `failed`: there is none."""


class TokenCount:
    """Counts the tokens of the conversation; the vocabulary is loaded when first wanted."""

    def __init__(self) -> None:
        self._counter: ContextCounter | None = None
        self._loading = asyncio.Lock()

    async def of(self, request: ChatRequest, pending: Sequence[str] = ()) -> int:
        """Of what a request would hold, and the context that waits."""
        counter = await self.load()
        return await asyncio.to_thread(
            counter.tokens, request.system, request.messages, request.tools, pending
        )

    async def load(self) -> ContextCounter:
        """The counter, ready."""
        async with self._loading:
            if self._counter is None:
                self._counter = ContextCounter((await load_vocabulary()).count)
            return self._counter


@dataclass(slots=True)
class Compactor:
    """Compacts one conversation. `loop` is the one whose history and prompt are replaced."""

    loop: AgentLoop
    standing: Standing
    keeper: SessionKeeper
    window: ModelWindow
    count: TokenCount
    emit: Callable[[Event], None]

    async def compact(self, cause: CompactionCause, request: str | None = None) -> Outcome:
        """How it ended. What goes wrong is told, and nothing has changed then.

        With a `request`, a turn is running: it goes on with its request, word for word, and the
        instruction to resume. Cancelled before the summary is there, nothing changes either.
        """
        state = self.loop.state
        if not state.messages and not state.pending_context:
            self.emit(Notice("compaction.nothing", "info"))
            return "useless"
        self.emit(CompactionStarted(cause))
        self.keeper.save()
        ended = CompactionEnded()
        try:
            ended = await self._compacted(cause, request)
        except CompactionFailed as error:
            self.emit(Notice(error.key, values=error.values))
            self.emit(Notice("compaction.failed"))
            return "failed"
        finally:  # whatever happens: somebody waits for the end
            self.emit(ended)
        return "made" if ended.summary else "useless"

    async def tokens(self, extra: Sequence[str] = ()) -> int:
        """What the context takes now, `extra` texts with it."""
        return await self.count.of(self._whole(), (*self.loop.state.pending_context, *extra))

    async def may_help(self, request: str) -> bool:
        """Whether the shortest of summaries would make room: not where the request is too long."""
        least = await self.count.of(self._standing_on("", request))
        maximum = self.window.known
        return least < await self.tokens() and (maximum is None or least <= maximum)

    def is_full(self, tokens: int) -> bool:
        """Whether so many tokens are too many."""
        limit = threshold(self.window.known)
        return limit is not None and tokens > limit

    async def _summary(self, *, emergency: bool) -> Summary:
        state, whole = self.loop.state, self._whole()
        maximum = self.window.known

        async def fits(request: ChatRequest) -> bool:
            if maximum is None:
                return True
            return await self.count.of(request) + (request.max_tokens or 0) <= maximum

        summariser = Summariser(self.loop.model, self.standing.language, fits, maximum)
        history = History(whole.system, whole.messages, whole.tools, tuple(state.pending_context))
        return await summariser.summarise(history, emergency=emergency)

    async def _compacted(self, cause: CompactionCause, request: str | None) -> CompactionEnded:
        """Put a summary in the place of the conversation, unless nothing is gained by it.

        Raises CompactionFailed.
        """
        before = await self.tokens()
        summary = await self._summary(emergency=cause == "emergency")
        if summary.cut:
            self.emit(Notice("compaction.cut"))
        compacted = self._standing_on(summary.text, request)
        after = await self.count.of(compacted)
        if after >= before:
            values: dict[str, str | int] = {"before": before, "after": after}
            self.emit(Notice("compaction.no_gain", values=values))
            return CompactionEnded()
        self.standing.start_context = summary.text
        self.standing.system = self.loop.system = compacted.system
        self.loop.state.take(Snapshot(compacted.messages))
        self.keeper.compacted(next_compacted_name(self.keeper.name))
        return CompactionEnded(summary.text, self.keeper.name, before, after)

    def _standing_on(self, summary: str, request: str | None) -> ChatRequest:
        """The conversation with a summary in its place; a turn that runs goes on in it."""
        language = self.standing.language
        system = system_prompt(language, self.standing.launch_folder, start_context=summary)
        messages: tuple[Message, ...] = ()
        if request is not None:
            resumed = f"{request}\n\n{TEXTS.text(language, 'resume')}"
            messages = (Message("user", (TextBlock(resumed),)),)
        return ChatRequest(system, messages, self._whole().tools)

    def _whole(self) -> ChatRequest:
        specs = tuple(tool.spec for tool in self.loop.tools.values())
        return ChatRequest(self.loop.system, tuple(self.loop.state.messages), specs)
