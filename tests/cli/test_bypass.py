"""`--permission-mode bypass`: not for root outside a sandbox."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from maia.testing.model_server import Answer, ToolCall

BYPASS = ("--model", "m", "--permission-mode", "bypass", "-p", "go")
COMMAND = ToolCall("Bash", {"command": "echo it ran"})

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="about root")


@needs_root
def test_root_is_told_why_and_what_to_do_instead(maia: Any, settings: Any) -> None:
    settings()
    ended = maia(*BYPASS)
    assert (ended.returncode, ended.stdout) == (2, "")
    for word in ("bypass", "root", "allow rules", "sandbox", "MAIA_ALLOW_ROOT_BYPASS=1"):
        assert word in ended.stderr


@needs_root
@pytest.mark.parametrize("value", ["", "0", "yes"])
def test_only_a_1_overrides(maia: Any, settings: Any, value: str) -> None:
    settings(sandbox="off")
    ended = maia("--output-format", "json", *BYPASS, MAIA_ALLOW_ROOT_BYPASS=value)
    report = json.loads(ended.stdout)
    assert (ended.returncode, report["exit_code"], report["end"]) == (2, 2, "failed")
    assert "bypass" in report["error"]


@pytest.mark.parametrize("mode", ["ask", "plan", "accept-edits"])
def test_other_profiles_are_for_root_too(
    maia: Any, settings: Any, model_server: Any, mode: str
) -> None:
    settings()
    model_server.script(Answer("ok"))
    assert maia("--model", "m", "--permission-mode", mode, "-p", "go").returncode == 0


def test_the_override_lets_everything_run(maia: Any, settings: Any, model_server: Any) -> None:
    settings()
    model_server.script(Answer(calls=(COMMAND,)), Answer("ok"))
    assert maia(*BYPASS, MAIA_ALLOW_ROOT_BYPASS="1").returncode == 0
    assert "it ran" in model_server.chats[1].body["messages"][-1]["content"]


def test_what_is_denied_stays_denied(maia: Any, settings: Any, model_server: Any) -> None:
    settings(permissions={"deny": ["Bash(echo *)"]})
    model_server.script(Answer(calls=(COMMAND,)), Answer("ok"))
    assert maia(*BYPASS, MAIA_ALLOW_ROOT_BYPASS="1").returncode == 3


@needs_root
@pytest.mark.parametrize("mode", ["workspace", {"mode": "read-only"}])
def test_root_bypasses_inside_a_sandbox_or_not_at_all(
    maia: Any, settings: Any, model_server: Any, home: Path, mode: Any
) -> None:
    settings(sandbox=mode)
    write = ToolCall("Bash", {"command": "echo it ran; echo x > ~/.bashrc"})
    model_server.script(Answer(calls=(write,)), Answer("ok"))
    ended = maia(*BYPASS)
    if ended.returncode == 2:  # nothing on this machine confines
        assert "sandbox" in ended.stderr
        model_server.reset()
    else:
        assert "it ran" in model_server.chats[1].body["messages"][-1]["content"]
    assert not (home / ".bashrc").exists()
