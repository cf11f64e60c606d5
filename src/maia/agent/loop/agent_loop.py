"""A turn: from a request to the answer, through as many iterations as it takes (spec 6.2)."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from maia.agent.contracts.errors import ContextTooLong
from maia.agent.contracts.events import (
    ContinuationAsked,
    ErrorRaised,
    Notice,
    RequestStarted,
    TurnEnd,
)
from maia.agent.contracts.model import ChatModel, ChatRequest
from maia.agent.contracts.tools import Tool
from maia.agent.loop.limits import MAX_ITERATIONS
from maia.agent.loop.ports import AmpleRoom, Ask, Emit, Room
from maia.agent.loop.response import Response, receive
from maia.agent.loop.state import ConversationState, Snapshot
from maia.agent.loop.tool_calls import ToolCalls


@dataclass(slots=True)
class TurnResult:
    """How a turn ended. After an interruption it is what had happened until then."""

    reason: TurnEnd = "done"
    iterations: int = 0
    changed_files: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


@dataclass(slots=True)
class AgentLoop:
    """One conversation's loop. `model` and `system` may be replaced between requests."""

    state: ConversationState
    model: ChatModel
    system: str
    tools: Mapping[str, Tool]
    executor: ToolCalls
    emit: Emit
    ask: Ask
    max_iterations: int = MAX_ITERATIONS
    room: Room = field(default_factory=AmpleRoom)

    async def run_turn(self, text: str, turn_id: int, result: TurnResult) -> None:
        """Answer `text`, writing into `result` as things happen.

        When cancelled, the calls that ran have their results and the history is valid; whether
        to go back to before the request is the caller's choice. A failed request that got no
        answer at all takes the question back out (it can be asked again); what ran, stays.
        """
        before: Snapshot | None = self.state.snapshot()
        self.state.add_request(text)
        await self.room.measure()
        limit, refused = self.max_iterations, False
        while True:
            if result.iterations == limit:
                if not await self._go_on(turn_id, limit):
                    result.reason = "max_iterations"
                    return
                limit += self.max_iterations
            result.iterations += 1
            response = await self._request(turn_id, result.iterations)
            if isinstance(response.error, ContextTooLong) and not refused:
                refused = True  # room is made once a request (spec 14.5)
                if await self.room.make_after(response.error, text):
                    before = None  # what was before fits no more
                    continue
            if not await self._take(response, result, before):
                return
            if await self._run_calls(response, result):
                result.reason = "stopped"
                return
            await self.room.make(text)

    async def _take(self, response: Response, result: TurnResult, before: Snapshot | None) -> bool:
        """Keep what the model said; whether it wants tools to be run."""
        blocks = response.blocks()
        if blocks:
            self.state.add_assistant_blocks(blocks)
        if response.error is not None:
            if before is not None and result.iterations == 1 and not blocks:
                self.state.restore(before)
            self.emit(ErrorRaised(response.error.key, response.error.values))
            result.reason = "failed"
            return False
        await self.room.measure()
        if response.output_cut:
            self.emit(Notice("notice.output_cut"))
        elif response.ended_otherwise:
            self.emit(Notice("notice.ended_otherwise"))
        if not response.calls and not blocks:
            self.emit(Notice(_empty_answer(response)))
        return bool(response.calls)

    async def _request(self, turn_id: int, iteration: int) -> Response:
        self.emit(RequestStarted(iteration))
        request = ChatRequest(
            self.system,
            tuple(self.state.messages),
            tuple(tool.spec for tool in self.tools.values()),
        )
        return await receive(self.model, request, f"turn-{turn_id}.{iteration}", self.emit)

    async def _run_calls(self, response: Response, result: TurnResult) -> bool:
        """Run the calls of `response`; True when the person said stop."""
        outcome = await self.executor.run(response.calls)
        self.state.add_user_blocks((*outcome.results, *outcome.images))
        result.changed_files = tuple(dict.fromkeys(result.changed_files + outcome.changed_files))
        result.commands += outcome.commands
        if outcome.cancelled:
            raise asyncio.CancelledError
        await self.room.measure()
        if outcome.stopped:
            self.emit(Notice("notice.stopped", "info"))
        return outcome.stopped

    async def _go_on(self, turn_id: int, iterations: int) -> bool:
        answer = await self.ask(ContinuationAsked(f"continue-{turn_id}-{iterations}", iterations))
        if answer.answer == "yes":
            return True
        self.emit(ErrorRaised("error.max_iterations", {"count": iterations}))
        return False


def _empty_answer(response: Response) -> str:
    return "notice.reasoning_only" if response.reasoning else "notice.empty_answer"
