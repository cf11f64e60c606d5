"""Simple patterns on shell commands, careful rather than clever.

A pattern allows only a plain command: one program with plain arguments, no operator, substitution,
redirection, quote, expansion or assignment. Everything else is asked. A pattern restricts as soon
as any piece of the command could match it: behind a path, quotes, wrappers such as `sudo` and
`xargs`, keywords, assignments, and options before the word that the pattern wants.
"""

import itertools
import re
from collections.abc import Iterator

from maia.agent.permissions.risky_options import risky_words

LONGEST_PLAIN = 4_000
"""Characters beyond which a command is asked whatever the rules allow: nobody reads that."""

_PLAIN = re.compile(r"[A-Za-z0-9_./:@%+,=\- ]+")
_SEPARATORS = re.compile(r"([<>]+[&|]?|[;&|\n\r(){}`]|\$\()")
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=")
_FIELD_SEPARATOR = re.compile(r"\$(?:IFS\b|\{IFS[^}]*\})")
_DOLLAR_QUOTE = re.compile(r"\$(?=['\"])")
_QUOTING = str.maketrans("", "", "\\'\"")

_KEYWORDS = frozenset({"if", "then", "elif", "else", "while", "until", "do", "!", "time", "coproc"})
_WRAPPERS = frozenset(
    (
        *("sudo", "doas", "su", "env", "nohup", "timeout", "nice", "ionice", "chrt", "taskset"),
        *("stdbuf", "setsid", "flock", "watch", "xargs", "parallel", "busybox", "toybox"),
        *("command", "exec", "builtin", "eval", "trap", "time", "coproc", "strace", "ltrace"),
        *("sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "unshare", "chroot", "script"),
        *("runuser", "caffeinate", "unbuffer", "entr", "proot", "fakeroot", "systemd-run"),
    )
)
"""Programs whose words may be a command of their own: any of them can hide the denied one."""

_RUN_OPTION = re.compile(r"-(?:exec|execdir|ok|okdir)|-[xX]|--exec(?:-batch)?|-c")
"""Options of find, fd and shells after which a command stands."""

_MOST_POSITIONS = 200
"""Places of one piece that are tried as the start of a command, behind a wrapper."""

_MOST_OPTIONS = 20
"""Options skipped between a program and the word that a pattern wants next."""


def command_allowed(pattern: str, command: str) -> bool:
    """Whether `pattern` may let `command` run without a question."""
    plain = command.strip(" \t\n")
    if len(plain) > LONGEST_PLAIN or not _PLAIN.fullmatch(plain):
        return False
    words = plain.split()
    if not words or "=" in words[0]:
        return False
    wanted = pattern.split()
    if not _grant(" ".join(wanted)).fullmatch(" ".join(words)):
        return False
    return not risky_words(words, known=frozenset(wanted))


def command_touched(pattern: str, command: str) -> bool:
    """Whether `pattern` (of deny or ask) matches the command or any piece of it."""
    wanted = _restrictions(pattern)
    return any(regex.fullmatch(reading) for reading in _readings(command) for regex in wanted)


def command_mentions(pattern: str, command: str) -> bool:
    """Whether a plain command names what `pattern` restricts, anywhere: then it is not allowed."""
    words = command.split()
    wanted = _restrictions(pattern)
    for start in range(len(words)):
        text = " ".join([_base(words[start]), *words[start + 1 :]])
        if any(regex.fullmatch(text) for regex in wanted):
            return True
    return False


def named_words(command: str) -> Iterator[tuple[str, bool]]:
    """The words of a command that may name a file, and whether output is redirected to it."""
    joined = _joined(command).replace("${HOME}", "~").replace("$HOME", "~")
    parts = _SEPARATORS.split(joined)
    for index in range(0, len(parts), 2):
        into = index > 0 and parts[index - 1].startswith(">")
        words = _unquoted(parts[index]).split()
        for position, word in enumerate(words):
            for name in _names_in(word):
                yield name, into and position == 0


def _names_in(word: str) -> Iterator[str]:
    """`--file=.env`, `-f.env`, `@.env` and `host:.env` name a file too."""
    yield word
    for piece in re.split(r"[=:,@]", word):
        if piece and piece != word:
            yield piece
    if re.match(r"-[A-Za-z]", word):
        yield word[2:]


def _readings(command: str) -> Iterator[str]:
    """Every text that a restriction is held against."""
    joined = _joined(command)
    yield " ".join(joined.split())
    parts = _SEPARATORS.split(joined)
    for index in range(0, len(parts), 2):
        after_redirection = index > 0 and parts[index - 1][0] in "<>"
        for text in {parts[index], _unquoted(parts[index])}:
            yield from _commands_in(text.split(), second_too=after_redirection)


def _joined(command: str) -> str:
    return _FIELD_SEPARATOR.sub(" ", command.replace("\\\n", ""))


def _unquoted(piece: str) -> str:
    return _DOLLAR_QUOTE.sub("", piece).translate(_QUOTING)


def _commands_in(words: list[str], *, second_too: bool) -> Iterator[str]:
    """The commands that may start in a piece: at its first word, and behind what passes on."""
    starts: list[int] = [1] if second_too else []
    position = 0
    while position < len(words) and (
        _ASSIGNMENT.match(words[position]) or words[position].lower() in _KEYWORDS
    ):
        position += 1
    starts.append(position)
    if any(_base(words[start]).lower() in _WRAPPERS for start in starts if start < len(words)):
        starts = list(range(min(len(words), _MOST_POSITIONS)))
    starts += [at + 1 for at, word in enumerate(words) if _RUN_OPTION.fullmatch(word)]
    for start in dict.fromkeys(starts[: 2 * _MOST_POSITIONS]):
        if start < len(words):
            yield from _spellings(words[start], words[start + 1 :])


def _spellings(program: str, rest: list[str]) -> Iterator[str]:
    """The command as written, by its bare name, and without the options in front."""
    yield " ".join([program, *rest])
    yield " ".join([_base(program), *rest])
    if rest and rest[0].startswith("-"):
        for skipped in range(1, min(len(rest), _MOST_OPTIONS) + 1):
            yield " ".join([_base(program), *rest[skipped:]])


def _base(program: str) -> str:
    return program.rpartition("/")[2]


def _grant(pattern: str) -> re.Pattern[str]:
    """`cmd *` covers `cmd` alone too; a `*` right after a word ends that word: never `cmdx`."""
    optional_end = pattern.endswith(" *")
    pieces = (pattern[:-2] if optional_end else pattern).split("*")
    regex = re.escape(pieces[0])
    for before, piece in itertools.pairwise(pieces):
        boundary = r"(?![\w-])" if before[-1:].isalnum() or before.endswith("_") else ""
        regex += f"{boundary}.*{re.escape(piece)}"
    return re.compile(regex + ("(?: .*)?" if optional_end else ""), re.DOTALL)


def _restrictions(pattern: str) -> list[re.Pattern[str]]:
    """The pattern, also by its program's bare name; `cmd:*` is read as `cmd *` too."""
    wanted = " ".join(pattern.split())
    forms = {wanted}
    if wanted.endswith(":*"):
        forms.add(wanted[:-2] + " *")
    program, blank, rest = wanted.partition(" ")
    if "/" in program and "*" not in program:
        forms.add(_base(program) + blank + rest)
    return [_restriction(form) for form in forms]


def _restriction(wanted: str) -> re.Pattern[str]:
    optional_end = wanted.endswith(" *")
    body = wanted[:-2] if optional_end else wanted
    regex = ".*".join(re.escape(part) for part in body.split("*"))
    return re.compile(regex + ("(?: .*)?" if optional_end else ""), re.DOTALL | re.IGNORECASE)
