"""A sum over the messages of a conversation, for which only what is new in it is looked at.

It is wanted several times a call, and a session has thousands of calls.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress, count
from operator import is_not

from maia.agent.contracts.messages import ContentBlock, Message


@dataclass(frozen=True, slots=True)
class _Summed:
    """What was added up; `parts` are those of the blocks of each message."""

    messages: tuple[Message, ...] = ()
    parts: tuple[tuple[int, ...], ...] = ()
    total: int = 0


class MessageSum:
    """Adds up `frame` for each message and `of_block` for each of its blocks.

    What it remembers is what the last call was about and no more: a message that left the
    conversation is let go with the next call. Messages and blocks are known by identity, and held
    meanwhile so that it cannot become another's: equal ones may differ as JSON (`1` and `true`).
    """

    def __init__(self, of_block: Callable[[ContentBlock], int], frame: int) -> None:
        self._of_block = of_block
        self._frame = frame
        self._last = _Summed()

    def of(self, messages: Sequence[Message]) -> int:
        """The sum. Safe in several threads."""
        last, now = self._last, tuple(messages)
        same = _common(last.messages, now)
        left, left_parts = last.messages[same:], last.parts[same:]
        known = {
            id(block): part
            for message, parts in zip(left, left_parts, strict=True)
            for block, part in zip(message.content, parts, strict=True)
        }
        new_parts = tuple(
            tuple(self._part(block, known) for block in message.content) for message in now[same:]
        )
        total = last.total - self._added(left_parts) + self._added(new_parts)
        self._last = _Summed(now, last.parts[:same] + new_parts, total)
        return total

    def _part(self, block: ContentBlock, known: dict[int, int]) -> int:
        part = known.get(id(block))
        return self._of_block(block) if part is None else part

    def _added(self, parts: tuple[tuple[int, ...], ...]) -> int:
        return len(parts) * self._frame + sum(map(sum, parts))


def _common(before: tuple[Message, ...], now: tuple[Message, ...]) -> int:
    """How many messages at the beginning are the very same; no step of it runs in Python."""
    changed = compress(count(), map(is_not, before, now))
    return next(changed, min(len(before), len(now)))
