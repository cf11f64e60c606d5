"""The words of the command line, as typed; their meaning is given by the command groups."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NoReturn, TypeAlias

from maia.agent.contracts.profiles import PROFILES, Profile
from maia.i18n import Catalogue, Language, resolve_language

Command: TypeAlias = Literal["repl", "headless", "models", "config", "version"]


@dataclass(frozen=True, slots=True)
class Words:
    """What was typed."""

    command: Command
    model: str | None = None
    prompt: str | None = None
    output_format: Literal["text", "json"] = "text"
    permission_mode: Profile = "ask"
    language: Language = "en"


class _Parser(argparse.ArgumentParser):
    """argparse, saying its errors in the person's language where it lets us."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message}\n")


def read_words(argv: Sequence[str], environ: Mapping[str, str]) -> Words:
    """Parse `argv`. A wrong option ends the process with code 2 and the usage."""
    language = resolve_language(None, environ)
    parsed = _parser(Catalogue(language)).parse_args(argv)
    command: Command = "repl"
    if parsed.version:
        command = "version"
    elif parsed.group == "config":
        command = "config"
    elif parsed.group == "models":
        command = "models"
    elif parsed.prompt is not None:
        command = "headless"
    return Words(
        command=command,
        model=parsed.model,
        prompt=parsed.prompt,
        output_format=parsed.output_format,
        permission_mode=parsed.permission_mode,
        language=language,
    )


def _parser(catalogue: Catalogue) -> argparse.ArgumentParser:
    say = catalogue.text
    parser = _Parser(prog="maia", description=say("cli.description"), add_help=False)
    parser.set_defaults(group=None)
    parser.add_argument("-h", "--help", action="help", help=say("cli.help"))
    parser.add_argument("--version", action="store_true", help=say("cli.version"))
    parser.add_argument("--model", metavar="NAME", help=say("cli.model"))
    parser.add_argument("-p", "--print", dest="prompt", metavar="TASK", help=say("cli.prompt"))
    parser.add_argument(
        "--output-format", choices=("text", "json"), default="text", help=say("cli.output_format")
    )
    parser.add_argument(
        "--permission-mode", choices=PROFILES, default="ask", help=say("cli.permission_mode")
    )
    groups = parser.add_subparsers(title=say("cli.commands"), metavar="", parser_class=_Parser)
    models = groups.add_parser("models", help=say("cli.models"), description=say("cli.models"))
    models.set_defaults(group="models")
    config = groups.add_parser("config", help=say("cli.config"), description=say("cli.config"))
    config.set_defaults(group="config")
    config.add_argument("what", choices=("show",), help=say("cli.config_show"))
    return parser
