"""The loop of the line facade: prompt, commands, turns, questions (spec 5.5)."""

import asyncio

from maia.agent.contracts.events import (
    ContinuationAsked,
    Event,
    PermissionAsked,
    QuestionClosed,
    ToolsRunning,
    ToolsSettled,
    TurnEnded,
)
from maia.agent.contracts.operations import Interrupt, Submit
from maia.agent.runtime.conversation import Conversation
from maia.facades.commands import parse_command
from maia.facades.exit_codes import ExitCode
from maia.facades.repl.asking import Asker
from maia.facades.repl.first_start import FirstStart
from maia.facades.repl.model_choice import ListModels
from maia.facades.repl.policy_view import first_lines, policy_facts
from maia.facades.repl.printer import Printer
from maia.facades.repl.signals import on_ctrl_c
from maia.facades.repl.slash import BypassBarrier, SlashCommands, refuse_bypass_as_root
from maia.facades.repl.style import Style
from maia.facades.repl.terminal import LeaveError, Terminal
from maia.i18n import Catalogue

PROGRESS_SECONDS = 1.0
"""Tools that run side by side are counted on the screen only when they take longer."""


class ReplSession:
    """One person at one terminal, holding one conversation.

    `bypass_barrier` says why `bypass` may not be selected here (a key), None when it may.
    """

    def __init__(
        self,
        conversation: Conversation,
        list_models: ListModels,
        terminal: Terminal,
        catalogue: Catalogue,
        style: Style,
        *,
        bypass_barrier: BypassBarrier = refuse_bypass_as_root,
    ) -> None:
        self._conversation = conversation
        self._terminal = terminal
        self._catalogue = catalogue
        self._style = style
        self._printer = Printer(catalogue, style)
        self._asker = Asker(terminal, catalogue, style)
        self._commands = SlashCommands(
            conversation, terminal, catalogue, style, list_models, bypass_barrier
        )
        self._first_start = FirstStart(conversation.policy, self._asker, terminal, catalogue, style)
        self._background: set[asyncio.Task[None]] = set()
        self._progress: asyncio.TimerHandle | None = None

    async def run(self) -> ExitCode:
        """Until the person leaves (/exit, Ctrl+D, Ctrl+C at the prompt, SIGTERM, SIGHUP)."""
        await self._first_start.ask(self._commands.trust)
        facts = await asyncio.to_thread(policy_facts, self._conversation.policy)
        self._terminal.write(first_lines(facts, self._catalogue, self._style))
        placeholder = self._catalogue.text("repl.placeholder")
        while True:
            try:
                line = await self._terminal.read_request("> ", placeholder)
            except LeaveError:
                return ExitCode.DONE
            line = line.strip()
            if not line:
                continue
            command = parse_command(line)
            if command is None:
                await self._turn(line)
            elif not await self._commands.run(*command):
                return ExitCode.DONE

    async def _turn(self, text: str) -> None:
        with on_ctrl_c(self._interrupt):
            await self._conversation.submit(Submit(text))
            await self._follow()

    async def _follow(self) -> None:
        """Show the events of the turn and put its questions, until it ends."""
        question: asyncio.Task[None] | None = None
        try:
            while True:
                event = await self._conversation.next_event()
                if isinstance(event, QuestionClosed):
                    await _ended(question)
                self._time_progress(event)
                self._show(event)
                if isinstance(event, PermissionAsked | ContinuationAsked):
                    question = asyncio.create_task(self._put(event))
                if isinstance(event, TurnEnded):
                    return
        finally:
            self._stop_progress()
            await _ended(question)

    async def _put(self, question: PermissionAsked | ContinuationAsked) -> None:
        await self._conversation.submit(await self._asker.answer(question))

    def _time_progress(self, event: Event) -> None:
        """Let the printer count tools that run side by side once they have run for a while."""
        if isinstance(event, ToolsRunning) and self._progress is None:
            loop = asyncio.get_running_loop()
            self._progress = loop.call_later(PROGRESS_SECONDS, self._show_progress)
        elif isinstance(event, ToolsSettled):
            self._stop_progress()

    def _show_progress(self) -> None:
        self._terminal.write(self._printer.begin_progress())

    def _stop_progress(self) -> None:
        if self._progress is not None:
            self._progress.cancel()
            self._progress = None

    def _interrupt(self) -> None:
        task = asyncio.ensure_future(self._conversation.submit(Interrupt()))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def _show(self, event: Event) -> None:
        self._terminal.write(self._printer.render(event))


async def _ended(question: "asyncio.Task[None] | None") -> None:
    """Take a question off the screen, answered or not."""
    if question is not None and not question.done():
        question.cancel()
        await asyncio.wait([question])
