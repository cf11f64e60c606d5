"""The live screen: a log in the terminal's own scrollback, a live area under it.

Imported only where it is used: it loads prompt_toolkit.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self, TypeVar, cast

from prompt_toolkit.application.run_in_terminal import in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyBindings, merge_key_bindings

from maia.facades.process import OutputLost, write_answer
from maia.facades.repl.leaving import LeaveError
from maia.facades.repl.screen.application import LiveApplication
from maia.facades.repl.screen.area import Area, looks
from maia.facades.repl.screen.asked import QUIET_SECONDS, Asked, QuestionZone
from maia.facades.repl.screen.attention import attention_sequence
from maia.facades.repl.screen.choice import Choice
from maia.facades.repl.screen.choosing import ChoiceList
from maia.facades.repl.screen.interrupts import Interrupts
from maia.facades.repl.screen.keys import Actions, list_keys, question_keys, request_keys
from maia.facades.repl.screen.layout import Zones, build
from maia.facades.repl.screen.output import FrameOutput, terminal_output
from maia.facades.repl.screen.port import AT_ONCE
from maia.facades.repl.screen.request_zone import RequestZone
from maia.facades.repl.screen.setup import ScreenSetup
from maia.facades.repl.screen.terminal_state import TerminalState
from maia.facades.repl.screen.typed import guard
from maia.facades.repl.screen.widths import shown_line

T = TypeVar("T")

_TICK_SECONDS = 0.1


class LiveScreen:
    """A `Screen` drawn by prompt_toolkit at the bottom of the terminal."""

    def __init__(
        self, setup: ScreenSetup, *, source: Input | None = None, output: FrameOutput | None = None
    ) -> None:
        self._setup = setup
        self._output = output or terminal_output(sys.stdout, os.environ.get("TERM", ""))
        self._input = source or create_input(sys.stdin)
        guard(self._input)
        catalogue = setup.catalogue
        history = setup.history or InMemoryHistory()
        self._requests = RequestZone(catalogue, history, setup.completer)
        self._questions = QuestionZone()
        self._area = Area(
            catalogue, self._requests.queue, setup.draw_context, animate=setup.animate
        )
        self._zones = Zones(self._requests, self._questions)
        build(self._zones, self._area, catalogue, self._list_keys())
        self._interrupts = Interrupts(self._zones)
        self._app = self._application()
        self._terminal = TerminalState(self._input, self._output)
        self._running: asyncio.Task[None] | None = None
        self._failure: Exception | None = None
        self._turn = asyncio.Lock()
        self._last_edit = 0.0
        self._tick: asyncio.TimerHandle | None = None
        self._editing: asyncio.Task[None] | None = None
        self._requests.buffer.on_text_changed += self._edited

    async def __aenter__(self) -> Self:
        """Take the terminal, and return when the live area is on it."""
        self._terminal.take()
        drawn = asyncio.Event()

        def on_screen(_app: object) -> None:
            drawn.set()

        self._app.after_render += on_screen
        run = self._app.run_async(handle_sigint=False, set_exception_handler=False)
        self._running = asyncio.create_task(run)
        self._running.add_done_callback(self._ended)
        waiting = asyncio.create_task(drawn.wait())
        try:
            await asyncio.wait([self._running, waiting], return_when=asyncio.FIRST_COMPLETED)
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        finally:
            waiting.cancel()
        self._animate()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the live area off, and leave the terminal as it was found."""
        try:
            if self._tick is not None:
                self._tick.cancel()
            if self._editing is not None:
                self._editing.cancel()  # the application would wait for it
            if self._running is not None:
                self._stop()
                await asyncio.wait([self._running])
        finally:
            self._terminal.restore()
        left = self._app.take_log()
        if left and not isinstance(self._failure, OutputLost):
            self._write_plainly(left)

    def write(self, text: str) -> None:
        """Into the log, with the next frame."""
        if isinstance(self._failure, OutputLost):
            raise self._failure
        if not text:
            return
        if self._is_up:
            self._app.append(text)
        else:
            self._write_plainly(text)

    def show_open_block(self, text: str) -> None:
        """Above the zone, its last rows."""
        self._area.open_block.show(text)
        self._app.invalidate()

    def set_status(self, text: str, *, busy: bool) -> None:
        """On the line reserved for it."""
        self._area.status, self._area.is_busy = text, busy
        self._app.invalidate()
        self._animate()

    def refresh_context(self) -> None:
        """Draw the context bar anew with the next frame."""
        self._area.forget_context()
        self._app.invalidate()

    async def read_request(self, placeholder: str) -> str:
        """What the person sends, or has queued."""
        self._check()
        self._interrupts.forget()
        self._app.invalidate()
        try:
            return await self._requests.read(placeholder)
        finally:
            self._app.invalidate()

    async def read_answer(self, prompt: str, prefilled: str = "") -> str:
        """A line in place of the zone."""
        label: StyleAndTextTuples = [("class:title", shown_line(prompt) + " ")]
        asked = Asked(label, lambda text: (text,), prefilled=prefilled)
        (text,) = cast("tuple[str]", await self._ask(asked))
        return text

    async def ask_key(
        self,
        title: str,
        keys: str,
        accepts: Callable[[str], T | None],
        *,
        at_once: str = AT_ONCE,
    ) -> T:
        """A question in place of the zone, on the screen before any key can answer it."""
        badge = to_formatted_text(ANSI(self._setup.style.badge("ask")))
        said = ("class:title", f" {shown_line(title)} ")
        asked = Asked([*badge, said, ("", shown_line(keys) + " ")], accepts, at_once=at_once)
        return cast("T", await self._ask(asked))

    async def choose(self, title: str, options: Sequence[Choice], start: int = 0) -> int | None:
        """A list in place of the zone."""
        if not options:
            return None
        choices = ChoiceList(self._setup.catalogue, title, options, start=start)
        return cast("int | None", await self._choose(choices))

    async def choose_many(
        self, title: str, options: Sequence[Choice], chosen: frozenset[int]
    ) -> frozenset[int] | None:
        """The same, with a box before each option."""
        if not options:
            return None
        choices = ChoiceList(self._setup.catalogue, title, options, chosen=chosen)
        return cast("frozenset[int] | None", await self._choose(choices))

    def on_interrupt(self, action: Callable[[], None] | None) -> None:
        """A Ctrl+C that came just before the turn could be interrupted counts for it."""
        self._interrupts.direct_to(action)

    def interrupt(self) -> None:
        """Not while an editor has the terminal: it is the one that was meant."""
        if self._editing is None or self._editing.done():
            self._interrupts.ctrl_c()

    def attention(self) -> None:
        """A bell or a notification, as it was set up."""
        sequence = attention_sequence(self._setup.attention, self._setup.catalogue)
        if sequence and self._failure is None:
            self._output.write_raw(sequence)
            try:
                self._output.flush()
            except OSError as error:
                self._fail(error)

    @property
    def _is_up(self) -> bool:
        return self._running is not None and not self._running.done() and self._app.is_running

    def _list_keys(self) -> KeyBindings:
        return list_keys(lambda: self._zones.choices, self._questions, self._zones.settle)

    def _application(self) -> LiveApplication:
        actions = Actions(self._interrupts.ctrl_c, self._redraw, self._suspend, self._edit)
        keys = [
            request_keys(self._requests, self._questions, actions),
            question_keys(self._questions, self._zones.settle),
        ]
        app = LiveApplication(
            self._zones.layout,
            merge_key_bindings(keys),
            looks(),
            self._input,
            self._output,
            colour=self._setup.style.colour,
        )
        app.on_failure = self._fail
        return app

    async def _ask(self, asked: Asked) -> object:
        async with self._turn:
            self._check()
            self._take_typed()
            asked.armed = not self._is_typing()
            self._questions.buffer.set_document(Document(asked.prefilled), bypass_readonly=True)
            self._questions.current = asked
            self._zones.focus()
            self._app.draw_now()
            if not asked.armed:
                self._arm_when_quiet(asked)
            try:
                self._check()
                return await asked.future
            finally:
                asked.future.cancel()
                self._zones.settle()
                self._app.invalidate()

    async def _choose(self, choices: ChoiceList) -> int | frozenset[int] | None:
        async with self._turn:
            self._check()
            self._take_typed()
            self._zones.choices = choices
            self._zones.focus()
            self._app.draw_now()
            try:
                self._check()
                return await choices.future
            finally:
                choices.future.cancel()
                self._zones.settle()
                self._app.invalidate()

    def _take_typed(self) -> None:
        """Keys that wait to be read were typed before the question: they go where they belong."""

        def take() -> None:
            keys = [*self._input.read_keys(), *self._input.flush_keys()]
            self._app.key_processor.feed_multiple(keys)
            self._app.key_processor.process_keys()

        if self._is_up and self._app.is_drawn and self._app.context is not None:
            self._app.context.copy().run(take)

    def _edited(self, _buffer: Buffer) -> None:
        with contextlib.suppress(RuntimeError):  # before there is a loop, nobody types
            self._last_edit = asyncio.get_running_loop().time()

    def _is_typing(self) -> bool:
        quiet = asyncio.get_running_loop().time() - self._last_edit
        ahead = self._requests.buffer.text or len(self._requests.queue)
        return bool(ahead) and quiet < QUIET_SECONDS

    def _arm_when_quiet(self, asked: Asked) -> None:
        """Keys go on into the request until the person pauses; then they answer."""
        loop = asyncio.get_running_loop()
        left = self._last_edit + QUIET_SECONDS - loop.time()
        if left > 0:
            loop.call_later(left, self._arm_when_quiet, asked)
        else:
            asked.armed = True
            self._zones.focus()
            self._app.invalidate()

    def _redraw(self) -> None:
        self._app.redraw_all()

    def _suspend(self) -> None:
        self._app.suspend_to_background()

    def _edit(self) -> None:
        if self._setup.open_editor is not None:
            self._editing = self._app.create_background_task(self._edit_text())

    async def _edit_text(self) -> None:
        open_editor = self._setup.open_editor
        if open_editor is None:
            return
        text = self._requests.pastes.expand(self._requests.buffer.text)
        try:
            async with in_terminal():
                text = await open_editor(text)
        except Exception as error:  # noqa: BLE001  # any editor, any fault: said, and typed on
            problem = shown_line(str(error)) or type(error).__name__
            said = self._setup.catalogue.text("repl.editor_failed", problem=problem)
            self.write(f"{self._setup.style.badge('warning')} {said}\n")
            saved = getattr(error, "text", None)  # what the editor had written before it failed
            if isinstance(saved, str):
                self._requests.set_text(saved.rstrip("\n"))
        else:
            self._requests.set_text(text.rstrip("\n"))

    def _animate(self) -> None:
        if self._tick is None and self._area.is_animated and self._is_up:
            loop = asyncio.get_running_loop()
            self._tick = loop.call_later(_TICK_SECONDS, self._ticked)

    def _ticked(self) -> None:
        self._tick = None
        self._app.invalidate()
        self._animate()

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure
        if not self._is_up:
            raise LeaveError

    def _ended(self, running: "asyncio.Task[None]") -> None:
        """The application has stopped: whoever waits for the person waits no longer."""
        error = None if running.cancelled() else running.exception()
        if isinstance(error, Exception) and not isinstance(error, EOFError):
            self._fail(error)
        else:
            self._tell(self._failure or LeaveError())

    def _fail(self, error: Exception) -> None:
        """Drawing is over; the first reason counts."""
        if self._failure is None:
            self._failure = _as_lost(error) if isinstance(error, OSError) else error
            self._tell(self._failure)
        self._stop()

    def _tell(self, error: Exception) -> None:
        self._requests.fail(error)
        if self._questions.current is not None:
            self._questions.current.fail(error)
        choices = self._zones.choices
        if choices is not None and isinstance(error, LeaveError):
            choices.cancel()
        elif choices is not None and not choices.future.done():
            choices.future.set_exception(error)

    def _stop(self) -> None:
        if self._app.is_running and not self._app.is_done:
            self._app.exit()

    def _write_plainly(self, text: str) -> None:
        self._output.write_raw(text)
        try:
            self._output.flush()
        except OSError as error:
            self._failure = _as_lost(error)
            raise self._failure from error


def _as_lost(error: OSError) -> OutputLost:
    """`error` as it is known outside; what Python still buffers must not fail again at its end."""
    try:
        write_answer("")
    except OutputLost as lost:
        return lost
    return OutputLost(error)
