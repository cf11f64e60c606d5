"""Languages without a pack of their own: their queries fit, and find what samples define."""

import tomllib
from pathlib import Path

import pytest

from maia.codemap.extract.captured import compiled
from maia.codemap.extract.extraction import extract
from maia.codemap.languages.generic import generic_packs
from maia.codemap.languages.packs import load_pack, pack_names
from maia.codemap.languages.table import all_languages

SAMPLES = tomllib.loads(Path(__file__).with_name("samples.toml").read_text(encoding="utf-8"))


GO = ["struct Cart", "field total", "method Add", "function Map"]
RUST = ["struct Cart", "field items", "namespace Cart<'a, T>", "function add"]


def names_in(language: str, text: str) -> list[str]:
    pack = load_pack(language)
    assert pack is not None
    return [f"{each.kind} {each.name}" for each in extract(pack, text).symbols]


def test_no_language_has_two_packs() -> None:
    assert not generic_packs().keys() & pack_names()


def test_each_is_a_language_that_is_parsed() -> None:
    known = all_languages()
    assert [each for each in generic_packs() if known[each].grammar is None] == []


@pytest.mark.parametrize("language", sorted(generic_packs()))
def test_its_query_fits_its_grammar(language: str) -> None:
    assert compiled(language).main.pattern_count


@pytest.mark.parametrize(
    ("language", "found"),
    [
        ("kotlin", ["class Item", "class Cart", "property items", "method add"]),
        ("lua", ["function Cart:add"]),
        ("go", GO),
        ("rust", RUST),
        ("elixir", ["module Shop.Cart", "function add"]),
        ("zig", ["variable std", "function add", 'function "add"']),
        ("markdown", ["section Panier", "variable x"]),
        ("sql", ["struct item", "field id", "field name"]),
        ("make", ["constant CC", "target .PHONY", "target all", "constant EXT"]),
    ],
)
def test_it_finds_what_a_sample_defines(language: str, found: list[str]) -> None:
    assert names_in(language, SAMPLES[language].lstrip("\n")) == found
