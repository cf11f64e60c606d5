"""What a call would change in a file, told from its parameters alone, before it is allowed."""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from maia.facades.repl.style import Style
from maia.workspace.terminal_text import visible

SHOWN_LINES = 40
"""Lines of a change that are shown; how many more there are is said."""

SHOWN_CHARACTERS = 4_000
"""The same in characters."""

_COMPARED_LINES = 2_000
"""Beyond, the old text is shown before the new one: comparing costs their product."""

_OLD_NAMES = ("old_string", "old", "old_str", "oldText", "old_text", "oldString", "search")
_NEW_NAMES = ("new_string", "new", "new_str", "newText", "new_text", "newString", "replace")
_CONTENT_NAMES = ("content",)


@dataclass(frozen=True, slots=True)
class ProposedChange:
    """The change as diff lines, and the parameters that it says in full."""

    lines: tuple[str, ...]
    parameters: frozenset[str]


def proposed_change(tool: str, given: Mapping[str, Any]) -> ProposedChange | None:
    """The change that an Edit or a Write asks for; None for another tool, or one not understood.

    Nothing is read: the lines around an edit are not known, nor what a Write replaces.
    """
    if tool == "Write":
        name = _name(given, _CONTENT_NAMES)
        if not name or not given[name]:
            return None
        return ProposedChange(tuple(f"+{line}" for line in _lines(given[name])), frozenset({name}))
    if tool != "Edit":
        return None
    edits = given.get("edits")
    if isinstance(edits, list) and edits:
        return _several(cast("list[Any]", edits))
    change = _edit(given)
    return change if change is not None and change.lines else None


def change_text(change: ProposedChange, style: Style) -> tuple[str, int]:
    """The first lines, with nothing hidden in them, and how many lines are left out."""
    text, left = "", SHOWN_CHARACTERS
    for number, line in enumerate(change.lines[:SHOWN_LINES]):
        if left <= 0:
            return text, len(change.lines) - number
        cut = "…" if len(line) > left else ""
        text += f"  {_painted(_seen(line[:left]) + cut, style)}\n"
        left -= len(line)
    return text, max(0, len(change.lines) - SHOWN_LINES)


def _several(edits: list[Any]) -> ProposedChange | None:
    lines: list[str] = []
    for each in edits:
        edit = cast("Mapping[str, Any]", each) if isinstance(each, Mapping) else None
        change = _edit(edit) if edit is not None else None
        # Each parameter of each edit is in the lines, or the list is shown as it stands.
        if edit is None or change is None or not change.lines:
            return None
        if set(edit) - change.parameters - {"replace_all"}:
            return None
        every = " replace_all" if edit.get("replace_all") else ""
        lines += [f"@@{every}", *change.lines]
    return ProposedChange(tuple(lines), frozenset({"edits"}))


def _edit(given: Mapping[str, Any]) -> ProposedChange | None:
    old, new = _name(given, _OLD_NAMES), _name(given, _NEW_NAMES)
    if not new:
        return None
    before, after = _lines(given[old]) if old else [], _lines(given[new])
    return ProposedChange(tuple(_difference(before, after)), frozenset({old, new} - {""}))


def _difference(before: list[str], after: list[str]) -> Iterator[str]:
    if len(before) + len(after) > _COMPARED_LINES:
        yield from (f"-{line}" for line in before)
        yield from (f"+{line}" for line in after)
        return
    written = list(difflib.unified_diff(before, after, lineterm=""))
    # The headers name no file, and the numbers are not those of the file.
    for line in written[3:]:
        yield "@@" if line.startswith("@@ ") else line


def _name(given: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """The first of `names` whose value is text."""
    return next((name for name in names if isinstance(given.get(name), str)), "")


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if lines and not lines[-1] else lines


def _seen(line: str) -> str:
    """Nothing hidden; a tab, which indents, stays one."""
    return "\t".join(map(visible, line.split("\t")))


def _painted(line: str, style: Style) -> str:
    if line.startswith("+"):
        return style.good(line)
    return style.bad(line) if line.startswith("-") else style.dim(line)
