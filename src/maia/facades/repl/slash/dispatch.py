"""Which command does what."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from maia.facades.commands import closest_command
from maia.facades.repl.slash import models, policy, sessions, views
from maia.facades.repl.slash.desk import Desk
from maia.facades.shown_text import one_line

_NAME_WIDTH = 200


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows a command: nothing, a request to the model, or the end."""

    leave: bool = False
    request: str = ""


Alone: TypeAlias = Callable[[Desk], Awaitable[object] | None]
WithArgument: TypeAlias = Callable[[Desk, str], Awaitable[object]]

_ALONE: Mapping[str, Alone] = {
    "help": views.show_help,
    "tools": views.show_tools,
    "config": views.show_config,
    "cost": views.show_cost,
    "diff": views.show_diff,
    "copy": views.copy_answer,
    "permissions": policy.show_permissions,
    "trust": policy.ask_trust,
    "clear": sessions.clear,
    "new": sessions.new_session,
    "compact": sessions.compact,
    "rewind": sessions.rewind,
}
_WITH_ARGUMENT: Mapping[str, WithArgument] = {
    "model": models.choose_model,
    "mode": policy.choose_mode,
    "load": sessions.load,
    "rename": sessions.rename,
}


class SlashCommands:
    """Carries out a command and writes what comes of it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def run(self, name: str, argument: str) -> Outcome:
        """Carry out `/name argument`; an unknown name is said, with the one it may stand for."""
        if name == "exit":
            return Outcome(leave=True)
        if name == "init":
            return Outcome(request=self._desk.conversation.initialisation())
        if name in _ALONE:
            doing = _ALONE[name](self._desk)
            if doing is not None:
                await doing
        elif name in _WITH_ARGUMENT:
            await _WITH_ARGUMENT[name](self._desk, argument)
        else:
            self._unknown(name)
        return Outcome()

    def _unknown(self, name: str) -> None:
        shown, close = one_line(name, _NAME_WIDTH), closest_command(name, "repl")
        if close is None:
            self._desk.tell("warning", "repl.unknown_command", name=shown)
        else:
            self._desk.tell("warning", "repl.unknown_command_close", name=shown, close=close)
