import pytest

from maia.agent.contracts.errors import ToolInputError
from maia.agent.tools.shell.request import (
    ListBackground,
    PollBackground,
    RunCommand,
    StartInBackground,
    StopBackground,
    read_request,
)


@pytest.mark.parametrize(
    ("arguments", "request_"),
    [
        ({"command": "ls"}, RunCommand("ls", 120)),
        ({"cmd": "ls"}, RunCommand("ls", 120)),
        ({"script": "ls"}, RunCommand("ls", 120)),
        ({"command": " ls \n", "id": "", "stop": False}, RunCommand(" ls \n", 120)),
        ({"command": "ls", "background": "true"}, StartInBackground("ls", None)),
        ({"command": "ls", "run_in_background": True, "timeout": 5}, StartInBackground("ls", 5)),
        ({"id": "bash_1"}, PollBackground("bash_1", 0)),
        ({"id": " bash_1 ", "timeout": "30", "command": ""}, PollBackground("bash_1", 30)),
        ({"id": "bash_1", "stop": True}, StopBackground("bash_1")),
        ({"bash_id": "bash_1"}, PollBackground("bash_1", 0)),
        ({"id": "all"}, ListBackground()),
        ({"id": "List"}, ListBackground()),
    ],
)
def test_what_is_asked(arguments, request_):
    assert read_request(arguments, "en") == request_


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        (1, 1),
        ("20", 20),
        (30.0, 30),
        (1800, 1800),
        (0, 120),
        (None, 120),
        (3600, 1800),
        (9_999, 1800),
        (10_000, 10),
        (120_000, 120),
        (600_000, 600),
        (7_200_000, 1800),
    ],
)
def test_a_timeout_is_seconds_unless_that_makes_no_sense(given, seconds):
    assert read_request({"command": "ls", "timeout": given}, "en") == RunCommand("ls", seconds)


def test_milliseconds_may_be_said():
    assert read_request({"command": "ls", "timeout_ms": 5000}, "en") == RunCommand("ls", 5)
    assert read_request({"command": "ls", "timeout_ms": 10}, "en") == RunCommand("ls", 1)


@pytest.mark.parametrize("timeout", [-1, "soon", 1.5, True])
def test_a_timeout_that_is_none_is_refused(timeout):
    with pytest.raises(ToolInputError, match="timeout"):
        read_request({"command": "ls", "timeout": timeout}, "en")


def test_a_blank_command_never_falls_to_another_name():
    # Permissions judge the first name that is given: nothing else may run.
    with pytest.raises(ToolInputError):
        read_request({"command": "", "cmd": "rm -rf x"}, "en")
