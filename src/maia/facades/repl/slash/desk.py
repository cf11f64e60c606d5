"""What the slash commands work with."""

import os
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from maia.agent.contracts.operations import Operation
from maia.agent.runtime.conversation import Conversation
from maia.facades.repl.asking import Asker
from maia.facades.repl.screen.port import Screen
from maia.facades.repl.style import Style
from maia.facades.repl.viewer import EventViewer
from maia.facades.shown_text import harmless
from maia.i18n import Catalogue

ListModels: TypeAlias = Callable[[], Awaitable[tuple[str, ...]]]
BypassBarrier: TypeAlias = Callable[[], str | None]
"""Why `bypass` may not be selected: the key of a sentence, None when it may."""


def refuse_bypass_as_root() -> str | None:
    """For a process without a sandbox: root asks, always."""
    return "repl.bypass_as_root" if os.geteuid() == 0 else None


@dataclass(frozen=True, slots=True)
class Services:
    """What lies outside the conversation: the server's list, the settings, the clipboard."""

    list_models: ListModels
    config_lines: Callable[[], Iterable[str]] = tuple
    bypass_barrier: BypassBarrier = refuse_bypass_as_root
    copy: Callable[[str], bool] = lambda _text: False
    """Puts a text on the clipboard; False when no program of this machine can."""


@dataclass(frozen=True, slots=True)
class Desk:
    """One person's conversation and screen, for the commands to work on."""

    conversation: Conversation
    screen: Screen
    viewer: EventViewer
    asker: Asker
    services: Services
    catalogue: Catalogue
    style: Style
    is_live: bool = False
    """Whether a live area stands below the log."""

    async def submit(self, operation: Operation) -> None:
        """Submit it, and wait until what comes of it is shown."""
        self.screen.on_interrupt(self.conversation.interrupt_soon)
        try:
            await self.conversation.submit(operation)
            await self.conversation.idle()
            await self.viewer.settle()
        finally:
            self.screen.on_interrupt(None)

    def say(self, key: str, **values: object) -> str:
        """A sentence."""
        return self.catalogue.text(key, **values)

    def tell(self, level: str, key: str, **values: object) -> None:
        """A sentence in the log, behind its badge."""
        said = self.style.said(level, harmless(self.say(key, **values)))
        self.write(f"{self.style.badge(level)} {said}\n")

    def write(self, text: str) -> None:
        """An item of the log: whole lines."""
        self.screen.write(f"\n{text}" if self.is_live and text else text)
