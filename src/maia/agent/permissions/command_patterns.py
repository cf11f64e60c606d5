"""Bash patterns held against one simple command that was read (spec 9.3).

`*` is any run of characters, `cmd *` covers `cmd` alone, no `*` is the exact command after blanks
are made one. A grant matches the words as bash hands them on; a restriction matches also the bare
name of the program, the words as written, and the words without the options in front.
"""

import itertools
import re
from collections.abc import Iterator
from functools import lru_cache

from maia.workspace.shell import HOLE, Command, Word

_INNER_BLANK = "\ue000"
"""A blank inside a word: a `*` covers it, a blank of the pattern does not."""

TRUSTED_FOLDERS = ("/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/")
"""Where a program is the one of that name, whatever PATH says."""

MOST_STARTS = 200
"""Words of one command that are tried as the start of another."""

_MOST_OPTIONS = 12
_ANY = re.compile(rf"{HOLE}|[*?]|\[[^\]]*\]|\{{[^{{}}]*\}}")


def bare_name(name: str) -> str:
    """The program's name; with its folder unless that is a system's own."""
    for folder in TRUSTED_FOLDERS:
        rest = name.removeprefix(folder)
        if rest != name and "/" not in rest and rest:
            return rest
    return name


def grants(pattern: str, command: Command) -> bool:
    """Whether an allow rule with `pattern` covers `command` by its words."""
    words = [_closed(word) for word in command.words]
    regex = _grant(one_blank(pattern))
    name = bare_name(words[0])
    if any(regex.fullmatch(" ".join([first, *words[1:]])) for first in {words[0], name}):
        return True
    return is_exact(pattern) and one_blank(pattern) == one_blank(command.raw)


def restricts(pattern: str, command: Command) -> bool:
    """Whether a deny or ask rule with `pattern` is about `command`."""
    texts = [word.text for word in command.words]
    last = min(len(texts), MOST_STARTS) if command.open_start else 1
    if any(words_restricted(pattern, texts, start) for start in range(last)):
        return True
    raw = one_blank(command.raw)
    return any(regex.fullmatch(raw) for regex in _restrictions(one_blank(pattern))[1])


def words_restricted(pattern: str, words: list[str], start: int = 0) -> bool:
    """The same for the words of a command, from `start` on."""
    programs, regexes = _restrictions(one_blank(pattern))
    name = words[start].lower()
    # Most rules are about another program: their texts need not be made.
    if programs and name not in programs and name.rpartition("/")[2] not in programs:
        return False
    forms = [one_blank(form) for form in spellings(words[start:])]
    return any(regex.fullmatch(form) for form in forms for regex in regexes)


def may_restrict(pattern: str, command: Command) -> bool:
    """Whether `pattern` could match once the words that are not known are."""
    if all(word.is_known for word in command.words):
        return False
    texts = [word.text if word.is_known else _ANY.sub("*", word.text) for word in command.words]
    texts[0] = texts[0].rpartition("/")[2]
    wanted = one_blank(pattern).lower()
    for form in spellings(texts):
        # An expansion that comes to nothing takes its blanks with it.
        if _meet(re.sub(r" ?\*[* ]*", "*", one_blank(form).lower()), wanted):
            return True
    return False


def _meet(one: str, other: str) -> bool:
    """Whether some text is matched by both patterns, each with `*` for any run."""
    other = other[:-2] + "*" if other.endswith(" *") else other
    reached = {0}
    for sign in [*one, ""]:
        # Positions in `other` that what was read of `one` can lead to; a `*` of it takes no sign.
        for at in sorted(reached):
            step = at
            while step < len(other) and other[step] == "*":
                step += 1
                reached.add(step)
        if sign == "*":
            reached = set(range(min(reached, default=len(other) + 1), len(other) + 1))
        elif sign:
            reached = {
                at if other[at] == "*" else at + 1
                for at in reached
                if at < len(other) and other[at] in ("*", sign)
            }
    return len(other) in reached


def is_exact(pattern: str) -> bool:
    """Whether `pattern` stands for one command only."""
    return "*" not in pattern


def one_blank(text: str) -> str:
    """`text` with each run of blanks made one."""
    return " ".join(text.split())


def spellings(words: list[str]) -> Iterator[str]:
    """A command's text: as it stands, by its bare name, and without leading options."""
    yield " ".join(words)
    base, rest = words[0].rpartition("/")[2], words[1:]
    yield " ".join([base, *rest])
    if rest and rest[0].startswith(("-", "+")):
        for skipped in range(1, min(len(rest), _MOST_OPTIONS) + 1):
            yield " ".join([base, *rest[skipped:]])


def _closed(word: Word) -> str:
    text = word.text or "''"
    return re.sub(r"\s", _INNER_BLANK, text)


@lru_cache(maxsize=2_000)
def _grant(pattern: str) -> re.Pattern[str]:
    """A `*` right after a word ends that word: `npm test*` is not `npm testify`."""
    optional_end = pattern.endswith(" *")
    pieces = (pattern[:-2] if optional_end else pattern).split("*")
    regex = re.escape(pieces[0])
    for before, piece in itertools.pairwise(pieces):
        boundary = r"(?![\w-])" if before[-1:].isalnum() or before.endswith("_") else ""
        regex += f"{boundary}.*{re.escape(piece)}"
    return re.compile(regex + ("(?: .*)?" if optional_end else ""), re.DOTALL)


@lru_cache(maxsize=2_000)
def _restrictions(pattern: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """The programs it is about (none: any), and the pattern also by its program's bare name.

    `cmd:*` is read as `cmd *` too.
    """
    forms = {pattern}
    if pattern.endswith(":*"):
        forms.add(pattern[:-2] + " *")
    program, blank, rest = pattern.partition(" ")
    if "/" in program and "*" not in program:
        forms.add(program.rpartition("/")[2] + blank + rest)
    programs = {form.partition(" ")[0].lower() for form in forms}
    if any("*" in program for program in programs):
        programs.clear()
    return frozenset(programs), tuple(_restriction(form) for form in sorted(forms))


def _restriction(form: str) -> re.Pattern[str]:
    optional_end = form.endswith(" *")
    body = form[:-2] if optional_end else form
    regex = ".*".join(re.escape(part) for part in body.split("*"))
    return re.compile(regex + ("(?: .*)?" if optional_end else ""), re.DOTALL | re.IGNORECASE)
