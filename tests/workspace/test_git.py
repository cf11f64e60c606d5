import os
import subprocess

import pytest

from maia.workspace.git import GitFailed, GitQuestion, git_environment, git_program, git_status


def repository(folder):
    subprocess.run(["git", "init", "-q", folder], check=True)
    return os.fsencode(folder)


def names(folder, *arguments):
    with GitQuestion(folder, *arguments) as question:
        return list(question.names())


def test_names_come_whole_whatever_they_hold(tmp_path):
    folder = repository(tmp_path)
    for name in (b"a b", b"line\nbreak", b"bad\xff", "é".encode()):
        (tmp_path / os.fsdecode(name)).touch()
    assert names(folder, "ls-files", "--others", "-z") == sorted(
        [b"a b", b"line\nbreak", b"bad\xff", "é".encode()]
    )


def test_an_answer_of_many_pieces_is_whole(tmp_path):
    folder = repository(tmp_path)
    wanted = [f"{'x' * 200}{number:04}" for number in range(1500)]
    for name in wanted:
        (tmp_path / name).touch()
    assert names(folder, "ls-files", "--others", "-z") == [os.fsencode(name) for name in wanted]


def test_a_repository_does_not_run_its_own_programs(tmp_path):
    folder = repository(tmp_path)
    (tmp_path / "tracked").touch()
    subprocess.run(["git", "-C", tmp_path, "add", "."], check=True)
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    trap.chmod(0o755)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "post-index-change").symlink_to(trap)
    for key, value in {
        "core.fsmonitor": trap,
        "core.hooksPath": hooks,
        "core.pager": trap,
        "pager.ls-files": trap,
        "core.sshCommand": trap,
    }.items():
        subprocess.run(["git", "-C", tmp_path, "config", key, value], check=True)
    subprocess.run(["git", "-C", tmp_path, "ls-files", "--others"], check=True, capture_output=True)
    assert (tmp_path / "ran").exists(), "the trap must work, or this test says nothing"
    (tmp_path / "ran").unlink()
    names(folder, "ls-files", "-z")
    names(folder, "ls-files", "--others", "--exclude-standard", "-z")
    git_status(folder, "check-ignore", "--quiet", ".")
    assert not (tmp_path / "ran").exists()


def test_variables_that_lead_elsewhere_are_not_passed_on(tmp_path, monkeypatch):
    here = repository(tmp_path / "here")
    repository(tmp_path / "there")
    (tmp_path / "here" / "a").touch()
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "there" / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "there"))
    assert names(here, "ls-files", "--others", "-z") == [b"a"]


def test_the_persons_configuration_stays_and_prompts_are_off():
    environment = git_environment(
        {"PATH": "/bin", "GIT_CONFIG_GLOBAL": "/x", "GIT_INDEX_FILE": "/y", "GIT_CONFIG_COUNT": "1"}
    )
    assert environment["GIT_CONFIG_GLOBAL"] == "/x"
    assert environment["GIT_TERMINAL_PROMPT"] == "0"
    assert "GIT_INDEX_FILE" not in environment
    assert "GIT_CONFIG_COUNT" not in environment


def test_outside_a_repository_git_fails_with_its_own_words(tmp_path):
    with pytest.raises(GitFailed, match="not a git repository"):
        names(os.fsencode(tmp_path), "ls-files", "-z")


def test_a_missing_git_fails_by_name(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert git_program() is None
    with pytest.raises(GitFailed, match="PATH"):
        GitQuestion(os.fsencode(tmp_path), "ls-files")


def test_git_in_the_current_folder_is_not_taken(tmp_path, monkeypatch):
    fake = tmp_path / "git"
    fake.write_text("#!/bin/sh\n")
    fake.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", ".")
    assert git_program() is None


def test_a_missing_folder_fails(tmp_path):
    with pytest.raises(GitFailed):
        GitQuestion(os.fsencode(tmp_path / "none"), "ls-files")


def test_a_cancelled_question_ends_its_process(tmp_path):
    folder = repository(tmp_path)
    with GitQuestion(folder, "cat-file", "--batch", cancelled=lambda: True) as question:
        with pytest.raises(GitFailed, match="cancelled"):
            list(question.names())
        process = question._process
    assert process.returncode is not None


def test_git_does_not_look_above_the_ceiling(tmp_path):
    repository(tmp_path)
    (tmp_path / "inner" / ".git").mkdir(parents=True)
    folder = os.fsencode(tmp_path / "inner")
    with (
        GitQuestion(folder, "ls-files", "-z", ceiling=os.fsencode(tmp_path)) as question,
        pytest.raises(GitFailed, match="not a git repository"),
    ):
        list(question.names())
