import json
import re
from pathlib import Path
from typing import Any

import pytest


def test_the_version_is_a_tag_or_a_commit(maia: Any) -> None:
    ended = maia("--version")
    assert ended.returncode == 0
    assert re.fullmatch(r"maia \d+\.\d+(\.\d+)?(\.?(dev|post|a|b|rc)\d*)?.*\n", ended.stdout)


@pytest.mark.parametrize(
    "words", [("--nope",), ("-p",), ("--permission-mode", "yolo"), ("config",)]
)
def test_a_wrong_word_is_code_2_with_the_usage_on_stderr(maia: Any, words: Any) -> None:
    ended = maia(*words)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert "usage: maia" in ended.stderr


@pytest.mark.parametrize(
    ("language", "word"), [("en", "show this help"), ("fr_CA", "affiche cette aide")]
)
def test_help_speaks_the_persons_language(maia: Any, language: str, word: str) -> None:
    ended = maia("--help", MAIA_LANG=language)
    assert ended.returncode == 0
    assert word in ended.stdout


def test_the_line_facade_needs_a_terminal(maia: Any, settings: Any) -> None:
    settings()
    ended = maia("--model", "m")
    assert ended.returncode == 1
    assert "maia -p" in ended.stderr


def test_models_are_listed_sorted_one_a_line(maia: Any, settings: Any, model_server: Any) -> None:
    settings()
    model_server.models = ("zeta", "alpha", "alpha")
    ended = maia("models")
    assert (ended.returncode, ended.stdout) == (0, "alpha\nzeta\n")


def test_models_of_a_server_that_is_not_there_is_code_1(maia: Any, settings: Any) -> None:
    settings(LiteLLM_URL="http://127.0.0.1:9")
    ended = maia("models")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "LiteLLM unreachable" in ended.stderr


def test_a_server_without_models_is_said(maia: Any, settings: Any, model_server: Any) -> None:
    settings()
    model_server.models = ()
    ended = maia("models")
    assert (ended.returncode, ended.stderr) == (1, "No model available on the server.\n")


def test_config_show_prints_each_value_with_its_source_and_no_secret(
    maia: Any, settings: Any, tmp_path: Path
) -> None:
    path = settings(
        LiteLLM_API_Key="sk-secret",
        env={"TOKEN": "hidden"},
        permissions={"allow": ["Read"], "deny": ["Bash(rm *)"]},
    )
    project = tmp_path / ".maia" / "settings.json"
    project.parent.mkdir()
    project.write_text(json.dumps({"permissions": {"allow": ["Bash"], "ask": ["Edit"]}}))
    ended = maia("config", "show", MAIA_MODEL="m")
    assert ended.returncode == 0
    assert "sk-secret" not in ended.stdout
    assert "hidden" not in ended.stdout
    assert f"LiteLLM_API_Key = ••••  ({path})" in ended.stdout
    assert "model = m  (MAIA_MODEL)" in ended.stdout
    rules = [
        line for line in ended.stdout.splitlines() if line.startswith(("allow", "ask", "deny"))
    ]
    assert rules == [
        f"deny Bash(rm *)  ({path})",
        f"ask Edit  ({project})",
        f"allow Read  ({path})",
    ]


def test_broken_settings_say_the_line_and_column(maia: Any, home: Path) -> None:
    (home / ".maia").mkdir()
    (home / ".maia" / "settings.json").write_text('{\n  "LiteLLM_URL": oops\n}')
    ended = maia("config", "show", LANG="fr_FR.UTF-8")
    assert ended.returncode == 2
    assert "ligne 2, colonne 18 : JSON invalide" in ended.stderr
