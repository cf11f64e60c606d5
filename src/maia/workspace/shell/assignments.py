"""Assignments: `name=value`, `name[subscript]=value`, `name=(values)`."""

import re
from collections.abc import Callable

from maia.workspace.shell.facts import HOLE, Assignment, Findings
from maia.workspace.shell.source import Source
from maia.workspace.shell.words import WordReader

_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\[|\+?=)")


class AssignmentReader:
    """Reads assignments; `skip_lines` passes blanks, comments and line ends."""

    def __init__(
        self, source: Source, findings: Findings, words: WordReader, skip_lines: Callable[[], None]
    ) -> None:
        self.source = source
        self.findings = findings
        self.words = words
        self.skip_lines = skip_lines

    def read(self) -> Assignment | None:
        """The assignment that starts here; None, with nothing taken, where none does."""
        source = self.source
        match = source.match(_ASSIGNMENT)
        if match is None:
            return None
        start, plain = source.pos, match[2] != "["
        source.pos = match.end()
        if not plain and not self._subscript():
            source.pos = start
            return None
        if source.peek() == "(":
            plain, value = False, HOLE
            self._array()
        else:
            word = self.words.read()
            value = word.text if word else ""
        raw = source.text[start : source.pos]
        return Assignment(match[1], value, raw, alone=True, plain=plain)

    def _subscript(self) -> bool:
        """Behind `name[`: to behind the `=`; False where no assignment follows."""
        source = self.source
        subscript = self.words.scan_to("]")
        if not (source.peek() == "=" or source.starts("+=")):
            return False
        source.pos += 2 if source.peek() == "+" else 1
        if not subscript.isdigit():
            self.findings.doubt("arithmetic", subscript)
        return True

    def _array(self) -> None:
        source = self.source
        source.pos += 1
        while True:
            self.skip_lines()
            if source.peek() == ")":
                source.pos += 1
                return
            if source.peek() == "[":
                source.pos += 1
                if not self._subscript():
                    raise source.unreadable("(")
                self.words.read()
            elif self.words.read() is None:
                raise source.unreadable("(")
