"""Redirections: which file is opened, and for what."""

import re

from maia.workspace.shell.facts import Direction, Findings, Redirection
from maia.workspace.shell.here_documents import HereDocuments
from maia.workspace.shell.source import Source
from maia.workspace.shell.words import WordReader

_BLANKS = re.compile(r"(?:[ \t]|\\\n)+")
_REDIRECTION = re.compile(
    r"([0-9]+|\{[A-Za-z_][A-Za-z0-9_]*\})?"
    r"(&>>|&>|<<<|<<-|<<|<>|<&|>>|>\||>&|<(?!\()|>(?!\())"
)
_DESCRIPTOR = re.compile(r"[0-9]+-?|-")
_READING: dict[str, Direction] = {"<": "read", "<&": "read", "<>": "both"}


class RedirectionReader:
    """Reads redirections of one source."""

    def __init__(self, source: Source, findings: Findings, words: WordReader) -> None:
        self.source = source
        self.findings = findings
        self.words = words

    def read(self, here: HereDocuments, scope: tuple[int, ...]) -> bool:
        """Take the redirection that starts here; False where none does."""
        source, findings = self.source, self.findings
        match = source.match(_REDIRECTION)
        if match is None:
            return False
        start, operator = source.pos, match[2]
        if (match[1] or "").startswith("{"):
            findings.doubt("assignment", match[1])
        source.pos = match.end()
        if source.peek() == "!" or source.starts("&!"):
            findings.doubt("foreign", source.text[start : source.pos + 1])
        if blanks := source.match(_BLANKS):
            source.pos = blanks.end()
        target = self.words.read()
        if target is None:
            raise source.unreadable(operator)
        if operator in ("<<", "<<-"):
            here.expect(target, strips_tabs=operator == "<<-")
        elif operator != "<<<" and not (
            operator in (">&", "<&") and _DESCRIPTOR.fullmatch(target.text)
        ):
            raw = source.text[start : source.pos]
            direction = _READING.get(operator, "write")
            position = len(findings.commands)
            findings.redirections.append(Redirection(direction, target, raw, scope, position))
        return True
