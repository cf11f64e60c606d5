"""The history as it can be sent, of which only what is new since the last request is checked."""

from dataclasses import dataclass

from maia.agent.contracts.messages import Message
from maia.agent.models.history import Soundness, call_ids, repair
from maia.agent.models.mapped_messages import unchanged
from maia.agent.models.mapping import has_images
from maia.i18n import Language


@dataclass(frozen=True, slots=True)
class Sendable:
    """A sound history, the ids of its calls, and whether it has images."""

    messages: tuple[Message, ...]
    call_ids: frozenset[str]
    has_images: bool


class SentHistory:
    """Checks the histories of one model's requests, and repairs them. It holds the last one."""

    def __init__(self, language: Language) -> None:
        self._language: Language = language
        self._last: tuple[Message, ...] = ()
        self._soundness = Soundness()

    def sendable(self, messages: tuple[Message, ...]) -> Sendable:
        """`messages` if they are sound, else what can be sent in their place."""
        same = unchanged(self._last, messages)
        if same < len(self._last):
            self._soundness, same = Soundness(), 0
        soundness = self._soundness
        if all(map(soundness.add, messages[same:])) and soundness.is_complete:
            self._last = messages
            return Sendable(messages, frozenset(soundness.ids), soundness.has_images)
        self._last, self._soundness = (), Soundness()
        repaired = repair(messages, self._language)
        return Sendable(repaired, frozenset(call_ids(repaired)), has_images(repaired))
