import re
from collections import Counter

import pytest

from maia.codemap.languages import Kind, all_languages, by_name
from maia.codemap.languages.content import all_rules
from maia.codemap.languages.table import is_dialect

LANGUAGES = list(all_languages().values())


def claimed_twice(field: str) -> set[str]:
    counts = Counter(each for language in LANGUAGES for each in getattr(language, field))
    return {each for each, count in counts.items() if count > 1}


def test_the_table_is_long() -> None:
    assert len(LANGUAGES) >= 600
    assert {each.kind for each in LANGUAGES} == set(Kind)


def test_ids_are_stable_words() -> None:
    assert [
        each.id for each in LANGUAGES if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", each.id)
    ] == []


def test_every_extension_shared_by_languages_has_rules_or_a_default() -> None:
    assert claimed_twice("extensions") - set(all_rules()) == set()


@pytest.mark.parametrize("field", ["file_names", "file_patterns", "interpreters"])
def test_no_other_name_is_claimed_twice(field: str) -> None:
    assert claimed_twice(field) == set()


def test_no_name_of_a_language_means_another() -> None:
    names = Counter[str]()
    for each in LANGUAGES:
        names.update({each.id, each.name.lower(), *each.aliases})
    assert {name for name, count in names.items() if count > 1} == set()


def test_extensions_start_with_a_dot_and_aliases_are_lower_case() -> None:
    assert [
        e for each in LANGUAGES for e in each.extensions if not re.fullmatch(r"\.[^/\s]+", e)
    ] == []
    assert [a for each in LANGUAGES for a in each.aliases if a != a.lower()] == []


def test_dialects_extend_languages_of_the_table_without_a_circle() -> None:
    for each in LANGUAGES:
        assert each.extends is None or each.extends in all_languages()
        assert not is_dialect(each, each)


def test_a_dialect_of_a_dialect_is_a_dialect() -> None:
    table = all_languages()
    assert is_dialect(table["tsx"], table["javascript"])
    assert not is_dialect(table["javascript"], table["tsx"])


def test_text_only_has_a_reason_only_without_a_grammar() -> None:
    assert [each.id for each in LANGUAGES if each.text_only and each.grammar] == []
    assert all_languages()["cobol"].text_only == "the grammar hangs"


def test_every_language_can_be_told_from_some_name() -> None:
    told = {
        language.id
        for rules in all_rules().values()
        for rule in rules.rules
        if (language := rule.language)
    }
    mute = [
        each.id
        for each in LANGUAGES
        if not (each.extensions or each.file_names or each.file_patterns or each.interpreters)
        and each.id not in told
    ]
    assert mute == ["vim-help"]  # a mode line alone tells it


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("Python", "python"),
        ("py", "python"),
        ("C++", "cpp"),
        ("c#", "csharp"),
        ("Objective-C", "objective-c"),
        ("objc", "objective-c"),
        ("TSX", "tsx"),
        ("shell-script", "bash"),
        ("Rocq", "rocq"),
        ("coq", "rocq"),
    ],
)
def test_a_language_has_many_names(name: str, language: str) -> None:
    assert by_name(name) is all_languages()[language]


def test_an_unknown_name_is_no_language() -> None:
    assert by_name("klingon") is None
