"""Sees through programs that run other commands: the commands behind `xargs`, `sh -c`, `find`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from maia.workspace.shell.facts import HOLE, Assignment, Word
from maia.workspace.shell.runner_table import (
    CODE_PROGRAMS,
    FD_EXECS,
    FIND_EXECS,
    GIT_CODE_OPTIONS,
    INTERPRETERS,
    RUNNERS,
    SHELL_VALUES,
    SHELLS,
    Runner,
)

_PYTHON = re.compile(r"python[0-9.]+")
_ONLY_TELLS = frozenset({"--version", "-V", "-VV", "-v", "-h", "--help"})
_UNKNOWN = Word("…", HOLE, splits=True)
"""Words that the runner adds."""

_GIT_GLOBAL_VALUES = frozenset({"-C", "-c", "--git-dir", "--work-tree", "--namespace"})


@dataclass(frozen=True, slots=True)
class Behind:
    """What a runner runs: the words of a command, shell text, or text of another language.

    `sure` is false where its options are not all known: the command may start at a later word.
    A `text` of None is only known when it runs.
    """

    words: tuple[Word, ...] = ()
    text: str | None = ""
    code: str = ""
    sure: bool = True
    appended: bool = False
    needed: bool = True
    assignments: tuple[Assignment, ...] = ()
    origin: str = ""


def base_name(word: Word) -> str:
    """The program's name without its folder."""
    return word.text.rpartition("/")[2]


def commands_behind(words: Sequence[Word]) -> Iterator[Behind]:
    """Everything that the command `words` runs as its words say."""
    name = base_name(words[0])
    if name in SHELLS:
        yield from _shell(words[1:])
    elif name in ("find", "gfind"):
        yield from _find(words[1:])
    elif name in ("fd", "fdfind"):
        yield from _after(words, FD_EXECS)
    elif name in INTERPRETERS or _PYTHON.fullmatch(name):
        yield from _interpreter(INTERPRETERS.get(name, "c"), words[1:])
    elif name in (".", "source"):
        yield Behind(text=None, origin=words[0].raw)
    elif name == "git":
        yield from _git(words)
    elif name in CODE_PROGRAMS:
        for word in words[1:]:
            yield Behind(code=word.text)
    if found := _runner(name, words):
        runner, rest = found
        yield from _Operands(runner, name).read(rest)


def _runner(name: str, words: Sequence[Word]) -> tuple[Runner, Sequence[Word]] | None:
    """The runner and what follows its name, which may be of two or three words."""
    if name in RUNNERS:
        return RUNNERS[name], words[1:]
    path = name
    for position, word in enumerate(words[1:], start=1):
        if word.text.startswith("-"):
            continue
        path += " " + word.text
        if path in RUNNERS:
            return RUNNERS[path], words[position + 1 :]
        if path.count(" ") == 2:  # noqa: PLR2004  # no name in the table is longer
            return None
    return None


class _Operands:
    """Reads the options of a runner, then what it runs."""

    def __init__(self, runner: Runner, name: str) -> None:
        self.runner = runner
        self.name = name
        self.sure = True
        self.marks = {"{}"} if runner.appends else set[str]()
        self.assignments: list[Assignment] = []
        self.found: list[Behind] = []
        self.texts_given = False

    def read(self, words: Sequence[Word]) -> Iterator[Behind]:
        """The commands that `words`, behind the runner's name, make it run."""
        position = self._options(words)
        yield from self.found
        if self.name == "command" and words and words[0].text in ("-v", "-V", "-pv", "-pV"):
            return  # only looks
        if self.runner.skip and not self.texts_given:
            # `flock FILE -c TEXT`, `ssh HOST -p 22 TEXT`: options may stand behind the operand.
            self.found.clear()
            position += self.runner.skip
            position += self._options(words[position:])
            yield from self.found
        if not self.texts_given or self.runner.then == "command":
            yield from self._run(tuple(words[position:]))

    def _options(self, words: Sequence[Word]) -> int:
        position = 0
        while position < len(words):
            word = words[position]
            text = word.text
            if not word.is_known and (word.splits or text.startswith(HOLE)):
                self.sure = False
                return position
            if text == "--":
                return position + 1
            if text.startswith("--"):
                position += self._long(text[2:], words[position + 1 :])
            elif text.startswith("-") and text != "-":
                position += self._cluster(text[1:], words[position + 1 :])
            elif self.runner.assigns and "=" in text:
                name, _, value = text.partition("=")
                self.assignments.append(Assignment(name, value, word.raw, alone=False, plain=True))
            elif self.name == "su" or (self.name == "runuser" and self.texts_given):
                pass  # options may stand behind the user
            else:
                return position
            position += 1
        return position

    def _long(self, text: str, rest: Sequence[Word]) -> int:
        """How many further words the option takes."""
        name, equals, value = text.partition("=")
        runner = self.runner
        takes = [*runner.long_values, *(each for each in runner.texts if len(each) > 1)]
        matching = {each for each in (*takes, *runner.long_flags) if each.startswith(name)}
        if name in matching:
            matching = {name}
        if len(matching) != 1:
            self.sure = False
            return 0
        full = matching.pop()
        if full not in takes:
            return 0
        given = value if equals else (rest[0].text if rest else "")
        self._value(full, given)
        return 0 if equals else 1

    def _cluster(self, letters: str, rest: Sequence[Word]) -> int:
        runner = self.runner
        for position, letter in enumerate(letters):
            if letter in runner.values or letter in runner.texts:
                attached = letters[position + 1 :]
                self._value(letter, attached or (rest[0].text if rest else ""))
                return 0 if attached else 1
            if letter not in runner.flags:
                self.sure = False
                return 0
        return 0

    def _value(self, option: str, value: str) -> None:
        if option in self.runner.texts:
            self.texts_given = True
            self.found.append(_text(value, self.name))
        elif self.runner.appends and option in ("I", "J", "R", "replace") and value:
            self.marks.add(value)

    def _run(self, rest: tuple[Word, ...]) -> Iterator[Behind]:
        runner = self.runner
        then = runner.then
        if then == "nothing":
            if runner.stdin:
                yield Behind(text=None, origin=self.name)
            return
        if not rest:
            if runner.stdin:
                yield Behind(text=None, origin=self.name)
            return
        if runner.appends:
            rest = (*(self._unmarked(word) for word in rest), _UNKNOWN)
        if then in ("command", "elsewhere"):
            yield Behind(
                words=rest,
                sure=self.sure,
                appended=runner.appends,
                needed=then == "command",
                assignments=tuple(self.assignments),
            )
            return
        joined = rest[:1] if then == "first text" else rest
        text = " ".join(word.text for word in joined if word is not _UNKNOWN)
        known = all(word.is_known for word in joined if word is not _UNKNOWN)
        yield Behind(
            text=text if known else None,
            code="" if known else text.replace(HOLE, " "),
            sure=self.sure,
            needed=then != "text elsewhere",
            origin=self.name,
        )
        if not self.sure or then == "text":
            yield Behind(words=rest, sure=False, needed=False)
            for word in rest:
                if word.quoted and word.is_known:
                    yield Behind(text=word.text, needed=False)
                elif word.quoted:
                    yield Behind(code=word.text.replace(HOLE, " "))

    def _unmarked(self, word: Word) -> Word:
        text = word.text
        for mark in self.marks:
            text = text.replace(mark, HOLE)
        return word if text == word.text else replace(word, text=text)


