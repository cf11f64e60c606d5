"""The Bash tool: one call, from its arguments to what the model reads."""

import asyncio
import errno
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from maia.agent.contracts.display import CommandOutput
from maia.agent.contracts.host import RunningCommand, ShellCommand
from maia.agent.contracts.tools import (
    COMMAND_NAMES,
    DefaultPermission,
    ToolContext,
    ToolKind,
    ToolOutcome,
    ToolSpec,
)
from maia.agent.tools.shell.background import (
    FIRST_LOOK,
    BackgroundCommand,
    BackgroundCommands,
)
from maia.agent.tools.shell.environment import command_environment
from maia.agent.tools.shell.output import PREVIEW_LIMIT, CommandOutputStream
from maia.agent.tools.shell.request import (
    ListBackground,
    PollBackground,
    RunCommand,
    StartInBackground,
    StopBackground,
    input_schema,
    read_request,
)
from maia.agent.tools.shell.texts import TEXTS, CommandStatus, status_line
from maia.agent.tools.shell.working_folder import WorkingFolder
from maia.i18n import Language
from maia.workspace.bash_invocation import BASH
from maia.workspace.terminal_text import visible

DESCRIBED_LIMIT = 120
"""Characters of a command in its one-line description; the end stays, it is what hides best."""


@dataclass(frozen=True, slots=True)
class _NotStarted:
    """Why there is no command."""

    reason: str


