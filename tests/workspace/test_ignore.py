import os
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maia.workspace.ignore import IgnoreRules, entered, repository_top, rules_around

NAMES = ("a", "b", "ab", "a.b", "a b", "-a", "[a]", "a]", "aab", "#a", "!a", "a\\", "é")
PIECES = (
    *("a", "b", "ab", "/", "*", "**", "?", "[", "]", "!", "\\", "-", "^", " ", ".", "#", "é"),
    *("[a-b]", "[!a]", "[]a]", "[[:alpha:]]", "**/", "/**", "*/", "\\*"),
)
PATTERN = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)
IGNORE_FILE = st.lists(PATTERN, min_size=1, max_size=5)

HAND_WRITTEN = [
    ["*", "!*/", "!*.b"],
    ["/*", "!/a", "/a/*", "!/a/b"],
    ["a/", "!a/b"],
    ["a/*", "!a/b"],
    ["**/a/**/b"],
    ["a/**"],
    ["**"],
    ["/ab**/b"],
    ["/**\\/**"],
    ["a\\ ", "b  "],
    ["\\#a", "\\!a"],
    ["[!a]*"],
    ["[a"],
    ["*[]-/[a-b]"],
    ["[b-a]b", "[a-b-]"],
    ["a\\"],
    ["/", "//", "!"],
    ["a\r", "#b\r"],
    ["*.b", "!ab/*.b"],
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A repository with the names at three depths, none of them tracked."""
    root = tmp_path_factory.mktemp("ignored")
    subprocess.run(["git", "init", "-q", root], check=True)
    for first in NAMES:
        if first in ("a", "ab", "[a]"):
            for second in NAMES:
                if second in ("a", "b"):
                    (root / first / second).mkdir(parents=True)
                    for third in NAMES:
                        (root / first / second / third).touch()
                else:
                    (root / first).mkdir(exist_ok=True)
                    (root / first / second).touch()
        else:
            (root / first).touch()
    return root


def git_says(root):
    answer = subprocess.run(
        ["git", "-C", root, "ls-files", "--others", "--exclude-standard", "-z"],
        check=True,
        capture_output=True,
    )
    return {name for name in answer.stdout.split(b"\0") if name}


def we_say(folder, level=None, prefix=b""):
    level = entered(folder, level)
    kept = set()
    for entry in os.scandir(folder):
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name == b".git" or (level and level.ignores(entry.path, is_folder=is_folder)):
            continue
        if is_folder:
            kept |= we_say(entry.path, level, prefix + entry.name + b"/")
        else:
            kept.add(prefix + entry.name)
    return kept


@pytest.mark.parametrize("lines", HAND_WRITTEN, ids=" ".join)
def test_hand_written_rules_mean_what_git_makes_of_them(tree, lines):
    (tree / ".gitignore").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="")
    assert we_say(os.fsencode(tree)) == git_says(tree)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(outer=IGNORE_FILE, inner=IGNORE_FILE)
def test_any_nested_rules_mean_what_git_makes_of_them(tree, outer, inner):
    (tree / ".gitignore").write_text("\n".join(outer), encoding="utf-8")
    (tree / "a" / ".gitignore").write_text("\n".join(inner), encoding="utf-8")
    try:
        assert we_say(os.fsencode(tree)) == git_says(tree)
    finally:
        (tree / "a" / ".gitignore").unlink()


def test_a_byte_order_mark_does_not_spoil_the_first_rule(tmp_path):
    (tmp_path / ".gitignore").write_bytes(b"\xef\xbb\xbfbuild\n")
    level = entered(os.fsencode(tmp_path), None)
    assert level.ignores(os.fsencode(tmp_path / "build"), is_folder=True)


def test_an_ignore_file_that_is_a_link_a_pipe_or_a_folder_is_not_read(tmp_path):
    (tmp_path / "rules").write_text("*\n")
    for make in ("link", "pipe", "folder"):
        folder = tmp_path / make
        folder.mkdir()
        match make:
            case "link":
                (folder / ".gitignore").symlink_to("../rules")
            case "pipe":
                os.mkfifo(folder / ".gitignore")
            case _:
                (folder / ".gitignore").mkdir()
        assert entered(os.fsencode(folder), None) is None


def test_rules_made_to_be_slow_are_not():
    stars = IgnoreRules([b"*a" * 40 + b"b", b"/**/a" * 30 + b"/b"])
    assert stars.verdict(b"a" * 250, is_folder=False) is None
    assert stars.verdict(b"a/" * 200 + b"a", is_folder=False) is None


def test_a_repository_around_the_root_lays_its_rules_on_it(tmp_path, home):
    personal = home / ".config" / "git" / "ignore"
    personal.parent.mkdir(parents=True)
    personal.write_text("*.mine\n")
    (tmp_path / ".git" / "info").mkdir(parents=True)
    (tmp_path / ".git" / "info" / "exclude").write_text("*.local\n")
    (tmp_path / ".gitignore").write_text("/src/*.log\nbuild/\n")
    (tmp_path / "src").mkdir()
    (tmp_path / "build").mkdir()
    level = rules_around(os.fsencode(tmp_path / "src"))
    said = {
        name: level.ignores(os.fsencode(tmp_path / "src" / name), is_folder=False)
        for name in ("x.mine", "x.local", "x.log", "x.py")
    }
    assert said == {"x.mine": True, "x.local": True, "x.log": True, "x.py": False}
    assert rules_around(os.fsencode(tmp_path / "build")) is None


def test_a_linked_worktree_reads_the_excludes_of_its_repository(tmp_path):
    main = tmp_path / "main"
    subprocess.run(["git", "init", "-q", main], check=True)
    subprocess.run(["git", "-C", main, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run(["git", "-C", main, "worktree", "add", "-q", tmp_path / "side"], check=True)
    (main / ".git" / "info" / "exclude").write_text("*.local\n")
    level = rules_around(os.fsencode(tmp_path / "side"))
    assert level.ignores(os.fsencode(tmp_path / "side" / "x.local"), is_folder=False)


def test_outside_a_repository_there_is_no_top(tmp_path):
    assert repository_top(os.fsencode(tmp_path)) is None
