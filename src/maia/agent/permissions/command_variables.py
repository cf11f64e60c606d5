"""Variables whose assignment changes nothing but what it says, and those that decide what runs."""

import re

HARMLESS_IN_FRONT = frozenset(
    (
        *("LANG", "LANGUAGE", "TZ", "CI", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"),
        *("COLUMNS", "LINES", "TERM", "COLORTERM", "RUST_BACKTRACE", "RUST_LOG", "NODE_ENV"),
        *("LC_ALL", "LC_CTYPE", "LC_COLLATE", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME"),
        *("DEBIAN_FRONTEND", "SOURCE_DATE_EPOCH", "VERBOSE", "DEBUG"),
    )
)
"""May stand in front of a command with a literal value: known to select language, colour, amount
of output, or the kind of run."""

_LITERAL = re.compile(r"[A-Za-z0-9_.,:+@%/-]*")
_OWN = re.compile(r"[a-z_][a-z0-9_]*")
_READ_BY_PROGRAMS = re.compile(r".*_proxy|ls_colors|histchars|auto_resume|_+")


def is_harmless_in_front(name: str, value: str) -> bool:
    """Whether `name=value command` runs what `command` runs."""
    return name in HARMLESS_IN_FRONT and bool(_LITERAL.fullmatch(value))


def is_own(name: str) -> bool:
    """Whether `name` is a variable of the script: lower case, and none that programs look at."""
    return bool(_OWN.fullmatch(name)) and not _READ_BY_PROGRAMS.fullmatch(name)
