import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maia.agent.context.mentions import find_mentions


def paths(text):
    return [mention.path for mention in find_mentions(text)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "@",
        "@ ",
        "@\n",
        "@@",
        "jean@exemple.fr",
        "a@b @@c",
        "@'not closed",
        "@'not\nclosed'",
        "@''",
        "@...",
        "@).",
        "https://x.org/@user",
        "x@'y'",
        "@  two",
        "@'" + "x" * 5_000 + "'",
    ],
)
def test_text_without_a_mention(text):
    assert find_mentions(text) == ()


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("@src/a.py", "src/a.py"),
        ("read @src/a.py please", "src/a.py"),
        ("@ src/a.py", "src/a.py"),
        ("@'my notes.md'", "my notes.md"),
        ("@ 'my notes.md'", "my notes.md"),
        (r"@'l\'été.md'", "l'été.md"),
        (r"@'a\b.md'", r"a\b.md"),
        ("@'a.md'b", "a.md"),
        ("@~/notes.md", "~/notes.md"),
        ("@~", "~"),
        ("@/etc/hosts", "/etc/hosts"),
        ("@.", "."),
        ("@..", ".."),
        ("@../x", "../x"),
        ("@src/", "src/"),
        ("@.env", ".env"),
        ("@types/node@1.2", "types/node@1.2"),
        ("line\n@a.py", "a.py"),
        ("@a.py\n", "a.py"),
        ("(@a.py)", "a.py"),
        ("[@a.py]", "a.py"),
        ("«@a.py»", "a.py"),
        ('"@a.py"', "a.py"),
        ("`@a.py`", "a.py"),
        ("@a.py.", "a.py"),
        ("@a.py, then", "a.py"),
        ("@a.py: why", "a.py"),
        ("@a.py?", "a.py"),
        ("(see @a.py).", "a.py"),
        ("@a.py:12", "a.py"),
        ("@a.py:12:3", "a.py"),
        ("@a.py:12-30.", "a.py"),
        ("@été/日本.md", "été/日本.md"),
    ],
)
def test_the_forms_of_a_mention(text, path):
    assert paths(text) == [path]


def test_a_mention_says_where_it_stands():
    text = "see (@src/a.py), @ b.py and @'c d'."
    spans = [text[mention.start : mention.end] for mention in find_mentions(text)]
    assert spans == ["@src/a.py", "@ b.py", "@'c d'"]
    assert [mention.quoted for mention in find_mentions(text)] == [False, False, True]


def test_mentions_side_by_side_are_told_apart():
    assert paths("@a.py,@b.py;@c,d.py") == ["a.py", "b.py", "c,d.py"]


def test_signs_at_the_end_may_belong_to_the_name_the_longest_first():
    (mention,) = find_mentions("@notes.md).")
    assert mention.candidates == ("notes.md).", "notes.md)", "notes.md")
    (mention,) = find_mentions("@a.py:7.")
    assert mention.candidates == ("a.py:7.", "a.py:7", "a.py")
    (mention,) = find_mentions("@why" + "?" * 500)
    assert mention.candidates == ("why" + "?" * 500, "why")


@pytest.mark.parametrize(
    "text", ["@src/x", "@a.py", "@README.MD", "@~/x", "@/x", "@'anything'", "@../x", "@a/b-c_d.e"]
)
def test_what_looks_like_a_path(text):
    assert find_mentions(text)[0].looks_like_a_path


@pytest.mark.parametrize(
    "text",
    [
        "@property",
        "@jean",
        "@app.get('/x')",
        "@pytest.fixture",
        "@Override",
        "@ noon",
        "@v1.2",
        "@a/" + "b" * 600,
        "@.",
        "@env",
    ],
)
def test_what_does_not(text):
    assert not find_mentions(text)[0].looks_like_a_path


names = st.text(alphabet="abcXYZ09_-/é", min_size=1, max_size=12)


@settings(max_examples=200)
@given(
    names,
    st.sampled_from(["", "see ", "(", "a\n", "« ", '"']),
    st.sampled_from(["", ".", ")", " x"]),
)
def test_a_plain_name_is_found_wherever_a_word_begins(name, before, after):
    (mention,) = find_mentions(f"{before}@{name}{after}")
    assert mention.path == name
    assert name in mention.candidates


@settings(max_examples=200)
@given(st.text(alphabet="ab '\"@.,é/", min_size=1, max_size=12))
def test_a_quoted_name_is_found_as_it_is(name):
    quoted = name.replace("'", "\\'")
    (mention, *_) = find_mentions(f"see @'{quoted}' now")
    assert (mention.path, mention.quoted) == (name, True)


@settings(max_examples=200)
@given(st.text(alphabet="@ab.,:;()'\\ \n1/~", max_size=40))
def test_mentions_are_in_order_and_never_overlap(text):
    end = 0
    for mention in find_mentions(text):
        assert end <= mention.start < mention.end <= len(text)
        assert text[mention.start] == "@"
        assert mention.path
        assert mention.path in mention.candidates
        end = mention.end


@settings(max_examples=100)
@given(st.text(alphabet="abc@.fr", max_size=12), st.sampled_from(["a", "9", "_", "é", "/", "."]))
def test_inside_a_word_there_is_no_mention(rest, before):
    assert find_mentions(f"{before}@{rest}".replace(" ", "")) == ()


@pytest.mark.parametrize("piece", ["@'", "@a", ",@", "@a.", "'", "@ ", "\\'", "@'\\"])
def test_pasted_megabytes_are_searched_in_one_go(piece):
    # In quadratic time, the time limit of a test would be over.
    assert all(mention.path for mention in find_mentions(piece * 300_000))
    assert all(mention.path for mention in find_mentions("@'" + piece * 300_000))
