"""The loop of the line facade: prompt, commands, turns, questions (spec 5.5)."""

import asyncio

from maia.agent.contracts.events import ContinuationAsked, PermissionAsked, SessionOpened
from maia.agent.contracts.operations import Answer, LoadSession, RunShell, Submit
from maia.agent.runtime.conversation import Conversation
from maia.facades.commands import parse_command
from maia.facades.exit_codes import ExitCode
from maia.facades.repl.asking import Asker
from maia.facades.repl.console import Console
from maia.facades.repl.first_start import FirstStart
from maia.facades.repl.leaving import LeaveError
from maia.facades.repl.policy_view import first_lines, policy_facts
from maia.facades.repl.printer import Printer
from maia.facades.repl.slash.desk import Desk, Services
from maia.facades.repl.slash.dispatch import SlashCommands
from maia.facades.repl.slash.policy import ask_trust
from maia.facades.repl.slash.sessions import load
from maia.facades.repl.status import StatusLine
from maia.facades.repl.transcript import Transcript
from maia.facades.repl.viewer import EventViewer
from maia.facades.shown_text import harmless

CHOOSE = "?"
"""Instead of the name of a session: one is chosen from the list. No session bears it."""


class ReplSession:
    """One person at one terminal, holding one conversation.

    `resume` is the name of a session to go on with, or `CHOOSE`.
    """

    def __init__(
        self,
        conversation: Conversation,
        console: Console,
        services: Services,
        *,
        resume: str = "",
    ) -> None:
        self._conversation = conversation
        self._console = console
        self._screen = screen = console.screen
        catalogue, style = console.catalogue, console.style
        self._printer = Printer(
            catalogue,
            style,
            live=console.is_live,
            markdown=console.markdown,
            width=console.width,
        )
        self._viewer = EventViewer(
            conversation,
            screen,
            self._printer,
            StatusLine(catalogue, is_quiet=not console.is_live),
            console.bar,
        )
        self._viewer.put = self._put
        self._viewer.opened = self._show_again
        self._asker = Asker(screen, catalogue, style, is_live=console.is_live)
        self._desk = Desk(
            conversation,
            screen,
            self._viewer,
            self._asker,
            services,
            catalogue,
            style,
            console.is_live,
        )
        self._commands = SlashCommands(self._desk)
        self._resume = resume

    async def run(self) -> ExitCode:
        """Until the person leaves (/exit, Ctrl+D, Ctrl+C at the prompt, SIGTERM, SIGHUP)."""
        viewing = asyncio.create_task(self._viewer.run())
        talking = asyncio.create_task(self._talk())
        try:
            await asyncio.wait([viewing, talking], return_when=asyncio.FIRST_COMPLETED)
            if viewing.done():
                viewing.result()  # the terminal is gone
            return talking.result()
        finally:
            for task in (talking, viewing):
                task.cancel()
            await asyncio.wait([viewing, talking])

    async def _talk(self) -> ExitCode:
        await self._begin()
        placeholder = self._desk.say("repl.placeholder")
        while True:
            await self._viewer.settle()
            try:
                line = await self._screen.read_request(placeholder)
            except LeaveError:
                break
            if not await self._take(line.strip()):
                break
        self._say_where_it_is()
        return ExitCode.DONE

    def _say_where_it_is(self) -> None:
        """That the session is kept, and how to go on with it."""
        conversation = self._conversation
        if conversation.sessions is not None and conversation.state.messages:
            said = self._desk.say("repl.kept", name=harmless(conversation.session))
            self._desk.write(f"{said}\n")

    async def _begin(self) -> None:
        """What is asked and said before the first request."""
        policy = self._conversation.policy
        first = FirstStart(policy, self._asker, self._desk)
        await first.ask(lambda: ask_trust(self._desk))
        facts = await asyncio.to_thread(policy_facts, policy)
        self._desk.write(first_lines(facts, self._desk.catalogue, self._desk.style))
        if self._resume == CHOOSE:
            await load(self._desk, "")
        elif self._resume:
            await self._desk.submit(LoadSession(self._resume))
        else:
            await self._offer_unfinished()
        self._conversation.begin()

    async def _offer_unfinished(self) -> None:
        """A session that a crash ended can be gone on with (issue: the next start offers it)."""
        folder = self._conversation.sessions
        if folder is None:
            return
        listing = await asyncio.to_thread(folder.list)
        for skipped in listing.skipped:
            self._desk.tell("warning", skipped.key, **skipped.values)
        newest = next((entry for entry in listing.entries if entry.unfinished), None)
        if newest is None:
            return
        said = self._desk.say("repl.offer_unfinished", name=newest.name, count=newest.message_count)
        if await self._asker.confirm(said):
            await self._desk.submit(LoadSession(newest.name))

    async def _take(self, line: str) -> bool:
        """One line of the person (spec 5.5); False when it ends the session."""
        if not line:
            return True
        if line.startswith("!"):
            self._screen.write(self._printer.echo(line))
            await self._desk.submit(RunShell(line))
            return True
        command = parse_command(line)
        if command is None:
            await self._ask(line)
            return True
        self._screen.write(self._printer.echo(line))
        outcome = await self._commands.run(*command)
        if outcome.request:
            await self._desk.submit(Submit(outcome.request))
        return not outcome.leave

    async def _ask(self, request: str) -> None:
        self._screen.write(self._printer.echo(request))
        await self._desk.submit(Submit(request))

    async def _put(self, question: PermissionAsked | ContinuationAsked) -> Answer:
        self._screen.attention()
        return await self._asker.answer(question)

    def _show_again(self, event: SessionOpened) -> None:
        """Show the conversation that was loaded (spec 12.3)."""
        if event.how != "loaded":
            return
        messages = self._conversation.state.messages
        transcript = Transcript(
            self._desk.catalogue,
            self._desk.style,
            self._console.width(),
            markdown=self._console.markdown,
        )
        if self._conversation.summary is not None:
            self._desk.write("".join(transcript.summary(self._conversation.summary)))
        self._screen.write("".join(transcript.of(messages)))
        self._desk.tell("info", "repl.session_loaded", name=event.name, count=len(messages))
