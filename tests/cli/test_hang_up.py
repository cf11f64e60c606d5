"""The terminal is closed under Maia: it ends, says how, and the session is kept."""

import os
import time
from typing import Any

import pytest

from maia.testing.model_server import Answer, Delivery, ToolCall

WRITE = ToolCall("Write", {"path": "new.txt", "content": "x\n"})
PATIENCE = 10.0
SIGHUP_CODE = 130


def closed(screen: Any) -> int:
    """Close the terminal, and give the exit code."""
    screen.child.ptyproc.fileobj.close()
    screen.child.closed = screen.child.ptyproc.closed = True
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        pid, status = os.waitpid(screen.child.pid, os.WNOHANG)
        if pid:
            screen.child.terminated = True
            screen.child.ptyproc.terminated = True
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    raise AssertionError("it goes on without a terminal")


@pytest.mark.parametrize("plain", ["", "1"])
@pytest.mark.parametrize("moment", ["prompt", "question", "stream"])
def test_closing_the_terminal_ends_it_as_a_hang_up_does(
    open_screen: Any, model_server: Any, moment: str, plain: str
) -> None:
    half = Answer(("half\n", "never"), delivery=Delivery(hang_after=2))
    model_server.script(half if moment == "stream" else Answer(calls=(WRITE,)))
    screen = open_screen("--model", "m", MAIA_PLAIN=plain)
    screen.until("Your request")
    if moment != "prompt":
        screen.type("go")
        screen.until("s=stop" if moment == "question" else "half")
    assert closed(screen) == SIGHUP_CODE


def test_closing_the_terminal_while_an_editor_has_it_ends_it_too(
    open_screen: Any, model_server: Any, tmp_path: Any
) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\necho editing\nsleep 300\n")
    editor.chmod(0o755)
    screen = open_screen("--model", "m", MAIA_PLAIN="", EDITOR=str(editor))
    screen.until("Your request")
    screen.child.send("\x18\x05")
    screen.until("editing")
    assert closed(screen) == SIGHUP_CODE


def test_ctrl_c_in_an_editor_is_the_editor_s(
    open_screen: Any, model_server: Any, tmp_path: Any
) -> None:
    editor = tmp_path / "editor"
    editor.write_text(
        "#!/bin/sh\ntrap 'echo caught; echo kept > \"$1\"; exit 0' INT\n"
        "echo editing\nwhile :; do sleep 0.05; done\n"
    )
    editor.chmod(0o755)
    screen = open_screen("--model", "m", MAIA_PLAIN="", EDITOR=str(editor))
    screen.until("Your request")
    screen.child.send("draft\x18\x05")
    screen.until("editing")
    screen.child.send("\x03")
    screen.until("caught")
    screen.until("kept")
    screen.child.send("\x03")
    screen.until("Your request")
    screen.child.send("\x03")
    assert screen.end() == 0


@pytest.mark.parametrize("plain", ["", "1"])
@pytest.mark.parametrize("pause", [0.0, 0.05, 0.1, 0.2])
def test_ctrl_c_once_more_while_it_leaves_changes_nothing(
    open_screen: Any, model_server: Any, plain: str, pause: float
) -> None:
    screen = open_screen("--model", "m", MAIA_PLAIN=plain)
    screen.until("Your request")
    screen.child.send("\x03")
    time.sleep(pause)
    screen.child.send("\x03")
    assert screen.end() == 0
