"""The Grep tool: one call, from its arguments to what the model reads."""

import os
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from maia.agent.contracts.errors import ToolFailure, ToolInputError
from maia.agent.contracts.tools import (
    DefaultPermission,
    ToolContext,
    ToolKind,
    ToolOutcome,
    ToolSpec,
)
from maia.agent.tools.file_access import FileAccess
from maia.agent.tools.grep.pattern import LINE_SECONDS, LinePattern, UnusablePattern
from maia.agent.tools.grep.report import report
from maia.agent.tools.grep.request import INPUT_SCHEMA, GrepRequest, read_request
from maia.agent.tools.grep.search import Findings, Search
from maia.agent.tools.grep.texts import TEXTS
from maia.agent.tools.parameters import Parameters
from maia.agent.tools.paths import shown_path
from maia.agent.tools.worker_thread import run_in_thread
from maia.i18n import Language
from maia.workspace import path_pattern
from maia.workspace.discovery import printable

_NEAR = 20  # characters of the pattern shown on each side of a fault
_ESCAPED_CHARACTERS = 300  # longest pattern that is also shown escaped
_SYNTAX = re.compile(r"[\\^$.|?*+()\[\]{}]")


class GrepTool:
    """Grep. It reads the disk itself, not an editor's buffers: thousands of files a call."""

    def __init__(self) -> None:
        description = Path(__file__).with_name("grep.md").read_text("utf-8").strip()
        self._spec = ToolSpec("Grep", description, INPUT_SCHEMA)

    @property
    def spec(self) -> ToolSpec:
        """What the model is told."""
        return self._spec

    @property
    def kind(self) -> ToolKind:
        """It searches."""
        return "search"

    @property
    def default_permission(self) -> DefaultPermission:
        """It only reads."""
        return "auto"

    def describe(self, arguments: Mapping[str, Any]) -> str:
        """The pattern, and where it is looked for."""
        named = (arguments.get(name) for name in ("pattern", "path", "glob"))
        return printable("  ".join(each for each in named if isinstance(each, str)))

    def lock_key(self, arguments: Mapping[str, Any], launch_folder: Path) -> str | None:
        """None: searches run side by side."""
        del arguments, launch_folder
        return None

    async def execute(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """Search. Raises ToolInputError and ToolFailure."""
        request = read_request(arguments, context.language)
        target, kind = await _searched(Parameters(arguments, context.language), context)
        place = target.path
        try:
            findings = await run_in_thread(partial(_search, request, place, kind, context))
        except UnusablePattern as error:
            raise ToolInputError(_explain(request.pattern, error, context.language)) from error
        except path_pattern.UnusablePattern as error:
            text = TEXTS.text(context.language, "too_many", limit=str(error))
            raise ToolInputError(text) from error
        if findings.slow is not None:
            text = TEXTS.text(
                context.language, "slow", path=findings.slow.path, seconds=LINE_SECONDS
            )
            raise ToolFailure(text)
        return ToolOutcome(
            report(request, findings, target.shown, context.language), is_error=findings.is_binary
        )


async def _searched(parameters: Parameters, context: ToolContext) -> tuple[FileAccess, str]:
    """What is searched, and whether it is a `file` or a `directory`; else a failure says why."""
    target, facts = await FileAccess.of_call(parameters, context, default=".")
    if facts.kind == "missing":
        raise await target.missing()
    if facts.kind != "directory":
        await target.refuse_other_than_file(facts)
    return target, facts.kind


def _search(
    request: GrepRequest,
    place: Path,
    kind: str,
    context: ToolContext,
    cancelled: Callable[[], bool],
) -> Findings:
    """The part that blocks, compiling the pattern included."""
    root = place if kind == "directory" else place.parent
    launch = context.launch_folder

    def show(path: str) -> str:
        slash = "/" if path.endswith("/") else ""
        return printable(shown_path(root / path, launch) + slash)

    above = os.path.relpath(root, launch)
    search = Search(
        request,
        LinePattern(request.pattern, ignore_case=request.ignore_case),
        root,
        show=show,
        above="" if above == "." else f"{above}/",
        may_show=context.may_show,
    )
    return search.in_folder(cancelled) if root == place else search.in_file(place.name, cancelled)


def _explain(pattern: str, error: UnusablePattern, language: Language) -> str:
    """The fault with its place, and how to search the text as it stands if that is likely meant."""
    near = pattern[max(0, error.position - _NEAR) : error.position + _NEAR]
    said = TEXTS.text(language, "invalid", reason=error.reason, position=error.position, near=near)
    if len(pattern) > _ESCAPED_CHARACTERS:
        return said
    escaped = _SYNTAX.sub(r"\\\g<0>", pattern)
    return f"{said}\n{TEXTS.text(language, 'as_text', escaped=escaped)}"
