import os
import subprocess
import sys
from pathlib import Path

import pytest

from maia.testing.demo.project import BROKEN, BROKEN_FILE, MENDED, git, lay_out

DEADLINE = 50


def unit_tests(folder):
    command = [sys.executable, "-m", "unittest"]
    done = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stderr


def run_demo(**environ):
    command = [sys.executable, "-m", "maia.testing.demo"]
    return subprocess.run(
        command,
        check=False,
        env={**os.environ, **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=DEADLINE,
    )


def test_one_test_of_the_project_fails_and_the_mending_mends_it(tmp_path):
    lay_out(tmp_path)
    code, said = unit_tests(tmp_path)
    assert code == 1
    assert "FAILED (failures=1)" in said

    path = tmp_path / BROKEN_FILE
    source = path.read_text()
    assert source.count(BROKEN) == 1
    path.write_text(source.replace(BROKEN, MENDED))

    assert unit_tests(tmp_path)[0] == 0


def test_the_project_is_a_repository_whatever_git_is_told_elsewhere(tmp_path, home):
    (home / ".gitconfig").write_text("[commit]\ngpgsign = true\n[user]\nname =\n")
    lay_out(tmp_path)

    assert git(tmp_path, "status", "--porcelain") == ""
    assert "Read and write durations" in git(tmp_path, "log", "--oneline")


@pytest.mark.timeout(DEADLINE + 10)
def test_the_demo_mends_the_package_and_says_how_to_go_on(tmp_path):
    done = run_demo(TMPDIR=str(tmp_path))

    assert done.returncode == 0, done.stdout + done.stderr
    assert "MODEL is scripted" in done.stdout
    assert "$ maia --model scripted-model -p " in done.stdout
    for called in ("  Bash  ", "  Read  ", "  Grep  ", "  Edit  "):
        assert called in done.stdout
    assert "FAILED (failures=1)" in done.stdout
    assert "All tests pass." in done.stdout
    assert "+        raise ValueError" in done.stdout
    assert '"LiteLLM_URL": "http://localhost:4000"' in done.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.timeout(DEADLINE + 10)
def test_the_demo_speaks_french():
    assert "Le MODÈLE suit un script" in run_demo(MAIA_LANG="fr").stdout


def test_without_git_the_demo_says_so(tmp_path):
    done = run_demo(PATH=str(tmp_path))

    assert done.returncode == 1
    assert done.stdout == "The demo needs git.\n"


def test_the_demo_leaves_the_real_home_alone(home):
    run_demo()

    assert list(Path(home).iterdir()) == []
