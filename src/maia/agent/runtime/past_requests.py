"""The requests of a conversation, found again in its messages: what `/rewind` offers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from maia.agent.contracts.messages import Message, TextBlock


@dataclass(frozen=True, slots=True)
class PastRequest:
    """What was asked, and the conversation as it was before. `number` counts from 1.

    `text` begins with the context that was joined to the request, if there was any.
    """

    number: int
    text: str
    before: tuple[Message, ...]


def past_requests(messages: Sequence[Message]) -> tuple[PastRequest, ...]:
    """All of them, in order.

    A request may stand behind tool results in the same message, after a stop (spec 6.2): the
    results stay when one goes back to before it.
    """
    found = _found(tuple(messages))
    return tuple(PastRequest(number, *each) for number, each in enumerate(found, start=1))


def _found(messages: tuple[Message, ...]) -> Iterator[tuple[str, tuple[Message, ...]]]:
    for index, message in enumerate(messages):
        if message.role != "user":
            continue
        for place, block in enumerate(message.content):
            if isinstance(block, TextBlock):
                kept = message.content[:place]
                rest = (Message("user", kept, message.extra),) if kept else ()
                yield block.text, (*messages[:index], *rest)
