"""What of a git command line needs a person: options that run or write, and where they stand."""

import itertools
import re
from collections.abc import Sequence

from maia.workspace.shell import HOLE, Word

_HARMLESS_LEADING = frozenset({"--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs"})

SUBCOMMANDS = frozenset(
    (
        *("add", "blame", "branch", "cat-file", "checkout", "cherry-pick", "commit", "describe"),
        *("diff", "fetch", "grep", "init", "log", "ls-files", "ls-tree", "merge", "merge-base"),
        *("mv", "name-rev", "pull", "push", "reflog", "remote", "reset", "restore", "rev-list"),
        *("rev-parse", "revert", "rm", "shortlog", "show", "show-ref", "stash", "status"),
        *("switch", "tag", "version", "whatchanged"),
    )
)
"""Sub-commands that `git *` stands for; `git config`, `git submodule`, aliases are asked."""

_RISKY = re.compile(
    r"--(?:ou|ext|textc|op|exec|upl|rec|no-ind|tra(?!ck)|templ|sep|conf|edit|gpg|inter).*"
    r"|-O.*|.*::.*"
)
_OPENS = re.compile(r"-[A-Za-z]+O.*")
"""`git grep -nOprogram`."""

_VALUES = frozenset(
    (
        *("-m", "--message", "-F", "--file", "--author", "--date", "-C", "-c", "-b", "-B"),
        *("-n", "--grep", "-S", "-G", "--since", "--until", "--format", "--pretty", "-L"),
    )
)
"""Options of sub-commands whose value may be unknown: it is no option."""


def is_unknown_option(word: Word) -> bool:
    """Whether the word may turn out to be any option when the command runs."""
    if word.is_known:
        return False
    text = word.text
    return text[:1] in (HOLE, "*", "?", "[", "{") or (
        text.startswith("-") and HOLE in text.partition("=")[0]
    )


def risky_git_words(words: Sequence[Word]) -> list[Word]:
    """The words of a git command that a `*` does not cover."""
    position = 1
    found: list[Word] = []
    while position < len(words) and words[position].text.startswith("-"):
        if words[position].text not in (*_HARMLESS_LEADING, "--version"):
            found.append(words[position])
        position += 1
    if position == len(words):
        return found
    command = words[position]
    if not command.is_known or command.text not in SUBCOMMANDS:
        found.append(command)
    if command.text == "rebase":
        found += [word for word in words[position:] if word.text.startswith(("-x", "--exec"))]
    if command.text == "grep":
        found += [word for word in words[position:] if _OPENS.fullmatch(word.text)]
    return found + _options(words[position:])


def _options(words: Sequence[Word]) -> list[Word]:
    found: list[Word] = []
    for before, word in itertools.pairwise(words):
        if word.text == "--":
            break
        if before.text in _VALUES and not word.splits:
            continue
        if is_unknown_option(word) or _RISKY.fullmatch(word.text):
            found.append(word)
    return found
