"""`maia permissions explain`: the verdict on a command or a call, and why."""

import asyncio
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from maia.agent.contracts.judgement import Decision
from maia.agent.runtime.explain import Explainer, Explanation, open_explainer
from maia.cli.launch import Refusal, RulesLaunch, prepare_rules
from maia.cli.permissions import WIDTH
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.process import takes_utf8, write_answer
from maia.i18n import Catalogue
from maia.workspace.terminal_text import visible

LONGEST_LINE = 16_000_000
"""Bytes of one line of a batch: sixteen times the longest command that is analysed at once."""

_UNEXPLAINED: Mapping[Decision, str] = {
    "allow": "cli.explain_allow",
    "ask": "cli.explain_ask",
    "deny": "cli.explain_deny",
}


class NotACall(Exception):
    """What was given is no call; the text says why."""


def explain(words: Words) -> int:
    """Judge what was given on the command line, or each line of standard input (`--batch`)."""
    launch = prepare_rules(words)
    if isinstance(launch, Refusal):
        return launch.tell()
    place = (launch.sandbox, launch.home, launch.folder)
    explainer = open_explainer(launch.loaded, *place, words.profile)
    if words.batch:
        return asyncio.run(_batch(explainer, launch))
    try:
        tool, arguments = _typed(words, launch.catalogue)
    except NotACall as error:
        return Refusal(str(error), launch.catalogue).tell()
    found = asyncio.run(explainer.explain(tool, arguments))
    if words.output_format == "json":
        _write_json(_as_json(found, launch.catalogue))
    else:
        for line in _as_text(found, launch.catalogue):
            write_answer(visible(line) + "\n")
    return ExitCode.DONE


def _typed(words: Words, catalogue: Catalogue) -> tuple[str, Mapping[str, Any]]:
    if words.tool is None:
        return "Bash", {"command": words.arguments[0]}
    arguments = _parsed(words.input or "{}", catalogue)
    if not isinstance(arguments, dict):
        raise NotACall(catalogue.text("cli.explain_not_object", name="--input"))
    return words.tool, cast("dict[str, Any]", arguments)


async def _batch(explainer: Explainer, launch: RulesLaunch) -> int:
    """One answer a line, in order; a line that is no call is answered by what is wrong with it."""
    code = ExitCode.DONE
    for number, line in enumerate(_lines(), start=1):
        try:
            tool, arguments, folder = _call(line, launch)
        except NotACall as error:
            code = ExitCode.USAGE
            _write_json({"error": str(error), "line": number})
        else:
            found = await explainer.explain(tool, arguments, folder)
            _write_json(_as_json(found, launch.catalogue))
    return code


def _lines() -> Iterator[bytes]:
    """The lines of standard input; an empty one instead of one that is too long."""
    stream = sys.stdin.buffer
    while line := stream.readline(LONGEST_LINE):
        if len(line) < LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)
        yield b""


def _call(line: bytes, launch: RulesLaunch) -> tuple[str, Mapping[str, Any], Path | None]:
    say = launch.catalogue.text
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotACall(say("cli.explain_not_utf8", position=error.start)) from error
    value = _parsed(text, launch.catalogue)
    if not isinstance(value, dict):
        raise NotACall(say("cli.explain_line"))
    call = cast("dict[str, Any]", value)
    tool, arguments, folder = call.get("tool"), call.get("input", {}), call.get("folder")
    if not isinstance(tool, str) or not tool:
        raise NotACall(say("cli.explain_no_tool"))
    if not isinstance(arguments, dict):
        raise NotACall(say("cli.explain_not_object", name="input"))
    if folder is not None and (not isinstance(folder, str) or not folder or "\0" in folder):
        raise NotACall(say("cli.explain_no_folder"))
    place = None if folder is None else launch.folder / folder
    return tool, cast("dict[str, Any]", arguments), place


def _parsed(text: str, catalogue: Catalogue) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotACall(catalogue.text("cli.explain_not_json", reason=str(error))) from error


def _as_json(found: Explanation, catalogue: Catalogue) -> dict[str, Any]:
    return {
        "decision": found.decision,
        "rule": found.rule,
        "reason": _reason(found, catalogue),
        "parts": [
            {
                "text": part.text,
                "decision": part.decision,
                "rule": part.rule,
                "reason": _sentence(part.reason, catalogue),
            }
            for part in found.parts
        ],
    }


def _as_text(found: Explanation, catalogue: Catalogue) -> Iterator[str]:
    yield f"{found.decision.upper():{WIDTH}}{_reason(found, catalogue)}"
    for part in found.parts:
        why = [part.rule and catalogue.text("cli.explain_rule", rule=part.rule)]
        why.append(_sentence(part.reason, catalogue))
        said = "; ".join(each for each in why if each)
        yield f"  {part.decision.upper():{WIDTH}}{part.text}" + (f"  ({said})" if said else "")


def _reason(found: Explanation, catalogue: Catalogue) -> str:
    """Why, in one sentence: it is never empty."""
    if found.by:
        return found.by
    said = [found.rule and catalogue.text("cli.explain_rule", rule=found.rule)]
    said.append(_sentence(found.reason, catalogue))
    written = "; ".join(each for each in said if each)
    return written or catalogue.text(_UNEXPLAINED[found.decision])


def _sentence(key: str, catalogue: Catalogue) -> str:
    """The sentence of a part; a verdict is not lost for want of one, its key tells as much."""
    try:
        return catalogue.text(key) if key else ""
    except KeyError:
        return key


def _write_json(answer: Mapping[str, Any]) -> None:
    line = json.dumps(answer, ensure_ascii=not takes_utf8())
    write_answer(line.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")
