"""The words of the command line, as typed; their meaning is given by the command groups."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, TypeAlias

from maia.agent.contracts.profiles import PROFILES, Profile
from maia.facades.process import write_answer, write_note
from maia.facades.shown_text import one_line
from maia.i18n import Catalogue, Language, resolve_language

Command: TypeAlias = Literal["repl", "headless", "models", "config", "version"]

_PROMPT_OPTIONS = ("-p", "--print")
_OPTIONS = frozenset(
    (*_PROMPT_OPTIONS, "--model", "--output-format", "--permission-mode", "--version")
)
_HELP = frozenset({"-h", "--help"})
_COMMANDS: Mapping[tuple[str, ...], Command] = {("models",): "models", ("config", "show"): "config"}
_SHOWN = 200


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
    """argparse: help on stdout, faults with the usage on stderr and code 2."""

    def error(self, message: str) -> NoReturn:
        write_note(f"{self.format_usage()}{self.prog}: {one_line(message, 4 * _SHOWN)}\n")
        raise SystemExit(2)

    def print_help(self, file: Any = None) -> None:
        del file
        write_answer(self.format_help())


def read_words(argv: Sequence[str], environ: Mapping[str, str]) -> Words:
    """Parse `argv`. A wrong option ends the process with code 2 and the usage."""
    language = resolve_language(None, environ)
    catalogue = Catalogue(language)
    parser = _parser(catalogue)
    parsed = parser.parse_args(_with_task_attached(argv))
    command: Command = "repl"
    if parsed.version:
        command = "version"
    elif parsed.words:
        found = _COMMANDS.get(tuple(parsed.words))
        if found is None or parsed.prompt is not None:
            given = one_line(" ".join(parsed.words), _SHOWN)
            key = "cli.words_after_task" if parsed.prompt is not None else "cli.unknown_words"
            parser.error(catalogue.text(key, words=given))
        command = found
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


def _with_task_attached(argv: Sequence[str]) -> list[str]:
    """A task may start with a dash: what follows `-p` is the task, unless it is an option of ours.

    argparse takes it for an option, and has no other way to be told.
    """
    words: list[str] = []
    rest = iter(argv)
    for word in rest:
        if word == "--":
            return [*words, word, *rest]
        words.append(word)
        if word in _PROMPT_OPTIONS and (task := next(rest, None)) is not None:
            is_option = task.partition("=")[0] in _OPTIONS or task in _HELP
            words[-1:] = [word, task] if is_option else [f"--print={task}"]
    return words


def _parser(catalogue: Catalogue) -> argparse.ArgumentParser:
    say = catalogue.text
    parser = _Parser(
        prog="maia",
        description=say("cli.description"),
        epilog=f"{say('cli.commands')}:\n  models       {say('cli.models')}\n"
        f"  config show  {say('cli.config')}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
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
    parser.add_argument("words", nargs="*", metavar="COMMAND", help=argparse.SUPPRESS)
    return parser
