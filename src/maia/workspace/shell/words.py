"""Words of bash: quotes, expansions and substitutions, to text after quote removal."""

import re
from typing import Protocol

from maia.workspace.shell.ansi_c import decode_ansi_c
from maia.workspace.shell.facts import HOLE, Assignment, Findings, Word
from maia.workspace.shell.source import Source, Unreadable

_PLAIN = re.compile(r"[^ \t\n;&|<>()\\'\"$`*?\[{},.~]+")
_QUOTED_PLAIN = re.compile(r"[^\\$`\"]+")
_BODY_PLAIN = re.compile(r"[^\\$`]+")
_BRACED_PLAIN = re.compile(r"[^\\$`\"'}<>]+")
_FIELD_SEPARATOR = re.compile(r"\$(?:IFS(?![A-Za-z0-9_])|\{IFS[^}$`]*\})")
_FOLDER = re.compile(r"\$(?:(?:HOME|PWD)|\{(?:HOME|PWD)\})(?=[/\"\s;&|<>()]|\Z)")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]|[@*#?$!_-]")
_BRACED_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!_-]")
_USER = re.compile(r"~[A-Za-z0-9_.+-]+")
_IDENTIFIER = re.compile(r"[A-Za-z_]")
_NUMBERS = re.compile(r"[\s0-9:()+-]*")
_SAFE_TRANSFORMS = frozenset("QUuLaAKkE")


class Commands(Protocol):
    """Reads the commands inside a substitution."""

    def inside(self) -> None:
        """Read commands up to `)`, which is taken."""
        ...

    def apart(self, text: str) -> None:
        """Read `text` as commands of its own."""
        ...


class _Builder:
    """A word in the making."""

    __slots__ = ("brace", "glob", "home", "opened", "parts", "quoted", "several", "splits")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.quoted = self.splits = self.glob = self.brace = self.home = False
        self.opened = self.several = False

    def hole(self, *, quoted: bool) -> None:
        self.parts.append(HOLE)
        self.splits = self.splits or not quoted

    def sign(self, sign: str) -> None:
        """An unquoted character that may stand for more than itself."""
        self.parts.append(sign)
        if sign in "*?[":
            self.glob = self.splits = True
        elif sign == "{":
            self.opened = True
        elif sign in ",." and self.opened:
            self.several = True
        elif sign == "}" and self.several:
            self.brace = self.splits = True


