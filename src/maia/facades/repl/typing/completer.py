"""Completing what is typed: commands behind `/`, paths behind `@`, paths of a `!` command."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from maia.agent.contracts.errors import MaiaError
from maia.facades.commands import commands_of
from maia.facades.repl.typing.mention_word import mention_before, mention_of
from maia.facades.repl.typing.shell_word import as_shell_word, last_word
from maia.i18n import Catalogue
from maia.workspace.path_completion import PathFinder
from maia.workspace.terminal_text import visible

T = TypeVar("T")

MOST_OFFERED = 50

Values = Callable[[], Sequence[str]]
"""What the argument of a command may be; asked in a thread."""

Offers = Callable[[], Mapping[str, str]]
"""Names behind a sign, each with what it is for; asked in a thread."""


class ZoneCompleter(Completer):
    """Completes the text of the input zone.

    `values` are the arguments of commands, by command: sessions, models, profiles. `providers` give
    the names that may follow a sign at the start of the text, by sign.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        paths: PathFinder,
        values: Mapping[str, Values],
        providers: Mapping[str, Offers] | None = None,
    ) -> None:
        self._catalogue = catalogue
        self._paths = paths
        self._values = values
        self._providers = providers or {}
        self._latest = 0

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What can be said without waiting for a disk: commands."""
        del complete_event
        before = document.text_before_cursor
        return self._commands(before) if before.startswith("/") else []

    async def get_completions_async(
        self, document: Document, complete_event: CompleteEvent
    ) -> AsyncGenerator[Completion, None]:
        """What fits before the cursor, best first; nothing once a newer question was put."""
        self._latest += 1
        mine = self._latest
        for completion in await self._fitting(document, complete_event):
            if mine != self._latest:
                return
            yield completion

    async def _fitting(self, document: Document, event: CompleteEvent) -> Sequence[Completion]:
        before = document.text_before_cursor
        if before.startswith("!"):
            return await self._shell_paths(before[1:], asked_for=event.completion_requested)
        if before.startswith("/"):
            name, blank, argument = before[1:].partition(" ")
            if blank and name in self._values and "\n" not in argument:
                names = dict.fromkeys(await _asked(self._values[name], ()), "")
                return _named("", argument.lstrip(" "), names)
            commands = self._commands(before)
            if commands:
                return commands
        provider = self._providers.get(before[:1])
        if provider is not None and not any(map(str.isspace, before)):
            return _named(before[0], before[1:], await _asked(provider, {}))
        return await self._mentioned_paths(document.current_line_before_cursor)

    def _commands(self, before: str) -> list[Completion]:
        """The commands that begin as typed, then those that hold it."""
        typed = before[1:].lower()
        commands = [each for each in commands_of("repl") if typed in each.name]
        commands.sort(key=lambda command: not command.name.startswith(typed))
        return [
            Completion(
                f"/{command.name} " if command.argument else f"/{command.name}",
                start_position=-len(before),
                display=f"/{command.name} {command.argument}".rstrip(),
                display_meta=self._catalogue.text(command.help_key),
            )
            for command in commands
        ]

    async def _mentioned_paths(self, line: str) -> list[Completion]:
        typed = mention_before(line)
        if typed is None:
            return []
        found = ((mention_of(path), path) for path in await self._paths.find(typed.path))
        return [
            Completion(mention, start_position=-typed.length, display=path)
            for mention, path in found
            if mention is not None
        ]

    async def _shell_paths(self, command: str, *, asked_for: bool) -> list[Completion]:
        r"""Paths that begin as the last word does; not in `!'...'`, where quotes mean other things.

        A command is completed only where it is a path, an empty word only when Tab asks for it.
        """
        word = None if command.lstrip().startswith("'") else last_word(command)
        if word is None or (word.is_command and "/" not in word.text):
            return []
        if not word.text and not asked_for:
            return []
        paths = await asyncio.to_thread(self._paths.entries, word.text)
        start = word.start - len(command)
        return [
            Completion(as_shell_word(path), start_position=start, display=path) for path in paths
        ]


async def _asked(ask: Callable[[], T], nothing: T) -> T:
    """The answer; nothing to offer where there is none: typing goes on without."""
    try:
        return await asyncio.to_thread(ask)
    except (OSError, MaiaError):
        return nothing


def _named(sign: str, typed: str, names: Mapping[str, str]) -> list[Completion]:
    """The names that begin as typed, then those that hold it; none that a terminal may obey."""
    typed_folded = typed.lower()
    fitting = [name for name in names if typed_folded in name.lower() and visible(name) == name]
    fitting.sort(key=lambda name: not name.lower().startswith(typed_folded))
    return [
        Completion(
            f"{sign}{name}",
            start_position=-len(sign) - len(typed),
            display=f"{sign}{name}",
            display_meta=visible(names[name]),
        )
        for name in fitting[:MOST_OFFERED]
    ]
