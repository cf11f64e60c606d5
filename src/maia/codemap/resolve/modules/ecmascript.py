"""JavaScript and TypeScript: relative paths, aliases of tsconfig, packages of the workspace."""

import posixpath

from maia.codemap.model import Import
from maia.codemap.resolve.modules.node_packages import NodePackages
from maia.codemap.resolve.modules.port import External, Files, Module
from maia.codemap.resolve.modules.tsconfig import TypeScriptConfigs
from maia.codemap.resolve.program import Program

_TYPESCRIPT = (".ts", ".tsx", ".mts", ".cts")
_JAVASCRIPT = (".js", ".jsx", ".mjs", ".cjs")
_OTHERS = (".d.ts", ".d.mts", ".d.cts", ".vue", ".svelte", ".astro")
_WRITTEN_AS = {
    ".js": (".ts", ".tsx", ".d.ts"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
"""TypeScript files are imported under the name that they are compiled to."""

_NO_PACKAGE = ("/", "#", "~/", "@/")
"""No package is called so: these are aliases, of whatever tool."""

_ASSETS = frozenset(
    {"css", "scss", "sass", "less", "styl", "pcss", "svg", "png", "jpg", "jpeg", "gif", "webp"}
    | {"avif", "ico", "json", "json5", "txt", "md", "mdx", "html", "wasm", "woff", "woff2", "ttf"}
    | {"mp3", "mp4", "webm", "graphql", "gql", "yaml", "yml", "toml", "csv", "glsl", "node"}
)
"""Files that a bundler takes, and that define nothing."""


class EcmaScriptModules:
    """One answer for each importing folder and path as it is written."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._configs = TypeScriptConfigs(program.read)
        self._packages = NodePackages(program, self._file)
        self._found: dict[tuple[str, str, bool], Module | None] = {}

    def find(self, importer: int, wanted: Import) -> Module | None:
        """The file of a path; what no file of the repository can be is external."""
        if not wanted.module:
            return Files((importer,))
        path = self._program.files[importer].path
        folder = posixpath.dirname(path)
        key = (folder, wanted.module, path.endswith(_JAVASCRIPT))
        if key not in self._found:
            self._found[key] = self._module(folder, wanted.module, prefers_javascript=key[2])
        return self._found[key]

    def submodule(self, module: Files, name: str) -> Files | None:  # noqa: ARG002 - of the port
        """A module has no modules inside."""
        return None

    def _module(self, folder: str, written: str, *, prefers_javascript: bool) -> Module | None:
        module = written.partition("?")[0].rpartition("!")[2] or written
        if module.startswith("."):
            return self._at(joined(folder, module), prefers_javascript=prefers_javascript)
        if ":" in module:
            return External(module.removeprefix("node:"))
        if module.startswith("#") and (targets := self._packages.internal(folder, module)):
            return self._first(targets, prefers_javascript=prefers_javascript)
        return self._by_name(folder, module, prefers_javascript=prefers_javascript)

    def _by_name(self, folder: str, module: str, *, prefers_javascript: bool) -> Module | None:
        """An alias, a package of the workspace, else one from outside."""
        aliased = self._configs.candidates(folder, module)
        for path in aliased.paths if aliased is not None else ():
            found = self._at(path, prefers_javascript=prefers_javascript)
            if found is not None:
                return found
        is_known, target = self._packages.target(folder, module)
        if target is not None:
            return self._files(target)
        is_alias = aliased is not None and aliased.is_certain
        is_here = is_known or is_alias or module.startswith(_NO_PACKAGE)
        return None if is_here else External(module)

    def _first(self, paths: list[str], *, prefers_javascript: bool) -> Module | None:
        for path in paths:
            if not path.startswith("/"):
                return External(path)
            found = self._at(path[1:], prefers_javascript=prefers_javascript)
            if found is not None:
                return found
        return None

    def _at(self, path: str, *, prefers_javascript: bool = False) -> Files | None:
        found = self._file(path, prefers_javascript=prefers_javascript)
        if found is not None:
            return self._files(found)
        return Files((), path) if path.rpartition(".")[2].lower() in _ASSETS else None

    def _files(self, path: str) -> Files:
        return Files((self._program.by_path[path],), path)

    def _file(self, path: str, *, prefers_javascript: bool = False) -> str | None:
        """A file by its path with or without its ending, or the one that stands for a folder."""
        by_path = self._program.by_path
        if path in by_path:
            return path
        stem, dot, ending = path.rpartition(".")
        for other in _WRITTEN_AS.get(dot + ending, ()):
            if stem + other in by_path:
                return stem + other
        first, second = _TYPESCRIPT, _JAVASCRIPT
        if prefers_javascript:
            first, second = second, first
        endings = (*first, *second, *_OTHERS)
        for each in endings:
            if path and path + each in by_path:
                return path + each
        main = self._packages.main(path)
        if main is not None:
            return main
        index = f"{path}/index" if path else "index"
        return next((index + each for each in endings if index + each in by_path), None)


def joined(folder: str, path: str) -> str:
    """A path from the root of the repository; what leads out of it keeps its dots."""
    found = posixpath.normpath(posixpath.join(folder, path))
    return "" if found == "." else found