def _text(text: str, origin: str) -> Behind:
    if HOLE in text:
        return Behind(text=None, code=text.replace(HOLE, " "), origin=origin)
    return Behind(text=text, origin=origin)


def _shell(words: Sequence[Word]) -> Iterator[Behind]:
    """`bash -lc TEXT`: the text is the first operand, wherever the `c` stands."""
    takes_text, position = False, 0
    while position < len(words):
        word = words[position]
        if word.text in SHELL_VALUES:
            position += 2
            continue
        if word.text in ("--", "-") or word.text[:1] not in ("-", "+"):
            break
        if not word.text.startswith("--"):
            takes_text = takes_text or "c" in word.text
        position += 1
    operands = words[position + (position < len(words) and words[position].text in ("--", "-")) :]
    if takes_text and operands:
        known = operands[0].is_known
        yield Behind(
            text=operands[0].text if known else None,
            code="" if known else operands[0].text.replace(HOLE, " "),
            origin="sh",
        )
    elif not operands:
        yield Behind(text=None, origin="sh")


def _find(words: Sequence[Word]) -> Iterator[Behind]:
    position = 0
    while position < len(words):
        if words[position].text not in FIND_EXECS:
            position += 1
            continue
        start = position = position + 1
        while position < len(words) and words[position].text != ";":
            if words[position].text == "+" and words[position - 1].text == "{}":
                break
            position += 1
        inner = tuple(
            replace(word, text=word.text.replace("{}", HOLE)) for word in words[start:position]
        )
        if inner:
            yield Behind(words=inner, appended=True)


def _after(words: Sequence[Word], options: frozenset[str]) -> Iterator[Behind]:
    for position, word in enumerate(words):
        attached = word.text[2:] if word.text[:2] in ("-x", "-X") else ""
        if word.text in options and words[position + 1 :]:
            yield Behind(words=(*words[position + 1 :], _UNKNOWN), appended=True)
        elif attached or word.text.startswith("--exec"):
            yield Behind(code=attached or word.text.partition("=")[2])


def _interpreter(letters: str, words: Sequence[Word]) -> Iterator[Behind]:
    """The code that options hold; without any, and without a file, it runs its input."""
    found = list(_code_options(letters, words))
    only_options = all(word.text.startswith("-") for word in words)
    if not found and only_options and not any(word.text in _ONLY_TELLS for word in words):
        yield Behind(text=None, origin=words[0].raw if words else "stdin")
    yield from found


def _code_options(letters: str, words: Sequence[Word]) -> Iterator[Behind]:
    for position, word in enumerate(words):
        text = word.text
        if not text.startswith("-") or text == "-":
            return
        if text.startswith("--"):
            if text.partition("=")[0] in ("--eval", "--print", "--command"):
                following = words[position + 1].text if words[position + 1 :] else ""
                yield Behind(code=text.partition("=")[2] or following)
            continue
        for at, letter in enumerate(text[1:], start=1):
            if letter in letters:
                following = words[position + 1].text if words[position + 1 :] else ""
                yield Behind(code=text[at + 1 :] or following)
                break


def _git(words: Sequence[Word]) -> Iterator[Behind]:
    """`-c alias.x=!cmd` and the options of sub-commands that take a command."""
    for position, word in enumerate(words[1:], start=1):
        name, equals, value = word.text.partition("=")
        following = words[position + 1].text if words[position + 1 :] else ""
        if word.text in GIT_CODE_OPTIONS:
            yield Behind(code=following)
        elif name in GIT_CODE_OPTIONS and equals:
            yield Behind(code=value)
        elif word.text[:2] in ("-O", "-c", "-x"):
            yield Behind(code=word.text[2:])
        elif word.text.startswith("ext::"):
            yield Behind(code=word.text[5:])
