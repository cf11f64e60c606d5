r"""From a JavaScript regular expression to one of the `regex` module, position by position.

The two differ in what they make of letters after a backslash, of `{` that is no quantifier (fuzzy
matching there, itself here), and of empty classes. What other dialects add and JavaScript has no
use for (`(?P<n>`, `\A`, `\z`, `\h`, `[[:alpha:]]`, possessive quantifiers) is let through.
"""

import re

QUANTIFIER = re.compile(r"\{(\d+)(?:,\d*)?\}")

_KEPT_LETTERS = frozenset("bBdDwWsSnrtfvxupPAZzh")
"""Letters that mean the same (or something, where JavaScript has nothing) after a backslash."""

_CODE_POINT = re.compile(r"\\u\{([0-9A-Fa-f]{1,6})\}")
_SURROGATE_PAIR = re.compile(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_BACK_REFERENCE = re.compile(r"\\k<(\w+)>")
_PROPERTY = re.compile(r"\\[pP]\{[^}]*\}")
_CONTROL = re.compile(r"\\c([A-Za-z])")
_NAMED_CLASS = re.compile(r"\[:\^?\w+:\]")
_LAST_CODE_POINT = 0x10FFFF


class Translation:
    """The translated expression, and where each of its characters comes from."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._parts: list[str] = []
        self._origins: list[int] = []
        self._position = 0
        self._in_class = False
        while self._position < len(source):
            self._step()

    @property
    def text(self) -> str:
        """The expression for the `regex` module."""
        return "".join(self._parts)

    def origin(self, position: int) -> int:
        """The place in the source of `position` in the text."""
        if 0 <= position < len(self._origins):
            return self._origins[position]
        return len(self._source)

    def _step(self) -> None:
        character = self._source[self._position]
        if character == "\\":
            self._escape()
        elif self._in_class:
            self._class_member(character)
        elif character == "[":
            self._class_start()
        elif character == "{":
            quantifier = QUANTIFIER.match(self._source, self._position)
            if quantifier:
                self._emit(quantifier.group(), quantifier.end())
            else:
                self._emit(r"\{", self._position + 1)
        else:
            self._emit(character, self._position + 1)

    def _emit(self, text: str, end: int) -> None:
        self._parts.append(text)
        self._origins.extend([self._position] * len(text))
        self._position = end

    def _escape(self) -> None:
        following = self._source[self._position + 1 : self._position + 2]
        if found := _CODE_POINT.match(self._source, self._position):
            code = int(found[1], 16)
            if code <= _LAST_CODE_POINT:
                self._emit(f"\\U{code:08x}", found.end())
                return
        if found := _SURROGATE_PAIR.match(self._source, self._position):
            high, low = (int(half, 16) for half in found.groups())
            code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
            self._emit(f"\\U{code:08x}", found.end())
        elif found := _BACK_REFERENCE.match(self._source, self._position):
            self._emit(f"\\g<{found[1]}>", found.end())
        elif found := _CONTROL.match(self._source, self._position):
            self._emit(f"\\x{ord(found[1]) & 31:02x}", found.end())
        elif found := _PROPERTY.match(self._source, self._position):
            self._emit(found.group(), found.end())
        elif following.isascii() and following.isalpha() and following not in _KEPT_LETTERS:
            self._emit(following, self._position + 2)
        else:
            self._emit(f"\\{following}", self._position + 2)

    def _class_start(self) -> None:
        negated = self._source.startswith("^", self._position + 1)
        inside = self._position + 1 + negated
        if self._source.startswith("]", inside) and not self._source.startswith("]]", inside):
            # JavaScript's classes of nothing and of everything.
            self._emit(r"[\s\S]" if negated else "(?!)", inside + 1)
            return
        self._emit("[^" if negated else "[", inside)
        self._in_class = True
        if self._source.startswith("]", inside):
            self._emit(r"\]", inside + 1)

    def _class_member(self, character: str) -> None:
        if character == "]":
            self._in_class = False
        elif character == "[":
            named = _NAMED_CLASS.match(self._source, self._position)
            if named:
                self._emit(named.group(), named.end())
            else:
                self._emit(r"\[", self._position + 1)
            return
        self._emit(character, self._position + 1)


_SCOPED_FLAGS = re.compile(r"\(\?[A-Za-z-]+[:)]")
_FOLDED_BEYOND_ASCII = frozenset("kKsSiI")
"""Letters that also match a character outside ASCII when case does not count (K, ſ, İ)."""


def required_literal(source: str, *, ignore_case: bool) -> str:
    """The longest ASCII text that every match must contain; empty when none can be told.

    Only what stands outside groups, classes and alternatives is considered.
    """
    if _SCOPED_FLAGS.search(source):
        return ""
    runs: list[str] = [""]
    position = 0
    while position < len(source):
        character = source[position]
        end = position + 1
        if character == "|":
            return ""
        if character == "(":
            end = _group_end(source, position)
        elif character == "[":
            end = class_end(source, position)
        elif character in "*?" or QUANTIFIER.match(source, position):
            runs[-1] = runs[-1][:-1]
            quantifier = QUANTIFIER.match(source, position)
            end = quantifier.end() if quantifier else end
        literal, end = _literal_at(source, position, end)
        if literal and not (ignore_case and literal in _FOLDED_BEYOND_ASCII):
            runs[-1] += literal
        else:
            runs.append("")
        position = end
    return max(runs, key=len)


def _literal_at(source: str, position: int, end: int) -> tuple[str, int]:
    """The character that stands for itself at `position`, or nothing; and where it ends."""
    character = source[position]
    if character == "\\":
        escaped = source[position + 1 : position + 2]
        plain = escaped.isascii() and escaped.isprintable() and not escaped.isalnum()
        if escaped in ("u", "x", "k", "c", "p", "P"):
            # What follows belongs to the escape; none of it stands for itself.
            return "", escape_end(source, position)
        return (escaped if plain else ""), position + 2
    special = character in "()[*?+.^$|" or (character == "{" and end != position + 1)
    return ("" if special or not character.isascii() else character), end


def escape_end(source: str, position: int) -> int:
    """Past the escape that starts with the backslash at `position`."""
    found = re.compile(
        r"\\(?:u\{[0-9A-Fa-f]*\}|u[0-9A-Fa-f]{0,4}|x[0-9A-Fa-f]{0,2}|k<\w*>|c[A-Za-z]?"
        r"|[pP]\{[^}]*\}|.)",
        re.DOTALL,
    ).match(source, position)
    return found.end() if found else position + 2


def class_end(source: str, position: int) -> int:
    """Past the `]` that closes the class; the end of the source when none does."""
    at = position + 1
    at += source.startswith("^", at)
    at += source.startswith("]]", at)
    while at < len(source):
        named = _NAMED_CLASS.match(source, at)
        if named:
            at = named.end()
        elif source[at] == "\\":
            at += 2
        elif source[at] == "]":
            return at + 1
        else:
            at += 1
    return at


def _group_end(source: str, position: int) -> int:
    """Past the `)` that closes the group; the end of the source when none does."""
    depth = 0
    at = position
    while at < len(source):
        character = source[at]
        if character == "\\":
            at += 2
            continue
        if character == "[":
            at = class_end(source, at)
            continue
        depth += (character == "(") - (character == ")")
        at += 1
        if depth == 0:
            return at
    return at
