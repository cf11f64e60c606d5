import pytest

from maia.workspace.path_pattern import PathPattern, UnusablePattern, split_fixed_folder


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("*.py", "a.py", True),
        ("*.py", "b/a.py", False),
        ("**/*.py", "a.py", True),
        ("**/*.py", "x/.y/a.py", True),
        ("*", ".hidden", True),
        ("a/**", "a/b/c", True),
        ("a/**/c", "a/c", True),
        ("{a,b}/*", "b/x", True),
        ("!(a)/x", "b/x", True),
        ("!(a)/x", "a/x", False),
        ("a*b", "a\nb", True),
        ("*", "bad\udcff", True),
        ("A", "a", False),
    ],
)
def test_paths_fit_or_do_not(pattern, path, matches):
    assert PathPattern(pattern).matches(path) is matches


def test_a_group_that_could_run_for_ever_is_plain_text():
    endless = PathPattern("+(a|aa)+(a|aa)b")
    assert not endless.matches("a" * 200 + "c")
    assert endless.matches("+(a|aa)+(a|aa)b")
    assert not PathPattern("*a" * 30 + "b").matches("a" * 250)


def test_too_many_brackets_are_still_read_as_names():
    path = "/".join(f"[p{number}]" for number in range(8))
    assert PathPattern(path + "/*").matches_literally(path + "/x")


def test_too_many_alternatives_are_refused():
    with pytest.raises(UnusablePattern, match="1000"):
        PathPattern("{1..100000}")


@pytest.mark.parametrize(
    ("pattern", "split"),
    [
        ("/a/b/*.py", ("/a/b", "*.py")),
        ("/a.py", ("", "a.py")),
        ("*", ("", "*")),
        ("/a/[b]/c", ("/a", "[b]/c")),
    ],
)
def test_the_fixed_folder_of_a_pattern_is_told(pattern, split):
    assert split_fixed_folder(pattern) == split


def test_a_brace_with_one_choice_is_read_as_that_choice_when_nothing_else_fits():
    assert PathPattern("*.{py}").matches_literally("a.py")
    assert not PathPattern("*.{py}").matches("a.py")
    assert PathPattern("x{y}.txt").matches("x{y}.txt")
    assert not PathPattern(r"x\{y}").matches_literally("xy")
