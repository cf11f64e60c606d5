"""Whether a command only looks, by the audited list: what the profile `plan` passes."""

from collections.abc import Sequence

from maia.agent.permissions.command_folders import (
    FOLDER_SENSITIVE,
    FolderTracker,
    Places,
    leaves_project,
)
from maia.agent.permissions.command_patterns import bare_name
from maia.agent.permissions.command_safe_table import FIND_TESTS, SAFE, TELLS_VERSION, Looks
from maia.agent.permissions.command_variables import is_harmless_in_front, is_own
from maia.workspace.shell import HOLE, Command, Redirection, Script, Word, read_script

_NO_FILES = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr"})


def is_safe(command: str, places: Places) -> bool:
    """Whether every part of `command` is on the list, in the folder held by the shell.

    It says nothing on rules: a denied Read of a file that `cat` names is judged elsewhere.
    """
    script = read_script(command)
    if script.doubts or not script.complete or not script.commands:
        return False
    if not all(_writes_nothing(each) for each in script.redirections):
        return False
    tracker = FolderTracker(script.commands, places)
    return _assigns_safely(script) and all(
        _is_listed(each) and not _is_elsewhere(each, tracker, index, places)
        for index, each in enumerate(script.commands)
    )


def _is_elsewhere(command: Command, tracker: FolderTracker, index: int, places: Places) -> bool:
    sensitive = command.name.text in FOLDER_SENSITIVE
    return sensitive and leaves_project(tracker.of(index), places)


def _writes_nothing(redirection: Redirection) -> bool:
    target = redirection.target
    if target is None or target.text in _NO_FILES:
        return True
    return redirection.direction == "read" and not target.text.startswith("/dev/")


def _assigns_safely(script: Script) -> bool:
    return all(
        is_own(each.name)
        if each.alone
        else each.plain and is_harmless_in_front(each.name, each.value)
        for each in script.assignments
    )


def _is_listed(command: Command) -> bool:
    if command.origin != "written":
        return False
    words = command.words
    name = bare_name(words[0].text)
    if name in TELLS_VERSION and [word.text for word in words[1:]] == ["--version"]:
        return True
    if name == "find":
        return _only_finds(words[1:])
    if name == "date":
        return all(_is_date_word(word) for word in words[1:])
    path = name
    for position in range(1, min(len(words), 3) + 1):
        if path in SAFE:
            return _only_looks(SAFE[path], words[position:])
        if position < len(words):
            path += f" {words[position].text}"
    return False


def _is_date_word(word: Word) -> bool:
    return word.is_known and (word.text.startswith("+") or word.text in ("-u", "-R", "-I", "--utc"))


def _only_finds(words: Sequence[Word]) -> bool:
    for word in words:
        if not word.is_known or (word.text.startswith("-") and not _is_find_test(word.text)):
            return False
    return True


def _is_find_test(text: str) -> bool:
    return text in FIND_TESTS or text[1:].isdigit()


def _only_looks(looks: Looks, words: Sequence[Word]) -> bool:
    operands, ended, skips = 0, False, False
    for word in words:
        text = word.text
        if not word.is_known and not looks.any_word and not _is_file_pattern(word):
            return False
        if skips:
            skips = False
        elif text == "--" and not ended:
            ended = True
        elif ended or not text.startswith("-") or text == "-":
            operands += 1
        elif text.startswith("--"):
            if text[2:].partition("=")[0] not in looks.longs:
                return False
        else:
            known, skips = _cluster(looks, text[1:])
            if not known:
                return False
    return operands <= looks.operands


def _is_file_pattern(word: Word) -> bool:
    """A glob, or the pipe of a process substitution, that cannot become an option."""
    if word.text == f"/dev/fd/{HOLE}":
        return True
    return word.glob and HOLE not in word.text and not word.brace and word.text[0] not in "*?[-"


def _cluster(looks: Looks, letters: str) -> tuple[bool, bool]:
    """Whether the options are known, and whether the last takes the next word."""
    for position, letter in enumerate(letters):
        if letter in looks.values:
            return True, position == len(letters) - 1
        if letter not in looks.flags:
            return False, False
    return True, False
