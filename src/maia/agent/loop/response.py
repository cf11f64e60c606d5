"""One answer of the model: its stream, told as events and gathered into blocks."""

from contextlib import aclosing
from dataclasses import dataclass, field

from maia.agent.contracts.errors import ModelError, StreamCut
from maia.agent.contracts.events import (
    ReasoningArrived,
    ResponseEnded,
    TextArrived,
    UsageReported,
)
from maia.agent.contracts.messages import ContentBlock, ReasoningBlock, TextBlock, ToolUseBlock
from maia.agent.contracts.model import (
    ChatModel,
    ChatRequest,
    Done,
    Failed,
    ReasoningDelta,
    TextDelta,
    ToolUse,
    Usage,
)
from maia.agent.loop.ports import Emit


@dataclass(slots=True)
class Response:
    """What came back: complete when `error` is None."""

    text: str = ""
    reasoning: str = ""
    calls: list[ToolUse] = field(default_factory=list[ToolUse])
    output_cut: bool = False
    ended_otherwise: bool = False
    error: ModelError | None = None

    def blocks(self) -> tuple[ContentBlock, ...]:
        """The assistant message; empty when the model neither said nor asked anything.

        Neither blank text nor reasoning alone is an answer; a broken stream's calls are not kept.
        """
        calls = [] if self.error else self.calls
        said: list[ContentBlock] = [TextBlock(self.text)] if self.text.strip() else []
        said += [ToolUseBlock(call.id, call.name, call.input) for call in calls]
        if said and self.reasoning:
            said.insert(0, ReasoningBlock(self.reasoning))
        return tuple(said)


async def receive(model: ChatModel, request: ChatRequest, message_id: str, emit: Emit) -> Response:
    """Send `request` and gather the answer, each piece told as it arrives."""
    response = Response(error=StreamCut(url=""))
    text: list[str] = []
    reasoning: list[str] = []
    async with aclosing(model.chat(request)) as events:
        async for event in events:
            match event:
                case TextDelta(piece):
                    text.append(piece)
                    emit(TextArrived(message_id, piece))
                case ReasoningDelta(piece):
                    reasoning.append(piece)
                    emit(ReasoningArrived(message_id, piece))
                case ToolUse():
                    response.calls.append(event)
                case Usage(asked, answered, thought, read_before):
                    emit(UsageReported(asked, answered, thought, read_before))
                case Done(stop_reason, output_cut):
                    response.error = None
                    response.output_cut = output_cut
                    response.ended_otherwise = stop_reason == "other"
                    emit(ResponseEnded(message_id, stop_reason))
                case Failed(error):
                    response.error = error
                    emit(ResponseEnded(message_id, "failed"))
    response.text = "".join(text)
    response.reasoning = "".join(reasoning)
    return response
