import re
import time

import pytest

from maia.codemap.languages import detect, first_lines
from maia.codemap.languages.claims import all_claims
from maia.codemap.languages.content import all_rules

PATTERNS = sorted(
    {pattern for rules in all_rules().values() for rule in rules.rules for pattern in rule.patterns}
)
UNCLAIMED = {"", ".conf"}  # extensions of which only the content tells anything

ADVERSARIAL = [
    b"a" * 8192,
    b" " * 8192,
    b"\t\n" * 4096,
    b"\n" * 8192,
    b"a(" * 4096,
    b"[" * 8192,
    b"{" * 8192,
    b"a, " * 2700,
    b"a::" * 2700,
    b"Aa[_" * 2048,
    b"#" * 8192,
    b"-- " * 2700,
    b"class " * 1365,
    b"create or replace " * 455,
    b"-*- " * 2048,
    b"vim: " * 1638,
    b"#!" + b"env -S " * 1170,
    b"#!/bin/sh\n" + b"exec " * 1630,
    b"Local Variables:\n" * 480,
    b'{"' * 4096,
    b"<?xml " * 1365,
    b"G" + b"x" * 8191,
    b".a/" * 2730,
]


def without_classes(pattern: str) -> str:
    return re.sub(r"\[\^?\]?(?:\\.|[^\]\\])*\]", "C", re.sub(r"\\[^\]\[]", "E", pattern))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_repetition_is_bounded(pattern: str) -> None:
    assert not re.search(r"[*+]|\{\d*,\}", without_classes(pattern).replace("(?i:", "("))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_pattern_has_a_slow_start(pattern: str) -> None:
    assert not re.match(r"(?:\(\?[a-z]\))?\\b", pattern)


def test_mode_lines_are_bounded_too() -> None:
    patterns: list[re.Pattern[str]] = [
        value for value in vars(first_lines).values() if isinstance(value, re.Pattern)
    ]
    assert len(patterns) >= 8
    for each in patterns:
        assert not re.search(r"[*+]|\{\d*,\}", without_classes(each.pattern)), each.pattern


def test_rules_are_for_languages_that_claim_the_extension_or_say_other_things() -> None:
    # A rule may name a language that does not claim the extension (`.asc` with a key in it), but
    # the default must claim it.
    claims = all_claims().extensions
    for extension, rules in all_rules().items():
        if extension in UNCLAIMED:
            assert rules.default is None
        else:
            assert rules.default is None or rules.default in claims[extension], extension


def test_every_language_that_shares_an_extension_can_be_told() -> None:
    for extension, languages in all_claims().extensions.items():
        rules = all_rules().get(extension)
        if rules and rules.rules:
            told = {rule.language for rule in rules.rules} | {rules.default}
            assert set(languages) <= told, extension


@pytest.mark.parametrize("extension", sorted(all_rules()))
def test_no_text_makes_detection_slow(extension: str) -> None:
    slowest = 0.0
    for head in ADVERSARIAL:
        started = time.perf_counter()
        detect(f"x{extension}", head)
        slowest = max(slowest, time.perf_counter() - started)
    assert slowest < 0.25
