"""`maia trust` and `--trust`: the folders whose files may take effect."""

import json
from pathlib import Path
from typing import Any

import pytest

from maia.testing.model_server import Answer, ToolCall

READ = ToolCall("Read", {"path": "a.txt"})


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("the content")
    (tmp_path / ".maia").mkdir()
    path = tmp_path / ".maia" / "settings.json"
    path.write_text(json.dumps({"permissions": {"allow": ["Read", "Glob"], "deny": ["Write"]}}))
    return path


def test_a_folder_is_trusted_listed_and_trusted_no_longer(
    maia: Any, tmp_path: Path, project: Path
) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    assert maia("trust", "--list").stdout == ""
    assert maia("trust", "link").stdout == f"Trusted from now on: {tmp_path}\n"
    assert maia("trust", MAIA_CWD=str(link)).returncode == 0
    assert maia("trust", "--list").stdout == f"{tmp_path}\n"
    assert maia("trust", "--remove").stdout == f"Trusted no longer: {tmp_path}\n"
    assert maia("trust", "--remove", str(link)).stdout == f"Was not trusted: {tmp_path}\n"
    assert maia("trust", "--list").stdout == ""


def test_a_folder_that_is_gone_can_still_be_removed(maia: Any, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    assert maia("trust", "sub").returncode == 0
    (tmp_path / "sub").rmdir()
    assert maia("trust", "--remove", "sub").stdout.startswith("Trusted no longer")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere",), "names no folder: nowhere"),
        (("",), "names no folder"),
        (("--remove", ""), "names no folder"),
        (("a.txt",), "names no folder: a.txt"),
        (("one", "two"), "give one folder"),
        (("--list", "one"), "give one folder"),
        (("--model", "m"), "--model has no effect"),
    ],
)
def test_what_is_no_folder_is_an_error(maia: Any, project: Path, words: Any, said: str) -> None:
    ended = maia("trust", *words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert said in ended.stderr


@pytest.mark.parametrize("words", [(), ("--list",), ("--remove",)])
def test_a_broken_list_is_said_and_left_as_it_is(maia: Any, home: Path, words: Any) -> None:
    (home / ".maia").mkdir()
    (home / ".maia" / "trust.json").write_text("{oops")
    ended = maia("trust", *words)
    assert ended.returncode == 2
    assert "trust.json" in ended.stderr
    assert (home / ".maia" / "trust.json").read_text() == "{oops"


def test_headless_says_what_is_ignored_and_does_not_wait(
    maia: Any, settings: Any, model_server: Any, project: Path
) -> None:
    settings()
    model_server.script(Answer(calls=(READ,)), Answer("refused"))
    ended = maia("--model", "m", "-p", "go")
    assert ended.returncode == 3
    said = [line for line in ended.stderr.splitlines() if str(project) in line]
    assert len(said) == 1
    assert "Read, Glob" in said[0]
    assert "maia trust" in said[0]
    assert "--trust" in said[0]


def test_a_folder_that_grants_nothing_is_no_matter_of_trust(
    maia: Any, settings: Any, model_server: Any, project: Path
) -> None:
    settings()
    project.write_text('{"permissions": {"deny": ["Write"]}}')
    model_server.script(Answer("ok"))
    assert maia("--model", "m", "-p", "go").stderr == ""


def test_the_flag_trusts_for_good_and_goes_on(
    maia: Any, settings: Any, model_server: Any, project: Path, tmp_path: Path
) -> None:
    settings()
    model_server.script(*(Answer(calls=(READ,)), Answer("read")) * 2)
    assert maia("--model", "m", "--trust", "-p", "go").returncode == 0
    assert maia("trust", "--list").stdout == f"{tmp_path}\n"
    ended = maia("--model", "m", "-p", "go")
    assert ended.returncode == 0
    assert str(project) not in ended.stderr


def test_broken_settings_are_no_matter_of_trust(maia: Any, home: Path, tmp_path: Path) -> None:
    (home / ".maia").mkdir()
    (home / ".maia" / "settings.json").write_text("{")
    assert maia("trust").returncode == 0
    assert maia("trust", "--list").stdout == f"{tmp_path}\n"
