"""Commands of bash at every depth: lists, pipelines, compound commands, redirections."""

import re
from collections.abc import Callable
from dataclasses import replace

from maia.workspace.shell.assignments import AssignmentReader
from maia.workspace.shell.facts import HOLE, Assignment, Command, Findings, Word
from maia.workspace.shell.here_documents import HereDocuments
from maia.workspace.shell.redirections import RedirectionReader
from maia.workspace.shell.source import Source, Unreadable
from maia.workspace.shell.words import WordReader

_BLANKS = re.compile(r"(?:[ \t]|\\\n)+")
_COMMENT = re.compile(r"#[^\n]*")
_RESERVED = re.compile(
    r"(?:if|then|elif|else|fi|while|until|do|done|for|select|case|esac|function|time|coproc"
    r"|\[\[|\{|\}|!)(?=[ \t\n;&|<>()]|\\\n|\Z)"
)
_CLOSING = frozenset({"then", "elif", "else", "fi", "do", "done", "esac", "}"})
_CASE_ENDS = (";;&", ";;", ";&")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DECLARING = frozenset({"declare", "typeset", "local", "export", "readonly"})
_EVALUATING = re.compile(r"-(?:eq|ne|lt|le|gt|ge)")
_INTEGER = re.compile(r"[+-]?[0-9]+")


