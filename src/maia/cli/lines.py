"""`maia`: a conversation at a terminal, in the launch folder.

The screen is on the terminal before the agent is loaded: a person can type meanwhile.
"""

import asyncio
import functools
import importlib
import os
import signal
import sys
from typing import TYPE_CHECKING

from maia.agent.contracts.errors import SettingsError
from maia.agent.runtime.settings import SandboxSettings, may_bypass
from maia.cli.launch import Launch, Refusal, prepare
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.i18n import Catalogue
from maia.workspace.terminal_text import visible

if TYPE_CHECKING:
    from maia.facades.repl.console import Console
    from maia.facades.repl.slash.desk import ListModels, Services


def run_lines(words: Words) -> int:
    """`maia`: the line facade; it needs a terminal on both sides (spec 5.1)."""
    catalogue = Catalogue(words.language)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return Refusal(catalogue.text("cli.no_terminal"), catalogue, ExitCode.ERROR).tell()
    launch = prepare(words)
    if isinstance(launch, Refusal):
        return launch.tell()
    try:
        return asyncio.run(_lines(words, launch))
    except SettingsError as error:
        catalogue = launch.catalogue
        return Refusal(catalogue.text(error.key, **error.values), catalogue).tell()


async def _lines(words: Words, launch: Launch) -> int:
    from maia.cli.screens import open_console
    from maia.facades.repl.signals import interrupts_to, leave_on_signals

    resume = _resumed(words, launch)
    if isinstance(resume, Refusal):
        return resume.tell()
    with leave_on_signals(signal.SIGTERM, signal.SIGHUP) as left:
        try:
            console = open_console(words, launch)
            screen = console.screen
            with interrupts_to(screen.interrupt):
                async with screen:
                    console.welcome()
                    await asyncio.to_thread(_load_agent)
                    return await _talk(words, launch, console, resume)
        except asyncio.CancelledError:
            if not left():
                raise
            return ExitCode.INTERRUPTED


def _load_agent() -> None:
    """Import what a conversation needs: in a thread, for a person may be typing already."""
    for module in ("maia.agent.runtime.assembly", "maia.facades.repl.session"):
        importlib.import_module(module)


async def _talk(words: Words, launch: Launch, console: "Console", resume: str) -> int:
    """From the choice of a model to the end of the conversation."""
    from maia.agent.runtime.assembly import Place, list_models, open_conversation
    from maia.facades.repl.session import ReplSession
    from maia.facades.repl.slash.models import pick_model

    settings, catalogue = launch.settings, launch.catalogue
    models = functools.partial(list_models, settings)
    model = settings.model or await pick_model(console.screen, models, catalogue, console.style)
    if model is None:
        return ExitCode.USAGE
    said = catalogue.text("repl.model", model=visible(model))
    console.screen.write(f"{said}\n")
    place = Place(
        home=launch.home,
        launch_folder=launch.folder,
        language=catalogue.language,
        profile=words.profile,
    )
    conversation = open_conversation(settings, place, model)
    try:
        services = _services(launch, words, models)
        return await ReplSession(conversation, console, services, resume=resume).run()
    finally:
        await conversation.close()


def _services(launch: Launch, words: Words, models: "ListModels") -> "Services":
    from maia.cli.config import config_lines
    from maia.facades.repl.slash.desk import Services
    from maia.workspace.clipboard import copy_to_clipboard

    return Services(
        list_models=models,
        config_lines=functools.partial(config_lines, launch, words),
        bypass_barrier=functools.partial(_bypass_barrier, launch),
        copy=lambda text: copy_to_clipboard(text, os.environ),
    )


def _resumed(words: Words, launch: Launch) -> str | Refusal:
    """The name of the session to go on with: "" for a new one."""
    if not words.newest and words.resume is None:
        return ""
    catalogue = launch.catalogue
    if not launch.settings.sessions:
        return Refusal(catalogue.text("session.are_off"), catalogue)
    from maia.agent.runtime.kept_sessions import session_folder

    folder = session_folder(launch.folder)
    if words.newest:
        entries = folder.list().entries
        return entries[0].name if entries else Refusal(catalogue.text("cli.no_sessions"), catalogue)
    typed = words.resume or ""
    if not typed:
        from maia.facades.repl.session import CHOOSE

        return CHOOSE
    name = folder.find(typed)
    if name is not None:
        return name
    close = ", ".join(folder.suggest(typed))
    key = "session.unknown_close" if close else "session.unknown"
    return Refusal(catalogue.text(key, name=typed, close=close), catalogue)


def _bypass_barrier(launch: Launch) -> str | None:
    """Whether `bypass` may be chosen later on: by root only where the sandbox is known to work."""
    sandbox = launch.settings.sandbox
    known = sandbox if sandbox.required else SandboxSettings()
    return None if may_bypass("bypass", known, os.environ) else "repl.bypass_as_root"
