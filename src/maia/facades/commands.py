"""The one table of slash commands, marked with the facades that offer each (spec 5.6)."""

import difflib
from dataclasses import dataclass
from typing import Literal, TypeAlias

Facade: TypeAlias = Literal["repl", "window", "acp", "headless"]


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """One command: its help is the catalogue's sentence `command.<name>`."""

    name: str
    facades: frozenset[Facade]
    argument: str = ""

    @property
    def help_key(self) -> str:
        """The key of its one-line help."""
        return f"command.{self.name}"


COMMANDS: tuple[SlashCommand, ...] = (
    SlashCommand("help", frozenset({"repl"})),
    SlashCommand("model", frozenset({"repl"}), argument="[name]"),
    SlashCommand("permissions", frozenset({"repl"})),
    SlashCommand("mode", frozenset({"repl"}), argument="[name]"),
    SlashCommand("trust", frozenset({"repl"})),
    SlashCommand("exit", frozenset({"repl"})),
)


def commands_of(facade: Facade) -> tuple[SlashCommand, ...]:
    """What a facade offers, in the order of the table."""
    return tuple(command for command in COMMANDS if facade in command.facades)


def parse_command(line: str) -> tuple[str, str] | None:
    """`/name argument` as (name, argument); None when the line is not a command.

    A path such as `/etc/hosts` is a request, not a command: a name holds no second slash.
    """
    if not line.startswith("/"):
        return None
    name, _, argument = line[1:].partition(" ")
    if "/" in name:
        return None
    return name, argument.strip()


def closest_command(name: str, facade: Facade) -> str | None:
    """The command of `facade` that an unknown `name` most looks like, if it looks like any."""
    name, names = name.lower(), [command.name for command in commands_of(facade)]
    begun = [each for each in names if name and each.startswith(name)]
    return next(iter(begun or difflib.get_close_matches(name, names, n=1)), None)
