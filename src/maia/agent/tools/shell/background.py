"""Commands that run on after their call: by id, with their output since the last look."""

import asyncio
from dataclasses import dataclass, field

from maia.agent.contracts.errors import ToolFailure
from maia.agent.contracts.host import CommandExit, RunningCommand
from maia.agent.tools.shell.output import CommandOutputStream
from maia.agent.tools.shell.texts import TEXTS, CommandStatus, status_line
from maia.i18n import Language
from maia.workspace.terminal_text import visible

MOST_RUNNING = 16
"""Background commands at once; each may hold a core and a port."""

MOST_ENDED = 32
"""Ended ones that can still be read; the oldest goes first."""

FIRST_LOOK = 0.2
"""Seconds a new command is watched, so that one that fails at once is told in the same result."""

_LISTED_COMMAND = 100


@dataclass(slots=True)
class BackgroundCommand:
    """One command and what is known of it. `told` is whether the model has read of its end."""

    id: str
    text: str
    running: RunningCommand
    stream: CommandOutputStream
    status: CommandStatus = field(default_factory=lambda: CommandStatus(how="running"))
    told: bool = False
    stop_reason: CommandStatus | None = None
    watcher: "asyncio.Task[None] | None" = None

    @property
    def is_running(self) -> bool:
        """Whether its end is still to come."""
        return self.status.how == "running"

    async def until_end(self, within: float) -> None:
        """Wait for the end, at most `within` seconds."""
        if self.watcher is not None:
            await asyncio.wait([self.watcher], timeout=within)

    async def stop(self, status: CommandStatus) -> None:
        """End it; `status` is what is said of it then."""
        if self.is_running:
            self.stop_reason = self.stop_reason or status
        await self.running.stop()
        await self.until_end(within=1)

    def ended(self, ending: CommandExit) -> None:
        """Take note of the end."""
        self.stream.finish()
        self.status = self.stop_reason or CommandStatus(exit=ending)


class BackgroundCommands:
    """The registry: at most `MOST_RUNNING` at once, all ended by `close`."""

    def __init__(self) -> None:
        self._commands: dict[str, BackgroundCommand] = {}
        self._count = 0

    def check_room(self, language: Language) -> None:
        """Raise ToolFailure when one more is too many."""
        running = [command.id for command in self._commands.values() if command.is_running]
        if len(running) >= MOST_RUNNING:
            raise ToolFailure(
                TEXTS.text(
                    language,
                    "background_full",
                    limit=MOST_RUNNING,
                    running=", ".join(running),
                )
            )

    def add(
        self, text: str, running: RunningCommand, stream: CommandOutputStream, timeout: int | None
    ) -> BackgroundCommand:
        """Keep a command that was just started; with a `timeout` it is stopped after it."""
        self._count += 1
        command = BackgroundCommand(f"bash_{self._count}", text, running, stream)
        command.watcher = asyncio.create_task(_watch(command, give_up_after=timeout))
        self._commands[command.id] = command
        ended = [known.id for known in self._commands.values() if not known.is_running]
        for identity in ended[: max(0, len(ended) - MOST_ENDED)]:
            del self._commands[identity]
        return command

    def get(self, identity: str, language: Language) -> BackgroundCommand:
        """The command `identity` (`1` is `bash_1`). Raises ToolFailure when there is none."""
        command = self._commands.get(identity) or self._commands.get(f"bash_{identity}")
        if command is None:
            known = ", ".join(self._commands) or TEXTS.text(language, "none")
            raise ToolFailure(
                TEXTS.text(language, "background_unknown", id=visible(identity), known=known)
            )
        return command

    def listing(self, language: Language) -> str:
        """One line for each: id, status, command."""
        lines = [
            f"{command.id} {status_line(language, command.status)} "
            f"{visible(command.text)[:_LISTED_COMMAND]}"
            for command in self._commands.values()
        ]
        return "\n".join(lines) or TEXTS.text(language, "background_none")

    def news(self, language: Language) -> list[str]:
        """One line for each command that has ended since the model last heard of it."""
        lines: list[str] = []
        for command in self._commands.values():
            if not command.is_running and not command.told:
                command.told = True
                status = status_line(language, command.status).strip("[]")
                lines.append(TEXTS.text(language, "background_ended", id=command.id, status=status))
        return lines

    async def close(self) -> None:
        """End all that run. Safe to call twice."""
        running = [command for command in self._commands.values() if command.is_running]
        status = CommandStatus(how="stopped")
        await asyncio.gather(*(command.stop(status) for command in running))


async def _watch(command: BackgroundCommand, give_up_after: int | None) -> None:
    waiting = asyncio.ensure_future(command.running.wait())
    try:
        await asyncio.wait([waiting], timeout=give_up_after)
        if not waiting.done():
            command.stop_reason = CommandStatus(how="timed_out", seconds=give_up_after or 0)
            await command.running.stop()
        command.ended(await waiting)
    finally:
        waiting.cancel()
