"""The project's own instructions: MAIA.md, else CLAUDE.md, else AGENTS.md (spec 11.1).

Only the launch folder is looked at. The first name that is there is the one that counts: when it
cannot be read, that is said, and no other is taken in its place. A link may lead to another file of
the repository, not out of it: a repository that someone else made could else send a private file
to the model, with nobody asked.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from maia.agent.contracts.events import Notice
from maia.workspace.decoding import decode_text, printable
from maia.workspace.files import FileFacts, file_facts, read_bytes
from maia.workspace.ignore import repository_top
from maia.workspace.terminal_text import visible

INSTRUCTION_FILES = ("MAIA.md", "CLAUDE.md", "AGENTS.md")
"""In order of choice."""

INSTRUCTION_CHARACTERS = 200_000
"""What of them is given to the model: they are sent with every request."""

INSTRUCTION_BYTES = 4_000_000
"""A larger file is no text of instructions, and is not loaded."""


@dataclass(frozen=True, slots=True)
class Instructions:
    """Instructions as they are given to the model; `cut`: the file is longer than that."""

    path: Path
    text: str
    cut: bool = False


@dataclass(frozen=True, slots=True)
class InstructionsProblem:
    """A file of instructions that is there and cannot be used, and the sentence that says why."""

    path: Path
    key: str
    reason: str = ""


Found: TypeAlias = Instructions | InstructionsProblem | None


def read_instructions(folder: Path) -> Found:
    """The instructions of `folder`; None when it has none. Blocks while the disk does."""
    for name in INSTRUCTION_FILES:
        found = _read(folder / name)
        if found is not None:
            return found
    return None


def instructions_notice(found: Found) -> Notice:
    """What the person is told of it."""
    if found is None:
        return Notice("notice.instructions_none", values={"names": ", ".join(INSTRUCTION_FILES)})
    values: dict[str, str | int] = {"path": visible(str(found.path))}
    if isinstance(found, InstructionsProblem):
        limits: dict[str, str | int] = {"limit": INSTRUCTION_BYTES, "reason": found.reason}
        return Notice(found.key, values=values | limits)
    if found.cut:
        return Notice("notice.instructions_cut", values=values | {"limit": INSTRUCTION_CHARACTERS})
    return Notice("notice.instructions_loaded", "info", values)


def _read(path: Path) -> Found:
    try:
        facts = file_facts(path)
        if facts.kind == "missing" and not path.is_symlink():
            return None
        obstacle = _obstacle(path, facts)
        if obstacle is not None:
            return InstructionsProblem(path, obstacle)
        data = read_bytes(path, size=INSTRUCTION_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return InstructionsProblem(path, "notice.instructions_unreadable", reason)
    return _instructions(path, data)


def _obstacle(path: Path, facts: FileFacts) -> str | None:
    """The sentence that says why what is there is not opened."""
    if facts.kind == "missing":
        return "notice.instructions_dangling"
    if facts.kind != "file":
        return "notice.instructions_not_a_file"
    return None if _is_of_the_repository(path) else "notice.instructions_outside"


def _instructions(path: Path, data: bytes) -> Found:
    if len(data) > INSTRUCTION_BYTES:
        return InstructionsProblem(path, "notice.instructions_too_large")
    decoded = decode_text(data)
    if decoded is None:
        return InstructionsProblem(path, "notice.instructions_binary")
    text = printable(decoded.text)
    return Instructions(path, text[:INSTRUCTION_CHARACTERS], len(text) > INSTRUCTION_CHARACTERS)


def _is_of_the_repository(path: Path) -> bool:
    """Whether what `path` leads to lies in its own folder or in the repository that is around."""
    folder = os.path.realpath(path.parent)
    top = repository_top(os.fsencode(folder))
    bound = Path(folder if top is None else os.fsdecode(top))
    return Path(os.path.realpath(path)).is_relative_to(bound)
