"""The commands that a person runs with `!` (spec 11.2)."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from maia.agent.context.shell_lines import (
    CAPTURE_LIMIT,
    SHELL_SECONDS,
    ShellLineProblem,
    parse_shell_line,
    shell_context,
)
from maia.agent.contracts.events import (
    Event,
    Notice,
    ShellEnded,
    ShellOutputArrived,
    ShellStarted,
)
from maia.agent.contracts.host import CommandExit, Host, RunningCommand, ShellCommand
from maia.i18n import Language, Texts
from maia.workspace.terminal_text import TerminalText

TEXTS = Texts(
    en={
        "exit_code": "exit code: {code}",
        "signal": "killed by signal {number}",
        "timed_out": "timed out ({seconds} s)",
        "interrupted": "interrupted (Ctrl+C)",
        "not_started": "the command could not be started: {reason}",
    },
    fr={
        "exit_code": "code de sortie : {code}",
        "signal": "arrêtée par le signal {number}",
        "timed_out": "délai dépassé ({seconds} s)",
        "interrupted": "interrompue (Ctrl+C)",
        "not_started": "échec du lancement de la commande : {reason}",
    },
)


class _Captured:
    """What the command printed, as text, up to a bound; told as it comes."""

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self._emit = emit
        self._terminal = TerminalText()
        self._parts: list[str] = []
        self._left = CAPTURE_LIMIT

    def feed(self, data: bytes) -> None:
        """Bytes as they arrive."""
        self._keep(self._terminal.feed(data))

    def finish(self) -> str:
        """All of it."""
        self._keep(self._terminal.finish())
        return "".join(self._parts)

    def _keep(self, text: str) -> None:
        kept = text[: self._left]
        if kept:
            self._left -= len(kept)
            self._parts.append(kept)
            self._emit(ShellOutputArrived(kept))


@dataclass(slots=True)
class UserShell:
    """Runs what the person types. No rule is asked, no bound is set: it is their machine."""

    host: Host
    launch_folder: Path
    env: Mapping[str, str]
    language: Language
    emit: Callable[[Event], None]

    async def run(self, line: str) -> str | None:
        """Run a line that begins with `!`; what joins the next request, None when nothing ran.

        Cancelled, the command is ended, and what it printed until then is given all the same.
        """
        parsed = parse_shell_line(line)
        if parsed is None or isinstance(parsed, ShellLineProblem):
            problem = parsed or ShellLineProblem.HELP_WANTED
            level = "info" if problem is ShellLineProblem.HELP_WANTED else "warning"
            self.emit(Notice(problem.value, level))
            self.emit(ShellEnded("", ""))
            return None
        self.emit(ShellStarted(parsed.command))
        captured = _Captured(self.emit)
        status, code = await self._outcome(parsed.command, captured)
        output = captured.finish()
        self.emit(ShellEnded(parsed.command, status, code))
        return shell_context(parsed.command, output, status, self.language)

    async def _outcome(self, command: str, captured: _Captured) -> tuple[str, int | None]:
        """How it ended. Never raises (spec 11.2)."""
        running: RunningCommand | None = None
        try:
            running = await self.host.start(
                ShellCommand(command, self.launch_folder, self.env), captured.feed
            )
            async with asyncio.timeout(SHELL_SECONDS):
                ended = await running.wait()
        except TimeoutError:
            said = self._say("timed_out", seconds=SHELL_SECONDS)
        except OSError as error:
            said = self._say("not_started", reason=error.strerror or str(error))
        except asyncio.CancelledError:
            said = self._say("interrupted")
        else:
            return self._status(ended), ended.exit_code
        await _end(running)
        return said, None

    def _status(self, ended: CommandExit) -> str:
        if ended.exit_code is None:
            return self._say("signal", number=ended.signal)
        return self._say("exit_code", code=ended.exit_code)

    def _say(self, key: str, **values: object) -> str:
        return TEXTS.text(self.language, key, **values)


async def _end(running: RunningCommand | None) -> None:
    """End the command for good; interruptions end it and not what is left to be done."""
    if running is not None:
        stopping = asyncio.ensure_future(running.stop())
        while not stopping.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([stopping])
    task = asyncio.current_task()
    while task is not None and task.cancelling():
        task.uncancel()
