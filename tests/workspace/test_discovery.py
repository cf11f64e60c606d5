import contextlib
import os
import shutil
import subprocess
import tempfile
import tracemalloc
from pathlib import Path

import pytest

from maia.workspace.discovery import Discovery, printable


@pytest.fixture
def unprivileged():
    """A folder of our own, and rights that a mode can take away (root's cannot be)."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o777)
        if os.geteuid() == 0:
            os.seteuid(65534)
            stack.callback(os.seteuid, 0)
        yield folder
        stack.close()
        for path in folder.rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o700)


GIT = shutil.which("git")  # found once: some tests hide it from PATH


def git(folder, *arguments):
    allowed = ("-c", "protocol.file.allow=always")
    subprocess.run([GIT, "-C", folder, *allowed, *arguments], check=True, capture_output=True)


def repository(folder, *names):
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q")
    write(folder, *names)
    if names:
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", "x")
    return folder


def write(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x\n")


def found(root, **options):
    return [each.path for each in Discovery(root, **options).files()]


@pytest.fixture(params=["git", "own"])
def engine(request, monkeypatch, tmp_path_factory):
    """The same test with git's answer and without git on PATH."""
    if request.param == "own":
        monkeypatch.setenv("PATH", str(tmp_path_factory.mktemp("empty")))
    return request.param


@pytest.fixture
def make(tmp_path):
    """Builds a repository before `engine` hides git."""
    return lambda *names: repository(tmp_path / "repo", *names)


def test_both_engines_follow_the_same_rules(tmp_path, monkeypatch):
    root = repository(tmp_path / "repo", "src/kept.py", "docs/a.md")
    write(root, ".gitignore", "src/.gitignore", "build/x", "src/a.log", "src/keep.log", "new.txt")
    (root / ".gitignore").write_text("build/\n*.log\n*.local\n")
    (root / "src" / ".gitignore").write_text("!keep.log\n")
    (root / ".git" / "info" / "exclude").write_text("new.local\n")
    write(root, "new.local", "node_modules/p/index.js", "src/node_modules/q.js", ".env", "src-x")
    asked = found(root)
    monkeypatch.setenv("PATH", str(tmp_path))
    walked = found(root)
    assert asked == walked
    assert asked == [
        *(".env", ".gitignore", "docs/a.md", "new.txt"),
        *("src-x", "src/.gitignore", "src/keep.log", "src/kept.py"),
    ]


def test_a_tracked_file_counts_though_a_rule_ignores_it(tmp_path):
    root = repository(tmp_path, "build/kept.txt")
    (root / ".gitignore").write_text("build/\n")
    write(root, "build/new.txt")
    assert found(root) == [".gitignore", "build/kept.txt"]


def test_a_tracked_file_that_was_deleted_does_not_count(tmp_path):
    root = repository(tmp_path, "gone.txt", "stays.txt", "folder/gone.txt")
    (root / "gone.txt").unlink()
    shutil.rmtree(root / "folder")
    assert found(root) == ["stays.txt"]


def test_a_tracked_folder_that_became_a_link_is_not_entered(tmp_path):
    root = repository(tmp_path / "repo", "sub/a.txt", "b.txt")
    shutil.rmtree(root / "sub")
    write(tmp_path, "outside/a.txt")
    (root / "sub").symlink_to(tmp_path / "outside")
    assert found(root) == ["b.txt"]


def test_the_persons_own_excludes_count(tmp_path, home):
    root = repository(tmp_path, "a.txt")
    (home / ".gitconfig").write_text(f"[core]\n\texcludesFile = {home}/mine\n")
    (home / "mine").write_text("*.swp\n")
    write(root, "a.swp")
    assert found(root) == ["a.txt"]


def test_a_folder_of_a_repository_is_listed_from_itself(tmp_path):
    root = repository(tmp_path, "a.txt", "sub/b.txt", "sub/deep/c.txt")
    (root / ".gitignore").write_text("/sub/deep/*.log\n")
    write(root, "sub/deep/d.log")
    assert found(root / "sub") == ["b.txt", "deep/c.txt"]


