"""The pattern of a search: compiled, bounded in time, with the text that every match contains."""

import re
from dataclasses import dataclass
from typing import Any, Protocol, cast

from maia.agent.tools.grep.bounds import find_excess
from maia.agent.tools.grep.dialect import Translation, required_literal

LINE_SECONDS = 1.0
"""How long one line may take; a pattern that needs longer backtracks without end."""

TEXT_SECONDS = 0.2
"""How long a whole text may take to be ruled out; lines one by one can be much faster."""

MAX_PATTERN_CHARACTERS = 10_000

_LINE_BOUND = re.compile(r"\(\?(?!:|<\w|P<)|[*+?}]\+|\\[ABZzGKRX]")
"""What may match in a line alone and not in the text around it: lookaround, atoms, ends."""


class UnusablePattern(Exception):
    """The pattern is no regular expression. `position` counts from 0 in what the model wrote."""

    def __init__(self, reason: str, position: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.position = position


class PatternTooSlow(Exception):
    """One line took longer than LINE_SECONDS."""


class _Compiled(Protocol):
    def search(self, string: str, *, timeout: float, concurrent: bool) -> re.Match[str] | None: ...


@dataclass(frozen=True, slots=True)
class Span:
    """Where a match is in its line."""

    start: int
    end: int


class LinePattern:
    """A JavaScript-like expression that is looked for in one line at a time."""

    def __init__(self, source: str, *, ignore_case: bool) -> None:
        import regex

        excess = find_excess(source)
        if excess is not None:
            raise UnusablePattern(excess.reason, excess.position)
        translation = Translation(source)
        flags = regex.IGNORECASE if ignore_case else 0
        try:
            compiled = regex.compile(translation.text, flags)
        except regex.error as error:
            position = translation.origin(cast("int", getattr(error, "pos", None) or 0))
            raise UnusablePattern(str(cast("Any", error).msg), position) from error
        except RecursionError as error:
            raise UnusablePattern("nested too deeply", 0) from error
        except (ValueError, OverflowError) as error:  # flags that exclude each other, and the like
            raise UnusablePattern(str(error), 0) from error
        self._compiled = cast("_Compiled", compiled)
        self._in_text: _Compiled | None = None
        if not _LINE_BOUND.search(source):
            self._in_text = cast(
                "_Compiled", regex.compile(translation.text, flags | regex.MULTILINE)
            )
        self.ignore_case = ignore_case
        self.literal = required_literal(source, ignore_case=ignore_case)

    def find(self, line: str) -> Span | None:
        """The first match in the line. Raises PatternTooSlow."""
        try:
            # Without the interpreter's lock, so that nothing else waits for a slow line.
            found = self._compiled.search(line, timeout=LINE_SECONDS, concurrent=True)
        except (TimeoutError, MemoryError) as error:
            raise PatternTooSlow from error
        return None if found is None else Span(*found.span())

    def may_match_in(self, text: str) -> bool:
        """Whether a line of the text can match; false is certain, true only likely.

        Without lookaround and the like, what matches in a line also matches in the text.
        """
        if self._in_text is None:
            return True
        try:
            plain = text.replace("\r\n", "\n")
            found = self._in_text.search(plain, timeout=TEXT_SECONDS, concurrent=True)
        except (TimeoutError, MemoryError):
            self._in_text = None  # what crosses lines takes too long here, and will elsewhere
            return True
        return found is not None

    def may_match(self, data: bytes) -> bool:
        """Whether bytes can hold a match, whatever encoding of text they are in.

        All encodings that files are read in write ASCII as its bytes, alone or between NULs.
        """
        if not self.literal:
            return True
        if self.ignore_case:
            data = data.lower()
        return any(each in data for each in self.byte_forms())

    def byte_forms(self) -> tuple[bytes, ...]:
        """The literal as it stands in ASCII-like encodings, UTF-16 and UTF-32 of either order."""
        literal = self.literal.lower() if self.ignore_case else self.literal
        codes = [bytes((ord(character),)) for character in literal]
        return tuple(dict.fromkeys(between.join(codes) for between in (b"", b"\0", b"\0\0\0")))