class CommandReader:
    """Reads the commands of one source into `findings`."""

    def __init__(
        self, source: Source, findings: Findings, scope: tuple[int, ...] = (), *, loop: bool = False
    ) -> None:
        self.source = source
        self.findings = findings
        self.scope: tuple[int, ...] = scope
        self.loop = loop
        self.words = WordReader(source, findings, self)
        self.assignments = AssignmentReader(source, findings, self.words, self._lines)
        self.files = RedirectionReader(source, findings, self.words)
        self.here = HereDocuments(source, findings, self._body)

    def read_all(self) -> None:
        """The whole source; raises Unreadable."""
        self._list(frozenset())
        if self.source.pos < self.source.end:
            raise self.source.unreadable()
        self.here.finish()

    def inside(self) -> None:
        """Commands up to `)`, in a shell of their own."""
        with_depth = self.source.deeper()
        outer_scope, outer_here = self.scope, self.here
        self.scope = (*outer_scope, self.findings.new_scope())
        self.here = HereDocuments(self.source, self.findings, self._body, enclosed=True)
        self.source.depth = with_depth
        self._list(frozenset())
        self._take(")")
        self.here.finish()
        self.source.depth -= 1
        self.scope, self.here = outer_scope, outer_here

    def apart(self, text: str) -> None:
        """The commands of a text that does not stand in the source as it is."""
        source = Source(text, 0, len(text), -1, self.source.deeper())
        scope = (*self.scope, self.findings.new_scope())
        CommandReader(source, self.findings, scope, loop=self.loop).read_all()

    def _body(self, start: int, end: int) -> None:
        source = Source(self.source.text, start, end, self.source.base, self.source.deeper())
        CommandReader(source, self.findings, self.scope, loop=self.loop).words.read_body()

    # Blanks and signs

    def _blanks(self) -> None:
        if blanks := self.source.match(_BLANKS):
            self.source.pos = blanks.end()

    def _lines(self) -> None:
        """Blanks, comments and line ends, with the here-documents that they start."""
        source = self.source
        while True:
            self._blanks()
            if comment := source.match(_COMMENT):
                source.pos = comment.end()
            if source.peek() != "\n":
                return
            source.pos += 1
            self.here.read()

    def _take(self, sign: str) -> None:
        if not self.source.starts(sign):
            raise self.source.unreadable()
        self.source.pos += len(sign)

    def _reserved(self) -> str:
        found = self.source.match(_RESERVED)
        return found.group() if found else ""

    def _keyword(self, *wanted: str) -> str:
        self._lines()
        found = self._reserved()
        if found not in wanted:
            raise self.source.unreadable()
        self.source.pos += len(found)
        return found

    # Lists

    def _list(self, stops: frozenset[str]) -> None:
        """Commands up to a reserved word of `stops`, `)`, the end of a case clause, or the end."""
        source, joined = self.source, ""
        while True:
            self._lines()
            if source.pos >= source.end or source.peek() == ")" or source.starts(";;"):
                return
            if source.starts(";&"):
                return
            reserved = self._reserved()
            if reserved in stops:
                return
            if reserved in _CLOSING:
                raise source.unreadable()
            self._pipeline(joined)
            joined = self._operator()

    def _operator(self) -> str:
        source = self.source
        self._blanks()
        for operator in ("&&", "||"):
            if source.starts(operator):
                source.pos += 2
                return operator
        if source.peek() in ("", "\n", "#", ")") or source.starts(";;") or source.starts(";&"):
            return ";"
        if source.peek() in ";&":
            source.pos += 1
            return source.text[source.pos - 1]
        raise source.unreadable()

    def _pipeline(self, joined: str) -> None:
        source, findings = self.source, self.findings
        outer, first = self.scope, len(findings.commands)
        self._prefixes()
        self._command(joined)
        self._blanks()
        while source.peek() == "|" and source.peek(1) != "|":
            if self.scope == outer:
                self._enclose(first, len(outer))
            source.pos += 2 if source.peek(1) == "&" else 1
            self.scope = (*outer, findings.new_scope())
            self._lines()
            self._command("|")
            self._blanks()
        self.scope = outer
        if source.peek() == "&" and source.peek(1) not in ("&", ">"):
            self._enclose(first, len(outer))

    def _enclose(self, first: int, depth: int) -> None:
        """What was read since `first` runs in a subshell of its own."""
        number, commands = self.findings.new_scope(), self.findings.commands
        for index in range(first, len(commands)):
            scope = commands[index].scope
            inner = (*scope[:depth], number, *scope[depth:])
            commands[index] = replace(commands[index], scope=inner)

    def _prefixes(self) -> None:
        source = self.source
        while (reserved := self._reserved()) in ("!", "time"):
            self._start()
            source.pos += len(reserved)
            self._blanks()
            if reserved == "time":
                for option in ("-p", "--"):
                    if source.starts(option) and source.peek(len(option)) in (" ", "\t", "\n"):
                        source.pos += len(option)
                        self._blanks()

    def _start(self) -> None:
        """A command is known to start here: the second reading may say so too."""
        if self.source.base >= 0:
            self.findings.starts.add(self.source.pos + self.source.base)

    # Commands

    def _command(self, joined: str) -> None:
        self._blanks()
        source = self.source
        if source.peek() == "(":
            if source.starts("(("):
                self.words.arithmetic(2)
            else:
                source.pos += 1
                self.inside()
            self._redirections()
            return
        reserved = self._reserved()
        compound = self._compounds().get(reserved)
        if compound is None:
            if reserved and reserved != "[[":
                raise source.unreadable()
            self._simple(joined)
            return
        outer_depth = source.depth
        source.depth = source.deeper()
        self._start()
        source.pos += len(reserved)
        compound()
        source.depth = outer_depth
        self._redirections()

    def _compounds(self) -> dict[str, Callable[[], None]]:
        return {
            "{": self._group,
            "if": self._if,
            "while": self._while,
            "until": self._while,
            "for": self._for,
            "select": self._for,
            "case": self._case,
            "function": self._function,
            "coproc": self._coproc,
            "[[": self._test,
        }

    def _group(self) -> None:
        self._list(frozenset({"}"}))
        self._keyword("}")

    def _if(self) -> None:
        self._list(frozenset({"then"}))
        self._keyword("then")
        while True:
            self._list(frozenset({"elif", "else", "fi"}))
            found = self._keyword("elif", "else", "fi")
            if found == "fi":
                return
            if found == "else":
                self._list(frozenset({"fi"}))
                self._keyword("fi")
                return
            self._list(frozenset({"then"}))
            self._keyword("then")

    def _while(self) -> None:
        outer, self.loop = self.loop, True
        self._list(frozenset({"do"}))
        self._do_group()
        self.loop = outer

    def _do_group(self) -> None:
        outer, self.loop = self.loop, True
        self._keyword("do")
        self._list(frozenset({"done"}))
        self._keyword("done")
        self.loop = outer

    def _for(self) -> None:
        source = self.source
        self._blanks()
        if source.starts("(("):
            self.words.arithmetic(2)
            self._blanks()
        else:
            self._loop_variable()
        if source.peek() == ";":
            source.pos += 1
        self._lines()
        if self._reserved() == "{":
            source.pos += 1
            outer, self.loop = self.loop, True
            self._group()
            self.loop = outer
        else:
            self._do_group()

    def _loop_variable(self) -> None:
        source = self.source
        name = source.match(_NAME)
        if name is None:
            raise source.unreadable()
        source.pos = name.end()
        self._lines()
        values: list[Word] = []
        if source.starts("in") and source.peek(2) in (" ", "\t", "\n", ";"):
            source.pos += 2
            while word := self._next_word():
                values.append(word)
        known = [word.text for word in values] or [HOLE]
        for value in known:
            raw = f"{name.group()}={value}"
            self.findings.assignments.append(
                Assignment(name.group(), value, raw, alone=True, plain=True)
            )

    def _next_word(self) -> Word | None:
        self._blanks()
        return None if self.source.peek() == "#" else self.words.read()

    def _case(self) -> None:
        source = self.source
        self._lines()
        if self.words.read() is None:
            raise source.unreadable()
        self._lines()
        if not source.starts("in"):
            raise source.unreadable()
        source.pos += 2
        while True:
            self._lines()
            if self._reserved() == "esac":
                source.pos += len("esac")
                return
            self._clause()

    def _clause(self) -> None:
        source = self.source
        if source.peek() == "(":
            source.pos += 1
        while True:
            if self._next_word() is None:
                raise source.unreadable()
            self._blanks()
            if source.peek() != "|":
                break
            source.pos += 1
        self._take(")")
        self._list(frozenset({"esac"}))
        for end in _CASE_ENDS:
            if source.starts(end):
                source.pos += len(end)
                return

    def _function(self) -> None:
        name = self._next_word()
        if name is None:
            raise self.source.unreadable()
        self._blanks()
        self._definition(name)

    def _definition(self, name: Word) -> None:
        """Behind the name: `()` and a body; what it defines makes every name uncertain."""
        source = self.source
        if source.peek() == "(":
            source.pos += 1
            self._blanks()
            self._take(")")
        self.findings.defined.add(name.text)
        self.findings.doubt("definition", name.raw)
        self._lines()
        outer, self.loop = self.loop, True
        self._command("")
        self.loop = outer

    def _coproc(self) -> None:
        self.findings.doubt("definition", "coproc")
        self._blanks()
        source = self.source
        if name := source.match(_NAME):
            held = source.pos
            source.pos = name.end()
            self._blanks()
            if self._reserved() in self._compounds() or source.peek() == "(":
                self._command("")
                return
            source.pos = held
        self._start()
        self._command("&")

    def _test(self) -> None:
        """`[[ ... ]]`: its words, and whether it evaluates one of them."""
        source = self.source
        start, words = source.pos, list[Word]()
        while True:
            self._lines()
            if source.starts("]]") and source.peek(2) in (*" \t\n;&|<>)", ""):
                source.pos += 2
                break
            if word := self.words.read():
                words.append(word)
            elif source.peek() and source.peek() in "()<>&|;":
                source.pos += 1
            else:
                raise source.unreadable("[[")
        for before, word, after in zip(words, words[1:], [*words[2:], None], strict=False):
            variable = word.raw in ("-v", "-R") or before.raw in ("-v", "-R")
            evaluates = _EVALUATING.fullmatch(word.raw)
            numbers = _INTEGER.fullmatch(before.text) and after and _INTEGER.fullmatch(after.text)
            if variable or (evaluates and not numbers):
                self.findings.doubt("arithmetic", source.text[start : source.pos].strip())

    # Simple commands

    def _simple(self, joined: str) -> None:
        source, words = self.source, list[Word]()
        front: list[Assignment] = []
        start = source.pos
        while True:
            self._blanks()
            sign = source.peek()
            if sign in ("", "\n") or (sign == "#" and self._at_token(start)):
                break
            if self._redirection() or self._assigns(words, front):
                continue
            if word := self.words.read():
                self._foreign(word)
                words.append(word)
            elif sign == "(" and len(words) == 1 and not front:
                self._definition(words[0])
                return
            else:
                break
        if source.pos == start:
            raise source.unreadable()
        self._record(words, front, joined)

    def _assigns(self, words: list[Word], front: list[Assignment]) -> bool:
        """Take an assignment in front of the command, or an argument of `export` and its like."""
        if words and words[0].text not in _DECLARING:
            return False
        start = self.source.pos
        assignment = self.assignments.read()
        if assignment is None:
            return False
        if words:
            self.findings.assignments.append(assignment)
            words.append(Word(assignment.raw, f"{assignment.name}={assignment.value}", start))
        else:
            front.append(assignment)
        return True

    def _at_token(self, start: int) -> bool:
        before = self.source.text[self.source.pos - 1] if self.source.pos > start else " "
        return before in " \t\n;&|<>()" or self.source.pos == start

    def _foreign(self, word: Word) -> None:
        """Forms that mean more to other shells."""
        if re.match(r"=[A-Za-z_/]", word.raw):
            self.findings.doubt("foreign", word.raw)

    def _record(self, words: list[Word], front: list[Assignment], joined: str) -> None:
        findings = self.findings
        findings.assignments += [replace(each, alone=not words) for each in front]
        if words:
            self.findings.starts.add(words[0].start)
            findings.commands.append(
                Command(tuple(words), tuple(front), self.scope, joined, self.loop)
            )

    def _redirections(self) -> None:
        while self._redirection():
            pass

    def _redirection(self) -> bool:
        self._blanks()
        return self.files.read(self.here, self.scope)


def read_commands(
    source: Source, findings: Findings, scope: tuple[int, ...], *, loop: bool
) -> None:
    """Read all of `source`; what cannot be read ends it and is noted."""
    try:
        CommandReader(source, findings, scope, loop=loop).read_all()
    except Unreadable as error:
        findings.complete = False
        findings.doubt(error.kind, error.token)
    except RecursionError:  # the caller stands deep already
        findings.complete = False
        findings.doubt("nesting", source.rest())
