"""Words that make an ordinary program run another one, or write where nobody expects it.

Where a pattern's `*` would cover such a word, the command is asked; where the pattern itself holds
the word, its author meant it. The list is short on purpose: a program that is allowed with any
argument can do what it likes, and a pattern is no sandbox.
"""

import re
from collections.abc import Sequence

_OPTIONS = {
    "find": r"-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)",
    "sort": r"-[A-Za-z]*o.*|--(?:o|com|fi|t).*",
    "rg": r"--(?:pre|hostname-bin)(?:=.*)?",
    "fd": r"-[A-Za-z]*[xX].*|--exec.*",
    "date": r"-[A-Za-z]*s.*|--s.*",
    "tree": r"-[A-Za-z]*o.*|--o.*",
    "sed": r"-[A-Za-z]*[if].*|--(?:in|fi).*|.*[0-9,/$][wWre].*",
    "git": r"--(?:ou|ext|textc|op|exec|upl|rec|no-ind|tra(?!ck)).*|-O.*|.*::.*",
}
"""Option spellings by program, abbreviations and attached values included."""

_REGEXES = {program: re.compile(options) for program, options in _OPTIONS.items()}

_GIT_HARMLESS = frozenset({"--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs"})
"""Options before git's sub-command that neither configure anything nor look elsewhere."""

_GIT_COMMANDS = frozenset(
    (
        *("add", "blame", "branch", "cat-file", "checkout", "cherry-pick", "commit", "describe"),
        *("diff", "fetch", "grep", "init", "log", "ls-files", "ls-tree", "merge", "merge-base"),
        *("mv", "name-rev", "pull", "push", "reflog", "remote", "reset", "restore", "rev-list"),
        *("rev-parse", "revert", "rm", "shortlog", "show", "show-ref", "stash", "status"),
        *("switch", "tag", "version", "whatchanged"),
    )
)
"""Sub-commands that `git *` stands for; `git config`, `git submodule` and aliases are asked."""


def risky_words(words: Sequence[str], known: frozenset[str]) -> list[str]:
    """The words of a plain command that need a person, without those that the pattern names."""
    program = words[0]
    found = [word for word in words[1:] if word not in known and _is_risky(program, word)]
    if program == "git":
        found += [word for word in _git_leading(words[1:]) if word not in known]
    return found


def _is_risky(program: str, word: str) -> bool:
    regex = _REGEXES.get(program)
    return regex is not None and regex.fullmatch(word) is not None


def _git_leading(words: Sequence[str]) -> list[str]:
    """What stands up to git's sub-command and is not known to be harmless."""
    for position, word in enumerate(words):
        if not word.startswith("-"):
            leading = words[:position]
            unknown = [] if word in _GIT_COMMANDS else [word]
            return [each for each in leading if each not in _GIT_HARMLESS] + unknown
    return [word for word in words if word not in (*_GIT_HARMLESS, "--version")]
