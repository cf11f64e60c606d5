"""PHP: namespaces, which Composer maps to folders, and files that are included by their path."""

import json
import re
from collections import defaultdict
from posixpath import dirname, normpath
from typing import Any, cast

from maia.codemap.model import Import
from maia.codemap.resolve.modules.port import External, Files, Module
from maia.codemap.resolve.program import Program

_DIRECTORY = re.compile(r"\b(?:__DIR__|dirname\(__FILE__\))")
_ABOVE = re.compile(r"\bdirname\((@[^()',]*)(?:,(\d))?\)")
_LITERAL = re.compile(r"'([^'$]*)'|\"([^\"$]*)\"")
_JOINED = re.compile(r"\.(?=['\"])")
_PLAIN = re.compile(r"[\w@./ -]+")
_MOST_ABOVE = 4


class PhpModules:
    """A name that no file has is the repository's if Composer maps its namespace to a folder."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._folders: list[tuple[str, str]] = []
        self._ends: dict[str, list[int]] = defaultdict(list)
        for path, position in program.by_path.items():
            if program.files[position].language == "php":
                parts = path.split("/")
                for start in range(1, len(parts)):
                    self._ends["/".join(parts[start:])].append(position)
        above = {dirname(path) for path in program.by_path}
        folders = {"", *above, *(dirname(each) for each in above)}
        for folder in sorted(folders):
            self._read(f"{folder}/composer.json".lstrip("/"), folder)
        self._folders.sort(key=lambda each: -len(each[0]))
        self._roots = {space.partition("\\")[0] for space in program.spaces if space}

    def find(self, importer: int, wanted: Import) -> Module | None:
        """The file of a class, the namespace of it, or the file that is included."""
        if wanted.name == "*":
            return self._included(importer, wanted.module)
        space, name = wanted.module.strip("\\"), wanted.name
        full = f"{space}\\{name}".strip("\\")
        file = self._by_path(full, name)
        if file is not None:
            return file
        program = self._program
        if name in program.spaces.get(space, ()):
            return Files(program.space_files(space), space, space)
        if full in program.spaces:
            return Files((), space)
        return None if self._is_here(full, space) else External(space, "\\")

    def submodule(self, module: Files, name: str) -> Files | None:
        """A namespace in a namespace."""
        full = f"{module.name}\\{name}".strip("\\")
        return Files((), full, full) if full in self._program.spaces else None

    def _by_path(self, full: str, name: str) -> Files | None:
        for prefix, folder in self._folders:
            if full.startswith(prefix):
                inside = full[len(prefix) :].replace("\\", "/")
                position = self._program.by_path.get(normpath(f"{folder}/{inside}.php").lstrip("/"))
                if position is not None and name in self._program.top(position):
                    return Files((position,), full)
        return None

    def _is_here(self, full: str, space: str) -> bool:
        """Whether the name should be the repository's; one without namespace may be PHP's own."""
        mapped = any(prefix and full.startswith(prefix) for prefix, _ in self._folders)
        return bool(space) and (mapped or space in self._program.spaces)

    def _read(self, path: str, folder: str) -> None:
        """The maps of one `composer.json`."""
        text = self._program.read(path)
        try:
            found: object = json.loads(text) if text else None
        except ValueError:
            return
        for part in ("autoload", "autoload-dev"):
            maps = _table(_table(found).get(part))
            for kind in ("psr-4", "psr-0"):
                for prefix, folders in _table(maps.get(kind)).items():
                    listed = cast("list[Any]", folders) if isinstance(folders, list) else [folders]
                    for each in listed:
                        inside = prefix.replace("\\", "/") if kind == "psr-0" else ""
                        self._folders.append((prefix, normpath(f"{folder}/{each}/{inside}")))

    def _included(self, importer: int, written: str) -> Module | None:
        folder = dirname(self._program.files[importer].path)
        text = _DIRECTORY.sub("@", written)
        for _ in range(_MOST_ABOVE):
            text = _ABOVE.sub(lambda found: found[1] + "/.." * int(found[2] or 1), text)
        text = _LITERAL.sub(lambda found: found[1] or found[2] or "", _JOINED.sub("", text))
        text = text.strip("()")
        if text.startswith("@") and _PLAIN.fullmatch(text):
            return self._at(f"{folder}/{text[1:]}")
        if _PLAIN.fullmatch(text) and _LITERAL.fullmatch(written.strip("()")):
            return self._at(f"{folder}/{text}") or self._at(text) or self._only(text)
        behind = re.fullmatch(r"\$?[\w:>()-]+/+([\w./-]+)", text)
        return self._only(behind[1]) if behind is not None else None

    def _at(self, path: str) -> Files | None:
        position = self._program.by_path.get(normpath(path.lstrip("/")))
        return Files((position,), path) if position is not None else None

    def _only(self, tail: str) -> Files | None:
        """The only file whose path ends so, where that is more than a name."""
        tail = normpath(tail)
        found = self._ends.get(tail, []) if "/" in tail else []
        return Files((found[0],), tail) if len(found) == 1 else None


def _table(found: object) -> dict[str, Any]:
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
