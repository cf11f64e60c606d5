"""Here-documents: bodies wait for the end of the line that announces them."""

from collections.abc import Callable
from dataclasses import dataclass, field

from maia.workspace.shell.facts import HOLE, Findings, Word
from maia.workspace.shell.source import Source, Unreadable


@dataclass(slots=True)
class HereDocuments:
    """The here-documents announced and not read yet; `expand` reads a body that is not quoted."""

    source: Source
    findings: Findings
    expand: Callable[[int, int], None]
    enclosed: bool = False
    """In a substitution, where bash also ends a body at the delimiter with a `)` behind it."""
    waiting: list[tuple[Word, bool]] = field(default_factory=list[tuple[Word, bool]])

    def expect(self, delimiter: Word, *, strips_tabs: bool) -> None:
        """A body that ends at a line which is `delimiter`."""
        if HOLE in delimiter.text or "\n" in delimiter.text:
            raise self.source.unreadable(delimiter.raw)
        self.waiting.append((delimiter, strips_tabs))

    def read(self) -> None:
        """At the start of a line: the bodies announced on the one before."""
        waiting, self.waiting = self.waiting, []
        for delimiter, strips_tabs in waiting:
            self._read_one(delimiter, strips_tabs=strips_tabs)

    def _read_one(self, delimiter: Word, *, strips_tabs: bool) -> None:
        source, expands = self.source, not delimiter.quoted
        start = at = source.pos
        while at < source.end:
            line_end = source.text.find("\n", at, source.end)
            line_end = source.end if line_end < 0 else line_end
            line = source.text[at:line_end]
            compared = line.lstrip("\t") if strips_tabs else line
            if self.enclosed and compared.startswith(delimiter.text) and ")" in compared:
                raise Unreadable("unsure", line)
            if compared == delimiter.text:
                source.pos = min(line_end + 1, source.end)
                if source.base >= 0:
                    self.findings.bodies.append((start + source.base, at + source.base))
                if expands:
                    self.expand(start, at)
                return
            if expands and line.endswith("\\"):
                # The joined line is what is compared with the delimiter.
                self.findings.doubt("continuation", line)
            at = line_end + 1
        # Bash takes what there is, and says so.
        source.pos = source.end
        self.findings.doubt("syntax", f"<<{delimiter.raw}")
        if expands:
            self.expand(start, source.end)

    def finish(self) -> None:
        """At the end of the text, none may be waiting."""
        if self.waiting:
            raise self.source.unreadable(f"<<{self.waiting[0][0].raw}")
