import json
import re
from pathlib import Path
from typing import Any

import pytest


def test_the_version_is_a_tag_or_a_commit(maia: Any) -> None:
    ended = maia("--version")
    assert ended.returncode == 0
    assert re.fullmatch(r"maia \d+\.\d+(\.\d+)?(\.?(dev|post|a|b|rc)\d*)?.*\n", ended.stdout)


@pytest.mark.parametrize("words", [("--nope",), ("-p",), ("--permission-mode", "yolo"), ("bogus",)])
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


@pytest.mark.parametrize("words", [("config",), ("config", "show")])
def test_config_prints_also_what_counts_by_default_or_from_a_variable(
    maia: Any, settings: Any, home: Path, tmp_path: Path, words: Any
) -> None:
    settings()
    (tmp_path / "sub").mkdir()
    ended = maia(*words, LC_ALL="fr_FR.UTF-8", MAIA_CWD="sub", MAIA_LANG="en")
    assert ended.returncode == 0
    lines = ended.stdout.splitlines()
    assert {
        "MaxIterations = 50  (default)",
        "sandbox = off  (default)",
        "model = -  (not chosen)",
        "language = en  (MAIA_LANG)",
        f"launch folder = {tmp_path}/sub  (MAIA_CWD)",
        "permission mode = ask  (default)",
        f"trusted = no  ({home}/.maia/trust.json)",
    } <= set(lines)


def test_config_prints_what_was_chosen(
    maia: Any, settings: Any, home: Path, tmp_path: Path
) -> None:
    path = settings(MaxIterations=7, language="fr", sandbox="workspace", passEnvironment=["A_KEY"])
    maia("trust")
    lines = maia("config", "--permission-mode", "plan", LANG="en_US.UTF-8").stdout.splitlines()
    assert {
        f"MaxIterations = 7  ({path})",
        f"sandbox = workspace, network off  ({path})",
        f"passEnvironment = A_KEY  ({path})",
        f"language = fr  ({path})",
        f"launch folder = {tmp_path}  (dossier courant)",
        "permission mode = plan  (--permission-mode)",
        f"trusted = oui  ({home}/.maia/trust.json)",
    } <= set(lines)


def test_config_tells_the_mode_that_counts_while_a_projects_rules_are_broken(
    maia: Any, settings: Any, tmp_path: Path
) -> None:
    settings()
    (tmp_path / ".maia").mkdir()
    (tmp_path / ".maia" / "settings.json").write_text("{")
    ended = maia("config", "--permission-mode", "plan")
    assert "permission mode = ask  (until the settings file" in ended.stdout


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("bogus",), 'Did you mean maia -p "bogus"?'),
        (("fix", "the", "models"), 'Did you mean maia -p "fix the models"?'),
        (("model",), "Did you mean maia models?"),
        (("permission", "explain"), "Did you mean maia permissions?"),
    ],
)
def test_words_that_are_no_command_are_told_what_they_may_mean(
    maia: Any, words: Any, meant: str
) -> None:
    ended = maia(*words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert meant in ended.stderr
    assert "argument" not in ended.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--output-format", "json"), "--output-format has no effect with `maia`;"),
        (("config", "--output-format", "json"), "it is for: maia -p, maia permissions explain"),
        (("models", "--permission-mode", "plan"), "--permission-mode has no effect"),
        (("config", "--trust"), "--trust has no effect with `maia config show`; it is for: maia,"),
        (("-p", "go", "--batch"), "--batch has no effect with `maia -p`"),
    ],
)
def test_an_option_without_effect_is_said(maia: Any, words: Any, said: str) -> None:
    ended = maia(*words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert said in ended.stderr


def test_each_name_that_means_nothing_in_a_file_is_a_warning_and_the_rest_counts(
    maia: Any, settings: Any
) -> None:
    path = settings(
        MaxIteration=3,
        language="de",
        permissions={"allow": ["Read", "Bsh(ls *)"], "allows": [], "deny": ["a b"]},
    )
    ended = maia("config")
    assert ended.returncode == 0
    rules = f"{path}: permissions"
    assert ended.stderr.splitlines() == [
        f"{path}: language: 'de' is not known (en, fr); English is used.",
        f"{path}: MaxIteration is not a setting; it has no effect. Did you mean MaxIterations?",
        f"{rules}.deny, element 1: 'a b' is not a rule (Tool or Tool(pattern)); ignored.",
        f"{rules}.allows is not a setting; it has no effect. Did you mean permissions.allow?",
        f"{rules}.allow, element 2: there is no tool 'Bsh'; the rule is kept. Did you mean Bash?",
    ]
    assert f"allow Read  ({path})" in ended.stdout
