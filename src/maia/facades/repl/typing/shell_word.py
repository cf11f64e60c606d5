"""The last word of a shell command that is being typed, as far as it can be completed."""

import re
from dataclasses import dataclass

_ENDS_A_COMMAND = "|&;(\n"
_ENDS_A_WORD = f"{_ENDS_A_COMMAND} \t<>)="
_EXPANDS_ALWAYS = "$`"
_EXPANDS_BARE = "*?[{"
_SPECIAL = re.compile(r"[^\w@%+:,./-]")
_LONGEST = 10_000


@dataclass(slots=True)
class ShellWord:
    """A word, without its quotes, that begins at `start`; `is_command`: it names what is run."""

    start: int
    text: str = ""
    is_command: bool = True


def last_word(line: str) -> ShellWord | None:
    """The word at the end of `line`; None where the shell would put something else in its place."""
    if len(line) > _LONGEST:
        return None
    word = ShellWord(0)
    quote = ""
    is_escaped = expands = has_begun = False
    for place, sign in enumerate(line):
        if is_escaped:
            word.text += sign
            is_escaped = False
        elif sign == "\\" and quote != "'":
            is_escaped = has_begun = True
        elif sign == quote:
            quote = ""
        elif quote:
            expands |= quote == '"' and sign in _EXPANDS_ALWAYS
            word.text += sign
        elif sign in "'\"":
            quote, has_begun = sign, True
        elif sign in _ENDS_A_WORD:
            word = ShellWord(place + 1, is_command=_begins_a_command(sign, word, begun=has_begun))
            expands = has_begun = False
        else:
            expands |= sign in _EXPANDS_ALWAYS or sign in _EXPANDS_BARE
            has_begun = True
            word.text += sign
    return None if expands or is_escaped else word


def _begins_a_command(sign: str, before: ShellWord, *, begun: bool) -> bool:
    """Whether the word after `sign` is a command; `A=b` before one is none."""
    if sign in _ENDS_A_COMMAND:
        return True
    return sign in " \t" and before.is_command and not begun


def as_shell_word(path: str) -> str:
    """`path` as one word of a command; `~/` at its start is the home."""
    home = "~/" if path.startswith("~/") else ""
    return home + _SPECIAL.sub(r"\\\g<0>", path[len(home) :])
