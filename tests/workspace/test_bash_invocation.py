import subprocess
from pathlib import Path

import pytest

from maia.workspace.bash_invocation import bash_argv, bash_environment, expanded_to

BASE = {"PATH": "/usr/bin:/bin"}


def run(text, folder, report=None, base=BASE):
    return subprocess.run(
        bash_argv(text),
        cwd=folder,
        env=bash_environment(base, folder, report),
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture
def report(tmp_path):
    return tmp_path / "the report"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "work" / "sub dir").mkdir(parents=True)
    return tmp_path / "work"


def test_the_last_folder_is_reported(folder, report):
    run("cd 'sub dir'", folder, report)
    assert report.read_text() == f"{folder}/sub dir\n"


@pytest.mark.parametrize(
    "text",
    [
        "cd 'sub dir'; exit 3",
        "set -e; cd 'sub dir'; false",
        "set -euo pipefail -o noclobber; cd 'sub dir'",
        "set -x; cd 'sub dir'",
        "cd 'sub dir'; pwd() { echo /elsewhere; }; cd() { :; }",
        "PATH=; cd 'sub dir'",
    ],
)
def test_it_is_reported_whatever_the_command_sets(folder, report, text):
    run(text, folder, report)
    assert report.read_text() == f"{folder}/sub dir\n"


@pytest.mark.parametrize(
    "text",
    ["trap - EXIT; cd 'sub dir'", "cd 'sub dir'; exec true", "cd 'sub dir'; kill -9 $$"],
)
def test_a_command_that_takes_the_trap_away_reports_nothing(folder, report, text):
    run(text, folder, report)
    assert not report.exists()


def test_tracing_does_not_show_the_report(folder, report):
    assert run("set -x; true", folder, report).stderr == "+ true\n"


@pytest.mark.parametrize("code", [0, 1, 42, 255])
def test_the_exit_code_is_the_command_s_own(folder, report, code):
    assert run(f"exit {code}", folder, report).returncode == code


def test_a_report_that_cannot_be_written_changes_nothing(folder):
    done = run("echo out; exit 4", folder, Path("/nonexistent/report"))
    assert (done.returncode, done.stdout, done.stderr) == (4, "out\n", "")


def test_shells_started_by_the_command_inherit_nothing(folder, report):
    done = run("env; bash -c 'cd sub\\ dir; env; trap -p'; env | grep -c MAIA_", folder, report)
    assert "BASH_ENV" not in done.stdout
    assert "MAIA_FOLDER_REPORT" not in done.stdout
    assert "trap" not in done.stdout
    assert report.read_text() == f"{folder}\n"


def test_what_would_change_the_shell_is_left_out(folder, tmp_path):
    start = tmp_path / "start.sh"
    start.write_text("echo from BASH_ENV\n")
    base = {**BASE, "BASH_ENV": str(start), "SHELLOPTS": "xtrace", "BASHOPTS": "extglob"}
    done = run("echo hi", folder, base=base)
    assert (done.stdout, done.stderr) == ("hi\n", "")


def test_exported_functions_and_search_paths_of_cd_do_not_reach_the_command(folder):
    odd = {"BASH_FUNC_ls%%": "() { echo fooled; }", "CDPATH": "/usr", "GLOBIGNORE": "*"}
    done = run("ls; cd bin 2>/dev/null || echo stays; echo *", folder, base={**BASE, **odd})
    assert done.stdout.splitlines() == ["sub dir", "stays", "sub dir"]


@pytest.mark.parametrize("name", ["$HOME", "`id`", "a b", 'q"q', "back\\slash", "$(id)", "~"])
def test_a_start_file_is_found_under_any_name(folder, tmp_path, name):
    start = tmp_path / name
    start.write_text("echo found\n")
    env = {**BASE, "BASH_ENV": expanded_to(str(start))}
    done = subprocess.run(bash_argv("true"), cwd=folder, env=env, capture_output=True, check=False)
    assert done.stdout == b"found\n"


def test_the_shell_keeps_the_name_of_a_linked_folder(folder, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert run("pwd", link).stdout == f"{link}\n"
