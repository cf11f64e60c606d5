import pytest

from maia.agent.tools.grep.bounds import MAX_ITEMS, Excess, find_excess
from maia.agent.tools.grep.pattern import LinePattern, UnusablePattern


@pytest.mark.parametrize(
    ("source", "position"),
    [
        ("x{1000000000}", 1),
        ("ab(x{10001})", 4),
        ("((((a{100}){100}){100}){100})", 11),
        ("(?:a{1000}b|c){1000}", 14),
        ("[a-z]{99999,}", 5),
        (r"\w{99999999999999999999999999}", 2),
        (r"(?:\){100}){200}", 11),
    ],
)
def test_a_pattern_that_is_written_out_too_long_is_refused(source: str, position: int) -> None:
    found = find_excess(source)
    assert found == Excess(f"it stands for more than {MAX_ITEMS} items", position)
    with pytest.raises(UnusablePattern):
        LinePattern(source, ignore_case=False)


@pytest.mark.parametrize("call", ["(?R)", "(?0)", "(a)(?1)", "(a)(?-1)", "(?P<n>a)(?&n)", "(?P>n)"])
def test_recursion_is_refused(call: str) -> None:
    found = find_excess(call)
    assert found is not None
    assert found.reason == "recursion is not supported"


@pytest.mark.parametrize(
    "source",
    [
        "x{10000}",
        "x{0,1000000}",
        "(?:a{100}){50}",
        r"\{99999}",
        "[{99999}]",
        "a{99999",
        "[(?R)]",
        r"\(?R\)",
        "(?=a)(?!b)(?<=c)(?<!d)(?:e)(?<n>f)(?P<m>g)",
        "a)b{3}",
        "a|" * 1000,
    ],
)
def test_other_patterns_are_let_through(source: str) -> None:
    assert find_excess(source) is None


@pytest.mark.parametrize("source", ["(?u)(?a)x", "(" * 5000, "x{10000}{10000}"])
def test_whatever_the_engine_will_not_compile_is_refused_with_a_reason(source: str) -> None:
    with pytest.raises(UnusablePattern) as error:
        LinePattern(source, ignore_case=False)
    assert error.value.reason
