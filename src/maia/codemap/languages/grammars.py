"""Grammars: the one door to tree-sitter grammars. Nothing is ever fetched; what is missing is said.

They come in the wheel of `tree-sitter-language-pack` 0.13.0. Its 1.x line holds no grammars and
downloads each at its first use, so it is never imported.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from maia.codemap.languages.table import Language

if TYPE_CHECKING:
    import tree_sitter

PACK = "tree-sitter-language-pack"
PACK_VERSION = "0.13.0"
INSTALL = f"pip install '{PACK}=={PACK_VERSION}'"

NO_GRAMMAR = f"there is no grammar for it in {PACK} {PACK_VERSION}"

# Grammars that the pack takes from wheels of their own, on which it depends.
_WHEELS = {
    "csharp": "tree_sitter_c_sharp",
    "embeddedtemplate": "tree_sitter_embedded_template",
    "yaml": "tree_sitter_yaml",
}
_PACK_MODULE = "tree_sitter_language_pack"
_LOADING = Lock()


class GrammarUnavailable(Exception):
    """A grammar that cannot be had here; `why` says what is wrong and what to install."""

    def __init__(self, grammar: str, why: str) -> None:
        super().__init__(f"grammar {grammar!r}: {why}")
        self.grammar = grammar
        self.why = why

    def __reduce__(self) -> tuple[type["GrammarUnavailable"], tuple[str, str]]:
        """Two arguments, not the one text: worker processes send it back pickled."""
        return GrammarUnavailable, (self.grammar, self.why)


@dataclass(frozen=True, slots=True)
class Parsed:
    """The language is parsed with this grammar, which has been loaded."""

    grammar: str


@dataclass(frozen=True, slots=True)
class TextOnly:
    """The language is searched as text, for this reason."""

    reason: str


Availability: TypeAlias = Parsed | TextOnly


def load(grammar: str) -> "tree_sitter.Language":
    """The grammar of this name, from memory after the first time; any thread may ask.

    Raises GrammarUnavailable, again at each call, where it cannot be had.
    """
    with _LOADING:
        loaded = load_or_why(grammar)
    if isinstance(loaded, str):
        raise GrammarUnavailable(grammar, loaded)
    return loaded


def availability(language: Language) -> Availability:
    """Whether a language is parsed here. True to what is installed: its grammar is loaded."""
    if language.grammar is None:
        return TextOnly(language.text_only or NO_GRAMMAR)
    try:
        load(language.grammar)
    except GrammarUnavailable as missing:
        return TextOnly(missing.why)
    return Parsed(language.grammar)


@cache
def load_or_why(grammar: str) -> "tree_sitter.Language | str":
    """The grammar, or why it cannot be had; both are remembered."""
    try:
        import tree_sitter
    except ImportError as error:
        return f"tree-sitter does not load ({error}): {INSTALL}"
    module = _WHEELS.get(grammar) or _binding(grammar)
    if module is None:
        return _why_missing()
    try:
        binding: Callable[[], object] = import_module(module).language
        return tree_sitter.Language(binding())
    except ModuleNotFoundError as error:
        return f"{error.name} is not installed: {INSTALL}"
    # A wheel for another machine, or of another age: the loader says which.
    except (ImportError, OSError, ValueError, AttributeError) as error:
        return f"it is installed but does not load ({error}): {INSTALL}"


def _binding(grammar: str) -> str | None:
    """The module of a grammar within the pack, if its file is there; nothing is imported."""
    spec = find_spec(_PACK_MODULE)
    for folder in (spec and spec.submodule_search_locations) or ():
        for suffix in EXTENSION_SUFFIXES:
            if (
                grammar.isidentifier()
                and (Path(folder) / "bindings" / f"{grammar}{suffix}").exists()
            ):
                return f"{_PACK_MODULE}.bindings.{grammar}"
    return None


def _why_missing() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        installed = version(PACK)
    except PackageNotFoundError:
        return f"{PACK} is not installed: {INSTALL}"
    if installed.partition(".")[0] != "0":
        return (
            f"{PACK} {installed} holds no grammars and would download them, "
            f"which is never done: {INSTALL}"
        )
    return f"{PACK} {installed} has no such grammar"
