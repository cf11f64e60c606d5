"""How much of the context is taken, and making room in time (spec 13.1, 14.3, 14.5)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from maia.agent.context.counting import MESSAGE_TOKENS
from maia.agent.context.message_sum import MessageSum
from maia.agent.contracts.errors import ContextTooLong
from maia.agent.contracts.events import ContextMeasured, Notice
from maia.agent.contracts.messages import (
    ContentBlock,
    ReasoningBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from maia.agent.runtime.compactor import Compactor

_SMALLEST_WINDOW = 4_096
"""Tokens that every model takes: below, nobody is asked how many it takes."""

_UNASKED_BYTES = 16_000
"""The same for a single task: asking the server costs it a request, a smaller window refuses."""

_OTHER_BYTES = 8_000
"""What a block of another kind is taken for."""


_FRAME = 100
"""What the names around a tool's specification may take as JSON."""


@dataclass(slots=True)
class ContextRoom:
    """The loop's room. `is_watched`: somebody wants to see how much is taken.

    A compaction that did not help is not tried again until the context is another one: a request
    that is too large by itself would be summarised for ever. One that failed, the server being
    away, is tried again with the next request.
    """

    compactor: Compactor
    is_watched: bool = True
    _gave_up_on: set[int] = field(default_factory=set[int])
    _has_failed: bool = False
    _messages: MessageSum = field(default_factory=lambda: MessageSum(_block_size, MESSAGE_TOKENS))

    async def measure(self) -> None:
        """Tell how much is taken now."""
        if self.is_watched:
            tokens = await self.compactor.tokens()
            self.compactor.emit(ContextMeasured(tokens, self.compactor.window.known))

    async def make(self, request: str) -> None:
        """In the middle of a turn, at the boundary of its tools."""
        await self._make_if_needed(request)

    async def before_request(self, request: str, contexts: Sequence[str]) -> None:
        """Before a request is sent, with the contexts that it brings."""
        self._has_failed = False
        await self._make_if_needed(None, (request, *contexts))

    async def after_turn(self) -> None:
        """After a turn that another one may follow."""
        if self.is_watched:
            await self._make_if_needed(None)

    async def make_after(self, refusal: ContextTooLong, request: str) -> bool:
        """After the server refused the context (spec 14.5)."""
        self.compactor.window.learn(refusal)
        if not await self.compactor.may_help(request):
            return False
        self.compactor.emit(Notice("compaction.refused_context"))
        outcome = await self.compactor.compact("emergency", request)
        self._has_failed = outcome == "failed"
        if outcome == "made":
            await self.measure()
        return outcome == "made"

    async def compact(self) -> None:
        """As the person asks (`/compact`)."""
        await self.compactor.window.find()
        await self.compactor.compact("manual")
        self.begin()
        await self.measure()

    async def _make_if_needed(self, request: str | None, extra: Sequence[str] = ()) -> None:
        if not await self._is_full(extra):
            return
        state = self.compactor.loop.state
        if not state.messages and not state.pending_context:
            return  # what is full is the request itself, which is not ours to shorten
        maximum = self.compactor.window.known or 0
        if maximum in self._gave_up_on or self._has_failed:
            return
        outcome = await self.compactor.compact("automatic", request)
        self._has_failed = outcome == "failed"
        if self._has_failed:
            return
        if outcome == "useless" or await self._is_full(extra):
            self._gave_up_on.add(maximum)
            self.compactor.emit(Notice("compaction.still_full"))
        if outcome == "made":
            await self.measure()

    def begin(self) -> None:
        """The context is another one: automatic compaction may help again."""
        self._gave_up_on.clear()
        self._has_failed = False

    async def _is_full(self, extra: Sequence[str]) -> bool:
        at_most = self._bytes(extra)  # no token is less than a byte
        if at_most <= (_SMALLEST_WINDOW if self.is_watched else _UNASKED_BYTES):
            return False
        await self.compactor.window.find()
        if not self.compactor.is_full(at_most):
            return False
        return self.compactor.is_full(await self.compactor.tokens(extra))

    def _bytes(self, extra: Sequence[str]) -> int:
        loop = self.compactor.loop
        texts = [loop.system, *loop.state.pending_context, *extra]
        tools = sum(len(str(tool.spec)) + _FRAME for tool in loop.tools.values())
        return sum(map(_size, texts)) + tools + self._messages.of(loop.state.messages)


def _block_size(block: ContentBlock) -> int:
    match block:
        case TextBlock(text=text) | ReasoningBlock(text=text) | ToolResultBlock(content=text):
            return _size(text)
        case ToolUseBlock(name=name, input=arguments):
            return _size(name) + 2 * _size(str(arguments))
        case _:
            return _OTHER_BYTES


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
