"""Which files a change concerns: those that mention what appeared, vanished or became another.

A file that mentions a changed name may give a changed meaning to what it defines itself (`client =
make()`), which others mention in their turn: so it goes on until nothing new is found.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from maia.codemap.indexing.names import files_naming, hashed, identifiers, path_names
from maia.codemap.indexing.numbering import qualified_names
from maia.codemap.model import CONTAINERS, NO_SCOPE, Extraction, Import
from maia.codemap.store.records import StoredFile

PROJECT_FILES = frozenset(
    {
        "Cargo.toml",
        "build.gradle",
        "build.gradle.kts",
        "compile_commands.json",
        "composer.json",
        "go.mod",
        "go.work",
        "jsconfig.json",
        "package.json",
        "pnpm-workspace.yaml",
        "pom.xml",
        "pyproject.toml",
        "setup.cfg",
        "tsconfig.json",
    }
)
"""Files that say how imports are to be understood: a change of one concerns all files."""

_BASES = ("inherit", "implement")

Fact = tuple[str, ...]


def is_project_file(path: str) -> bool:
    """Whether a file says how imports are to be understood."""
    name = path.rpartition("/")[2]
    return name in PROJECT_FILES or name.startswith("tsconfig.")


@dataclass(slots=True)
class Differences:
    """What changed in the meaning of names. `everything`: it cannot be told what."""

    names: set[str] = field(default_factory=set[str])
    everything: bool = False

    def path(self, path: str, *, with_folder: bool) -> None:
        """A path appeared or vanished; `with_folder`: its folder too."""
        self.names |= path_names(path, with_folder=with_folder)

    def content(self, old: Extraction | None, new: Extraction | None, path: str) -> None:
        """A file says something else; None where it is new or gone."""
        self.everything |= is_project_file(path)
        before, after = _facts(old), _facts(new)
        self.names.update(fact[0] for fact in before ^ after)
        imports = _imports(old) ^ _imports(new)
        for each in imports:
            self.names |= _bound(each, path)
        if old is not None and new is not None:
            self.everything |= old.namespace != new.namespace or _bases_differ(old, new)


def concerned(
    differences: Differences,
    files: Mapping[int, StoredFile],
    extraction: Callable[[int], Extraction],
    names_of_files: Sequence[tuple[int, bytes]],
) -> set[int]:
    """The files that must be resolved again, by number."""
    if differences.everything:
        return set(files)
    found: set[int] = set()
    fresh = set(differences.names)
    known = set(fresh)
    while fresh:
        more = {file for file in files_naming(hashed(fresh), names_of_files) if file in files}
        derived: set[str] = set()
        for file in more:
            derived |= _derived(extraction(file), files[file].path, fresh)
        found |= more
        fresh = derived - known
        known |= fresh
    return found


def _derived(extraction: Extraction, path: str, changed: set[str]) -> set[str]:
    """What a file defines in terms of changed names, or hands on from where they are."""
    names = {
        symbol.name
        for symbol in extraction.symbols
        if symbol.type and not changed.isdisjoint(identifiers(symbol.type))
    }
    for binding in extraction.bindings:
        if binding.scope == NO_SCOPE and not changed.isdisjoint(identifiers(binding.type)):
            names.add(binding.name)
    for each in extraction.imports:
        if each.scope == NO_SCOPE and not changed.isdisjoint(identifiers(each.module, each.name)):
            names |= _bound(each, path)
    return names


def _bound(each: Import, path: str) -> set[str]:
    """What others may take from a file because of an import in it."""
    if each.name == "*":
        return path_names(path)
    return {each.alias} if each.alias else identifiers(each.name or each.module)


def _facts(extraction: Extraction | None) -> set[Fact]:
    """What other files can see of a file: a name, and what makes it another when it changes."""
    if extraction is None:
        return set()
    facts: set[Fact] = set()
    for name, symbol in zip(qualified_names(extraction), extraction.symbols, strict=True):
        more = (symbol.kind, symbol.type, symbol.owner, symbol.visibility, *symbol.decorators)
        is_declared = ";" if symbol.signature.endswith(";") else ""  # and defined elsewhere
        facts.add((symbol.name, name, is_declared, *more))
    for binding in extraction.bindings:
        if binding.scope == NO_SCOPE:
            facts.add((binding.name, "", binding.type))
    return facts


def _imports(extraction: Extraction | None) -> set[Import]:
    """The imports of a file, wherever they stand in it."""
    if extraction is None:
        return set()
    return {
        Import(each.module, each.name, each.alias, 0, 0, each.level, NO_SCOPE, each.is_reexport)
        for each in extraction.imports
        if each.scope == NO_SCOPE
    }


def _bases_differ(old: Extraction, new: Extraction) -> bool:
    """Whether a class has other bases than before: with them come and go members of any name."""
    before, after = _bases(old), _bases(new)
    return any(before[name] != after[name] for name in before.keys() & after.keys())


def _bases(extraction: Extraction) -> dict[str, set[Fact]]:
    names = qualified_names(extraction)
    bases: dict[str, set[Fact]] = {name: set() for name in _classes(extraction, names)}
    for reference in extraction.references:
        if reference.kind in _BASES and reference.scope != NO_SCOPE:
            known = bases.setdefault(names[reference.scope], set())
            known.add((reference.kind, reference.receiver, reference.name))
    return bases


def _classes(extraction: Extraction, names: Sequence[str]) -> Iterable[str]:
    pairs = zip(names, extraction.symbols, strict=True)
    return (name for name, symbol in pairs if symbol.kind in CONTAINERS)