def test_an_ignored_folder_that_is_named_is_looked_into(tmp_path):
    root = repository(tmp_path, "a.txt")
    (root / ".gitignore").write_text("build/\n")
    write(root, "build/out.js", "build/deep/x.js", "build/skip.js")
    (root / "build" / ".gitignore").write_text("skip.js\n")
    assert found(root / "build") == [".gitignore", "deep/x.js", "out.js"]
    assert "build/out.js" not in found(root)


def test_submodules_and_nested_repositories_are_entered_with_their_own_rules(tmp_path):
    repository(tmp_path / "library", "lib.c")
    root = repository(tmp_path / "repo", "a.txt")
    git(root, "submodule", "add", "-q", tmp_path / "library", "vendor/library")
    nested = repository(root / "clone", "n.txt")
    (nested / ".gitignore").write_text("*.o\n")
    write(root, "clone/n.o", "vendor/library/new.c")
    (root / ".gitignore").write_text("/clone/n.txt\n")
    assert set(found(root)) == {
        *(".gitignore", ".gitmodules", "a.txt", "clone/.gitignore", "clone/n.txt"),
        *("vendor/library/lib.c", "vendor/library/new.c"),
    }


def test_repositories_below_a_plain_folder_are_asked_too(tmp_path):
    root = repository(tmp_path / "one", "build/tracked.txt")
    (root / ".gitignore").write_text("build/\n")
    write(tmp_path, "plain.txt", "one/build/new.txt")
    assert found(tmp_path) == ["one/.gitignore", "one/build/tracked.txt", "plain.txt"]


def test_a_worktree_lists_its_own_files(tmp_path):
    root = repository(tmp_path / "main", "a.txt")
    git(root, "worktree", "add", "-q", tmp_path / "side")
    write(tmp_path, "side/b.txt")
    assert found(tmp_path / "side") == ["a.txt", "b.txt"]


def test_an_uninitialised_submodule_is_an_empty_folder(tmp_path):
    repository(tmp_path / "library", "lib.c")
    root = repository(tmp_path / "repo", "a.txt")
    git(root, "submodule", "add", "-q", tmp_path / "library", "library")
    git(root, "commit", "-q", "-m", "y")
    git(root, "submodule", "deinit", "-q", "-f", "library")
    assert found(root) == [".gitmodules", "a.txt"]


@pytest.mark.parametrize("damage", ["bare", "index", "empty", "config"])
def test_a_repository_git_cannot_list_is_walked(tmp_path, damage):
    root = repository(tmp_path, "a.txt")
    (root / ".gitignore").write_text("*.log\n")
    write(root, "b.log", "c.txt")
    match damage:
        case "bare":
            git(root, "config", "core.bare", "true")
        case "index":
            (root / ".git" / "index").write_bytes(b"nonsense")
        case "empty":
            shutil.rmtree(root / ".git")
            (root / ".git").mkdir()
        case _:
            (root / ".git" / "config").write_text("[core\n")
    assert found(root) == [".gitignore", "a.txt", "c.txt"]


def test_a_broken_nested_repository_is_not_answered_by_the_one_around_it(tmp_path):
    root = repository(tmp_path, "a.txt")
    (root / ".gitignore").write_text("build/\n")
    write(root, "build/inner/b.txt")
    (root / "build" / "inner" / ".git").mkdir()
    assert found(root / "build") == ["inner/b.txt"]


def test_a_repository_of_someone_else_is_walked(unprivileged, monkeypatch):
    if os.getuid() != 0:
        pytest.skip("only root can give a folder away")
    os.seteuid(0)
    root = repository(unprivileged / "repo", "a.txt")
    (root / ".gitignore").write_text("*.log\n")
    write(root, "b.log")
    os.seteuid(65534)
    assert found(root) == [".gitignore", "a.txt"]


def test_links_are_listed_when_they_lead_to_a_file_inside(make, engine, tmp_path):
    root = make("real.txt", "folder/inner.txt")
    write(tmp_path, "outside.txt")
    for name, target in {
        "inside": "real.txt",
        "outside": tmp_path / "outside.txt",
        "folder-link": "folder",
        "up": "..",
        "folder/loop": "loop",
        "broken": "nowhere",
        "zero": "/dev/zero",
    }.items():
        (root / name).symlink_to(target)
    files = list(Discovery(root).files())
    assert [each.path for each in files] == ["folder/inner.txt", "inside", "real.txt"]
    assert [each.is_link for each in files] == [False, True, False]


