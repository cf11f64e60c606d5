"""Text with what cannot be seen made visible, for error messages."""

import re
import unicodedata

_MARKED_CATEGORIES = ("Zs", "Zl", "Zp", "Cc", "Cf", "Co", "Cn", "Mn")
_BLANKS_AT_END = re.compile(r"[ \t]+$")


def visible(line: str) -> str:
    r"""A tab as `→`, blanks at the end as `·`, CR as `\r`, other invisible ones as `‹U+00A0›`."""
    end = _BLANKS_AT_END.search(line)
    if end:
        line = line[: end.start()] + end.group().replace(" ", "·")
    if line.isascii() and line.isprintable():
        return line
    return "".join(_visible_character(each) for each in line)


def _visible_character(character: str) -> str:
    if character == "\t":
        return "→"
    if character == "\r":
        return "\\r"
    if character == " " or (character.isascii() and character.isprintable()):
        return character
    if "\udc80" <= character <= "\udcff":
        return f"‹byte {ord(character) - 0xDC00:02X}›"
    if unicodedata.category(character) in _MARKED_CATEGORIES:
        return f"‹U+{ord(character):04X}›"
    return character


def character_name(character: str) -> str:
    """A character as an error names it: `U+00A0 NO-BREAK SPACE`, or itself when plain."""
    if character.isascii() and character.isprintable() and character != " ":
        return f"`{character}`"
    if "\udc80" <= character <= "\udcff":
        return f"byte {ord(character) - 0xDC00:02X}"
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X} {name}".rstrip()


def clipped(line: str, around: int = 0, width: int = 160) -> str:
    """At most `width` characters of a line, those near position `around`, made visible."""
    start = max(0, min(around - width // 2, len(line) - width))
    middle = visible(line[start : start + width])
    return f"{'…' if start else ''}{middle}{'…' if start + width < len(line) else ''}"
