import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maia.agent.tools.grep.dialect import Translation, required_literal
from maia.agent.tools.grep.lines import split_lines
from maia.agent.tools.grep.pattern import LinePattern, PatternTooSlow, UnusablePattern


@pytest.mark.parametrize(
    ("pattern", "line", "found"),
    [
        ("interface{}", "x interface{} y", "interface{}"),
        ("${name}", "echo ${name}", None),  # $ is the end of the line, as in JavaScript
        (r"\$\{name\}", "echo ${name}", "${name}"),
        ("foo{e}", "foo{e}", "foo{e}"),
        ("a{2}b{,3}", "aab{,3}", "aab{,3}"),
        (r"(?<year>\d{4})-\k<year>", "2024-2024", "2024-2024"),
        (r"(?P<n>a)(?P=n)", "aa", "aa"),
        (r"\u00e9\u{1F600}\x41", "é😀A", "é😀A"),
        (r"\uD83D\uDE00", "😀", "😀"),
        (r"[\u{e0}-\u{ff}]+", "xàÿx", "àÿ"),
        (r"\<b\>", "<b>", "<b>"),
        (r"\Ldate\m", "Ldatem", "Ldatem"),
        ("[[]a", "[a", "[a"),
        ("[[:alpha:]]+", "12ab", "ab"),
        ("a[^]b", "a\tb", "a\tb"),
        ("a[]b", "ab", None),
        ("[^]]+", "]ab]", "ab"),
        (r"\/\-\"\'", "/-\"'", "/-\"'"),
        ("a++", "aaa", "aaa"),
        (r"(?<=x)y(?!z)", "xy", "y"),
        (r"\p{Lu}\d", "aÉ1", "É1"),
        (r"[&&~~||]", "&", "&"),
        ("-77", "n = -77", "-77"),
        ("--release", "cargo --release", "--release"),
        ("->", "a -> b", "->"),
        ("é", "café", "é"),
        (r"^\s*$", "   ", "   "),
        ("]", "a]", "]"),
        ("}", "a}", "}"),
    ],
)
def test_a_pattern_means_what_it_means_in_javascript(pattern, line, found):
    span = LinePattern(pattern, ignore_case=False).find(line)
    assert (line[span.start : span.end] if span else None) == found


@pytest.mark.parametrize(
    ("pattern", "position"),
    [("foo(", 4), ("*a", 0), (r"\u{1F600}(x", 11), ("a)", 1), ("[a", 2), ("x\\", 2)],
)
def test_a_broken_pattern_is_refused_with_the_place_in_what_was_written(pattern, position):
    with pytest.raises(UnusablePattern) as caught:
        LinePattern(pattern, ignore_case=False)
    assert abs(caught.value.position - position) <= 1
    assert caught.value.reason


@pytest.mark.parametrize(
    ("pattern", "literal"),
    [
        ("needle", "needle"),
        (r"foo\.bar\(", "foo.bar("),
        (r"\s+return\b", "return"),
        ("colou?r", "colo"),
        ("abc*d", "ab"),
        ("abc+d", "abc"),
        ("ab{2,3}cde", "cde"),
        ("a|b", ""),
        ("(a|b)cd", "cd"),
        ("(?<n>abc)de", "de"),
        ("(?i)abc", ""),
        ("x(?:abcdef)?y", "x"),
        ("[abc]def", "def"),
        ("[^]]xyz", "xyz"),
        ("[[:alpha:]x]yz", "yz"),
        (r"\u0061bc", "bc"),
        (r"\x61bc", "bc"),
        ("é", ""),
        ("naïveté", "vet"),
        ("interface{}", "interface{}"),
        (r"a\|b", "a|b"),
        ("-77", "-77"),
        (".*", ""),
        (r"a[(]b(c[)]d)ef", "ef"),
    ],
)
def test_the_text_every_match_holds_is_found(pattern, literal):
    assert required_literal(pattern, ignore_case=False) == literal


def test_letters_with_a_twin_outside_ascii_are_no_literal_when_case_does_not_count():
    assert required_literal("break", ignore_case=True) == "brea"
    assert LinePattern("brea\u212a", ignore_case=True).find("BREAK") is not None


PIECES = (
    "a",
    "b",
    "ab",
    "(a|b)",
    "(?:ab)?",
    "[ab]",
    "[^a]",
    "a*",
    "b+",
    "a{2}",
    r"\.",
    ".",
    "^",
    "$",
)


@settings(max_examples=300, deadline=None)
@given(
    pattern=st.lists(st.sampled_from((*PIECES, "|", r"\b", "(?=a)", "{", "?")), max_size=6),
    line=st.text("abAB.{c", max_size=8),
    ignore_case=st.booleans(),
)
def test_no_line_matches_without_the_literal(pattern, line, ignore_case):
    source = "".join(pattern)
    try:
        compiled = LinePattern(source, ignore_case=ignore_case)
    except UnusablePattern:
        return
    if compiled.find(line) is not None:
        assert compiled.may_match(line.encode())
        assert compiled.may_match(line.encode("utf-16"))
        assert compiled.may_match(line.encode("utf-32-be"))


@settings(max_examples=400, deadline=None)
@given(
    pattern=st.lists(
        st.sampled_from((*PIECES, "|", r"\b", r"\B", "(?=a)", "(?!\n)", r"\s", "a*+", "(?>a+)")),
        max_size=6,
    ),
    text=st.text("ab\r\n .", max_size=12),
    ignore_case=st.booleans(),
)
def test_a_text_is_ruled_out_only_when_no_line_of_it_matches(pattern, text, ignore_case):
    try:
        compiled = LinePattern("".join(pattern), ignore_case=ignore_case)
    except UnusablePattern:
        return
    if any(compiled.find(line) is not None for line in split_lines(text)):
        assert compiled.may_match_in(text)


def test_a_text_that_takes_long_as_a_whole_is_searched_line_by_line():
    pattern = LinePattern(r'"(?:[^"]|[^"]x)*;', ignore_case=False)
    text = ('"' + "x" * 30 + "\n") * 400
    assert pattern.may_match_in(text)
    assert pattern.find('"a;') is not None


@settings(max_examples=200, deadline=None)
@given(pattern=st.lists(st.sampled_from(PIECES), max_size=6), line=st.text("ab.c", max_size=8))
def test_plain_patterns_match_as_in_any_dialect(pattern, line):
    source = "".join(pattern)
    try:
        expected = re.search(source, line)
    except re.error:
        return
    assert (LinePattern(source, ignore_case=False).find(line) is None) == (expected is None)


@given(st.text(r"ab\(){}[]^$.?*+|<>:kupx0", max_size=12))
def test_any_text_is_translated_and_compiles_or_is_refused(source):
    translation = Translation(source)
    assert translation.origin(len(translation.text) + 1) == len(source)
    required_literal(source, ignore_case=False)
    try:
        LinePattern(source, ignore_case=False)
    except UnusablePattern as error:
        position = error.position
    else:
        position = 0
    assert 0 <= position <= len(source)


def test_a_pattern_that_backtracks_without_end_is_stopped():
    with pytest.raises(PatternTooSlow):
        LinePattern(r"(a|aa)+$", ignore_case=False).find("a" * 60 + "b")
