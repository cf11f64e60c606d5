"""Messages as the server wants them, of which only those are mapped that are new.

A conversation is sent whole at each of thousands of requests; mapping all of it each time costs
more than encoding and sending it.
"""

from collections.abc import Callable
from itertools import chain, compress, count
from operator import is_not
from typing import Any

from maia.agent.contracts.messages import ImageBlock, Message


class MappedMessages:
    """What `of_message` makes of each message of a request; the same is not made twice.

    An image is looked for each time: what it becomes depends on the model and on the disk, and is
    too large to keep.
    """

    def __init__(self, of_message: Callable[[Message], list[dict[str, Any]]]) -> None:
        self._of_message = of_message
        self._last: tuple[Message, ...] = ()
        self._mapped: list[list[dict[str, Any]]] = []
        self._images: list[int] = []

    def of(self, messages: tuple[Message, ...]) -> list[dict[str, Any]]:
        """All of them, in order."""
        same = unchanged(self._last, messages)
        mapped = self._mapped[:same]
        images = [index for index in self._images if index < same]
        for index in images:
            mapped[index] = self._of_message(messages[index])
        for index, message in enumerate(messages[same:], start=same):
            mapped.append(self._of_message(message))
            if any(isinstance(block, ImageBlock) for block in message.content):
                images.append(index)
        self._last, self._images = messages, images
        self._mapped = [*mapped]
        for index in images:
            self._mapped[index] = []
        return list(chain.from_iterable(mapped))


def unchanged(before: tuple[Message, ...], now: tuple[Message, ...]) -> int:
    """How many messages at the beginning are the very same; no step of it runs in Python."""
    changed = compress(count(), map(is_not, before, now))
    return next(changed, min(len(before), len(now)))
