"""What a shell text says: commands, assignments, redirections, and what could not be understood."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

HOLE = "\ufffc"
"""Stands in a word's text where only the running shell knows the value."""

DoubtKind: TypeAlias = Literal[
    "arithmetic",
    "assignment",
    "character",
    "continuation",
    "definition",
    "dynamic",
    "expansion",
    "foreign",
    "length",
    "name",
    "nesting",
    "options",
    "syntax",
    "unsure",
]
"""Why a text is not understood:

arithmetic   a variable or substitution is evaluated as arithmetic, which can run commands
assignment   a variable that decides what runs, or cannot be told
character    a control or invisible character
continuation a line continuation inside a word or operator
definition   a function or alias changes what a name means
dynamic      what is run is only known when it runs
expansion    an expansion that evaluates what a variable holds
foreign      a form that other shells read differently
length       more than is read
name         the program's name is not a plain word
nesting      deeper than is read
options      options of a program that runs another are not known
syntax       not a complete and plain text of bash
unsure       two ways of reading the text differ
"""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What was not understood, and the piece of text at fault."""

    kind: DoubtKind
    token: str


@dataclass(frozen=True, slots=True)
class Word:
    """One word: as written, and after quote removal with `HOLE` for what is not known.

    `home` says that it starts with an unquoted `~`; `splits` that it may become several words or
    none; `glob` and `brace` that it holds an unquoted pattern or brace expansion.
    """

    raw: str
    text: str
    start: int = 0
    quoted: bool = False
    home: bool = False
    splits: bool = False
    glob: bool = False
    brace: bool = False

    @property
    def is_known(self) -> bool:
        """Whether the running shell hands on exactly `text` (with `~` replaced)."""
        return not (self.glob or self.brace or HOLE in self.text)


@dataclass(frozen=True, slots=True)
class Assignment:
    """`name=value` alone or in front of a command; `plain` when no subscript or array is set."""

    name: str
    value: str
    raw: str
    alone: bool
    plain: bool

    @property
    def is_known(self) -> bool:
        """Whether the value is written in the text."""
        return HOLE not in self.value


Direction: TypeAlias = Literal["read", "write", "both", "none"]


@dataclass(frozen=True, slots=True)
class Redirection:
    """A redirection; `none` when no file is opened (`2>&1`, here-documents)."""

    direction: Direction
    target: Word | None
    raw: str
    scope: tuple[int, ...] = ()
    position: int = 0
    """How many commands of the script stand before it."""


Origin: TypeAlias = Literal["written", "runner", "payload"]


@dataclass(frozen=True, slots=True)
class Command:
    """A simple command at some depth.

    `scope` names the subshells around it; `joined` is the operator before it; `loop` says that it
    may run again after later ones; `origin` how it was found: written, as the words behind a
    runner such as `xargs`, or in a text that a shell is handed. `appended`: the runner adds words.
    `needed` is false for a command that runs elsewhere (`ssh host ls`): rules on it cannot allow.
    `open_start`: the command may start at any of its words. `level`: runners around it.
    """

    words: tuple[Word, ...]
    assignments: tuple[Assignment, ...] = ()
    scope: tuple[int, ...] = ()
    joined: str = ""
    loop: bool = False
    origin: Origin = "written"
    runner: str = ""
    appended: bool = False
    needed: bool = True
    open_start: bool = False
    level: int = 0

    @property
    def name(self) -> Word:
        """The word that says which program runs."""
        return self.words[0]

    @property
    def raw(self) -> str:
        """The words as written, one blank apart."""
        return " ".join(word.raw for word in self.words)


@dataclass(frozen=True, slots=True)
class Code:
    """A text in another language that a command is handed: `python -c`, `awk`."""

    runner: str
    text: str
    raw: str


@dataclass(frozen=True, slots=True)
class Script:
    """All facts of one text, every depth in one list."""

    commands: tuple[Command, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    redirections: tuple[Redirection, ...] = ()
    codes: tuple[Code, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    complete: bool = True
    """False where commands may be missing from the list."""


@dataclass(slots=True)
class Findings:
    """What a reading has found so far."""

    commands: list[Command] = field(default_factory=list[Command])
    assignments: list[Assignment] = field(default_factory=list[Assignment])
    redirections: list[Redirection] = field(default_factory=list[Redirection])
    codes: list[Code] = field(default_factory=list[Code])
    doubts: list[Doubt] = field(default_factory=list[Doubt])
    defined: set[str] = field(default_factory=set[str])
    starts: set[int] = field(default_factory=set[int])
    bodies: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    complete: bool = True
    scopes: int = 0

    def doubt(self, kind: DoubtKind, token: str) -> None:
        """Note once that `token` was not understood; long tokens are cut."""
        found = Doubt(kind, token if len(token) <= LONGEST_TOKEN else token[:LONGEST_TOKEN] + "…")
        if found not in self.doubts and len(self.doubts) < MOST_DOUBTS:
            self.doubts.append(found)

    def new_scope(self) -> int:
        """The number of a subshell not seen before."""
        self.scopes += 1
        return self.scopes


LONGEST_TOKEN = 80
MOST_DOUBTS = 20
