import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maia.agent.context.mentions import find_mentions
from maia.facades.repl.typing.mention_word import mention_before, mention_of

ODD = st.text(
    string.ascii_letters + "'\"\\ @.,:;!?()[]{}<>/~-_1é漢«»“”‘’`…#$%&*|=+^\t",
    min_size=1,
    max_size=12,
)


def typed(line):
    found = mention_before(line)
    return found and found.path


@pytest.mark.parametrize(
    "line",
    [
        "",
        "jean@exemple.fr",
        "a@b",
        "@ ",
        "@a ",
        "@a b",
        "@'a b'",
        "@'a b' ",
        "@@",
        "x@'a b",
        "@' a'x",
    ],
)
def test_no_mention_is_being_typed(line):
    assert mention_before(line) is None


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("@", ""),
        ("see @", ""),
        ("see @src/ma", "src/ma"),
        ("@ src", "src"),
        ("(@a", "a"),
        ("«@a", "a"),
        ("@a,@b", "b"),
        ("@'", ""),
        ("@'my do", "my do"),
        ("@ 'my do", "my do"),
        (r"@'it\'s", "it's"),
        ("@'one' and @'two th", "two th"),
        ("@~/no", "~/no"),
        ("@jean@ex", "jean@ex"),
        ("@'a\\", "a\\"),
    ],
)
def test_the_mention_at_the_cursor_is_found(line, path):
    found = mention_before(line)
    assert found is not None
    assert found.path == path
    assert line[-found.length] == "@"


def test_a_line_of_pasted_data_is_looked_at_near_the_cursor_only():
    assert mention_before("(@" * 500_000) is not None
    assert typed("@" + "x" * 2_000) is None
    assert typed("x" * 100_000 + " @a") == "a"


@pytest.mark.parametrize(
    ("path", "mention"),
    [
        ("src/main.py", "@src/main.py"),
        ("my notes.md", "@'my notes.md'"),
        ("it's", r"@'it\'s'"),
        (r"back\'slash", r"@'back\\'slash'"),
        ("ends.", "@'ends.'"),
        ("log:12", "@'log:12'"),
        ("a,@b", "@'a,@b'"),
        ("@scope/x", "@'@scope/x'"),
        ("~/notes/", "@~/notes/"),
        ("été/漢.md", "@été/漢.md"),
    ],
)
def test_a_path_is_written_bare_or_in_quotes(path, mention):
    assert mention_of(path) == mention


@pytest.mark.parametrize("path", ["", "ends\\", "new\nline", "a " * 3_000])
def test_a_path_that_no_mention_can_name_is_said(path):
    assert mention_of(path) is None


@settings(max_examples=200, deadline=None)
@given(ODD, st.sampled_from(["", "see ", "(", "a, "]), st.sampled_from(["", " and", ", so", ")."]))
def test_the_mention_of_a_path_names_exactly_it(path, before, after):
    mention = mention_of(path)
    if mention is None:
        assert path.endswith("\\")
        return
    (found,) = find_mentions(f"{before}{mention}{after}")
    assert found.path == path
    assert found.start == len(before)


@settings(max_examples=200, deadline=None)
@given(ODD, st.data())
def test_a_mention_is_known_at_each_key(path, data):
    mention = mention_of(path)
    if mention is None:
        return
    cut = data.draw(st.integers(1, len(mention)))
    found = mention_before(f"see {mention[:cut]}")
    if found is not None and cut < len(mention) and not mention[:cut].endswith("\\"):
        assert path.startswith(found.path)
        assert found.length == cut
