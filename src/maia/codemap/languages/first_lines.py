"""What a file says of itself: the `#!` line, and the mode lines of Vim and Emacs."""

import re
from collections.abc import Iterator

from maia.codemap.languages.claims import all_claims
from maia.codemap.languages.table import Language, by_name

VIM_LINES = 5
"""Vim looks for its mode line in so many lines at each end of a file."""
EMACS_LINES = 3
"""Emacs looks in the first line, and in the second after `#!`; XML needs one more."""
EXEC_LINES = 12
"""A shell script that is really of another language says so in its first lines."""
LONGEST_LINE = 500
"""No mode line is longer; longer lines are not looked at."""

_VIM = re.compile(
    r"(?:^|\s)(?:vi|[vV]im[<=>]?\d{0,4}|ex):\s{0,9}[^\n]{0,200}?"
    r"(?<![\w-])(?:ft|filetype|syn|syntax)=([\w+#-]{1,40})"
)
_EMACS = re.compile(r"-\*-[ \t]{0,20}([^\n]{1,300}?)[ \t]{0,20}-\*-")
_EMACS_MODE = re.compile(r"(?i)(?:^|;)[ \t]{0,20}mode[ \t]{0,9}:[ \t]{0,9}([\w+#-]{1,40})")
_EMACS_PLAIN = re.compile(r"[\w+#-]{1,40}")
_EMACS_LAST = re.compile(r"Local Variables:[^\n]{0,40}\n(?:[^\n]{0,200}\n){0,9}?[^\n\w]{0,9}mode:")
_MODE_VALUE = re.compile(r"[ \t]{0,9}([\w+#-]{1,40})")
_LAST_PART = 3000
"""Emacs looks for `Local Variables:` in so many characters before the end."""

_VERSION = re.compile(r"(?:-?\d[\d.]{0,20})$")
_NIX_SHELL = re.compile(
    r"^#![ \t]{0,9}nix-shell[^\n]{0,300}?-i[ \t]{1,9}([\w./+-]{1,80})", re.MULTILINE
)
_EXEC = re.compile(
    r"""\bexec["']?[ \t]{1,9}["']?(?:/usr/bin/env[ \t]{1,9})?(?:[\w./-]{0,99}/)?([\w.+-]{1,40})"""
    r"""[^\n]{0,200}\$0"""
)
# Programs that start another, with the words that may stand between.
_STARTERS = frozenset({"env", "busybox", "npx", "bunx", "pnpx", "sudo", "exec", "command"})
_RUN_WORDS = frozenset({"-S", "-s", "run", "--script", "-q", "--quiet", "--yes", "-y", "--"})


def by_modeline(text: str, *, is_whole: bool) -> Language | None:
    """The language that a mode line names, if it is one of the table.

    The last lines count only when the text is the whole file.
    """
    for mode in _modes(text, is_whole=is_whole):
        language = by_name(mode.lower().removesuffix("-mode").removesuffix("-ts"))
        if language is not None:
            return language
    return None


def by_shebang(text: str) -> Language | None:
    """The language of the program that the `#!` line starts, if it is one of the table."""
    if not text.startswith("#!"):
        return None
    line = text[2:LONGEST_LINE].split("\n", 1)[0]
    name = _started(line.split())
    if name == "nix-shell":
        asked = _NIX_SHELL.search(text)
        name = _program(asked[1]) if asked else name
    language = _interpreted(name)
    if language is not None and language.id == "bash":
        # "exec tclsh "$0" "$@"" hides from the shell what the rest is written in.
        start = "\n".join(text.split("\n", EXEC_LINES)[:EXEC_LINES])
        other = _EXEC.search(start)
        return (other and _interpreted(_program(other[1]))) or language
    return language


def _modes(text: str, *, is_whole: bool) -> Iterator[str]:
    lines = text.split("\n", EXEC_LINES)[:EXEC_LINES]
    for line in lines[:EMACS_LINES]:
        found = _EMACS.search(line[:LONGEST_LINE])
        if found:
            named = _EMACS_MODE.search(found[1])
            if named:
                yield named[1]
            elif _EMACS_PLAIN.fullmatch(found[1]):
                yield found[1]
    ends = text[-LONGEST_LINE * VIM_LINES :].split("\n")[-VIM_LINES - 1 :] if is_whole else []
    for line in (*lines[:VIM_LINES], *ends):
        if "=" in line and len(line) <= LONGEST_LINE:
            found = _VIM.search(line)
            if found:
                yield found[1]
    if is_whole:
        last = text[-_LAST_PART:]
        found = _EMACS_LAST.search(last)
        value = _MODE_VALUE.match(last, found.end()) if found else None
        if value:
            yield value[1]


def _started(words: list[str]) -> str:
    """The program that the words of a `#!` line start in the end."""
    position = 0
    while position < len(words):
        program = _program(words[position])
        position += 1
        if program not in _STARTERS:
            return program
        while position < len(words) and (words[position] in _RUN_WORDS or "=" in words[position]):
            position += 1
    return ""


def _program(word: str) -> str:
    return word.strip("\"'").rpartition("/")[2].removesuffix(".exe")


def _interpreted(program: str) -> Language | None:
    known = all_claims().interpreters
    return known.get(program) or known.get(_VERSION.sub("", program))
