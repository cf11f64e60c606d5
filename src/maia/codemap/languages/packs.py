"""Packs: what is known of a language beyond its grammar, as data beside this module.

`packs/README.md` says what each file and each capture means.
"""

import functools
import tomllib
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from maia.codemap.languages.generic import generic_packs
from maia.codemap.languages.table import all_languages

QUERY_FILES = ("symbols.scm", "references.scm", "imports.scm", "locals.scm")


@dataclass(frozen=True, slots=True)
class Pack:
    """One language. What a table of its `pack.toml` leaves out has the value given here."""

    language: str
    grammar: str
    query: str
    reads_query: str = ""
    is_generic: bool = False
    """Symbols only; a node may be captured with several names, of which the first counts."""

    separator: str = "."
    wrappers: frozenset[str] = frozenset()
    """Nodes around a definition that belong to it: decorators, `export`, `template<...>`."""

    visibility: str = "public"
    """How it is told: `underscore`, `capital`, `modifiers`, or the one that all have."""

    upper_is_constant: bool = True
    """Whether a variable in capitals is a constant; else only what the source says is one."""

    comment_nodes: frozenset[str] = frozenset()
    documentation_strings: bool = False
    documented_types: bool = False
    """Whether comments say types: `@var Foo`, `@return Foo`."""

    members_are_visible: bool = True
    """Whether a method sees the members of its class without a receiver."""

    self_names: frozenset[str] = frozenset()
    class_names: frozenset[str] = frozenset()
    """What the class around is called in its own methods: `cls`, `Self`."""

    super_names: frozenset[str] = frozenset()
    constructors: frozenset[str] = frozenset()
    has_objects: bool = False
    """Whether a variable may be an object with members of its own, and bodies keep their names."""

    has_owners: bool = False
    """Whether definitions stand outside of what they belong to (`Symbol.owner`)."""

    package: str = ""
    """What shares names without importing them: `folder`, `namespace`, `repository` or nothing."""

    import_family: str = ""
    reexports_bind: bool = True
    """Whether what a file passes on (`pub use`) has its name in the file itself too."""

    reads_of: str = ""
    """Which reads of a name are kept: `file` (names bound at its top), `all`, or none."""

    @property
    def has_mixins(self) -> bool:
        """Whether a module has methods of its own that classes mix in."""
        return "mixins" in self.traits

    traits: frozenset[str] = frozenset()
    """What else is true of its names (`overloads`); the README says what each word means."""

    embedded_query: str = ""
    """`@content` of a part in another language, `@language` or `@tag` for which."""

    speaks: str = ""
    """The language whose rules the names of a file follow, where that is another one."""

    builtins: frozenset[str] = frozenset()
    """Names that are there without an import."""

    passes_on: frozenset[str] = frozenset()
    """Functions outside that give what they are given, or a part of it: their result is unknown."""

    external_patterns: tuple[str, ...] = ()
    idiom_patterns: tuple[str, ...] = ()
    call_targets: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict[str, Any])


@functools.cache
def pack_names() -> frozenset[str]:
    """The languages that have a pack."""
    folder = _folder()
    return frozenset(entry.name for entry in folder.iterdir() if (entry / "pack.toml").is_file())


@functools.cache
def load_pack(language: str) -> Pack | None:
    """The pack of a language, its own or a generic one; None where it has none.

    Raises KeyError on a damaged one.
    """
    folder = _folder() / language
    if language not in pack_names():
        return _generic(language)
    table = tomllib.loads((folder / "pack.toml").read_text(encoding="utf-8"))
    definitions, scopes = table.get("definitions", {}), table.get("scopes", {})
    documentation = table.get("documentation", {})
    constructors = scopes.get("constructor", [])
    patterns = _patterns(folder, table)
    return Pack(
        language=language,
        grammar=table["grammar"],
        query="\n".join(_text(folder, name, table) for name in QUERY_FILES),
        reads_query=_text(folder, "reads.scm", table),
        separator=table.get("separator", "."),
        wrappers=frozenset(definitions.get("wrappers", ())),
        visibility=definitions.get("visibility", "public"),
        upper_is_constant=definitions.get("upper_is_constant", True),
        comment_nodes=frozenset(documentation.get("comment_nodes", ())),
        documentation_strings=documentation.get("strings", False),
        documented_types=documentation.get("types", False),
        members_are_visible=scopes.get("members_are_visible", True),
        self_names=frozenset(scopes.get("self", ())),
        class_names=frozenset(scopes.get("class", ())),
        super_names=frozenset(scopes.get("super", ())),
        constructors=frozenset([constructors] if isinstance(constructors, str) else constructors),
        has_objects=scopes.get("objects", False),
        has_owners=scopes.get("owners", False),
        package=scopes.get("package", ""),
        import_family=table.get("imports", {}).get("family", ""),
        reexports_bind=table.get("imports", {}).get("reexports_bind", True),
        traits=frozenset(scopes.get("traits", ())),
        reads_of=table.get("reads", {}).get("of", ""),
        builtins=frozenset(patterns.get("builtins", ())),
        passes_on=frozenset(patterns.get("passes_on", ())),
        external_patterns=tuple(patterns.get("external", ())),
        idiom_patterns=tuple(patterns.get("idioms", ())),
        call_targets=tuple(patterns.get("call_targets", ())),
        extra=table,
    )


def _generic(language: str) -> Pack | None:
    entry = generic_packs().get(language)
    known = all_languages().get(language)
    if entry is None or known is None or known.grammar is None:
        return None
    return Pack(
        language=language,
        grammar=known.grammar,
        query=entry.get("symbols", ""),
        is_generic=True,
        embedded_query=entry.get("embedded", ""),
        speaks=entry.get("speaks", ""),
    )


def _folder() -> Traversable:
    return files("maia.codemap.languages") / "packs"


def _patterns(folder: Traversable, table: dict[str, Any]) -> dict[str, list[str]]:
    """A pack without patterns has those of the pack it builds on."""
    file = folder / "patterns.toml"
    if not file.is_file() and (base := table.get("extends")):
        file = _folder() / base / "patterns.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _text(folder: Traversable, name: str, table: dict[str, Any]) -> str:
    """A query file of a pack, after that of the pack it builds on (`tsx` on `typescript`)."""
    file = folder / name
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    base = table.get("extends")
    if not base:
        return text
    parent = _folder() / base
    above = tomllib.loads((parent / "pack.toml").read_text(encoding="utf-8"))
    return _text(parent, name, above) + "\n" + text
