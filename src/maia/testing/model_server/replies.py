"""What the scripted server answers: small values, in the order of the script."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Delivery:
    """How the body of a reply travels.

    `delay`: seconds before every piece after the first; `first_delay`: before the first.
    `write_size`: bytes in one network write (None: a piece a write).
    `hang_after`: so many pieces are sent, then the socket stays open and silent, until the client
    leaves or `release` is set. `cut_after`: the connection is closed after so many bytes of body.
    `framing`: `chunked`, a `Content-Length`, or the end of the connection.
    """

    delay: float = 0.0
    first_delay: float = 0.0
    write_size: int | None = None
    hang_after: int | None = None
    cut_after: int | None = None
    framing: Literal["chunked", "length", "close"] = "chunked"
    release: threading.Event | None = None


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of the model. `arguments` is an object, or text that is sent as it stands.

    `id` None gives `call_1`, `call_2` ... over the whole script; `pieces`: fragments that the
    arguments are sent in.
    """

    name: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict[str, Any])
    id: str | None = None
    pieces: int = 1


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """What the server says the request cost; `reasoning` is counted within `completion`."""

    prompt: int = 11
    completion: int = 7
    reasoning: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """A normal answer: reasoning, then text, then calls, each in its pieces.

    `finish_reason` None means the right one. `error` is put into the stream, as an error object,
    after all that; no end follows it. `usage` None: the server gives no numbers. `done` False: no
    `[DONE]`. When the request says `stream: false` the same answer is one JSON object.
    """

    text: str | tuple[str, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    reasoning: str | tuple[str, ...] = ()
    finish_reason: str | None = None
    usage: TokenUsage | None = TokenUsage()
    error: Mapping[str, Any] | None = None
    done: bool = True
    delivery: Delivery = Delivery()


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes as they stand, in pieces, with their own status and headers."""

    pieces: tuple[bytes, ...]
    status: int = 200
    headers: Mapping[str, str] = field(
        default_factory=lambda: {"Content-Type": "text/event-stream"}
    )
    delivery: Delivery = Delivery()


@dataclass(frozen=True, slots=True)
class HttpError:
    """A refusal: `body` is sent as JSON, or as it stands when it is text."""

    status: int
    body: Mapping[str, Any] | str
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    delivery: Delivery = Delivery(framing="length")


Reply: TypeAlias = Answer | Raw | HttpError
Planned: TypeAlias = Reply | Callable[[dict[str, Any]], Reply]
"""A place in a script: a reply, or a function that makes one from the request body."""
