"""C and C++: `#include` beside the file that says it, then in the folders for includes."""

import json
import posixpath
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Any, cast

from maia.codemap.model import Import
from maia.codemap.resolve.modules.port import External, Files, Module
from maia.codemap.resolve.program import Program

_ROOTS = frozenset({"include", "inc", "src", "includes"})
"""Folders whose names say that others include from them."""

_DATABASES = ("compile_commands.json", "build/compile_commands.json")
_GIVEN = re.compile(r"(?:^|\s)-(?:I|isystem|iquote)\s*(\"[^\"]+\"|\S+)")

_STANDARD = frozenset(
    [
        "aio.h",
        "alloca.h",
        "assert.h",
        "complex.h",
        "ctype.h",
        "dirent.h",
        "dlfcn.h",
        "errno.h",
        "fcntl.h",
        "fenv.h",
        "float.h",
        "fnmatch.h",
        "getopt.h",
        "glob.h",
        "grp.h",
        "iconv.h",
        "inttypes.h",
        "iso646.h",
        "langinfo.h",
        "libgen.h",
        "limits.h",
        "locale.h",
        "malloc.h",
        "math.h",
        "memory.h",
        "mqueue.h",
        "netdb.h",
        "poll.h",
        "pthread.h",
        "pwd.h",
        "regex.h",
        "sched.h",
        "search.h",
        "semaphore.h",
        "setjmp.h",
        "signal.h",
        "spawn.h",
        "stdalign.h",
        "stdarg.h",
        "stdatomic.h",
        "stdbool.h",
        "stddef.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "stdnoreturn.h",
        "string.h",
        "strings.h",
        "syslog.h",
        "termios.h",
        "tgmath.h",
        "threads.h",
        "time.h",
        "uchar.h",
        "ucontext.h",
        "unistd.h",
        "utime.h",
        "utmpx.h",
        "wchar.h",
        "wctype.h",
        "windows.h",
        "winsock2.h",
    ]  # read as a list of words
)
"""Headers of the platform: a file of that name is none of these, unless a C library is here."""


class CModules:
    """Quoted names are seen from the folder of the file; those in angles only from the roots."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._found: dict[tuple[str, str], Module | None] = {}

    def find(self, importer: int, wanted: Import) -> Module | None:
        """The file that an `#include` names. None: a macro says which."""
        name = wanted.module
        is_angled = name.startswith("<")
        name = name.strip('<>"').strip()
        if not is_angled and not ("." in name or "/" in name) and name.isupper():
            return None
        folder = posixpath.dirname(self._program.files[importer].path)
        key = (folder, wanted.module)
        if key not in self._found:
            position = self._position(folder, name, is_angled=is_angled)
            self._found[key] = self._module(folder, name, position)
        return self._found[key]

    def _module(self, folder: str, name: str, position: int | None) -> Module | None:
        if position is not None:
            return Files((position,), name)
        path = posixpath.normpath(posixpath.join(folder, name))
        return External(name) if self._program.read(path) is None else None

    def submodule(self, module: Files, name: str) -> Files | None:
        """A file holds no others."""
        del module, name
        return None

    def _position(self, folder: str, name: str, *, is_angled: bool) -> int | None:
        if not is_angled:
            beside = self._at(folder, name)
            if beside is not None:
                return beside
        if is_angled and name in _STANDARD:
            found = (self._at(root, name) for root in (*self._given, "include"))
            return next((each for each in found if each is not None), None)
        for root in self._roots_for(folder):
            found = self._at(root, name)
            if found is not None:
                return found
        return None if is_angled and "/" not in name else self._only(name)

    def _at(self, folder: str, name: str) -> int | None:
        path = posixpath.normpath(posixpath.join(folder, name))
        return self._program.by_path.get(path)

    def _only(self, name: str) -> int | None:
        """The one file whose path ends like this: where it is included from is not written here."""
        if name.startswith("."):
            return None
        ends = self._by_name.get(posixpath.basename(name), ())
        found = [position for position, path in ends if f"/{path}".endswith(f"/{name}")]
        return found[0] if len(found) == 1 else None

    def _roots_for(self, folder: str) -> Iterator[str]:
        """Those of the folders above come first, the nearest before all; then all others."""
        above = folder
        nearest: list[str] = []
        while True:
            nearest += self._below.get(above, ())
            if posixpath.basename(above) in _ROOTS:
                nearest.append(above)
            if not above:
                break
            above = posixpath.dirname(above)
        yield from self._given
        yield from nearest
        yield ""
        if len(self._roots) == 1:
            yield from self._roots

    @cached_property
    def _by_name(self) -> dict[str, list[tuple[int, str]]]:
        names: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for path, position in self._program.by_path.items():
            names[posixpath.basename(path)].append((position, path))
        return names

    @cached_property
    def _roots(self) -> list[str]:
        folders: set[str] = set()
        for path in self._program.by_path:
            folder = posixpath.dirname(path)
            while folder and folder not in folders:
                folders.add(folder)
                folder = posixpath.dirname(folder)
        return sorted(each for each in folders if posixpath.basename(each) in _ROOTS)

    @cached_property
    def _below(self) -> dict[str, list[str]]:
        """The roots that stand directly in each folder."""
        below: dict[str, list[str]] = defaultdict(list)
        for root in self._roots:
            below[posixpath.dirname(root)].append(root)
        return below

    @cached_property
    def _given(self) -> list[str]:
        """What the compiler was told, as far as it lies in the repository."""
        roots: dict[str, None] = {}
        for path in _DATABASES:
            text = self._program.read(path)
            if text is not None:
                roots |= dict.fromkeys(_told(text))
        return list(roots)


def _told(text: str) -> Iterator[str]:
    """The folders behind `-I`, from the top of the repository; absolute paths lose their head."""
    try:
        entries: Any = json.loads(text)
    except ValueError:
        return
    for entry in cast("list[Any]", entries) if isinstance(entries, list) else []:
        if not isinstance(entry, dict):
            continue
        known = cast("dict[str, Any]", entry)
        arguments = known.get("arguments")
        command = " ".join(map(str, cast("list[Any]", arguments))) if arguments else ""
        command = command or str(known.get("command", ""))
        top = _top(str(known.get("directory", "")))
        for found in _GIVEN.finditer(command):
            folder = found[1].strip('"')
            if not posixpath.isabs(folder):
                folder = posixpath.join(str(known.get("directory", "")), folder)
            folder = posixpath.normpath(folder)
            if not posixpath.isabs(folder):
                yield "" if folder == "." else folder
            elif top and f"{folder}/".startswith(f"{top}/"):
                yield folder[len(top) + 1 :]


def _top(directory: str) -> str:
    """Where the repository lay when it was built; a folder for what is built is below it."""
    if not posixpath.isabs(directory):
        return ""
    directory = posixpath.normpath(directory)
    if posixpath.basename(directory).startswith(("build", "out", "cmake-build")):
        directory = posixpath.dirname(directory)
    return directory
