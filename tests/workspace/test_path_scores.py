import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maia.workspace.path_scores import MOST_FOUND, PathIndex

NAMES = st.text(string.ascii_letters + "_-. é", min_size=1, max_size=8)
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)


def best(query, *paths):
    return PathIndex(paths).best(query)


def holds_in_order(query, text):
    letters = iter(text)
    return all(letter in letters for letter in query)


@pytest.mark.parametrize(
    "query", ["zq", "niam", "main.pyx", "a" * 10_000, "\n", "[", "\\", "(?", "^-]"]
)
def test_what_holds_not_the_letters_in_their_order_is_left_out(query):
    assert best(query, "src/main.py", "docs/") == []


def test_no_path_at_all_is_no_fault():
    assert best("a") == best("") == []


@pytest.mark.parametrize("sign", list("[](){}^$.*+?|\\-~ '\""))
def test_a_sign_of_patterns_is_a_letter_like_others(sign):
    assert best(f"a{sign}b", "axb", f"xa{sign}b") == [f"xa{sign}b"]


@pytest.mark.parametrize(
    ("query", "winner", "loser"),
    [
        ("main", "src/main.py", "src/domain.py"),  # the beginning of a name
        ("main", "deep/down/main.py", "main/a.py"),  # the last name
        ("main", "src/main.py", "src/main_loop.py"),  # the whole stem
        ("readme.md", "docs/old/readme.md", "readme.md.orig"),  # the whole name
        ("pc", "workspace/path_completion.py", "workspace/spec.py"),  # beginnings of parts
        ("pc", "workspace/path_completion.py", "httpcore.py"),
        ("fb", "fooBar.py", "of_b.py"),  # a capital begins a part
        ("gs", "get_size.py", "glossy.py"),
        ("test", "tests/", "latest/"),
        ("aui", "app/ui.py", "aquiline.py"),
        ("util", "util.py", "some/folder/util.py"),  # a shorter path
        ("src/ma", "src/maia/run.py", "src/x/mad_run_all.py"),
        ("v2", "api_v2.py", "valve_x2.py"),
        ("A/", "b/A/", "A/A"),
        ("typing", "src/repl/typing/", "src/repl/typing/editor.py"),
    ],
)
def test_the_likelier_path_comes_first(query, winner, loser):
    assert best(query, loser, winner) == [winner, loser]


def test_capitals_count_only_where_some_are_typed():
    assert best("readme", "README.md", "readme.txt") == ["README.md", "readme.txt"]
    assert best("README", "README.md", "readme.txt") == ["README.md"]


def test_a_letter_that_is_two_in_lower_case_is_found():
    assert best("istanbul", "İstanbul.md", "x") == ["İstanbul.md"]
    assert best("İst", "İstanbul.md") == ["İstanbul.md"]
    assert best("stanbul.md", "İstanbul.md") == ["İstanbul.md"]


def test_without_letters_what_is_nearest_the_top_comes_first():
    assert best("", "b/c/d", "z", "a/b", "b/") == ["b/", "z", "a/b", "b/c/d"]


def test_no_more_are_offered_than_a_list_has_room_for():
    paths = [f"file{number}" for number in range(1000)]
    assert len(best("file", *paths)) == len(best("", *paths)) == MOST_FOUND


def test_the_shortest_of_many_that_fit_alike_is_offered_first():
    paths = [f"folder/main_{number:04}.py" for number in range(3000)]
    assert best("main", *paths, "main.py")[0] == "main.py"


def test_initials_are_found_among_many_that_hold_them_by_chance():
    paths = [f"spc{number}/spc" for number in range(3000)]
    assert best("pc", *paths, "src/workspace/path_completion.py")[0].endswith("path_completion.py")


@settings(max_examples=200, deadline=None)
@given(st.lists(PATHS, max_size=30, unique=True), st.text("abcMAIN_-./ é", max_size=5))
def test_all_that_fits_is_offered_and_nothing_else(paths, query):
    folded = query == query.lower()
    fitting = {path for path in paths if holds_in_order(query, path.lower() if folded else path)}
    assert set(best(query, *paths)) == fitting
