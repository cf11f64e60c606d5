"""`maia` and `maia -p`: a conversation in the launch folder, in one facade or the other."""

import asyncio
import contextlib
import functools
import os
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from maia.agent.contracts.errors import SettingsError
from maia.agent.runtime.assembly import Place, list_models, open_conversation
from maia.agent.runtime.settings import Settings, load_settings
from maia.cli.launch import launch_folder, say_malformed_rules, say_settings_error
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.i18n import Catalogue, resolve_language


def run_prompt(words: Words) -> int:
    """`maia -p TASK`, or `-p -` for a task on standard input."""
    opened = _open(words)
    if isinstance(opened, int):
        return opened
    settings, catalogue = opened
    prompt = words.prompt or ""
    if prompt == "-":
        prompt = sys.stdin.buffer.read().decode("utf-8", "replace")
    if not prompt.strip():
        sys.stderr.write(catalogue.text("cli.empty_prompt") + "\n")
        return ExitCode.USAGE
    if settings.model is None:
        sys.stderr.write(catalogue.text("cli.no_model") + "\n")
        return ExitCode.USAGE
    return _run(_headless(words, settings, catalogue, settings.model, prompt))


def run_lines(words: Words) -> int:
    """`maia`: the line facade; it needs a terminal on both sides (spec 5.1)."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        sys.stderr.write(Catalogue(words.language).text("cli.no_terminal") + "\n")
        return ExitCode.ERROR
    opened = _open(words)
    if isinstance(opened, int):
        return opened
    return _run(_lines(words, *opened))


def _open(words: Words) -> tuple[Settings, Catalogue] | int:
    catalogue = Catalogue(words.language)
    try:
        settings = load_settings(Path.home(), launch_folder(), os.environ, model_flag=words.model)
    except SettingsError as error:
        return say_settings_error(error, catalogue)
    catalogue = Catalogue(resolve_language(settings.language, os.environ))
    say_malformed_rules(settings, catalogue)
    return settings, catalogue


def _run(work: Coroutine[Any, Any, int]) -> int:
    with contextlib.suppress(KeyboardInterrupt):
        return asyncio.run(work)
    return ExitCode.INTERRUPTED


async def _headless(
    words: Words, settings: Settings, catalogue: Catalogue, model: str, prompt: str
) -> int:
    from maia.facades.headless.run import run_headless

    place = _place(words, catalogue, attended=False)
    conversation = open_conversation(settings, place, model)
    try:
        return await run_headless(conversation, prompt, words.output_format, catalogue)
    finally:
        await conversation.close()


async def _lines(words: Words, settings: Settings, catalogue: Catalogue) -> int:
    from maia.cli.version import version
    from maia.facades.repl.session import ReplSession, pick_model
    from maia.facades.repl.style import style_for
    from maia.facades.repl.terminal import Terminal

    terminal = Terminal(Path.home() / ".maia" / "history")
    style = style_for(os.environ, terminal=True)
    folder = launch_folder()
    terminal.write(catalogue.text("repl.banner", version=version(), folder=folder) + "\n")
    models = functools.partial(list_models, settings)
    model = settings.model or await pick_model(terminal, models, catalogue, style)
    if model is None:
        return ExitCode.USAGE
    terminal.write(catalogue.text("repl.model", model=model) + "\n")
    place = _place(words, catalogue, attended=True)
    conversation = open_conversation(settings, place, model)
    session = ReplSession(conversation, models, terminal, catalogue, style)
    running = asyncio.current_task()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, lambda: running.cancel() if running else None)
    try:
        return await session.run()
    except asyncio.CancelledError:
        return ExitCode.INTERRUPTED
    finally:
        await conversation.close()


def _place(words: Words, catalogue: Catalogue, *, attended: bool) -> Place:
    return Place(
        home=Path.home(),
        launch_folder=launch_folder(),
        language=catalogue.language,
        profile=words.permission_mode,
        attended=attended,
    )