class ShellTool:
    """Bash. One instance a conversation: it keeps the folder and the background commands."""

    def __init__(self) -> None:
        self._folder = WorkingFolder()
        self._background = BackgroundCommands()
        description = Path(__file__).with_name("shell.md").read_text("utf-8").strip()
        self._spec = ToolSpec("Bash", description, input_schema())

    @property
    def spec(self) -> ToolSpec:
        """What the model is told."""
        return self._spec

    @property
    def kind(self) -> ToolKind:
        """It executes."""
        return "execute"

    @property
    def default_permission(self) -> DefaultPermission:
        """A person is asked."""
        return "ask"

    def describe(self, arguments: Mapping[str, Any]) -> str:
        """The command on one line with nothing hidden, its middle cut; or the id."""
        for name in COMMAND_NAMES:
            text = arguments.get(name)
            if isinstance(text, str) and text.strip():
                return _one_line(text)
        return _one_line(str(arguments.get("id") or ""))

    def lock_key(self, arguments: Mapping[str, Any], launch_folder: Path) -> str | None:
        """None: commands run side by side."""
        del arguments, launch_folder
        return None

    async def execute(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """Run, start, look at, stop or list. Raises ToolInputError and ToolFailure."""
        match read_request(arguments, context.language):
            case RunCommand() as request:
                return await self._run(request, context)
            case StartInBackground() as request:
                return await self._start_in_background(request, context)
            case PollBackground() as request:
                command = self._background.get(request.id, context.language)
                await command.until_end(within=request.wait)
                return _background_outcome(command, context.language)
            case StopBackground() as request:
                command = self._background.get(request.id, context.language)
                await command.stop(CommandStatus(how="stopped"))
                return _background_outcome(command, context.language)
            case ListBackground():
                return ToolOutcome(self._background.listing(context.language))

    async def close(self) -> None:
        """End the background commands and remove private files. Safe to call twice."""
        await self._background.close()
        self._folder.close()

    async def _run(self, request: RunCommand, context: ToolContext) -> ToolOutcome:
        stream = CommandOutputStream(context.emit_output)
        report = self._folder.new_report()
        started = await self._start(request.text, context, stream, report)
        if isinstance(started, _NotStarted):
            return _not_started(started, context.language)
        running, folder, notes = started
        try:
            status = await _finish(running, request.timeout)
        finally:
            stream.finish()
        if status.how is None:
            note = await self._folder.settle(report, folder, context)
            notes = [*notes, note] if note else notes
        notes = [*notes, *self._background.news(context.language)]
        output = stream.take(context.language)
        content = _joined(output, *notes, status_line(context.language, status))
        shown = CommandOutput(request.text, stream.preview, status.exit_code)
        return ToolOutcome(content, is_error=status.is_error, display=(shown,))

    async def _start_in_background(
        self, request: StartInBackground, context: ToolContext
    ) -> ToolOutcome:
        self._background.check_room(context.language)
        stream = CommandOutputStream()
        started = await self._start(request.text, context, stream, report=None)
        if isinstance(started, _NotStarted):
            return _not_started(started, context.language)
        running, _folder, notes = started
        command = self._background.add(request.text, running, stream, request.timeout)
        try:
            await command.until_end(within=FIRST_LOOK)
        except asyncio.CancelledError:
            await command.stop(CommandStatus(how="interrupted"))
            raise
        outcome = _background_outcome(command, context.language)
        begun = TEXTS.text(context.language, "background_started", id=command.id)
        return replace(outcome, content=_joined(begun, *notes, outcome.content))

    async def _start(
        self, text: str, context: ToolContext, stream: CommandOutputStream, report: Path | None
    ) -> tuple[RunningCommand, Path, list[str]] | _NotStarted:
        """Start in the kept folder; where it cannot be entered, in the launch folder."""
        folder, gone = await self._folder.enter(context)
        env = command_environment(context.launch_folder, context.env)
        while True:
            command = ShellCommand(text, folder, env, report)
            try:
                running = await context.host.start(command, stream.receive)
            except OSError as error:
                if folder == context.launch_folder or error.filename != str(folder):
                    return _NotStarted(_reason(error, text, context.language))
                folder, gone = context.launch_folder, folder
                context.keep_folder(context.launch_folder)
            else:
                break
        if gone is None:
            return running, folder, []
        relative = visible(str(gone.relative_to(context.launch_folder)))
        return running, folder, [TEXTS.text(context.language, "folder_gone", folder=relative)]


async def _finish(running: RunningCommand, limit: int) -> CommandStatus:
    """Wait at most `limit` seconds for the end. Nothing is left after that, or a cancellation."""
    try:
        async with asyncio.timeout(limit):
            return CommandStatus(exit=await running.wait())
    except TimeoutError:
        await running.stop()
        return CommandStatus(how="timed_out", seconds=limit)
    except asyncio.CancelledError:
        await running.stop()
        raise


def _background_outcome(command: BackgroundCommand, language: Language) -> ToolOutcome:
    status = command.status
    command.told = not command.is_running
    output = command.stream.take(language)
    content = _joined(output, status_line(language, status))
    shown = CommandOutput(command.text, output[:PREVIEW_LIMIT], status.exit_code)
    return ToolOutcome(content, is_error=status.is_error, display=(shown,))


def _not_started(why: _NotStarted, language: Language) -> ToolOutcome:
    line = status_line(language, CommandStatus(how="not_started"))
    return ToolOutcome(_joined(why.reason, line), is_error=True)


def _reason(error: OSError, text: str, language: Language) -> str:
    """Why the shell did not start, in words the model can act on."""
    if error.errno == errno.E2BIG:
        return TEXTS.text(language, "too_long", size=len(text.encode(errors="replace")))
    if error.errno == errno.EINVAL and "\0" in text:
        return TEXTS.text(language, "nul")
    if error.errno == errno.EINVAL and not text.isascii():
        return TEXTS.text(language, "not_text")
    if error.errno == errno.ENOENT and error.filename == BASH:
        return TEXTS.text(language, "bash_missing", bash=BASH)
    return str(error)


def _joined(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _one_line(text: str) -> str:
    line = " ".join(visible(text.strip()).split())
    if len(line) <= DESCRIBED_LIMIT:
        return line
    half = (DESCRIBED_LIMIT - 3) // 2
    return f"{line[:half]} … {line[-half:]}"
