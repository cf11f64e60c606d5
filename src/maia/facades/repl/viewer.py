"""Reading the events of a conversation, and showing each as it comes."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from maia.agent.contracts.events import (
    ContextMeasured,
    ContinuationAsked,
    Event,
    PermissionAsked,
    QuestionClosed,
    SessionOpened,
    ToolsRunning,
    ToolsSettled,
)
from maia.agent.contracts.operations import Answer
from maia.agent.runtime.conversation import Conversation
from maia.facades.process import OutputLost
from maia.facades.repl.measured import ContextBar
from maia.facades.repl.printer import Printer
from maia.facades.repl.screen.port import Screen
from maia.facades.repl.status import StatusLine

PROGRESS_SECONDS = 1.0
"""Tools that run side by side are counted in the log only when they take longer."""


class EventViewer:
    """Shows the events of one conversation, between two requests too, until it is closed.

    `put` puts a question to the person; `opened` shows a conversation that takes the place of the
    present one.
    """

    def __init__(
        self,
        conversation: Conversation,
        screen: Screen,
        printer: Printer,
        status: StatusLine,
        bar: ContextBar,
    ) -> None:
        self._conversation = conversation
        self._screen = screen
        self._printer = printer
        self._status = status
        self._bar = bar
        self._line = ""
        self._question: asyncio.Task[None] | None = None
        self._progress: asyncio.TimerHandle | None = None
        self._idle = asyncio.Event()
        self.put: Callable[[PermissionAsked | ContinuationAsked], Awaitable[Answer]] | None = None
        self.opened: Callable[[SessionOpened], None] | None = None
        self.lost: asyncio.Future[None] | None = None

    async def run(self) -> None:
        """Show events as they come, for as long as the task lives. Raises OutputLost."""
        try:
            while True:
                self._idle.set()
                event = await self._conversation.next_event()
                self._idle.clear()
                await self._take(event)
        finally:
            self._idle.set()
            self._stop_progress()
            await self._end_question()

    async def settle(self) -> None:
        """Wait until all that has happened is shown."""
        while self._conversation.has_events or not self._idle.is_set():  # noqa: ASYNC110  # two
            await asyncio.sleep(0)

    def write(self, text: str) -> None:
        """Write to the log; half a line waits for its other half."""
        whole, newline, self._line = (self._line + text).rpartition("\n")
        if newline:
            self._screen.write(whole + newline)

    async def _take(self, event: Event) -> None:
        if isinstance(event, QuestionClosed):
            await self._end_question()
        self._time_progress(event)
        self.write(self._printer.render(event))
        self._screen.show_open_block(self._printer.open_block)
        said = self._status.take(event)
        self._screen.set_status(said, busy=bool(said))
        if isinstance(event, ContextMeasured):
            self._bar.take(event)
            self._screen.refresh_context()
        if isinstance(event, SessionOpened) and self.opened is not None:
            self.opened(event)
        if isinstance(event, PermissionAsked | ContinuationAsked):
            self._question = asyncio.create_task(self._ask(event))

    async def _ask(self, question: PermissionAsked | ContinuationAsked) -> None:
        if self.put is not None:
            await self._conversation.submit(await self.put(question))

    async def _end_question(self) -> None:
        """Take a question off the screen, answered or not."""
        task = self._question
        if task is not None and not task.done():
            task.cancel()
            await asyncio.wait([task])
        if task is not None and not task.cancelled() and (error := task.exception()):
            self._question = None
            raise error

    def _time_progress(self, event: Event) -> None:
        """Let the printer count tools that run side by side once they have run for a while."""
        if isinstance(event, ToolsRunning) and self._progress is None:
            loop = asyncio.get_running_loop()
            self._progress = loop.call_later(PROGRESS_SECONDS, self._show_progress)
        elif isinstance(event, ToolsSettled):
            self._stop_progress()

    def _show_progress(self) -> None:
        with contextlib.suppress(OutputLost):  # the next event finds it out again
            self.write(self._printer.begin_progress())

    def _stop_progress(self) -> None:
        if self._progress is not None:
            self._progress.cancel()
            self._progress = None
