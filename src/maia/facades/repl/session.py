"""The loop of the line facade: prompt, commands, turns, questions (spec 5.5)."""

import asyncio
import contextlib
import signal
from collections.abc import Awaitable, Callable, Generator

from maia.agent.contracts.errors import ModelError
from maia.agent.contracts.events import (
    ContinuationAsked,
    Event,
    PermissionAsked,
    QuestionClosed,
    TurnEnded,
)
from maia.agent.contracts.operations import Answer, AnswerWord, Interrupt, SelectModel, Submit
from maia.agent.runtime.conversation import Conversation
from maia.facades.commands import commands_of, parse_command
from maia.facades.exit_codes import ExitCode
from maia.facades.process import take_signals
from maia.facades.repl.answers import read_answer
from maia.facades.repl.printer import Printer
from maia.facades.repl.questions import question_text
from maia.facades.repl.style import Style
from maia.facades.repl.terminal import LeaveError, Terminal
from maia.facades.shown_text import harmless, one_line
from maia.i18n import Catalogue

ListModels = Callable[[], Awaitable[tuple[str, ...]]]

_NAME_WIDTH = 200


class ReplSession:
    """One person at one terminal, holding one conversation."""

    def __init__(
        self,
        conversation: Conversation,
        list_models: ListModels,
        terminal: Terminal,
        catalogue: Catalogue,
        style: Style,
    ) -> None:
        self._conversation = conversation
        self._list_models = list_models
        self._terminal = terminal
        self._catalogue = catalogue
        self._style = style
        self._printer = Printer(catalogue, style)
        self._background: set[asyncio.Task[None]] = set()

    async def run(self) -> ExitCode:
        """Until the person leaves (/exit, Ctrl+D, Ctrl+C at the prompt, SIGTERM, SIGHUP)."""
        while True:
            try:
                line = await self._terminal.read_request("> ", self._say("repl.placeholder"))
            except LeaveError:
                return ExitCode.DONE
            line = line.strip()
            if not line:
                continue
            command = parse_command(line)
            if command is None:
                await self._turn(line)
            elif not await self._command(*command):
                return ExitCode.DONE

    async def _turn(self, text: str) -> None:
        with _ctrl_c(self._interrupt):
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
                self._terminal.write(self._printer.render(event))
                if isinstance(event, PermissionAsked | ContinuationAsked):
                    question = asyncio.create_task(self._put(event))
                if isinstance(event, TurnEnded):
                    return
        finally:
            await _ended(question)

    async def _put(self, question: PermissionAsked | ContinuationAsked) -> None:
        stop_offered = isinstance(question, PermissionAsked)
        self._terminal.drop_typed_ahead()
        self._terminal.write(question_text(question, self._catalogue, self._style))
        keys = self._say("repl.keys_stop" if stop_offered else "repl.keys")
        answer: AnswerWord | None = None
        while answer is None:
            try:
                typed = await self._terminal.read_answer(keys + " ")
            except LeaveError:
                answer = "no"
            else:
                answer = read_answer(typed, stop_offered=stop_offered)
        await self._conversation.submit(Answer(question.question_id, answer))

    def _interrupt(self) -> None:
        task = asyncio.ensure_future(self._conversation.submit(Interrupt()))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _command(self, name: str, argument: str) -> bool:
        """Carry out a command; False when it ends the session."""
        match name:
            case "exit":
                return False
            case "help":
                self._help()
            case "model":
                await self._choose_model(argument)
            case _:
                unknown = one_line(name, _NAME_WIDTH)
                self._write(self._say("repl.unknown_command", name=unknown), "warning")
        return True

    def _help(self) -> None:
        for command in commands_of("repl"):
            form = f"/{command.name} {command.argument}".strip()
            self._terminal.write(f"  {form:<16} {self._say(command.help_key)}\n")

    async def _choose_model(self, name: str) -> None:
        chosen = name.removeprefix("litellm:").strip() or await self._pick_model()
        if chosen:
            await self._conversation.submit(SelectModel(chosen))
            self._show(await self._conversation.next_event())

    async def _pick_model(self) -> str | None:
        """Let the person choose from the server's list; Ctrl+C gives up, also while it loads."""
        picking = asyncio.ensure_future(
            pick_model(self._terminal, self._list_models, self._catalogue, self._style)
        )
        with _ctrl_c(picking.cancel):
            await asyncio.wait([picking])
        return None if picking.cancelled() else picking.result()

    def _show(self, event: Event) -> None:
        self._terminal.write(self._printer.render(event))

    def _write(self, text: str, level: str) -> None:
        self._terminal.write(f"{self._style.badge(level)} {text}\n")

    def _say(self, key: str, **values: object) -> str:
        return self._catalogue.text(key, **values)


@contextlib.contextmanager
def leave_on_signals(*numbers: signal.Signals) -> Generator[Callable[[], bool]]:
    """Cancel the current task on the first of these signals; tells whether one has come."""
    task = asyncio.current_task()
    seen: list[bool] = []

    def leave() -> None:
        if not seen and task is not None:
            task.cancel()
        seen.append(True)

    take_signals(leave, *numbers)
    yield lambda: bool(seen)


@contextlib.contextmanager
def _ctrl_c(callback: Callable[[], object]) -> Generator[None]:
    """What Ctrl+C does meanwhile, where it is not a key that a prompt reads."""
    take_signals(callback, signal.SIGINT)
    try:
        yield
    finally:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)


async def _ended(question: "asyncio.Task[None] | None") -> None:
    """Take a question off the screen, answered or not."""
    if question is not None and not question.done():
        question.cancel()
        await asyncio.wait([question])


async def pick_model(
    terminal: Terminal, list_models: ListModels, catalogue: Catalogue, style: Style
) -> str | None:
    """A numbered list of the server's models; a number, a name, or nothing to give up."""
    try:
        models = await list_models()
    except ModelError as error:
        said = harmless(catalogue.text(error.key, **error.values))
        terminal.write(f"{style.badge('warning')} {said}\n")
        models = ()
    if not models:
        terminal.write(f"{style.badge('fail')} {catalogue.text('repl.no_models')}\n")
        return None
    for number, name in enumerate(models, start=1):
        terminal.write(f"  {number:>3}  {one_line(name, _NAME_WIDTH)}\n")
    while True:
        try:
            typed = (await terminal.read_answer(catalogue.text("repl.which_model") + " ")).strip()
        except LeaveError:
            return None
        if not typed:
            return None
        if typed.isdecimal() and 1 <= int(typed) <= len(models):
            return models[int(typed) - 1]
        if typed in models:
            return typed
