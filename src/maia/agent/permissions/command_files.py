"""Files that well-known programs read or write as their arguments say."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from maia.workspace.shell import Word

Act = Literal["read", "write"]

_READERS = frozenset(
    (
        *("cat", "head", "tail", "less", "more", "most", "bat", "nl", "tac", "wc", "od", "xxd"),
        *("hexdump", "hd", "strings", "base64", "base32", "sort", "uniq", "cut", "paste", "rev"),
        *("fold", "fmt", "pr", "column", "expand", "unexpand", "diff", "diff3", "sdiff", "cmp"),
        *("comm", "join", "md5sum", "sha1sum", "sha256sum", "sha512sum", "cksum", "b2sum"),
        *("grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "sed", "awk", "gawk", "mawk"),
        *("jq", "yq", "xq", "cp", "mv", "ln", "install", "rsync", "scp", "tar", "zip", "gzip"),
        *("zcat", "bzcat", "xzcat", "bzip2", "xz", "zstd", "7z", "cpio", "dd", "split", "iconv"),
        *("source", ".", "curl", "wget", "openssl", "gpg", "vim", "vi", "nvim", "nano", "emacs"),
        *("view", "ed", "mapfile", "readarray", "patch", "dos2unix", "git", "python", "python3"),
        *("node", "ruby", "perl", "php", "bash", "sh", "zsh", "dash", "look", "shuf", "tr"),
        *("envsubst", "pandoc", "file", "xargs", "glow", "csvtool", "sqlite3", "docker"),
    )
)
"""Programs that show, copy or run the files named to them."""

_NO_FILES = frozenset(
    (
        *("echo", "printf", "true", "false", ":", "cd", "pushd", "popd", "pwd", "ls", "test", "["),
        *("mkdir", "rmdir", "which", "type", "command", "basename", "dirname", "realpath"),
        *("readlink", "stat", "kill", "sleep", "export", "unset", "exit", "return", "touch"),
        *("chmod", "chown", "rm", "unlink", "whoami", "id", "uname", "seq", "hash"),
    )
)
"""Programs that show no content of the files named to them."""

_PATTERN_FIRST = frozenset(
    ("grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "sed", "awk", "gawk", "mawk", "jq", "yq")
)
"""Programs whose first operand is a pattern or script, unless an option gives that."""

_PATTERN_OPTION = re.compile(r"-[A-Za-z]*[ef].*|--(?:regexp|file|expression|from-file)(?:=.*)?")

_WRITE_ALL = frozenset(
    (
        *("tee", "touch", "rm", "rmdir", "unlink", "truncate", "mkdir", "chmod", "chown", "chgrp"),
        *("shred", "mv", "mkfifo", "mknod", "setfacl", "sponge", "patch", "gzip", "bzip2", "xz"),
        *("ed", "ex", "vi", "vim", "nvim", "nano", "emacs", "dos2unix", "unix2dos", "split"),
    )
)
_WRITE_LAST = frozenset({"cp", "mv", "ln", "install", "rsync", "scp", "uniq"})
_WRITE_OPTIONS = {
    "cp": r"-t|--target-directory",
    "mv": r"-t|--target-directory",
    "ln": r"-t|--target-directory",
    "install": r"-t|--target-directory",
    "sort": r"-o|--output",
    "curl": r"-o|--output|-D|--dump-header|-c|--cookie-jar",
    "wget": r"-O|-P|-o|--output-document",
    "tar": r"-f|--file|-C|--directory",
    "git": r"-o|--output",
    "tree": r"-o",
    "find": r"-fprint|-fprint0|-fls|-fprintf",
    "time": r"-o|--output",
    "gcc": r"-o",
    "awk": r"(?!)",
}
_RECURSIVE = {
    **dict.fromkeys(
        ("grep", "egrep", "fgrep", "zgrep"),
        re.compile(r"-[A-Za-z]*[rR].*|--(?:dereference-)?recursive|--directories=recurse"),
    ),
    **dict.fromkeys(
        ("rg", "ag"), re.compile(r"-[A-Za-z]*[u.].*|--(?:hidden|unrestricted|no-ig).*")
    ),
    **dict.fromkeys(
        ("cp", "scp", "diff", "zip", "rsync"), re.compile(r"-[A-Za-z]*[raR].*|--(?:rec|arc).*")
    ),
    "tar": re.compile(r"-?[A-Za-z]*[cru].*|--(?:cre|app|upd).*"),
}
_IN_PLACE = re.compile(r"-[A-Za-z]*i.*|--in-place.*")
_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
_MOST_EXPANSIONS = 50
_PIECES = re.compile(r"[=:,@]")


@dataclass(frozen=True, slots=True)
class FileUse:
    """A path that a command names, and what it does with it.

    `certain` is false where the program is not known to read what is named.
    """

    path: str
    home: bool
    act: Act
    certain: bool = True
    below: bool = False
    """Everything in the folder of that name is read."""


def files_used(words: Sequence[Word]) -> Iterator[FileUse]:
    """Every use of a file that can be told from `words`."""
    name = words[0].text.rpartition("/")[2]
    yield from _written(name, words[1:])
    if name in _NO_FILES:
        return
    below = _reads_below(name, words[1:])
    named = _without_pattern(name, words[1:])
    for word in named:
        for path, home in _paths(word):
            yield FileUse(path, home, "read", name in _READERS, below)
    if below and name in _PATTERN_FIRST and all(word.text.startswith("-") for word in named):
        yield FileUse(".", home=False, act="read", below=True)


def _reads_below(name: str, words: Sequence[Word]) -> bool:
    """Whether the program also reads what is in the folders named to it."""
    options = _RECURSIVE.get(name)
    return options is not None and any(options.fullmatch(word.text) for word in words)


def _without_pattern(name: str, words: Sequence[Word]) -> Sequence[Word]:
    if name not in _PATTERN_FIRST or any(_PATTERN_OPTION.fullmatch(word.text) for word in words):
        return words
    for position, word in enumerate(words):
        if not word.text.startswith("-"):
            return [*words[:position], *words[position + 1 :]]
    return words


def _paths(word: Word) -> Iterator[tuple[str, bool]]:
    """`--file=.env`, `-f.env`, `@.env` and `host:.env` name a file too."""
    if word.brace:
        for text in _without_braces(word.text):
            yield text, word.home
    yield word.text, word.home
    for piece in _PIECES.split(word.text):
        if piece and piece != word.text:
            yield piece, piece.startswith("~")
    if re.match(r"-[A-Za-z].", word.text):
        yield word.text[2:], False


def _without_braces(text: str) -> list[str]:
    """What comma braces make of a word, the first few dozen."""
    done, waiting = list[str](), [text]
    while waiting and len(done) + len(waiting) <= _MOST_EXPANSIONS:
        current = waiting.pop()
        if match := _BRACES.search(current):
            start, end = match.span()
            waiting += [current[:start] + part + current[end:] for part in match[1].split(",")]
        else:
            done.append(current)
    return done + waiting


def _written(name: str, words: Sequence[Word]) -> Iterator[FileUse]:
    operands = [word for word in words if not word.text.startswith("-")]
    found: list[tuple[str, bool]] = []
    if name in _WRITE_ALL:
        found += [pair for word in operands for pair in _paths(word)]
    if name in _WRITE_LAST and len(operands) > 1:
        found += _into(operands)
    elif name in ("sed", "perl", "gsed") and any(_IN_PLACE.fullmatch(word.text) for word in words):
        found += [(word.text, word.home) for word in operands]
    elif name == "dd":
        found += [(word.text[3:], False) for word in words if word.text.startswith("of=")]
    if options := _WRITE_OPTIONS.get(name):
        given = _option_values(re.compile(options), words)
        names = [word.text.rstrip("/").rpartition("/")[2] for word in operands]
        found += given + [(f"{path}/{each}", home) for path, home in given for each in names]
    for path, home in found:
        yield FileUse(path, home, "write")


def _into(operands: Sequence[Word]) -> list[tuple[str, bool]]:
    """The last operand, and what the others become in it if it is a folder."""
    last = operands[-1]
    names = [word.text.rstrip("/").rpartition("/")[2] for word in operands[:-1]]
    inside = [(f"{last.text.rstrip('/')}/{name}", last.home) for name in names if name]
    return [(last.text, last.home), *inside]


def _option_values(options: re.Pattern[str], words: Sequence[Word]) -> list[tuple[str, bool]]:
    found: list[tuple[str, bool]] = []
    for position, word in enumerate(words):
        name, equals, value = word.text.partition("=")
        if options.fullmatch(word.text) and words[position + 1 :]:
            following = words[position + 1]
            found.append((following.text, following.home))
        elif equals and options.fullmatch(name):
            found.append((value, value.startswith("~")))
        elif options.fullmatch(word.text[:2]) and len(word.text) > 2:  # noqa: PLR2004  # -oFILE
            found.append((word.text[2:], False))
    return found
