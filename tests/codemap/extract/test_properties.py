"""Whatever the bytes are: extraction ends, does not raise, and its spans slice what they claim."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maia.codemap.extract.extraction import extract
from maia.codemap.extract.source import Source
from maia.codemap.languages.packs import load_pack, pack_names
from maia.codemap.model import NO_SCOPE, Extraction
from maia.codemap.quality.gate import EXPECTED, fixtures_of


def samples(language: str) -> list[str]:
    return [
        path.read_text(encoding="utf-8")
        for fixture in fixtures_of(language)
        for path in sorted(fixture.rglob("*"))
        if path.is_file() and path.name != EXPECTED
    ]


def check(text: str, found: Extraction) -> None:
    data = Source(text).data
    lines = Source(text).lines
    for index, symbol in enumerate(found.symbols):
        assert 0 <= symbol.start < symbol.end <= len(data)
        # What a module gives as a whole is called `default`, whatever stands there.
        text = data[symbol.start : symbol.end].decode("utf-8", "replace")
        assert symbol.name in text or symbol.name == "default"
        assert 1 <= symbol.start_line <= symbol.line <= symbol.end_line <= lines + 1
        assert symbol.parent == NO_SCOPE or symbol.parent < index
    rows = data.decode("utf-8", "replace").split("\n")
    for use in found.references:
        assert use.scope < len(found.symbols)
        assert rows[use.line - 1][use.column - 1 :].startswith(use.name.split("\n")[0])


@pytest.mark.parametrize("language", sorted(pack_names()))
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_truncated_and_spliced_files(language: str, data: st.DataObject) -> None:
    pack = load_pack(language)
    assert pack is not None
    one = data.draw(st.sampled_from(samples(language)))
    other = data.draw(st.sampled_from(samples(language)))
    cut = data.draw(st.integers(0, len(one)))
    back = data.draw(st.integers(0, len(other)))
    text = one[:cut] + data.draw(st.text(max_size=5)) + other[back:]
    check(text, extract(pack, text))


@pytest.mark.parametrize("language", sorted(pack_names()))
@settings(max_examples=25, deadline=None)
@given(st.binary(max_size=400))
def test_random_bytes(language: str, data: bytes) -> None:
    pack = load_pack(language)
    assert pack is not None
    text = data.decode("utf-8", "replace")
    check(text, extract(pack, text))


def test_the_folder_of_fixtures_is_where_it_is_looked_for() -> None:
    assert samples("python")
    assert all(isinstance(each, Path) for each in fixtures_of("python"))
