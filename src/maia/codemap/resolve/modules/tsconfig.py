"""`tsconfig.json` and `jsconfig.json`: what `paths` and `baseUrl` make of an import."""

import posixpath
from collections.abc import Callable
from dataclasses import dataclass

from maia.codemap.resolve.modules.jsonc import parse_table, table, tables, texts

_NAMES = ("tsconfig.json", "jsconfig.json")
_DEEPEST = 8
"""Configurations that extend one another, before it is given up."""


@dataclass(frozen=True, slots=True)
class Config:
    """Paths from the root of the repository; `base` is None where it says none."""

    base: str | None = None
    paths: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Candidates:
    """Where an import may lead; `is_certain`: nothing but an alias can be meant."""

    paths: tuple[str, ...]
    is_certain: bool


class TypeScriptConfigs:
    """The configurations above a file, each read once."""

    def __init__(self, read: Callable[[str], str | None]) -> None:
        self._read = read
        self._folders: dict[str, list[Config]] = {}

    def candidates(self, folder: str, module: str) -> Candidates | None:
        """Paths that the configurations around a folder give for an import, the best first."""
        paths: list[str] = []
        is_certain = False
        for config in self._around(folder):
            matched = _matching(config, module)
            if matched is not None:
                pattern, found = matched
                paths += found
                is_certain = is_certain or (pattern != "*" and not pattern.startswith("*"))
            if config.base is not None:
                paths.append(posixpath.normpath(posixpath.join(config.base, module)))
        return Candidates(tuple(paths), is_certain) if paths else None

    def _around(self, folder: str) -> list[Config]:
        known = self._folders.get(folder)
        if known is None:
            known = self._of_folder(folder)
            if folder:
                known = [*known, *self._around(posixpath.dirname(folder))]
            self._folders[folder] = known
        return known

    def _of_folder(self, folder: str) -> list[Config]:
        for name in _NAMES:
            path = posixpath.join(folder, name)
            text = self._read(path)
            if text is None:
                continue
            settings = parse_table(text)
            found = [self._config(path, settings, 0)]
            for each in tables(settings.get("references")):
                for target in texts(each.get("path")):
                    inner = self._referenced(folder, target)
                    if inner is not None:
                        found.append(inner)
            return [each for each in found if each.paths or each.base is not None]
        return []

    def _referenced(self, folder: str, target: str) -> Config | None:
        """A part of the same project (`tsconfig.app.json`); other folders have their own."""
        path = posixpath.normpath(posixpath.join(folder, target))
        is_here = posixpath.dirname(path) == folder and path.endswith(".json")
        text = self._read(path) if is_here else None
        return self._config(path, parse_table(text), 0) if text is not None else None

    def _config(self, path: str, settings: dict[str, object], depth: int) -> Config:
        folder = posixpath.dirname(path)
        above = Config()
        for target in texts(settings.get("extends")):
            inherited = self._extended(folder, target, depth)
            if inherited is not None:
                above = Config(
                    inherited.base if inherited.base is not None else above.base,
                    inherited.paths or above.paths,
                )
        options = table(settings.get("compilerOptions"))
        base = options.get("baseUrl")
        own = _under(folder, base) if isinstance(base, str) else above.base
        written = table(options.get("paths"))
        start = own if own is not None else folder
        paths = tuple(
            (pattern, tuple(_under(start, each) for each in texts(targets)))
            for pattern, targets in written.items()
        )
        return Config(own, paths or above.paths)

    def _extended(self, folder: str, target: str, depth: int) -> Config | None:
        if depth >= _DEEPEST:
            return None
        candidates: list[str] = []
        if target.startswith("."):
            path = posixpath.normpath(posixpath.join(folder, target))
            candidates = [path, f"{path}.json", f"{path}/tsconfig.json"]
        for path in candidates:
            text = self._read(path) if path.endswith(".json") else None
            if text is not None:
                return self._config(path, parse_table(text), depth + 1)
        return None


def _under(folder: str, path: str) -> str:
    path = path.replace("${configDir}/", "./")
    found = posixpath.normpath(posixpath.join(folder, path))
    return "" if found == "." else found


def _matching(config: Config, module: str) -> tuple[str, list[str]] | None:
    """The pattern with the longest beginning that fits, and what it makes of the import."""
    best: tuple[str, list[str]] | None = None
    for pattern, targets in config.paths:
        before, star, after = pattern.partition("*")
        if not star:
            if pattern == module:
                return pattern, list(targets)
            continue
        fits = module.startswith(before) and module.endswith(after)
        if not fits or len(module) < len(before) + len(after):
            continue
        if best is None or len(before) > len(best[0].partition("*")[0]):
            middle = module[len(before) : len(module) - len(after)]
            best = pattern, [posixpath.normpath(each.replace("*", middle)) for each in targets]
    return best
