"""Reading a whole command text: its commands, then those behind runners, at every depth."""

import re
from dataclasses import replace

from maia.workspace.shell.characters import odd_characters
from maia.workspace.shell.facts import Code, Command, Findings, Script
from maia.workspace.shell.reader import read_commands
from maia.workspace.shell.runners import Behind, commands_behind
from maia.workspace.shell.source import Source
from maia.workspace.shell.witness import compare

LONGEST_TEXT = 10_000
"""Characters of a command that are read (protocols 4.6: longer ones are asked)."""

MOST_COMMANDS = 1_000
"""Commands that are listed, those behind runners included."""

MOST_LEVELS = 20
"""Runners behind runners that are unfolded."""


_PLAIN = re.compile(r" *[A-Za-z0-9_./:@%+,-]+(?: +[A-Za-z0-9_./:@%+,=-]+)* *")
"""A text without a single sign of the syntax: the grammar need not be loaded (0.1 s)."""

_RESERVED = frozenset(
    (
        *("if", "then", "elif", "else", "fi", "while", "until", "do", "done", "for", "select"),
        *("case", "esac", "in", "function", "time", "coproc", "[[", "]]", "{", "}", "!"),
    )
)
"""Words of the syntax: as the name of a program they stand where a person would read them so."""


def read_script(text: str) -> Script:
    """What `text`, run by bash, does as far as its text says; never raises."""
    findings = Findings()
    for name in odd_characters(text):
        findings.doubt("character", name)
    if len(text) > LONGEST_TEXT:
        findings.complete = False
        findings.doubt("length", f"{len(text)} > {LONGEST_TEXT}")
    else:
        _read_text(text, findings, ())
        _unfold(findings)
    return Script(
        tuple(findings.commands),
        tuple(findings.assignments),
        tuple(findings.redirections),
        tuple(findings.codes),
        tuple(findings.doubts),
        findings.complete,
    )


def _read_text(
    text: str, findings: Findings, scope: tuple[int, ...], *, loop: bool = False
) -> None:
    """Read `text` twice, by our reader and by the grammar, which must agree."""
    findings.starts, findings.bodies = set(), []
    read_commands(Source(text, 0, len(text), 0, 0), findings, scope, loop=loop)
    if not _PLAIN.fullmatch(text):  # one program and its words: nothing to disagree about
        compare(text, findings)


def _unfold(findings: Findings) -> None:
    """Add the commands behind runners, and what these run in turn."""
    position = 0
    while position < len(findings.commands):
        if position >= MOST_COMMANDS:
            findings.complete = False
            findings.doubt("length", f"{len(findings.commands)} > {MOST_COMMANDS}")
            return
        command = findings.commands[position]
        _check_name(command, findings)
        if command.name.text in findings.defined:
            findings.doubt("definition", command.name.raw)
        if command.level >= MOST_LEVELS:
            findings.complete = False
            findings.doubt("nesting", command.name.raw)
        else:
            for behind in commands_behind(command.words):
                _add(behind, command, findings)
        position += 1


def _check_name(command: Command, findings: Findings) -> None:
    name = command.name
    if "=" in name.text or name.text in _RESERVED:
        findings.doubt("name", name.raw)
    if not name.is_known or name.home or not name.text:
        findings.doubt("name" if name.is_known else "dynamic", name.raw)


def _add(behind: Behind, command: Command, findings: Findings) -> None:
    runner = command.name.text
    if behind.code:
        findings.codes.append(Code(runner, behind.code, command.raw))
    if behind.words:
        if not behind.sure and behind.needed:
            findings.doubt("options", command.raw)
        findings.commands.append(
            Command(
                behind.words,
                behind.assignments,
                command.scope,
                command.joined,
                command.loop,
                "runner",
                runner,
                behind.appended,
                behind.needed and command.needed,
                not behind.sure,
                command.level + 1,
            )
        )
    elif behind.text is None:
        findings.doubt("dynamic", behind.origin or runner)
    elif behind.text:
        _add_text(behind, command, findings)


def _add_text(behind: Behind, command: Command, findings: Findings) -> None:
    """Read the text that a shell is handed; what it defines and runs counts like the rest."""
    if not behind.sure:
        findings.doubt("options", command.raw)
    first, text = len(findings.commands), behind.text or ""
    for name in odd_characters(text):
        findings.doubt("character", name)
    _read_text(text, findings, (*command.scope, findings.new_scope()), loop=command.loop)
    for index in range(first, len(findings.commands)):
        found = findings.commands[index]
        findings.commands[index] = replace(
            found,
            origin="payload",
            runner=command.name.text,
            needed=found.needed and behind.needed and command.needed,
            level=command.level + 1,
        )
