import shlex
import shutil
import string
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maia.facades.repl.typing.shell_word import as_shell_word, last_word

ODD = st.text(string.ascii_letters + string.punctuation + " é漢\t", min_size=1, max_size=12)


@pytest.mark.parametrize(
    "line",
    [
        "ls $HOME",
        'ls "$(a',
        "ls `a",
        'ls "$a',
        "ls *.p",
        "ls a?",
        "ls [a",
        "ls {a",
        "ls a\\",
        "x" * 20_000,
    ],
)
def test_a_word_that_the_shell_will_change_is_not_completed(line):
    assert last_word(line) is None


@pytest.mark.parametrize(
    ("line", "start", "text", "is_command"),
    [
        ("", 0, "", True),
        ("ls", 0, "ls", True),
        ("  ls", 2, "ls", True),
        ("ls ", 3, "", False),
        ("ls src/ma", 3, "src/ma", False),
        (r"ls my\ no", 3, "my no", False),
        ("ls 'my no", 3, "my no", False),
        ('ls "my no', 3, "my no", False),
        ("ls 'my'no", 3, "myno", False),
        ("ls '$a", 3, "$a", False),
        ("cat<a", 4, "a", False),
        ("a > b", 4, "b", False),
        ("a; b", 3, "b", True),
        ("a && b c", 7, "c", False),
        ("a | ./b", 4, "./b", True),
        ("(a", 1, "a", True),
        ("--file=sr", 7, "sr", False),
        ("A=b c", 4, "c", False),
        ("ls $(a", 5, "a", True),
        ("ls $(cat a", 9, "a", False),
        ("a\nb", 2, "b", True),
        ("'my tool' x", 10, "x", False),
        ("a *.py b", 7, "b", False),
    ],
)
def test_the_word_at_the_cursor_is_read_as_the_shell_reads_it(line, start, text, is_command):
    word = last_word(line)
    assert word is not None
    assert (word.start, word.text, word.is_command) == (start, text, is_command)


def test_the_home_stays_the_home():
    assert as_shell_word("~/my notes") == r"~/my\ notes"
    assert as_shell_word("~x") == r"\~x"
    assert as_shell_word("a~/b") == r"a\~/b"


@settings(max_examples=200, deadline=None)
@given(ODD)
def test_a_path_is_one_word_again(path):
    if not path.startswith("~/"):
        assert shlex.split(as_shell_word(path)) == [path]
        word = last_word(f"cat {as_shell_word(path)}")
        assert word is not None
        assert word.text == path


@settings(max_examples=20, deadline=None)
@given(ODD.filter(lambda path: not path.startswith("~/")))
def test_bash_reads_the_same_word(path):
    bash = shutil.which("bash")
    command = f"printf %s {as_shell_word(path)}"
    said = subprocess.run([bash, "-c", command], capture_output=True, check=True, timeout=50)
    assert said.stdout.decode() == path
