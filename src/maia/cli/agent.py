"""`maia` and `maia -p`: a conversation in the launch folder, in one facade or the other."""

import asyncio
import functools
import os
import signal
import sys
import traceback
from typing import TYPE_CHECKING

from maia.agent.contracts.errors import SettingsError
from maia.agent.runtime.assembly import (
    Place,
    list_models,
    open_conversation,
    session_folder,
)
from maia.agent.runtime.settings import SandboxSettings, may_bypass
from maia.cli.launch import Launch, Refusal, prepare, say_ignored
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.process import OutputLost, write_answer, write_note
from maia.i18n import Catalogue
from maia.workspace.terminal_text import visible

if TYPE_CHECKING:
    from maia.facades.repl.slash.desk import ListModels, Services


def run_prompt(words: Words) -> int:
    """`maia -p TASK`, or `-p -` for a task on standard input."""
    catalogue = Catalogue(words.language)
    try:
        launch = prepare(words)
        if isinstance(launch, Refusal):
            return _refuse(words, launch)
        catalogue = launch.catalogue
        say_ignored(launch)
        prompt = _task(words.prompt or "", catalogue)
        model = launch.settings.model or Refusal(catalogue.text("cli.no_model"), catalogue)
        for needed in (prompt, model):
            if isinstance(needed, Refusal):
                return _refuse(words, needed)
        return asyncio.run(_headless(words, launch, str(model), str(prompt)))
    except KeyboardInterrupt:
        said = catalogue.text("cli.interrupted")
        return _refuse(words, Refusal(said, catalogue, ExitCode.INTERRUPTED))
    except SettingsError as error:  # a sandbox that has to work and does not
        return _refuse(words, Refusal(catalogue.text(error.key, **error.values), catalogue))
    except OutputLost:
        raise
    except Exception as error:  # noqa: BLE001  # a fault of ours: JSON is promised all the same
        write_note(traceback.format_exc())
        said = catalogue.text("error.internal", error=f"{type(error).__name__}: {error}")
        return _refuse(words, Refusal(said, catalogue, ExitCode.ERROR))


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


def _task(written: str, catalogue: Catalogue) -> str | Refusal:
    """The task as text: from standard input for `-`; bytes that are not UTF-8 are replaced."""
    raw = sys.stdin.buffer.read() if written == "-" else os.fsencode(written)
    if b"\0" in raw:
        position = raw.index(b"\0")
        return Refusal(catalogue.text("cli.task_not_text", position=position), catalogue)
    task = raw.decode("utf-8-sig", "replace")
    return task if task.strip() else Refusal(catalogue.text("cli.empty_prompt"), catalogue)


def _refuse(words: Words, refusal: Refusal) -> int:
    """The sentence on stderr, and with JSON output the report of a run that never began."""
    code = refusal.tell()
    if words.output_format == "json":
        from maia.facades.headless.report import RunReport

        report = RunReport(words.model or "", refusal.catalogue)
        report.never_began(refusal.sentence, refusal.code)
        write_answer(report.to_json() + "\n")
    return code


async def _headless(words: Words, launch: Launch, model: str, prompt: str) -> int:
    from maia.facades.headless.run import run_headless

    place = _place(words, launch, attended=False)
    conversation = open_conversation(launch.settings, place, model)
    try:
        return await run_headless(conversation, prompt, words.output_format, launch.catalogue)
    finally:
        await conversation.close()


async def _lines(words: Words, launch: Launch) -> int:
    from maia.cli.screens import open_console
    from maia.facades.repl.session import ReplSession
    from maia.facades.repl.signals import leave_on_signals
    from maia.facades.repl.slash.models import pick_model

    settings, catalogue = launch.settings, launch.catalogue
    place = _place(words, launch, attended=True)
    resume = _resumed(words, launch)
    if isinstance(resume, Refusal):
        return resume.tell()
    models = functools.partial(list_models, settings)
    with leave_on_signals(signal.SIGTERM, signal.SIGHUP) as left:
        try:
            console = open_console(words, launch)
            async with console.screen:
                console.welcome()
                model = settings.model or await pick_model(
                    console.screen, models, catalogue, console.style
                )
                if model is None:
                    return ExitCode.USAGE
                said = catalogue.text("repl.model", model=visible(model))
                console.screen.write(f"{said}\n")
                conversation = open_conversation(settings, place, model)
                try:
                    services = _services(launch, words, models)
                    session = ReplSession(conversation, console, services, resume=resume)
                    return await session.run()
                finally:
                    await conversation.close()
        except asyncio.CancelledError:
            if not left():
                raise
            return ExitCode.INTERRUPTED


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


def _place(words: Words, launch: Launch, *, attended: bool) -> Place:
    return Place(
        home=launch.home,
        launch_folder=launch.folder,
        language=launch.catalogue.language,
        profile=words.profile,
        attended=attended,
    )
