"""The gate counts what is expected, what is missing and what is too much."""

import pytest

from maia.codemap.languages.packs import pack_names
from maia.codemap.quality.gate import Verdict, edge_lines, fixtures_of, judge


def test_precision_recall_and_f1_are_those_of_the_specification() -> None:
    verdict = Verdict(expected=100, missing=("a",), surplus=("b", "c", "d"))
    assert verdict.recall == 0.99
    assert verdict.precision == 99 / 102
    assert round(verdict.f1, 4) == round(2 * 0.99 * (99 / 102) / (0.99 + 99 / 102), 4)
    assert verdict.is_green


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict(expected=100, missing=("a", "b"), surplus=()),
        Verdict(expected=100, missing=(), surplus=tuple("abcdef")),
        Verdict(expected=19, missing=(), surplus=()),
        Verdict(expected=0, missing=(), surplus=()),
    ],
)
def test_what_misses_one_of_the_bounds_is_not_green(verdict: Verdict) -> None:
    assert not verdict.is_green


@pytest.mark.parametrize("language", sorted(pack_names()))
def test_every_pack_is_green(language: str) -> None:
    verdict = judge(language)
    assert verdict.is_green, (verdict.missing, verdict.surplus)


def test_the_fixtures_of_python_are_what_the_source_says() -> None:
    lines = {line for fixture in fixtures_of("python") for line in edge_lines(fixture)}
    assert "call app.py:24 outer.inner -> app.py outer.helper" in lines
    assert (
        "call shop/store/shelf.py:8 Shelf.__init__ -> shop/store/base.py Container.__init__"
        in lines
    )
    assert "call shop/store/shelf.py:16 Shelf.put -> external os.path.join" in lines
    assert not any("unknown" in line for line in lines)
