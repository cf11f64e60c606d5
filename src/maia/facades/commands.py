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


_REPL: frozenset[Facade] = frozenset({"repl"})

COMMANDS: tuple[SlashCommand, ...] = (
    SlashCommand("help", _REPL),
    SlashCommand("model", _REPL, argument="[name]"),
    SlashCommand("permissions", _REPL),
    SlashCommand("mode", _REPL, argument="[name]"),
    SlashCommand("trust", _REPL),
    SlashCommand("init", _REPL),
    SlashCommand("compact", _REPL),
    SlashCommand("clear", _REPL),
    SlashCommand("new", _REPL),
    SlashCommand("load", _REPL, argument="[name]"),
    SlashCommand("rename", _REPL, argument="<name>"),
    SlashCommand("rewind", _REPL),
    SlashCommand("diff", _REPL),
    SlashCommand("copy", _REPL),
    SlashCommand("cost", _REPL),
    SlashCommand("tools", _REPL),
    SlashCommand("config", _REPL),
    SlashCommand("exit", _REPL),
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
    swapped = [each for each in names if sorted(each) == sorted(name)]
    return next(iter(begun or swapped or difflib.get_close_matches(name, names, n=1)), None)
