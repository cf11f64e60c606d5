import json
from pathlib import Path

import pytest

from maia.agent.contracts.host import CommandExit
from maia.agent.contracts.tools import Tool
from maia.agent.tools.shell import ShellTool
from maia.agent.tools.shell.texts import CommandStatus, status_line

CASE = Path(__file__).parents[3] / "cases" / "sessions" / "G05"


@pytest.fixture
def tool() -> Tool:
    return ShellTool()


def test_it_executes_asks_and_locks_nothing(tool):
    assert (tool.spec.name, tool.kind, tool.default_permission) == ("Bash", "execute", "ask")
    assert tool.lock_key({"command": "ls"}, Path("/")) is None


def test_the_model_is_told_little(tool):
    assert len(json.dumps([tool.spec.description, dict(tool.spec.input_schema)])) < 900


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"command": "ls -la"}, "ls -la"),
        ({"cmd": "ls"}, "ls"),
        ({"command": "one\ntwo"}, r"one\ntwo"),
        ({"id": "bash_1", "stop": True}, "bash_1"),
        ({"command": 5}, ""),
        ({}, ""),
    ],
)
def test_one_line_describes_the_call(tool, arguments, line):
    assert tool.describe(arguments) == line


@pytest.mark.parametrize("key", ["command", "command2", "command3", "command4"])
def test_the_description_hides_nothing_of_a_hostile_command(tool, key):
    command = json.loads((CASE / "command.json").read_text())[key]
    line = tool.describe({"command": command})
    assert "rm -r build" in line
    assert len(line) <= 130
    assert line.isprintable()


@pytest.mark.parametrize(
    ("status", "english", "french"),
    [
        (CommandStatus(CommandExit(0)), "[exit code: 0]", "[code de sortie : 0]"),
        (
            CommandStatus(how="timed_out", seconds=120),
            "[timed out (120 s)]",
            "[délai dépassé (120 s)]",
        ),
        (CommandStatus(how="interrupted"), "[interrupted (Ctrl+C)]", "[interrompu (Ctrl+C)]"),
        (
            CommandStatus(how="not_started"),
            "[the command could not be started]",
            "[échec du lancement de la commande]",
        ),
        (
            CommandStatus(CommandExit(None, 9)),
            "[killed by signal SIGKILL]",
            "[arrêté par le signal SIGKILL]",
        ),
        (
            CommandStatus(CommandExit(None, 99)),
            "[killed by signal 99]",
            "[arrêté par le signal 99]",
        ),
    ],
)
def test_the_last_line_in_both_languages(status, english, french):
    assert status_line("en", status) == english
    assert status_line("fr", status) == french
