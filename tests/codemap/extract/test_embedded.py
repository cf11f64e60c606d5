"""Languages inside of others: each with its own grammar, at its place in the file."""

import json
from pathlib import Path

import pytest

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.detection import detect
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Extraction
from maia.codemap.resolve.edges import Resolver
from maia.codemap.resolve.program import Program

CASE = Path(__file__).resolve().parents[2] / "cases" / "code" / "D11"
WANT = json.loads((CASE / "want.json").read_text(encoding="utf-8"))
PAGES = [name for name in WANT if "." in name]


def read(name: str, data: bytes) -> Extraction:
    detected = detect(name, data)
    pack = load_pack(detected.language.id) if detected else None
    assert pack is not None
    return extract(pack, data.decode("utf-8"))


@pytest.mark.parametrize("name", PAGES)
def test_lines_are_those_of_the_whole_file(name: str) -> None:
    found = read(name, (CASE / name).read_bytes())
    assert {f"{each.name}@{each.line}" for each in found.symbols} >= set(WANT[name])
    assert not {each.name for each in found.symbols} & set(WANT["never"])


def test_a_component_is_found_behind_its_tag() -> None:
    files = [
        (number, name, read(name, (CASE / name).read_bytes()))
        for number, name in enumerate(PAGES, 1)
    ]
    program = Program.of(files)
    position = program.by_path["Panel.vue"]
    edges = list(Resolver(program).edges(position))
    card = ~program.by_path["UserCard.vue"]
    assert [(each.kind, each.line) for each in edges if each.target == card] == [
        ("import", 12),
        ("new", 3),
    ]


def test_code_in_the_fences_of_markdown_is_code() -> None:
    text = "# Title\n\nSee:\n\n```python\ndef shown(x):\n    return other(x)\n```\n\n## More\n"
    found = read("a.md", text.encode())
    assert [(each.kind, each.name, each.line) for each in found.symbols] == [
        ("section", "Title", 1),
        ("section", "More", 10),
        ("function", "shown", 6),
    ]
    assert [(each.kind, each.name, each.line, each.column) for each in found.references] == [
        ("call", "other", 7, 12)
    ]


def test_what_stands_in_a_template_refers_to_the_script() -> None:
    text = '<script setup>\nconst shown = 1\n</script>\n<template><p :a="shown">{{ shown }}</p></template>\n'
    found = read("a.vue", text.encode())
    assert [(each.name, each.line) for each in found.references] == [("shown", 4), ("shown", 4)]
