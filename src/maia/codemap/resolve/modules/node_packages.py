"""`package.json`: packages of the workspace, what they export, and their own `#names`."""

import posixpath
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any, Protocol, cast

from maia.codemap.resolve.modules.jsonc import parse_table, table, texts
from maia.codemap.resolve.program import Program

_FIRST = ("source", "development", "bun", "import", "module", "require", "node", "default", "types")
"""Conditions of `exports`, those that lead to sources first; then all others."""

_BUILT = frozenset({"dist", "lib", "build", "out", "esm", "cjs", "es", "types"})
"""Folders that a build makes: the source lies beside them in `src`."""

_ENDING = re.compile(r"(?:\.d)?\.[cm]?[jt]sx?$")
_LISTED = re.compile(r"^\s*-\s*[\"']?([^\"'\n#]+?)[\"']?\s*(?:#.*)?$")


class FindsFiles(Protocol):
    """The file of a path with or without its ending."""

    def __call__(self, path: str, *, prefers_javascript: bool = False) -> str | None:
        """None where there is none."""
        ...


class NodePackages:
    """The packages that a workspace declares, each read once."""

    def __init__(self, program: Program, file: FindsFiles) -> None:
        self._read = program.read
        self._by_path = program.by_path
        self._file = file
        self._manifests: dict[str, dict[str, Any] | None] = {}
        self._known: dict[str, dict[str, str]] = {}
        self._asked: set[str] = set()

    def manifest(self, folder: str) -> dict[str, Any] | None:
        """The `package.json` of a folder; None where there is none."""
        if folder not in self._manifests:
            text = self._read(posixpath.join(folder, "package.json"))
            self._manifests[folder] = parse_table(text) if text is not None else None
        return self._manifests[folder]

    def target(self, folder: str, module: str) -> tuple[bool, str | None]:
        """Whether a package of the workspace is named, and the file that is meant."""
        parts = module.split("/")
        length = 2 if module.startswith("@") else 1
        name, below = "/".join(parts[:length]), "/".join(parts[length:])
        home = self._packages(folder).get(name)
        if home is None:
            return False, None
        return True, self._exported(home, below)

    def internal(self, folder: str, module: str) -> list[str]:
        """What `imports` of the package around says of `#name`: `/path`, or a package outside."""
        for home in _upwards(folder):
            manifest = self.manifest(home)
            if manifest is None:
                continue
            found = _matched(table(manifest.get("imports")), module)
            return [
                f"/{posixpath.normpath(posixpath.join(home, each))}"
                if each.startswith(".")
                else each
                for each in found
            ]
        return []

    def main(self, folder: str) -> str | None:
        """The file that stands for a folder with a `package.json`; a folder of the repository."""
        if folder in self._asked or folder not in self._folders:
            return None
        manifest = self.manifest(folder)
        if manifest is None:
            return None
        self._asked.add(folder)  # `main` may lead back to its own folder
        try:
            return self._of_main(folder, manifest)
        finally:
            self._asked.discard(folder)

    def _exported(self, home: str, below: str) -> str | None:
        manifest = self.manifest(home) or {}
        exports = manifest.get("exports")
        wanted = f"./{below}" if below else "."
        entries = table(exports)
        if exports is not None and not any(key.startswith(".") for key in entries):
            entries = {".": exports}
        for each in _matched(entries, wanted):
            found = self._source(home, each)
            if found is not None:
                return found
        if not below:
            found = self._of_main(home, manifest)
            return found or self._file(posixpath.join(home, "src/index"))
        return self._file(posixpath.join(home, below)) or self._file(
            posixpath.join(home, "src", below)
        )

    def _of_main(self, home: str, manifest: dict[str, Any]) -> str | None:
        for key in ("source", "module", "main", "types", "typings"):
            for each in texts(manifest.get(key)):
                found = self._source(home, each)
                if found is not None:
                    return found
        index = posixpath.join(home, "index")
        return self._file(index) if home not in self._asked else None

    def _source(self, home: str, target: str) -> str | None:
        """A file of a package, or the source that it is built from."""
        path = posixpath.normpath(posixpath.join(home, target))
        found = self._file(path)
        if found is not None or not path.startswith(home):
            return found
        rest = [each for each in _ENDING.sub("", path[len(home) :]).split("/") if each]
        while rest and rest[0] in _BUILT:
            rest = rest[1:]
            found = self._file("/".join(filter(None, (home, "src", *rest))))
            if found is not None:
                return found
        return None

    def _packages(self, folder: str) -> dict[str, str]:
        """The packages that may be imported by name in a folder, with where they are."""
        known = self._known.get(folder)
        if known is None:
            known = dict(self._packages(posixpath.dirname(folder))) if folder else {}
            manifest = self.manifest(folder)
            if manifest is not None:
                known.update(self._members(folder, manifest))
                for name in texts(manifest.get("name")):
                    known[name] = folder
            self._known[folder] = known
        return known

    def _members(self, root: str, manifest: dict[str, Any]) -> Iterator[tuple[str, str]]:
        declared: object = manifest.get("workspaces")
        patterns = [*texts(table(declared).get("packages")), *texts(declared)]
        listed = self._read(posixpath.join(root, "pnpm-workspace.yaml"))
        patterns += _listed(listed or "")
        lerna = self._read(posixpath.join(root, "lerna.json")) if not patterns else None
        patterns += texts(parse_table(lerna).get("packages"))
        if not patterns:
            return
        taken = [posixpath.normpath(each) for each in patterns if not each.startswith("!")]
        left = [posixpath.normpath(each[1:]) for each in patterns if each.startswith("!")]
        for folder in sorted(self._folders):
            below = posixpath.relpath(folder, root or ".") if folder else "."
            if below.startswith("..") or not any(_fits(below, each) for each in taken):
                continue
            if any(_fits(below, each) for each in left):
                continue
            for name in texts((self.manifest(folder) or {}).get("name")):
                yield name, folder

    @cached_property
    def _folders(self) -> frozenset[str]:
        """All folders that hold sources, and those above them."""
        folders = {""}
        for path in self._by_path:
            folder = posixpath.dirname(path)
            while folder not in folders:
                folders.add(folder)
                folder = posixpath.dirname(folder)
        return frozenset(folders)


