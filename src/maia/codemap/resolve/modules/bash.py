"""Shells: files that are sourced, by paths made of literals, of `dirname` and of variables."""

import re
from collections import defaultdict
from posixpath import dirname, normpath

from maia.codemap.model import Import
from maia.codemap.resolve.modules.port import External, Files, Module
from maia.codemap.resolve.program import Program

_SELF = r"(?:\$0|\$\{0\}|\$BASH_SOURCE|\$\{BASH_SOURCE(?:\[0\])?(?::-\$\{?0\}?)?\})"
_PATH = rf"\"?{_SELF}\"?"
_RESOLVED = rf"(?:{_PATH}|\$\((?:readlink|realpath)(?:-[\w-]+)*\"?{_SELF}\"?\))"
_HERE = re.compile(
    rf"\$\(dirname(?:--)?\"?{_RESOLVED}\"?\)|`dirname\"?{_PATH}\"?`"
    r"|\$\{BASH_SOURCE(?:\[0\])?%/\*\}|\$\{0%/\*\}|\$\(pwd\)"
)
"""The folder of the file itself, as it is commonly written; blanks are left out."""

_ENTERED = re.compile(
    r"\$\((?:unset\w+[;&]*|CDPATH=)?cd(?:-P|--)*\"?(@[\w@./-]*)\"?"
    r"(?:>/dev/null(?:2>&1)?)?(?:&&|;)pwd(?:-P|-L)?\)"
)
_UP = re.compile(r"\$\((?:dirname|realpath|readlink(?:-[a-z]+)?)\"?(@[\w@./-]*)\"?\)")
_VARIABLE = re.compile(r"\$\{?([A-Za-z_]\w*)(?::?-[^{}]*)?\}?")
_PLAIN = re.compile(r"[\w@+.,:%-]+(?:/[\w@+.,:%-]+)*")
_BLANKS = re.compile(r"\s+")

_FOREIGN = frozenset(
    {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "NVM_DIR", "VIRTUAL_ENV", "TMPDIR"}
)
_DEEPEST = 6


class BashModules:
    """`@` stands for the folder of the file that sources while a path is worked out."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._ends: dict[str, list[int]] = defaultdict(list)
        for path, position in program.by_path.items():
            if program.files[position].language == program_language(program, position):
                parts = path.split("/")
                for start in range(len(parts)):
                    self._ends["/".join(parts[start:])].append(position)

    def find(self, importer: int, wanted: Import) -> Module | None:
        """By its path; behind a variable that says nothing, the only file whose path ends so."""
        text = self._worked_out(importer, wanted.module, 0)
        folder = dirname(self._program.files[importer].path)
        if text.startswith("@"):
            return self._at(f"{folder}/{text[1:]}")
        if text.startswith(("/", "~")) or _roots(text) & _FOREIGN:
            return External(wanted.module)
        if _PLAIN.fullmatch(text):
            return self._plain(folder, text)
        tail = re.sub(r"^(?:(?:\$\{?\w+\}?|\$\([^()]*\))/+)+", "", text)
        if tail == text or not _PLAIN.fullmatch(tail):
            return None
        found = self._ends.get(normpath(tail), [])
        return Files((found[0],), tail) if len(found) == 1 else None

    def submodule(self, module: Files, name: str) -> Files | None:
        """There are none."""
        del module, name

    def _at(self, path: str) -> Files | None:
        position = self._program.by_path.get(normpath(path.lstrip("/")))
        return Files((position,), path) if position is not None else None

    def _plain(self, folder: str, text: str) -> Module | None:
        """From beside the file, or from where scripts are run: the top of the repository."""
        for above in dict.fromkeys((folder, "")):
            found = self._at(f"{above}/{text}")
            if found is not None:
                return found
        ends = self._ends.get(normpath(text), []) if "/" in normpath(text) else []
        return Files((ends[0],), text) if len(ends) == 1 else None

    def _worked_out(self, importer: int, written: str, depth: int) -> str:
        text = _BLANKS.sub("", written)
        for _ in range(_DEEPEST):
            before = text
            text = _HERE.sub("@", text)
            text = _ENTERED.sub(r"\1", text)
            text = _UP.sub(r"\1/..", text)
            text = self._replaced(importer, text, depth)
            if text == before:
                break
        return text.replace('"', "").replace("'", "").replace("@/@", "@")

    def _replaced(self, importer: int, text: str, depth: int) -> str:
        found = _VARIABLE.match(text.lstrip('"'))
        if found is None or depth > _DEEPEST:
            return text
        value = self._value(importer, found[1])
        if not value:
            return text
        value = self._worked_out(importer, value, depth + 1)
        is_path = value.startswith("@") or _PLAIN.fullmatch(value)
        return value + text.lstrip('"')[found.end() :] if is_path else text

    def _value(self, importer: int, name: str) -> str:
        """What the file gives a variable, where it gives it once."""
        symbols = self._program.extraction(importer).symbols
        numbers = self._program.top(importer).get(name, [])
        values = {symbols[self._program.index_of(each)].type for each in numbers}
        value = values.pop() if len(values) == 1 else ""
        return value[1:] if value.startswith("=") else ""


def program_language(program: Program, position: int) -> str:
    """The language of a file if it is one of shells; empty for others."""
    language = program.files[position].language
    return language if program.pack(position).import_family == "bash" else ""


def _roots(text: str) -> set[str]:
    found = _VARIABLE.match(text)
    return {found[1]} if found else set()
