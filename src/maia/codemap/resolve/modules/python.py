"""Python: dotted names over folders, relative levels, packages with and without `__init__`."""

import sys
from collections import defaultdict
from pathlib import PurePosixPath

from maia.codemap.model import Import
from maia.codemap.resolve.modules.port import External, Files, Module
from maia.codemap.resolve.program import Program

_SUFFIXES = (".py", ".pyi", ".pyx")


class PythonModules:
    """Every file is known by each dotted name that a source root above it would give it.

    A source root is a folder that is no package itself. A package may be imported from everywhere,
    since it may be installed; a module that is in none only from below its root.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._files: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._folders: set[str] = set()
        for path in program.by_path:
            parts = path.split("/")
            self._folders.update("/".join(parts[:end]) for end in range(1, len(parts)))
        for path, position in program.by_path.items():
            if path.endswith(_SUFFIXES):
                self._enter(path, position)

    def _enter(self, path: str, position: int) -> None:
        parts = path.rsplit(".", 1)[0].split("/")
        is_package = parts[-1] == "__init__"
        if is_package:
            parts.pop()
        for start in range(len(parts)):
            folder = "/".join(parts[:start])
            if not folder or not self._is_package(folder):
                top = "/".join(parts[: start + 1])
                root = "" if self._is_package(top) else folder
                self._files[".".join(parts[start:])].append((position, root))

    def _is_package(self, folder: str) -> bool:
        by_path = self._program.by_path
        return any(f"{folder}/__init__{suffix}" in by_path for suffix in _SUFFIXES)

    def find(self, importer: int, wanted: Import) -> Module | None:
        """By the nearest root that has it; a name whose first part is nowhere is external."""
        path = PurePosixPath(self._program.files[importer].path)
        if wanted.level:
            folder = path.parent
            for _ in range(wanted.level - 1):
                folder = folder.parent
            return self._at(folder, wanted.module)
        first = wanted.module.split(".")[0]
        if first in sys.stdlib_module_names:
            return External(wanted.module)
        folder = str(path.parent)
        entries = self._files.get(wanted.module, ())
        found = [each for each, root in entries if _is_below(folder, root)]
        if found:
            return Files((self._nearest(path, found),), wanted.module)
        namespace = self._namespace(path, wanted.module)
        if namespace is not None:
            return namespace
        known = any(_is_below(folder, root) for _, root in self._files.get(first, ()))
        return None if known else External(wanted.module)

    def submodule(self, module: Files, name: str) -> Files | None:
        """A file or a package beside the `__init__` of a package."""
        if len(module.positions) != 1:
            return None
        path = PurePosixPath(self._program.files[module.positions[0]].path)
        found = self._at(path.parent, name) if path.stem == "__init__" else None
        return found if isinstance(found, Files) else None

    def _at(self, folder: PurePosixPath, module: str) -> Files | None:
        base = "/".join([*(part for part in folder.parts if part != "."), *module.split(".")])
        base = base.rstrip("/")
        for suffix in _SUFFIXES:
            for path in (f"{base}/__init__{suffix}".lstrip("/"), f"{base}{suffix}"):
                position = self._program.by_path.get(path)
                if position is not None:
                    return Files((position,), module)
        return Files((), base) if base in self._folders else None

    def _nearest(self, importer: PurePosixPath, found: list[int]) -> int:
        """Of several files that could be meant, the one that shares most of its path."""
        if len(found) == 1:
            return found[0]

        def shared(position: int) -> tuple[int, int]:
            parts = PurePosixPath(self._program.files[position].path).parts
            common = 0
            for mine, theirs in zip(importer.parts, parts, strict=False):
                if mine != theirs:
                    break
                common += 1
            return common, -len(parts)

        return max(found, key=shared)

    def _namespace(self, importer: PurePosixPath, module: str) -> Files | None:
        """A folder without `__init__`, seen from the importer's folders upwards."""
        for folder in importer.parents:
            found = self._at(folder, module)
            if found is not None:
                return found
        return None


def _is_below(folder: str, root: str) -> bool:
    return not root or folder == root or folder.startswith(root + "/")