def test_pipes_and_sockets_are_no_files(make, engine):
    root = make("a.txt")
    os.mkfifo(root / "pipe")
    assert found(root) == ["a.txt"]


def test_an_unreadable_folder_is_noted_and_passed_over(unprivileged):
    write(unprivileged, "a.txt", "locked/b.txt", "z/c.txt")
    (unprivileged / "locked").chmod(0)
    discovery = Discovery(unprivileged)
    assert [each.path for each in discovery.files()] == ["a.txt", "z/c.txt"]
    assert (discovery.unreadable, discovery.unreadable_count) == (["locked/"], 1)


def test_an_unreadable_folder_is_noted_by_git_too(unprivileged, monkeypatch):
    monkeypatch.setenv("HOME", str(unprivileged))
    root = repository(unprivileged / "repo", "a.txt")
    write(root, "locked/b.txt")
    (root / "locked").chmod(0)
    discovery = Discovery(root)
    assert [each.path for each in discovery.files()] == ["a.txt"]
    assert discovery.unreadable == ["locked/"]


def test_odd_names_come_through(make, engine):
    root = make("a.txt")
    names = [b"bad\xff", b"line\nbreak", b"-rf", b" ", "e\u0301".encode(), b"[x]", b"*"]
    for name in names:
        (root / os.fsdecode(name)).touch()
    assert sorted(map(os.fsencode, found(root))) == sorted([*names, b"a.txt"])


def test_a_tree_as_deep_as_paths_may_be_does_not_exhaust_the_stack(make, engine):
    root = make("a.txt")
    inside = root
    for _step in range(12):
        inside = inside / "/".join("d" * 100)
        inside.mkdir(parents=True)
    (inside / "x").touch()
    try:
        assert found(root) == ["a.txt", "d/" * 1200 + "x"]
    finally:
        subprocess.run(["/bin/rm", "-rf", root / "d"], check=True)  # too deep for Python's rmtree


def test_a_conflicted_file_is_listed_once(tmp_path):
    root = repository(tmp_path, "a.txt")
    for branch, text in (("one", "1\n"), ("two", "2\n")):
        git(root, "checkout", "-q", "-b", branch, "HEAD" if branch == "one" else "one~1")
        (root / "a.txt").write_text(text)
        git(root, "commit", "-q", "-a", "-m", branch)
    with contextlib.suppress(subprocess.CalledProcessError):
        git(root, "merge", "one")
    assert found(root) == ["a.txt"]


def test_ignored_files_are_listed_on_request(tmp_path):
    root = repository(tmp_path, "a.txt")
    (root / ".gitignore").write_text("build/\n")
    write(root, "build/x", "node_modules/y")
    assert found(root, ignored_too=True) == [".gitignore", "a.txt", "build/x", "node_modules/y"]


def test_a_cancelled_listing_ends_and_says_so(make, engine):
    discovery = Discovery(make("a.txt", "b.txt"), cancelled=lambda: True)
    assert list(discovery.files()) == []
    assert not discovery.is_complete


def test_a_listing_that_is_dropped_leaves_no_process(tmp_path):
    root = repository(tmp_path)
    for number in range(3000):
        (root / f"{'x' * 100}{number}").touch()
    files = Discovery(root).files()
    next(files)
    files.close()
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    names = [Path(f"/proc/{child}/comm").read_text().strip() for child in children]
    assert "git" not in names


def test_the_list_is_not_held_in_memory(make, engine):
    root = make("a.txt")
    for folder in range(40):
        (root / f"{folder}").mkdir()
        for number in range(100):
            (root / f"{folder}" / f"{'x' * 200}{number}").touch()
    tracemalloc.start()
    count = sum(1 for _file in Discovery(root).files())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 4001
    assert peak < 800_000  # the names alone are 4001 * 250 bytes


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("plain é.txt", "plain é.txt"),
        (os.fsdecode(b"bad\xff.txt"), r"bad\xff.txt"),
        ("line\nbreak", r"line\nbreak"),
        ("esc\x1b[2J", r"esc\x1b[2J"),
    ],
)
def test_any_name_can_be_shown(name, shown):
    assert printable(name) == shown
