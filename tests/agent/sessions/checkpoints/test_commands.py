import os
import subprocess
import sys

import pytest

from maia.agent.sessions.checkpoints import git_index, work_tree
from maia.i18n import en, fr


def git(bench, *arguments):
    subprocess.run(["git", *arguments], cwd=bench.folder, check=True, capture_output=True)


@pytest.fixture
def repository(bench):
    """Clean files with an old date, so that git's index can vouch for them."""
    git(bench, "init", "-q")
    for name in ("clean", "dirty", "d/inner"):
        path = bench.path(name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{name} at first\n")
        os.utime(path, (1_000_000_000, 1_000_000_000))
    bench.path(".gitignore").write_text("ignored\n")
    git(bench, "add", ".")
    git(bench, "commit", "-q", "-m", "first")
    bench.path("dirty").write_text("dirty by the person\n")
    bench.path("untracked").write_text("untracked by the person\n")
    bench.kept.begin(1, "hello")
    return bench


def keys(bench, restored):
    found = {str(path.relative_to(bench.folder)): key for path, key in restored.kept}
    assert all(key in en.SENTENCES and key in fr.SENTENCES for key in found.values())
    return found


def state(bench):
    return {
        str(path.relative_to(bench.folder)): path.read_bytes()
        for path in sorted(bench.folder.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    }


def test_outside_a_work_tree_commands_are_not_watched(bench):
    bench.kept.begin(1, "hello")
    assert bench.kept.before_command() is None
    git(bench, "init", "-q")
    assert bench.kept.before_command() is not None


def test_without_git_commands_are_not_watched(repository, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert repository.kept.before_command() is None


def test_git_that_is_too_slow_is_not_waited_for(repository, monkeypatch):
    monkeypatch.setattr(work_tree, "SECONDS_BEFORE", -1.0)
    assert repository.kept.before_command() is None


def test_more_files_than_can_be_watched_are_not(repository, monkeypatch):
    monkeypatch.setattr(work_tree, "MOST_FILES", 3)
    assert repository.kept.before_command() is None


def test_a_list_in_a_form_that_is_not_understood_is_not_half_read(repository, monkeypatch):
    monkeypatch.setattr(git_index, "_ENTRY", git_index.re.compile(rb"(?P<path>never)\0"))
    assert repository.kept.before_command() is None


def test_no_room_for_git_to_complain_does_not_stop_the_command(repository, monkeypatch):
    token = repository.kept.before_command()

    def full():
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    assert repository.kept.before_command() is None
    repository.path("untracked").write_text("changed")
    assert repository.kept.after_command(token) == (repository.path("untracked"),)


def test_a_repository_runs_nothing_of_its_own(repository, tmp_path):
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n")
    trap.chmod(0o755)
    for key in ("filter.x.clean", "filter.x.smudge", "diff.x.textconv", "core.fsmonitor"):
        git(repository, "config", key, str(trap))
    repository.path(".git/info/attributes").write_text("* filter=x diff=x\n")
    repository.path("d/inner").write_text("d/inner at FIRST\n")
    subprocess.run(["git", "status"], cwd=repository.folder, check=True, capture_output=True)
    assert (tmp_path / "ran").exists(), "the trap must work, or this test says nothing"
    (tmp_path / "ran").unlink()
    changed = repository.run("echo 1 > clean; echo 2 > dirty; echo 3 > d/inner; echo 4 > new")
    assert changed == ("clean", "d/inner", "dirty", "new")
    repository.kept.session_diff()
    repository.kept.restore(1)
    assert not (tmp_path / "ran").exists()


def test_changed_made_and_deleted_files_come_back(repository):
    before = state(repository)
    repository.path("clean").chmod(0o755)  # dirty by its mode alone
    changed = repository.run(
        "echo x > clean; echo x >> dirty; rm d/inner; echo x > untracked; echo x > new; mkdir e;"
        "echo x > e/new; echo x > ignored; mv dirty moved"
    )
    assert changed == ("clean", "d/inner", "dirty", "e/new", "moved", "new", "untracked")
    repository.again()
    restored = repository.kept.restore(1)
    assert restored.kept == []
    assert state(repository) == before | {"ignored": b"x\n"}
    assert repository.path("clean").stat().st_mode & 0o777 == 0o755


def test_nothing_of_the_persons_repository_is_written(repository):
    before = {
        path: (path.stat().st_mtime_ns, path.stat().st_size)
        for path in repository.path(".git").rglob("*")
    }
    repository.run("echo x > clean; rm d/inner; echo x > new")
    repository.kept.restore(1)
    after = {
        path: (path.stat().st_mtime_ns, path.stat().st_size)
        for path in repository.path(".git").rglob("*")
    }
    assert after == before


def test_a_command_that_commits_or_changes_branch_is_undone_in_files(repository):
    before = state(repository)
    repository.run("echo x > clean; git add -A; git commit -q -m second; echo y > dirty")
    repository.run("git checkout -q HEAD~1 2>/dev/null || git checkout -qf HEAD~1")
    repository.kept.restore(1)
    assert state(repository) == before


def test_what_is_only_touched_is_not_changed(repository):
    assert repository.run("touch clean dirty untracked; cat clean > /dev/null") == ()
    assert repository.kept.session_diff() == ()


def test_a_mode_is_a_change(repository):
    assert repository.run("chmod +x clean untracked") == ("clean", "untracked")
    repository.kept.restore(1)
    assert not os.access(repository.path("clean"), os.X_OK)
    assert not os.access(repository.path("untracked"), os.X_OK)


def test_a_change_that_keeps_date_and_size_is_seen(repository):
    assert repository.run(
        "touch -r clean mark; printf X | dd of=clean conv=notrunc status=none;"
        "touch -r mark clean; rm mark"
    ) == ("clean",)
    repository.kept.restore(1)
    assert repository.path("clean").read_text() == "clean at first\n"


def test_a_file_as_new_as_the_index_is_read_not_believed(repository):
    path = repository.path("clean")
    git(repository, "commit", "-q", "--allow-empty", "-m", "x")
    index = repository.path(".git/index")
    facts = path.stat()
    path.write_text("CLEAN at first\n")  # same size, and below the same date: git could not tell
    os.utime(path, ns=(facts.st_mtime_ns, facts.st_mtime_ns))
    os.utime(index, ns=(facts.st_mtime_ns, facts.st_mtime_ns))
    repository.run("echo x > clean")
    repository.kept.restore(1)
    assert path.read_text() == "CLEAN at first\n"


def test_content_that_git_converts_is_named_not_guessed(repository):
    repository.path(".gitattributes").write_text(
        "crlf text eol=crlf\nident ident\nsame filter=rot\nutf16 working-tree-encoding=UTF-16\n"
    )
    git(repository, "config", "filter.rot.clean", "tr a-z b-za")
    for name, data in {
        "crlf": b"a\r\nb\r\n",
        "ident": b"$Id$\n",
        "same": b"abc\n",
        "utf16": "\ufeffa".encode("utf-16-le"),
    }.items():
        repository.path(name).write_bytes(data)
        os.utime(repository.path(name), (1_000_000_000, 1_000_000_000))
    git(repository, "add", ".")
    changed = repository.run("for f in crlf ident same utf16; do echo x > $f; done")
    assert changed == ("crlf", "ident", "same", "utf16")
    restored = repository.kept.restore(1)
    assert keys(repository, restored) == dict.fromkeys(changed, "checkpoint.converted")
    assert repository.path("same").read_text() == "x\n"


def test_dirty_files_beyond_the_bounds_are_named(repository, monkeypatch):
    monkeypatch.setattr(work_tree, "MOST_KEPT_BYTES", 120)
    repository.path("big").write_bytes(b"x" * 500)
    repository.path("too_large").write_bytes(b"x" * 1_001)
    repository.run("echo x > big; echo x > too_large; echo x > untracked; echo x > clean")
    assert keys(repository, repository.kept.restore(1)) == {
        "big": "checkpoint.too_many",
        "too_large": "checkpoint.too_large",
    }
    assert repository.path("untracked").read_text() == "untracked by the person\n"


def test_what_git_does_not_say_in_time_afterwards_is_named(repository, monkeypatch):
    monkeypatch.setattr(work_tree, "SECONDS_AFTER", -1.0)
    changed = repository.run("echo x > clean; echo x > untracked; echo x > new")
    assert changed == ("clean", "untracked")  # new files are told by git alone
    assert keys(repository, repository.kept.restore(1)) == {"clean": "checkpoint.too_slow"}


def test_pipes_nested_repositories_and_odd_names_are_no_trouble(repository):
    git(repository, "init", "-q", "nested")
    repository.path("nested/theirs").touch()
    os.mkfifo(repository.path("pipe"))
    odd = os.fsdecode(b"odd\xff\n -name")
    script = f"rm pipe; mkfifo pipe; echo x > nested/theirs; echo x > nested/new; echo x > '{odd}'"
    assert repository.run(script) == (odd,)
    repository.kept.restore(1)
    assert not repository.path(odd).exists()


def test_tracked_links_are_watched(repository):
    repository.path("link").symlink_to("clean")
    git(repository, "add", "link")
    assert repository.run("rm link; echo x > link") == ("link",)
    repository.kept.restore(1)
    assert os.fspath(repository.path("link").readlink()) == "clean"


def test_below_the_top_of_the_work_tree_only_the_folder_is_watched(repository):
    repository.path("d/.gitattributes").write_text("inner ident\n")
    top = repository.folder
    repository.folder = top / "d"
    repository.again()
    changed = repository.run("echo x > inner; echo x > new; echo x > ../clean")
    assert changed == ("inner", "new")
    assert keys(repository, repository.kept.restore(1)) == {"inner": "checkpoint.converted"}


def test_a_tool_and_a_command_at_the_same_time_each_count_once(repository):
    token = repository.kept.before_command()
    repository.write("clean", "by the tool")
    repository.path("untracked").write_text("by the command")
    assert repository.kept.after_command(token) == (repository.path("untracked"),)
    repository.kept.restore(1)
    assert repository.path("clean").read_text() == "clean at first\n"
    assert repository.path("untracked").read_text() == "untracked by the person\n"


def test_the_state_before_the_first_change_of_the_request_counts(repository):
    repository.write("clean", "by the tool")
    repository.run("echo x > clean")
    repository.run("echo y > clean")
    assert repository.kept.requests()[0].paths == (repository.path("clean"),)
    repository.kept.restore(1)
    assert repository.path("clean").read_text() == "clean at first\n"


def test_a_command_that_outlives_its_request_claims_nothing(repository):
    token = repository.kept.before_command()
    repository.kept.begin(2, "next")
    repository.path("clean").write_text("by the person, or by the command")
    assert repository.kept.after_command(token) == ()
    repository.kept.restore(1)
    assert repository.path("clean").read_text() == "by the person, or by the command"


def test_dirty_files_are_read_once_while_they_stay_as_they_are(repository, monkeypatch):
    repository.run("true")
    read = []
    real = work_tree.look

    def look(path, limit):
        read.append(path.name)
        return real(path, limit)

    monkeypatch.setattr(work_tree, "look", look)
    repository.kept.before_command()
    assert "dirty" not in read
    assert "untracked" not in read
    repository.path("dirty").write_text("dirty once more")
    repository.kept.before_command()
    assert set(read) - {".gitignore"} == {"dirty"}


def test_importing_checkpoints_loads_nothing_heavy():
    code = (
        "import sys, maia.agent.sessions.checkpoints.checkpoints;"
        "print(sorted({'rich', 'prompt_toolkit', 'tiktoken', 'markdown_it'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert said.stdout.strip() == "[]"