class WordReader:
    """Reads words of `source`; what they run is read by `commands`."""

    def __init__(self, source: Source, findings: Findings, commands: Commands) -> None:
        self.source = source
        self.findings = findings
        self.commands = commands

    def read(self) -> Word | None:
        """The word that starts here, or None where none does."""
        source, builder = self.source, _Builder()
        start = source.pos
        while source.pos < source.end:
            if plain := source.match(_PLAIN):
                builder.parts.append(plain.group())
                source.pos = plain.end()
                continue
            sign = source.text[source.pos]
            if sign in "<>" and source.peek(1) == "(":
                self._process(builder)
            elif sign in " \t\n;&|<>()":
                break
            elif sign == "$" and (separator := source.match(_FIELD_SEPARATOR)):
                self.findings.doubt("expansion", separator.group())
                source.pos = separator.end()
                if builder.parts or builder.quoted:
                    return self._word(builder, start, separator.start())
                start = source.pos
            else:
                self._part(builder, sign, start)
        if source.pos == start:
            return None
        return self._word(builder, start, source.pos)

    def _word(self, builder: _Builder, start: int, end: int) -> Word:
        raw, base = self.source.text[start:end], self.source.base
        text = "".join(builder.parts)
        if text == "[":  # the command; as a pattern it matches nothing
            builder.glob = builder.splits = False
        return Word(
            raw,
            text,
            start + base if base >= 0 else -1,
            builder.quoted,
            builder.home,
            builder.splits,
            builder.glob,
            builder.brace,
        )

    def _part(self, builder: _Builder, sign: str, start: int) -> None:
        source = self.source
        if sign == "\\":
            self._escape(builder, start)
        elif sign == "'":
            builder.quoted = True
            builder.parts.append(self._single_quoted())
        elif sign == '"':
            builder.quoted = True
            source.pos += 1
            self._double_quoted(builder, _QUOTED_PLAIN, '"')
            source.pos += 1
        elif sign == "$":
            self.dollar(builder, quoted=False)
        elif sign == "`":
            self._backtick(builder, quoted=False)
        elif sign == "~":
            self._tilde(builder, start)
        else:
            builder.sign(sign)
            source.pos += 1

    def _escape(self, builder: _Builder, start: int) -> None:
        source = self.source
        following = source.peek(1)
        if following == "\n":
            self._continuation(start)
            return
        if not following:
            self.findings.doubt("syntax", "\\")
        builder.quoted = True
        builder.parts.append(following)
        source.pos += 2 if following else 1

    def _continuation(self, start: int) -> None:
        """A backslash before a line end joins lines: harmless between words, a trick inside one."""
        source = self.source
        after = source.peek(2)
        if source.pos != start and after and after not in " \t\n;&|<>()":
            token = source.text[start : source.pos].replace("\n", "")
            self.findings.doubt("continuation", token + "\\")
        source.pos += 2

    def _tilde(self, builder: _Builder, start: int) -> None:
        source = self.source
        before = source.text[source.pos - 1] if source.pos > start else ""
        if before and before not in "=:":
            builder.parts.append("~")
            source.pos += 1
        elif user := source.match(_USER):
            builder.hole(quoted=True)
            source.pos = user.end()
        else:
            builder.home = builder.home or not before
            builder.parts.append("~")
            source.pos += 1

    def _single_quoted(self) -> str:
        source = self.source
        close = source.text.find("'", source.pos + 1, source.end)
        if close < 0:
            raise source.unreadable()
        inside = source.text[source.pos + 1 : close]
        source.pos = close + 1
        return inside

    def _double_quoted(self, builder: _Builder, plain: re.Pattern[str], close: str) -> None:
        """Up to `close` (not taken), or to the end of the source where `close` is empty."""
        source = self.source
        while True:
            if match := source.match(plain):
                builder.parts.append(match.group())
                source.pos = match.end()
            sign = source.peek()
            if sign == "":
                if close:
                    raise source.unreadable(close)
                return
            if sign == close:
                return
            if sign == "\\":
                following = source.peek(1)
                if following == "\n":
                    pass
                elif following and following in '$`"\\' and (close or following != '"'):
                    builder.parts.append(following)
                else:
                    builder.parts.append("\\" + following)
                source.pos += 2 if following else 1
            elif sign == "$":
                self.dollar(builder, quoted=True)
            else:
                self._backtick(builder, quoted=True)

    def read_body(self) -> None:
        """A here-document that expands: to the end of the source."""
        self._double_quoted(_Builder(), _BODY_PLAIN, "")

    def dollar(self, builder: _Builder, *, quoted: bool) -> None:
        """What `$` starts: an expansion, a substitution, a quotation, or itself."""
        source = self.source
        if not builder.parts and (folder := source.match(_FOLDER)):
            # What assigns HOME or PWD is doubted, so that these are what they are outside.
            builder.home = "HOME" in folder.group()
            builder.parts.append("~" if builder.home else ".")
            source.pos = folder.end()
            return
        source.depth = source.deeper()
        self._dollar(builder, source.peek(1), quoted=quoted)
        source.depth -= 1

    def _dollar(self, builder: _Builder, following: str, *, quoted: bool) -> None:
        source = self.source
        if following == "(":
            self._parenthesis(builder, quoted=quoted)
        elif following == "{":
            self._parameter(quoted=quoted)
            builder.hole(quoted=quoted)
        elif following == "[":
            self.findings.doubt("arithmetic", source.rest())
            source.pos += 2
            self.scan_to("]")
            builder.hole(quoted=quoted)
        elif following == "'" and not quoted:
            self._ansi_c(builder)
        elif following == '"' and not quoted:
            source.pos += 1
        else:
            self._simple(builder, quoted=quoted)

    def _simple(self, builder: _Builder, *, quoted: bool) -> None:
        source = self.source
        source.pos += 1
        if name := source.match(_NAME):
            source.pos = name.end()
            builder.hole(quoted=quoted and name.group() != "@")
            return
        if source.starts("\\\n"):
            self.findings.doubt("continuation", "$\\")
        builder.parts.append("$")

    def _ansi_c(self, builder: _Builder) -> None:
        source = self.source
        start = source.pos + 2
        at = start
        while at < source.end and source.text[at] != "'":
            at += 2 if source.text[at] == "\\" else 1
        if at >= source.end:
            raise source.unreadable()
        decoded = decode_ansi_c(source.text[start:at])
        if "\0" in decoded:
            self.findings.doubt("character", source.text[source.pos : at + 1])
        builder.quoted = True
        builder.parts.append(decoded)
        source.pos = at + 1

    def _parenthesis(self, builder: _Builder, *, quoted: bool) -> None:
        source = self.source
        if source.starts("$(("):
            self.arithmetic(3)
        else:
            source.pos += 2
            self.commands.inside()
        builder.hole(quoted=quoted)

    def _process(self, builder: _Builder) -> None:
        self.source.pos += 2
        self.commands.inside()
        # What the command gets is the name of an open pipe: no option, no name of its own.
        builder.parts.append("/dev/fd/" + HOLE)

    def _backtick(self, builder: _Builder, *, quoted: bool) -> None:
        source = self.source
        at = source.pos + 1
        escapes = '\\`$"' if quoted else "\\`$"
        inside: list[str] = []
        while at < source.end and source.text[at] != "`":
            if source.text[at] == "\\" and at + 1 < source.end:
                following = source.text[at + 1]
                inside.append(following if following in escapes else "\\" + following)
                at += 2
            else:
                inside.append(source.text[at])
                at += 1
        if at >= source.end:
            raise source.unreadable("`")
        source.pos = at + 1
        self.commands.apart("".join(inside))
        builder.hole(quoted=quoted)

    def _parameter(self, *, quoted: bool) -> None:
        """`${...}`, to behind its brace."""
        source = self.source
        start = source.pos
        source.pos += 2
        if source.peek() == "!" and source.peek(1) not in "}:-=+?":
            source.pos += 1
            self.findings.doubt("expansion", source.text[start : start + 20])
        elif source.peek() == "#" and re.match(r"[A-Za-z0-9_@*]", source.peek(1) or " "):
            source.pos += 1
        name = source.match(_BRACED_NAME)
        if name is None:
            raise source.unreadable("${")
        source.pos = name.end()
        if source.peek() == "[":
            source.pos += 1
            self._subscript()
        self._operator(name.group(), start, quoted=quoted)
        if source.peek() != "}":
            raise source.unreadable("${")
        source.pos += 1

    def _subscript(self) -> None:
        inside = self.scan_to("]")
        if not re.fullmatch(r"[0-9]+|[@*]", inside):
            self.findings.doubt("arithmetic", inside)

    def _operator(self, name: str, start: int, *, quoted: bool) -> None:
        source = self.source
        sign = source.peek()
        if sign == "}":
            return
        if sign == ":" and (source.peek(1) or " ") not in "-=+?":
            inside = self.scan_to("}", take=False)
            if not _NUMBERS.fullmatch(inside):
                self.findings.doubt("arithmetic", source.text[start : source.pos])
            return
        if sign == "@":
            if source.peek(1) not in _SAFE_TRANSFORMS or source.peek(2) != "}":
                self.findings.doubt("expansion", source.text[start : start + 20])
            source.pos += 2
            return
        source.pos += 1 if sign == ":" else 0
        if source.peek() == "=":
            self.findings.assignments.append(
                Assignment(name, HOLE, source.text[start : source.pos + 1], alone=True, plain=True)
            )
        if source.peek() not in tuple("-=+?#%/^,~"):
            raise source.unreadable("${")
        source.pos += 1
        self._braced_word(quoted=quoted)

    def _braced_word(self, *, quoted: bool) -> None:
        source, unused = self.source, _Builder()
        while (sign := source.peek()) != "}":
            if match := source.match(_BRACED_PLAIN):
                source.pos = match.end()
            elif sign == "":
                raise source.unreadable("${")
            elif sign == "'" and quoted:
                # Whether it quotes depends on the operator and on the version of bash.
                self.findings.doubt("unsure", source.rest())
                source.pos += 1
            elif sign in "<>":
                if source.peek(1) == "(" and not quoted:
                    self._process(unused)
                else:
                    source.pos += 1
            else:
                self._part(unused, sign, source.pos)

    def scan_to(self, close: str, *, take: bool = True) -> str:
        """Text up to `close`, whose substitutions are read."""
        source, unused = self.source, _Builder()
        start, depth = source.pos, 0
        opening = {"]": "[", "}": "{"}[close]
        while (sign := source.peek()) != close or depth:
            if sign == "":
                raise source.unreadable(close)
            if sign in "\\'\"$`":
                self._part(unused, sign, source.pos)
                continue
            depth += (sign == opening) - (sign == close)
            source.pos += 1
        inside = source.text[start : source.pos]
        source.pos += int(take)
        return inside

    def arithmetic(self, opening: int) -> None:
        """Read `((...))`, after `opening` characters.

        What closes otherwise may be commands in two subshells; reading it again as these would
        take exponential time, so it is not read.
        """
        source = self.source
        start = source.pos
        source.pos += opening
        self._arithmetic_body()
        inside = source.text[start : source.pos]
        if _IDENTIFIER.search(inside) or "$" in inside[1:] or "`" in inside:
            self.findings.doubt("arithmetic", inside)

    def _arithmetic_body(self) -> None:
        source, unused, depth = self.source, _Builder(), 0
        while sign := source.peek():
            if sign in "\\'\"$`":
                self._part(unused, sign, source.pos)
                continue
            if sign == ")" and depth == 0:
                if source.peek(1) != ")":
                    raise Unreadable("unsure", source.rest())
                source.pos += 2
                return
            depth += (sign == "(") - (sign == ")")
            source.pos += 1
        raise source.unreadable("((")
