"""What a program printed for a terminal, as plain text: bytes in, harmless characters out.

Escape sequences are taken out, a line that was rewritten (carriage return, backspace, "go to column
one") keeps its last state, remaining control characters become visible pictures. It works piece by
piece in bounded memory. Moves to other lines are not followed: their frames stay below each other.
"""

import codecs
import re
import unicodedata

LONGEST_HELD = 65_536
"""Characters of an unfinished line or escape sequence that are held back before they are let go."""

# No introducer inside: each would be searched to the end again, in quadratic time.
_STRING = r"[^\x07\x1b\x90\x98\x9c-\x9f\n]*"
_ESCAPE = re.compile(
    rf"(?P<csi>(?:\x1b\[|\x9b)(?P<arguments>[0-?]*)[ -/]*(?P<final>[@-~]))"
    rf"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f]){_STRING}(?:\x07|\x1b\\|\x9c)"
    rf"|\x1b[ -/]+[0-~]|\x1b[0-OQ-WYZ\\`-~]"
    rf"|\x1b[\[\]PX^_]?|[\x90\x98\x9b-\x9f]"
)
_UNFINISHED = re.compile(
    rf"(?:\x1b(?:\[[0-?]*[ -/]*|[\]PX^_]{_STRING}\x1b?|[ -/]*)"
    rf"|\x9b[0-?]*[ -/]*|[\x90\x98\x9d-\x9f]{_STRING}\x1b?)\Z"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_BEL_AND_SHIFTS = "\x07\x0e\x0f"
_PICTURES: dict[int, str | None] = {
    **{code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"},
    **dict.fromkeys(map(ord, _BEL_AND_SHIFTS)),
    0x7F: "\u2421",
    **dict.fromkeys(range(0x80, 0xA0), "\ufffd"),
}
_BLANK = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    r"\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
"""Signs that are letters, marks or symbols by their category, and that nobody sees."""

_MOST_MARKS = 3
"""Combining marks on one letter: no language writes more of them."""


class TerminalText:
    """The text of one stream. `feed` gives what is settled; `finish` the rest."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._held = ""
        self._line = ""

    def feed(self, data: bytes) -> str:
        """The lines that `data` completes; what may still be rewritten is held back."""
        return self._take(self._decoder.decode(data), final=False)

    def finish(self) -> str:
        """All that was held back."""
        return self._take(self._decoder.decode(b"", final=True), final=True)

    @property
    def unfinished_line(self) -> str:
        """The last line as it stands now."""
        return _settled(self._line)

    def _take(self, text: str, *, final: bool) -> str:
        text = self._without_escapes(self._held + text, final=final)
        done, newline, rest = (self._line + text).rpartition("\n")
        if final or len(rest) > LONGEST_HELD:
            done, newline, rest = done + newline + _settled(rest), "", ""
        elif "\r" in rest:
            rest = _last_state(rest) + ("\r" if rest.endswith("\r") else "")
        self._line = rest
        return _settled(done) + newline

    def _without_escapes(self, text: str, *, final: bool) -> str:
        self._held = ""
        if "\x1b" not in text and text.isascii():
            return text
        if not final:
            unfinished = _UNFINISHED.search(text)
            if unfinished and len(text) - unfinished.start() <= LONGEST_HELD:
                self._held = text[unfinished.start() :]
                text = text[: unfinished.start()]
        return _ESCAPE.sub(_replacement, text)


def plain_text(text: str) -> str:
    """The same for a text that is there as a whole."""
    terminal = TerminalText()
    return terminal.feed(text.encode(errors="replace")) + terminal.finish()


def visible(text: str) -> str:
    r"""Text on one line with nothing hidden: controls, bidi marks and the like as `\u202e`.

    So are blanks that only look like a space (a shell takes them for a letter), what Unicode has
    not assigned, and combining marks that stand on nothing, or that pile up.
    """
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    marks = _MOST_MARKS  # none may stand on the edge of the text
    for character in text:
        is_mark = unicodedata.category(character) in ("Mn", "Me")
        hidden = not character.isprintable() or bool(_BLANK.match(character))
        if hidden or (is_mark and marks >= _MOST_MARKS):
            shown.append(character.encode("unicode_escape").decode("ascii"))
        else:
            shown.append(character)
        if is_mark:
            marks += 1
        else:
            marks = _MOST_MARKS if hidden or character == " " else 0
    return "".join(shown)


def _replacement(escape: re.Match[str]) -> str:
    """Going to column one or erasing the line is what a carriage return is; the rest is nothing."""
    arguments, final = escape["arguments"], escape["final"]
    rewrites = (final == "G" and arguments in ("", "0", "1")) or (final == "K" and arguments == "2")
    return "\r" if rewrites else ""


def _settled(text: str) -> str:
    if not _CONTROL.search(text):
        return text
    if "\r" in text or "\b" in text:
        text = "\n".join(map(_last_state, text.split("\n")))
    return text.translate(_PICTURES)


def _last_state(line: str) -> str:
    """What was written last after a carriage return, and nothing that was backed over."""
    if "\r" in line:
        line = next((part for part in reversed(line.split("\r")) if part), "")
    if "\b" not in line:
        return line
    kept: list[str] = []
    for character in line:
        if character != "\b":
            kept.append(character)
        elif kept:
            kept.pop()
    return "".join(kept)
