"""The ChatModel port from a list, for tests of the loop that need no network."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from maia.agent.contracts.errors import StreamFailed
from maia.agent.contracts.messages import Message, ToolResultBlock, ToolUseBlock
from maia.agent.contracts.model import (
    ChatModel,
    ChatRequest,
    Done,
    Failed,
    ModelFacts,
    StreamEvent,
)


class Wait(asyncio.Event):
    """A place in a script where the stream is silent until the event is set, or it is cancelled."""


Script: TypeAlias = Sequence[StreamEvent | Wait]
Planned: TypeAlias = Script | Callable[[ChatRequest], Script]


class ScriptedModel:
    """Answers each request with the next script; `Done` is added to one that has no end.

    Every request is checked (`violations`, `check`): roles alternate and each call has exactly one
    result in the message after it. `requests` holds them; `cancelled` counts the streams that the
    reader left before their end.
    """

    id = "scripted"

    def __init__(
        self,
        *planned: Planned,
        model: str = "scripted-model",
        images: bool = False,
        facts: ModelFacts | None = None,
    ) -> None:
        self.model = model
        self.requests: list[ChatRequest] = []
        self.violations: list[str] = []
        self.cancelled = 0
        self.closed = False
        self._planned = list(planned)
        self._facts = facts or ModelFacts(takes_images=images)

    @property
    def remaining(self) -> int:
        """How many scripts have not been asked for."""
        return len(self._planned)

    def check(self) -> None:
        """Raise AssertionError when a request was wrong."""
        if self.violations:
            raise AssertionError("wrong requests to the model:\n  " + "\n  ".join(self.violations))

    async def chat(self, request: ChatRequest) -> AsyncGenerator[StreamEvent]:
        """The next script. A wrong request, or one too many, ends with `Failed`."""
        self.requests.append(request)
        found = history_violations(request.messages)
        if not self._planned:
            found.append("the script has nothing left for this request")
        if found:
            said = f"request {len(self.requests)}: {'; '.join(found)}"
            self.violations.append(said)
            yield Failed(StreamFailed(message=said))
            return
        planned = self._planned.pop(0)
        ended = False
        try:
            for event in planned(request) if callable(planned) else planned:
                if isinstance(event, Wait):
                    await event.wait()
                    continue
                ended = ended or isinstance(event, Done | Failed)
                yield event
            if not ended:
                ended = True
                yield Done("end_turn")
        finally:
            self.cancelled += not ended

    async def accepts_images(self) -> bool:
        """What was said at the start."""
        return self._facts.takes_images is True

    async def facts(self) -> ModelFacts:
        """What was said at the start."""
        return self._facts

    async def close(self) -> None:
        """Remember that it was closed."""
        self.closed = True


def history_violations(messages: Sequence[Message]) -> list[str]:
    """What is wrong with a conversation, in words; empty when it may be sent."""
    found: list[str] = []
    if not messages or messages[-1].role != "user":
        found.append("the conversation does not end with the user")
    waiting: list[str] = []
    seen: set[str] = set()
    for position, message in enumerate(messages):
        if message.role != ("assistant" if position % 2 else "user"):
            found.append(f"message {position} is of {message.role}: the roles do not alternate")
        if not message.content:
            found.append(f"message {position} is empty")
        results = [block for block in message.content if isinstance(block, ToolResultBlock)]
        if [block.tool_use_id for block in results] != waiting:
            answered = [block.tool_use_id for block in results]
            found.append(f"message {position} answers {answered}, and the calls were {waiting}")
        waiting = [block.id for block in message.content if isinstance(block, ToolUseBlock)]
        found += [f"two calls have the id {id_!r}" for id_ in waiting if id_ in seen]
        found += [
            f"two calls have the id {id_!r}" for id_ in set(waiting) if waiting.count(id_) > 1
        ]
        seen.update(waiting)
    return found


if TYPE_CHECKING:  # the type checker holds it against the port
    _model: ChatModel = ScriptedModel()