def _matched(entries: dict[str, Any], wanted: str) -> list[str]:
    """The targets of the entry that fits best, in the order in which they are to be tried."""
    if wanted in entries:
        return list(_targets(entries[wanted]))
    best, middle = "", ""
    for pattern in entries:
        before, star, after = pattern.partition("*")
        fits = star and wanted.startswith(before) and wanted.endswith(after)
        if fits and len(wanted) >= len(before) + len(after) and len(pattern) > len(best):
            best, middle = pattern, wanted[len(before) : len(wanted) - len(after)]
    return [each.replace("*", middle) for each in _targets(entries[best])] if best else []


def _targets(value: object) -> Iterator[str]:
    conditions = table(value)
    if conditions:
        for key in (*_FIRST, *(each for each in conditions if each not in _FIRST)):
            if key in conditions:
                yield from _targets(conditions[key])
        return
    if isinstance(value, list):
        for each in cast("list[object]", value):
            yield from _targets(each)
    yield from texts(value) if isinstance(value, str) else ()


def _listed(text: str) -> list[str]:
    """The `packages` of a `pnpm-workspace.yaml`."""
    found: list[str] = []
    is_inside = False
    for line in text.splitlines():
        if line[:1] not in ("", " ", "-", "#", "\t"):
            is_inside = line.startswith("packages:")
        elif is_inside and (entry := _LISTED.match(line)):
            found.append(entry[1])
    return found


def _fits(folder: str, pattern: str) -> bool:
    """Whether a folder is one of those that a pattern of a workspace means."""
    parts, wanted = folder.split("/"), pattern.split("/")
    if "**" in wanted:
        return fnmatchcase(folder, pattern.replace("**", "*"))
    return len(parts) == len(wanted) and all(map(fnmatchcase, parts, wanted))


def _upwards(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = posixpath.dirname(folder)
    yield ""
