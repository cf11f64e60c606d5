"""A person at a screen that remembers, holding a real conversation with a scripted model."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from maia.agent.permissions.rules import Rules
from maia.agent.runtime.assembly import Place, open_conversation
from maia.agent.runtime.rule_files import LoadedRules
from maia.agent.runtime.settings import Settings
from maia.facades.repl.asking import Asker
from maia.facades.repl.leaving import LeaveError
from maia.facades.repl.measured import ContextBar
from maia.facades.repl.printer import Printer
from maia.facades.repl.screen.choice import Choice
from maia.facades.repl.slash.desk import Desk, Services
from maia.facades.repl.slash.dispatch import Outcome, SlashCommands
from maia.facades.repl.status import StatusLine
from maia.facades.repl.style import Style
from maia.facades.repl.viewer import EventViewer
from maia.i18n import Catalogue


class Screen:
    """Keeps the log; answers lists and questions with what was planned (None: Ctrl+C)."""

    def __init__(self) -> None:
        self.log = ""
        self.lists: list[list[Choice]] = []
        self.planned: list[Any] = []

    def write(self, text: str) -> None:
        self.log += text

    def show_open_block(self, text: str) -> None: ...

    def set_status(self, text: str, *, busy: bool) -> None: ...

    def refresh_context(self) -> None: ...

    def on_interrupt(self, action: Callable[[], None] | None) -> None: ...

    def attention(self) -> None: ...

    async def choose(self, title: str, options: Sequence[Choice], start: int = 0) -> int | None:
        self.lists.append(list(options))
        return self.planned.pop(0)

    async def ask_key(self, title: str, keys: str, accepts: Any, *, at_once: str) -> Any:
        self.log += f"{title} {keys}\n"
        typed = self.planned.pop(0)
        if typed is None:
            raise LeaveError
        return accepts(typed)


class Person:
    """Types commands."""

    def __init__(self, desk: Desk, screen: Screen) -> None:
        self.desk = desk
        self.screen = screen
        self.commands = SlashCommands(desk)

    async def types(self, line: str, *planned: Any) -> str:
        """What a command writes."""
        self.screen.planned = list(planned)
        before = len(self.screen.log)
        name, _, argument = line.removeprefix("/").partition(" ")
        self.outcome: Outcome = await self.commands.run(name, argument)
        await self.desk.viewer.settle()
        assert self.screen.planned == []
        return self.screen.log[before:]

    async def asks(self, text: str) -> None:
        from maia.agent.contracts.operations import Submit

        await self.desk.submit(Submit(text))


@pytest.fixture
async def person(model_server: Any, tmp_path: Path, home: Path):
    settings = Settings(
        url=model_server.url,
        chat_path="/v1/chat/completions",
        models_path="/v1/models",
        api_key=None,
        model=None,
        max_iterations=None,
        max_output_tokens=None,
        language=None,
        env={},
        rule_files=LoadedRules(Rules()),
        context=200_000,
    )
    conversation = open_conversation(settings, Place(home, tmp_path, "en"), "scripted-model")
    catalogue, style = Catalogue("en"), Style(colour=False)
    screen: Any = Screen()
    viewer = EventViewer(
        conversation,
        screen,
        Printer(catalogue, style),
        StatusLine(catalogue),
        ContextBar(catalogue, style),
    )

    async def models() -> tuple[str, ...]:
        return ("alpha", "beta")

    copied: list[str] = []
    services = Services(
        list_models=models,
        config_lines=lambda: ("MaxIterations = 50  (default)",),
        copy=lambda text: not copied.append(text),
        bypass_barrier=lambda: None,
    )
    asker = Asker(screen, catalogue, style)
    desk = Desk(conversation, screen, viewer, asker, services, catalogue, style)
    showing = asyncio.create_task(viewer.run())
    made = Person(desk, screen)
    made.copied = copied
    yield made
    showing.cancel()
    await asyncio.wait([showing])
    await conversation.close()
