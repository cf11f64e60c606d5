"""A question as the person sees it: the whole command, and nothing in it hidden."""

from maia.agent.contracts.events import ContinuationAsked, PermissionAsked
from maia.agent.contracts.tools import COMMAND_NAMES, PATH_NAMES, URL_NAMES
from maia.facades.repl.style import Style
from maia.i18n import Catalogue
from maia.workspace.terminal_text import visible

SHOWN_LINES = 20
"""Lines of a parameter beside the command or path; how many more there are is said."""

SHOWN_CHARACTERS = 2_000
"""The same in characters."""


def question_text(
    question: PermissionAsked | ContinuationAsked, catalogue: Catalogue, style: Style
) -> str:
    """The lines to write before the answer is read.

    A command or a URL is shown whole, whatever its length: what is allowed is what was seen.
    Controls, marks of direction and blanks that are no space appear as escapes.
    """
    if isinstance(question, ContinuationAsked):
        said = catalogue.text("repl.continue", count=question.iterations)
        return f"{style.badge('ask')} {said}\n"
    name, subject = _subject(question)
    lines = [visible(line) for line in subject.split("\n")]
    tool = visible(question.tool)
    call = f"{tool} {lines[0]}".strip() if len(lines) == 1 else tool
    said = catalogue.text("repl.permission", call=call)
    text = f"{style.badge('ask')} {said}\n"
    if len(lines) > 1:
        text += "".join(f"  │ {line}\n" for line in lines)
    for key, value in question.input.items():
        if key != name and value is not None:
            text += _parameter(key, value, catalogue, style)
    if question.rule:
        because = catalogue.text("repl.because", rule=visible(question.rule))
        text += f"  {style.dim(because)}\n"
    return text


def _subject(question: PermissionAsked) -> tuple[str, str]:
    """What the call is about, by its parameter, whole; else the tool's own summary."""
    for names in (COMMAND_NAMES, URL_NAMES, PATH_NAMES):
        for name in names:
            value = question.input.get(name)
            if isinstance(value, str) and value.strip():
                return name, value.rstrip("\n")
    return "", question.summary


def _parameter(key: str, value: object, catalogue: Catalogue, style: Style) -> str:
    written = value if isinstance(value, str) else repr(value)
    lines = written[:SHOWN_CHARACTERS].rstrip("\n").split("\n")
    shown = [visible(line) for line in lines[:SHOWN_LINES]]
    left = written.rstrip("\n").count("\n") + 1 - len(shown)
    name = style.dim(f"{visible(key)}:")
    if len(shown) == 1 and not left:
        cut = "…" if len(written) > SHOWN_CHARACTERS else ""
        return f"  {name} {shown[0]}{cut}\n"
    text = f"  {name}\n" + "".join(f"  │ {line}\n" for line in shown)
    if left > 0:
        text += f"  {style.dim(catalogue.text('repl.more_lines', count=left))}\n"
    return text
