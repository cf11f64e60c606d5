"""`maia -p`: one task in the launch folder, without questions."""

import asyncio
import os
import sys
import traceback

from maia.agent.contracts.errors import SettingsError
from maia.agent.runtime.assembly import Place, open_conversation
from maia.cli.launch import Launch, Refusal, prepare, say_ignored
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.process import OutputLost, write_answer, write_note
from maia.i18n import Catalogue


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

    place = Place(
        home=launch.home,
        launch_folder=launch.folder,
        language=launch.catalogue.language,
        profile=words.profile,
        attended=False,
    )
    conversation = open_conversation(launch.settings, place, model)
    try:
        return await run_headless(conversation, prompt, words.output_format, launch.catalogue)
    finally:
        await conversation.close()
