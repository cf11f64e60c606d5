"""The folder the next command starts in: where the last one ended, inside the launch folder."""

import atexit
import os
from pathlib import Path

from maia.agent.contracts.tools import ToolContext
from maia.agent.tools.shell.texts import TEXTS
from maia.workspace.terminal_text import visible

REPORT_LIMIT = 16_384
"""Bytes of a report: several times the longest path."""


class WorkingFolder:
    """Where a command starts, and what its end says of the next one's start.

    The folder itself is the conversation's (`ToolContext.folder`): the calls of one response all
    start where the response found it. Of parallel calls, the last to end elsewhere decides.
    """

    def __init__(self) -> None:
        self._reports: str | None = None
        self._count = 0

    async def enter(self, context: ToolContext) -> tuple[Path, Path | None]:
        """The folder to start in, and the kept one if it is gone (the launch folder is used)."""
        launch_folder, folder = context.launch_folder, context.folder
        if folder is None or launch_folder not in folder.parents:
            return launch_folder, None
        if (await context.host.facts(folder)).kind == "directory":
            return folder, None
        context.keep_folder(launch_folder)
        return launch_folder, folder

    def new_report(self) -> Path:
        """A private file, not there yet, for the shell of one call to write its folder to."""
        if self._reports is None or not os.path.isdir(self._reports):  # noqa: PTH112  # every call
            from tempfile import mkdtemp

            self._reports = mkdtemp(prefix="maia-")
            atexit.register(self.close)
        self._count += 1
        return Path(self._reports, str(self._count))

    async def settle(self, report: Path, started_in: Path, context: ToolContext) -> str:
        """Take the report of a call that ended by itself; what the model must know of it, or ""."""
        launch_folder, language = context.launch_folder, context.language
        try:
            raw = await context.host.read(report, 0, REPORT_LIMIT)
        except OSError:
            return ""  # replaced trap, exec, kill: the folder stays as it was
        _remove(report)
        said = os.fsdecode(raw.removesuffix(b"\n"))
        if not said:  # bash could not name it any more
            context.keep_folder(launch_folder)
            return TEXTS.text(language, "folder_lost")
        if not _is_elsewhere(said, started_in):
            return ""
        relative = _relative(said, launch_folder)
        if relative is None:
            context.keep_folder(launch_folder)
            return TEXTS.text(language, "folder_outside", folder=visible(said))
        folder = launch_folder / relative
        if (await context.host.facts(folder)).kind != "directory":
            context.keep_folder(launch_folder)
            return TEXTS.text(language, "folder_gone", folder=visible(relative))
        context.keep_folder(folder)
        return TEXTS.text(language, "folder_now", folder=visible(relative))

    def close(self) -> None:
        """Remove the private files."""
        if self._reports is not None:
            from shutil import rmtree

            rmtree(self._reports, ignore_errors=True)
            self._reports = None
            atexit.unregister(self.close)


def _remove(report: Path) -> None:
    report.unlink(missing_ok=True)


def _is_elsewhere(said: str, started_in: Path) -> bool:
    """Whether a report names a folder, and another than the one the command started in."""
    return said.startswith("/") and said != os.path.realpath(started_in)


def _relative(said: str, launch_folder: Path) -> str | None:
    """The reported folder, relative to the launch folder; None outside of it."""
    root = os.path.realpath(launch_folder)
    if said != root and not said.startswith(root.rstrip("/") + "/"):
        return None
    return os.path.relpath(said, root)
