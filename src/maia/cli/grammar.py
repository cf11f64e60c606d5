"""The grammar of the command line: its options, its commands, and what goes with what."""

import argparse
from collections.abc import Mapping
from typing import Any, Literal, NoReturn, TypeAlias

from maia.agent.contracts.profiles import PROFILES
from maia.facades.process import write_answer, write_note
from maia.facades.shown_text import one_line
from maia.i18n import Catalogue
from maia.workspace.close_names import close_name

Command: TypeAlias = Literal[
    "repl",
    "headless",
    "models",
    "config",
    "permissions",
    "explain",
    "trust",
    "sessions",
    "version",
]

PROMPT_OPTIONS = ("-p", "--print")
FLAGS = frozenset(
    {"--version", "--trust", "--batch", "--remove", "--list", "--continue", "-c", "--plain"}
)
VALUES = frozenset(
    {"--model", "--output-format", "--permission-mode", "--tool", "--input", "--settings"}
    | {"--resume", "-r", "--format"}
)
HELP = frozenset({"-h", "--help"})
SHOWN = 200
"""Characters of what was typed that a fault shows."""

SPELT: Mapping[Command, str] = {
    "repl": "maia",
    "headless": "maia -p",
    "models": "maia models",
    "config": "maia config show",
    "permissions": "maia permissions show",
    "explain": "maia permissions explain",
    "trust": "maia trust",
    "sessions": "maia sessions",
}
"""How a person types each command."""

MEANT_FOR: Mapping[str, tuple[Command, ...]] = {
    "--model": ("repl", "headless", "models", "config"),
    "--output-format": ("headless", "explain"),
    "--permission-mode": ("repl", "headless", "config", "explain"),
    "--trust": ("repl", "headless"),
    "--tool": ("explain",),
    "--input": ("explain",),
    "--batch": ("explain",),
    "--settings": ("explain",),
    "--remove": ("trust",),
    "--list": ("trust",),
    "--continue": ("repl",),
    "--resume": ("repl",),
    "--plain": ("repl",),
    "--format": ("sessions",),
}
"""What each option changes; anywhere else it would be silently without effect."""

_WORDS: tuple[tuple[tuple[str, ...], Command], ...] = (
    (("models",), "models"),
    (("config", "show"), "config"),
    (("config",), "config"),
    (("permissions", "explain"), "explain"),
    (("permissions", "show"), "permissions"),
    (("permissions",), "permissions"),
    (("trust",), "trust"),
    (("sessions",), "sessions"),
)
_TAKES_WORDS = ("explain", "trust", "sessions")


class Parser(argparse.ArgumentParser):
    """argparse: help on stdout, faults with the usage on stderr and code 2."""

    def error(self, message: str) -> NoReturn:
        """Say the usage and the fault, with the option that was meant; code 2."""
        options = [each for each in self._option_string_actions if each.startswith("--")]
        typed = next((word for word in message.split() if word.startswith("--")), "")
        close = close_name(typed.partition("=")[0], options) if typed not in options else ""
        hint = f" → {close}?" if close else ""
        said = one_line(message, 4 * SHOWN)
        write_note(f"{self.format_usage()}{self.prog}: {said}{hint} (maia --help)\n")
        raise SystemExit(2)

    def print_help(self, file: Any = None) -> None:
        """Print the help where answers go."""
        del file
        write_answer(self.format_help())


def find_command(words: list[str]) -> tuple[Command, tuple[str, ...]] | None:
    """The command that `words` begin with and the words behind it; None when it is none."""
    for beginning, command in _WORDS:
        behind = tuple(words[len(beginning) :])
        if tuple(words[: len(beginning)]) == beginning and (not behind or command in _TAKES_WORDS):
            return command, behind
    return None


def meant(words: list[str]) -> str:
    """What a person who typed these unknown words may have wanted to type."""
    known = {beginning[0]: None for beginning, _ in _WORDS}
    close = close_name(words[0], known)
    if close and len(words) <= 2:  # noqa: PLR2004  # more is a sentence
        return f"maia {close}"
    return f'maia -p "{one_line(" ".join(words), SHOWN)}"'


def make_parser(catalogue: Catalogue) -> Parser:
    """The parser; an option that was not typed is None."""
    say = catalogue.text
    parser = Parser(
        prog="maia",
        description=say("cli.description"),
        epilog=_commands(catalogue),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
        usage="maia [-p TASK] [OPTIONS] [COMMAND]",
    )
    add = parser.add_argument
    add("-h", "--help", action="help", help=say("cli.help"))
    add("--version", action="store_true", help=say("cli.version"))
    add("--model", metavar="NAME", help=say("cli.model"))
    add("-p", "--print", dest="prompt", metavar="TASK", help=say("cli.prompt"))
    add("--output-format", choices=("text", "json"), help=say("cli.output_format"))
    add("--permission-mode", choices=PROFILES, help=say("cli.permission_mode"))
    add("--trust", action="store_true", default=None, help=say("cli.trust_flag"))
    add("-c", "--continue", action="store_true", default=None, help=say("cli.continue"))
    add("-r", "--resume", nargs="?", const="", metavar="NAME", help=say("cli.resume"))
    add("--plain", action="store_true", default=None, help=say("cli.plain"))
    add = parser.add_argument_group("maia permissions explain").add_argument
    add("--tool", metavar="TOOL", help=say("cli.explain_tool"))
    add("--input", metavar="JSON", help=say("cli.explain_input"))
    add("--batch", action="store_true", default=None, help=say("cli.explain_batch"))
    add("--settings", metavar="FILE", help=say("cli.explain_settings"))
    add = parser.add_argument_group("maia trust").add_argument
    add("--remove", action="store_true", default=None, help=say("cli.trust_remove"))
    add("--list", action="store_true", default=None, help=say("cli.trust_list"))
    add = parser.add_argument_group("maia sessions export").add_argument
    add("--format", choices=("markdown", "json"), help=say("cli.sessions_format"))
    parser.add_argument("words", nargs="*", metavar="COMMAND", help=argparse.SUPPRESS)
    return parser


def _commands(catalogue: Catalogue) -> str:
    say = catalogue.text
    lines = (
        ("models", say("cli.models")),
        ("config show", say("cli.config")),
        ("permissions show", say("cli.permissions")),
        ("permissions explain 'CMD'", say("cli.explain")),
        ("trust [FOLDER]", say("cli.trust")),
        ("sessions [list]", say("cli.sessions_list")),
        ("sessions show NAME", say("cli.sessions_show")),
        ("sessions export NAME", say("cli.sessions_export")),
        ("sessions delete NAME...", say("cli.sessions_delete")),
    )
    return "\n".join([f"{say('cli.commands')}:", *(f"  {name:27}{text}" for name, text in lines)])
