"""The words of the command line, as typed; their meaning is given by the command groups."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from maia.agent.contracts.profiles import Profile
from maia.cli.grammar import (
    FLAGS,
    HELP,
    MEANT_FOR,
    PROMPT_OPTIONS,
    SHOWN,
    SPELT,
    VALUES,
    Command,
    Parser,
    find_command,
    make_parser,
    meant,
)
from maia.facades.shown_text import one_line
from maia.i18n import Catalogue, Language, resolve_language

_OPTIONS = frozenset((*PROMPT_OPTIONS, *FLAGS, *VALUES))


@dataclass(frozen=True, slots=True)
class Words:
    """What was typed. `arguments` are the words behind the command, its commands or folders."""

    command: Command
    arguments: tuple[str, ...] = ()
    model: str | None = None
    prompt: str | None = None
    output_format: Literal["text", "json"] = "text"
    permission_mode: Profile | None = None
    trust: bool = False
    tool: str | None = None
    input: str | None = None
    batch: bool = False
    settings_file: str | None = None
    remove: bool = False
    list_folders: bool = False
    resume: str | None = None
    """The session to go on with: a name, "" to choose one; None: a new one."""
    newest: bool = False
    """Go on with the newest session."""
    plain: bool = False
    export_format: Literal["markdown", "json"] = "markdown"
    language: Language = "en"

    @property
    def profile(self) -> Profile:
        """The profile that was chosen, or the one that counts by default."""
        return self.permission_mode or "ask"


def read_words(argv: Sequence[str], environ: Mapping[str, str]) -> Words:
    """Parse `argv`. A wrong option ends the process with code 2 and the usage."""
    language = resolve_language(None, environ)
    catalogue = Catalogue(language)
    parser = make_parser(catalogue)
    parsed = parser.parse_intermixed_args(_with_task_attached(argv))
    if parsed.version:
        return Words("version")
    command, arguments = _command(parsed, parser, catalogue)
    _check_options(command, parsed, parser, catalogue)
    if command == "explain":
        _check_explain(arguments, parsed, parser, catalogue)
    if parsed.resume is not None and getattr(parsed, "continue"):
        parser.error(catalogue.text("cli.continue_or_resume"))
    if command == "sessions":
        _check_sessions(arguments, parsed, parser, catalogue)
    if command == "trust" and len(arguments) + bool(parsed.list) > 1:
        parser.error(catalogue.text("cli.trust_one"))
    return Words(
        command=command,
        arguments=arguments,
        model=parsed.model,
        prompt=parsed.prompt,
        output_format=parsed.output_format or "text",
        permission_mode=parsed.permission_mode,
        trust=bool(parsed.trust),
        tool=parsed.tool,
        input=parsed.input,
        batch=bool(parsed.batch),
        settings_file=parsed.settings,
        remove=bool(parsed.remove),
        list_folders=bool(parsed.list),
        resume=parsed.resume,
        newest=bool(getattr(parsed, "continue")),
        plain=bool(parsed.plain),
        export_format=parsed.format or "markdown",
        language=language,
    )


def _command(
    parsed: Namespace, parser: Parser, catalogue: Catalogue
) -> tuple[Command, tuple[str, ...]]:
    if not parsed.words:
        return ("repl" if parsed.prompt is None else "headless"), ()
    given = one_line(" ".join(parsed.words), SHOWN)
    if parsed.prompt is not None:
        parser.error(catalogue.text("cli.words_after_task", words=given))
    found = find_command(parsed.words)
    if found is None:
        said = catalogue.text("cli.unknown_words", words=given, meant=meant(parsed.words))
        parser.error(said)
    return found


def _check_options(
    command: Command, parsed: Namespace, parser: Parser, catalogue: Catalogue
) -> None:
    """An option without effect is said: somebody meant something by it."""
    for option, commands in MEANT_FOR.items():
        typed = getattr(parsed, option.removeprefix("--").replace("-", "_"))
        if typed is not None and command not in commands:
            where = ", ".join(SPELT[each] for each in commands)
            values = {"option": option, "command": SPELT[command], "where": where}
            parser.error(catalogue.text("cli.option_elsewhere", **values))


def _check_explain(
    arguments: tuple[str, ...], parsed: Namespace, parser: Parser, catalogue: Catalogue
) -> None:
    """One command, one tool, or a batch."""
    if parsed.input is not None and parsed.tool is None:
        parser.error(catalogue.text("cli.explain_needs_tool"))
    if len(arguments) > 1:
        parser.error(catalogue.text("cli.explain_quotes"))
    if len(arguments) + (parsed.tool is not None) + bool(parsed.batch) != 1:
        parser.error(catalogue.text("cli.explain_what"))


def _check_sessions(
    arguments: tuple[str, ...], parsed: Namespace, parser: Parser, catalogue: Catalogue
) -> None:
    """An action, and as many names as it takes."""
    action, names = (arguments or ("list",))[0], arguments[1:]
    wanted = {"list": len(names) == 0, "delete": len(names) > 0}
    wanted |= dict.fromkeys(("show", "export"), len(names) == 1)
    if not wanted.get(action, False):
        parser.error(catalogue.text("cli.sessions_usage"))
    if parsed.format is not None and action != "export":
        parser.error(catalogue.text("cli.sessions_format_elsewhere"))


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
        if word in PROMPT_OPTIONS and (task := next(rest, None)) is not None:
            is_option = task.partition("=")[0] in _OPTIONS or task in HELP
            words[-1:] = [word, task] if is_option else [f"--print={task}"]
    return words
