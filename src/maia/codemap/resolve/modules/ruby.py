"""Ruby: files by the load paths that a repository gives, beside the file, or from the outside."""

import re
from collections import defaultdict
from posixpath import dirname, normpath

from maia.codemap.model import Import
from maia.codemap.resolve.modules.port import External, Files, Module
from maia.codemap.resolve.program import Program

_ROOTS = frozenset({"lib", "app", "test", "tests", "spec", "ext"})
_IN_APP = frozenset(
    {"models", "controllers", "helpers", "jobs", "mailers", "services", "channels", "concerns"}
)
_EXPANDED = re.compile(
    r"File\.(?:expand_path|join)\((?:__dir__,)?['\"]([^'\"#]+)['\"](?:,(__FILE__|__dir__))?\)"
)
_RELATIVE = "./"


class RubyModules:
    """A name that begins like none of the repository's files is a library's."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._files: dict[str, list[int]] = defaultdict(list)
        self._first: set[str] = set()
        for path, position in program.by_path.items():
            if program.files[position].language == "ruby":
                self._enter(path, position)

    def find(self, importer: int, wanted: Import) -> Module | None:
        """The file beside the importer, or in a load path; the nearest of several."""
        text = wanted.module
        folder = dirname(self._program.files[importer].path)
        expanded = _EXPANDED.fullmatch(text.removeprefix(_RELATIVE))
        if expanded is not None:
            base = f"{folder}/x" if expanded[2] == "__FILE__" else folder
            return self._at(f"{base}/{expanded[1]}")
        if text.startswith((_RELATIVE, "../")):
            return self._at(f"{folder}/{text}")
        name = text.removesuffix(".rb")
        found = self._files.get(name, [])
        if found:
            return Files((self._nearest(folder, found),), name)
        here = self._at(name)
        if here is not None:
            return here
        is_here = name.partition("/")[0] in self._first or name != text
        return None if is_here or "#{" in name else External(name)

    def submodule(self, module: Files, name: str) -> Files | None:
        """There are none."""
        del module, name

    def _enter(self, path: str, position: int) -> None:
        parts = path.rpartition(".")[0].split("/")
        for index, part in enumerate(parts[:-1]):
            is_root = part in _ROOTS or (part in _IN_APP and "app" in parts[:index])
            if is_root:
                self._files["/".join(parts[index + 1 :])].append(position)
                if part == "lib":
                    self._first.add(parts[index + 1])

    def _at(self, path: str) -> Files | None:
        path = normpath(path.lstrip("/"))
        for each in (path, f"{path}.rb"):
            position = self._program.by_path.get(each)
            if position is not None:
                return Files((position,), path)
        return None

    def _nearest(self, folder: str, found: list[int]) -> int:
        def shared(position: int) -> int:
            theirs = self._program.files[position].path.split("/")
            pairs = zip(folder.split("/"), theirs, strict=False)
            return next((n for n, (one, other) in enumerate(pairs) if one != other), len(theirs))

        return max(found, key=shared)
