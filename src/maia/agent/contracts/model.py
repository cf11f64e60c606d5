"""The ChatModel port: a conversation in, a stream of events out (spec 4.2)."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, Protocol, TypeAlias

from maia.agent.contracts.errors import ModelError
from maia.agent.contracts.messages import Message
from maia.agent.contracts.tools import ToolSpec

StopReason: TypeAlias = Literal["end_turn", "tool_use", "max_tokens", "other"]


class ArgumentProblem(Enum):
    """Why the arguments of a call cannot be used; the call gets an error result and is not run."""

    NOT_JSON = "not_json"
    NOT_AN_OBJECT = "not_an_object"
    CUT = "cut"
    """The arguments end in the middle: the output limit, or the connection, cut them."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request: the whole conversation, checked and repaired by the engine before it is sent."""

    system: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the answer, as it arrives."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """A piece of the model's reasoning, never part of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A whole call, given once the stream has ended. With a `problem`, `input` is `{}`."""

    id: str
    name: str
    input: dict[str, Any]
    problem: ArgumentProblem | None = None
    raw_arguments: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counts them; reasoning tokens are taken out of `output_tokens`."""

    input_tokens: int
    output_tokens: int
    reasoning_tokens: int = 0
    cached_tokens: int = 0
    """Of the input, what the server had read before; priced apart where a price is known."""


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What a server says of a model; None where it does not say. Prices are dollars a token."""

    max_input_tokens: int | None = None
    takes_images: bool | None = None
    input_price: float | None = None
    output_price: float | None = None
    cached_price: float | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The stream ended as a stream should. Always the last event, unless `Failed` is.

    `output_cut` is true when the output limit cut the answer, whether the server says so
    (`length`) or hides it (a call, and exactly 1024 ... 65536 output tokens; spec 7.2).
    """

    stop_reason: StopReason
    output_cut: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """The stream ended with an error. Always the last event; what came before stays true."""

    error: ModelError


StreamEvent: TypeAlias = TextDelta | ReasoningDelta | ToolUse | Usage | Done | Failed


class ChatModel(Protocol):
    """A model behind some server.

    `chat` never raises for what a server does: it ends with `Failed`. Cancelling the task that
    reads it closes the connection and passes through as `asyncio.CancelledError`.
    """

    @property
    def id(self) -> str:
        """The provider, e.g. `litellm`."""
        ...

    @property
    def model(self) -> str:
        """The model's name as the server knows it."""
        ...

    def chat(self, request: ChatRequest) -> AsyncGenerator[StreamEvent]:
        """Send `request` and yield what comes back; exactly one `Done` or `Failed` ends it."""
        ...

    async def accepts_images(self) -> bool:
        """Whether the model takes images; asked once, `False` when it cannot be known."""
        ...

    async def facts(self) -> ModelFacts:
        """What the server says of the model; asked once, empty when it says nothing."""
        ...

    async def close(self) -> None:
        """Give back the connections. Safe to call twice."""
        ...
