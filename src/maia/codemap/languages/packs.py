"""Packs: what is known of a language beyond its grammar, as data beside this module.

`packs/README.md` says what each file and each capture means.
"""

import functools
import tomllib
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

QUERY_FILES = ("symbols.scm", "references.scm", "imports.scm", "locals.scm")


@dataclass(frozen=True, slots=True)
class Pack:
    """One language. What a table of its `pack.toml` leaves out has the value given here."""

    language: str
    grammar: str
    query: str
    reads_query: str = ""
    separator: str = "."
    wrappers: frozenset[str] = frozenset()
    """Nodes around a definition that belong to it: decorators, `export`, `template<...>`."""

    visibility: str = "public"
    """How it is told: `underscore`, `capital`, `modifiers`, or the one that all have."""

    comment_nodes: frozenset[str] = frozenset()
    documentation_strings: bool = False
    members_are_visible: bool = True
    """Whether a method sees the members of its class without a receiver."""

    self_names: frozenset[str] = frozenset()
    class_names: frozenset[str] = frozenset()
    """What the class around is called in its own methods: `cls`, `Self`."""

    super_names: frozenset[str] = frozenset()
    constructors: frozenset[str] = frozenset()
    has_owners: bool = False
    """Whether definitions stand outside of what they belong to (`Symbol.owner`)."""

    package: str = ""
    """What shares names without importing them: `folder`, `namespace`, `repository` or nothing."""

    import_family: str = ""
    reads_of: str = ""
    """Which reads of a name are kept: `file` (names bound at its top), `all`, or none."""

    embedded: tuple[tuple[str, str], ...] = ()
    builtins: frozenset[str] = frozenset()
    """Names that are there without an import."""

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
    """The pack of a language; None where it has none. Raises KeyError on a damaged one."""
    folder = _folder() / language
    if language not in pack_names():
        return None
    table = tomllib.loads((folder / "pack.toml").read_text(encoding="utf-8"))
    definitions, scopes = table.get("definitions", {}), table.get("scopes", {})
    documentation = table.get("documentation", {})
    constructors = scopes.get("constructor", [])
    patterns = _patterns(folder)
    return Pack(
        language=language,
        grammar=table["grammar"],
        query="\n".join(_text(folder, name, table) for name in QUERY_FILES),
        reads_query=_text(folder, "reads.scm", table),
        separator=table.get("separator", "."),
        wrappers=frozenset(definitions.get("wrappers", ())),
        visibility=definitions.get("visibility", "public"),
        comment_nodes=frozenset(documentation.get("comment_nodes", ())),
        documentation_strings=documentation.get("strings", False),
        members_are_visible=scopes.get("members_are_visible", True),
        self_names=frozenset(scopes.get("self", ())),
        class_names=frozenset(scopes.get("class", ())),
        super_names=frozenset(scopes.get("super", ())),
        constructors=frozenset([constructors] if isinstance(constructors, str) else constructors),
        has_owners=scopes.get("owners", False),
        package=scopes.get("package", ""),
        import_family=table.get("imports", {}).get("family", ""),
        reads_of=table.get("reads", {}).get("of", ""),
        builtins=frozenset(patterns.get("builtins", ())),
        external_patterns=tuple(patterns.get("external", ())),
        idiom_patterns=tuple(patterns.get("idioms", ())),
        call_targets=tuple(patterns.get("call_targets", ())),
        extra=table,
    )


def _folder() -> Traversable:
    return files("maia.codemap.languages") / "packs"


def _patterns(folder: Traversable) -> dict[str, list[str]]:
    file = folder / "patterns.toml"
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
