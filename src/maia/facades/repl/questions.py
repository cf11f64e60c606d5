"""A question as the person sees it: the whole command, and nothing in it hidden."""

from maia.agent.contracts.events import ContinuationAsked, PermissionAsked
from maia.agent.contracts.judgement import JudgedPart
from maia.agent.contracts.tools import COMMAND_NAMES, PATH_NAMES, URL_NAMES
from maia.facades.repl.changes import change_text, proposed_change
from maia.facades.repl.style import Style
from maia.i18n import Catalogue
from maia.workspace.terminal_text import visible

SHOWN_LINES = 20
"""Lines of a parameter beside the command or path; how many more there are is said."""

SHOWN_CHARACTERS = 2_000
"""The same in characters."""

SHOWN_PARTS = 20
"""Parts of a call that are listed, those that decide first."""

_PART_WIDTH = 200
_STRICTNESS = {"deny": 0, "ask": 1, "allow": 2}


def question_title(question: PermissionAsked | ContinuationAsked, catalogue: Catalogue) -> str:
    """The question itself, on one line, with nothing in it hidden."""
    if isinstance(question, ContinuationAsked):
        return catalogue.text("repl.continue", count=question.iterations)
    return catalogue.text("repl.permission", tool=visible(question.tool))


def question_details(
    question: PermissionAsked | ContinuationAsked, catalogue: Catalogue, style: Style
) -> str:
    """The lines to write above the question: what would be done, and why it is asked.

    A command or a URL is shown whole, whatever its length: what is allowed is what was seen.
    Controls, marks of direction and blanks that are no space appear as escapes.
    """
    if isinstance(question, ContinuationAsked):
        return ""
    name, subject = _subject(question)
    text = ""
    if subject:
        text += "".join(f"  │ {visible(line)}\n" for line in subject.split("\n"))
    shown = {name}
    change = proposed_change(question.tool, question.input)
    if change is not None:
        shown |= change.parameters
        lines, left = change_text(change, style)
        text += lines + (_more(left, catalogue, style) if left else "")
    for key, value in question.input.items():
        if key not in shown and value is not None:
            text += _parameter(key, value, catalogue, style)
    return text + _parts(question, subject, catalogue, style) + _rule(question, catalogue, style)


def usable_suggestions(question: PermissionAsked) -> tuple[str, ...]:
    """The rules that can be offered: none when one of them holds what cannot be seen."""
    offered = question.suggestions
    return offered if all(rule and visible(rule) == rule for rule in offered) else ()


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
    return text + (_more(left, catalogue, style) if left > 0 else "")


def _more(left: int, catalogue: Catalogue, style: Style) -> str:
    return f"  {style.dim(catalogue.text('repl.more_lines', count=left))}\n"


def _parts(question: PermissionAsked, subject: str, catalogue: Catalogue, style: Style) -> str:
    """What each part does to the decision; the part itself only where it is not all there is."""
    parts = question.parts
    if len(parts) > SHOWN_PARTS:
        parts = tuple(sorted(parts, key=lambda part: _STRICTNESS[part.decision]))[:SHOWN_PARTS]
    text = ""
    for part in parts:
        why = part_reason(part, catalogue)
        whole = len(question.parts) == 1 and part.text.strip() == subject.strip()
        shown = "" if whole else visible(part.text[:_PART_WIDTH])
        cut = "…" if shown and len(part.text) > _PART_WIDTH else ""
        said = " · ".join(filter(None, (shown + cut, style.dim(why) if why else "")))
        text += f"  {style.badge(part.decision)} {said}\n"
    left = len(question.parts) - len(parts)
    return text + (
        f"  {style.dim(catalogue.text('repl.more_parts', count=left))}\n" if left else ""
    )


def part_reason(part: JudgedPart, catalogue: Catalogue) -> str:
    """The rule behind a part, or the lack of one, and the sentence of its reason."""
    sentence = _sentence(part.reason, catalogue)
    if part.rule:
        rule = catalogue.text("repl.because", rule=visible(part.rule))
    elif part.reason == "permission.no_rule" or part.decision == "allow":
        rule = ""
    else:
        rule = catalogue.text("repl.no_rule")
    return ", ".join(filter(None, (rule, sentence)))


def _sentence(key: str, catalogue: Catalogue) -> str:
    """The sentence of a reason; a key that is in no catalogue is shown as it is."""
    if not key:
        return ""
    try:
        return catalogue.text(key)
    except LookupError:
        return visible(key)


def _rule(question: PermissionAsked, catalogue: Catalogue, style: Style) -> str:
    if question.rule:
        said = catalogue.text("repl.asked_by", rule=visible(question.rule))
    elif not question.parts:
        said = catalogue.text("repl.no_rule")
    else:
        return ""
    return f"  {style.dim(said)}\n"
