import json
import os
import re
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
MAIA = [sys.executable, "-m", "maia.cli.main"]


@pytest.fixture
def settings(home: Path, model_server: Any) -> Callable[..., Path]:
    """Writes the user's settings for the scripted server; keywords are added to them."""

    def write(**more: Any) -> Path:
        path = home / ".maia" / "settings.json"
        path.parent.mkdir(exist_ok=True)
        values = {
            "LiteLLM_URL": model_server.url,
            "OpenAI_EndPoint": "/v1/chat/completions",
            "LiteLLM_Models": "/v1/models",
            "context": 200_000,  # or a model that nobody knows would be asked
        }
        path.write_text(json.dumps(values | more), encoding="utf-8")
        return path

    return write


@pytest.fixture
def maia(tmp_path: Path) -> Run:
    """Runs the real command in the test's folder and gives its end."""

    def run(*arguments: str, stdin: str | None = None, **environ: str) -> Any:
        return subprocess.run(
            [*MAIA, *arguments],
            cwd=tmp_path,
            env=os.environ | environ,
            input=stdin,
            stdin=None if stdin is not None else subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=50,
            check=False,
        )

    return run


@pytest.fixture
def start_maia(tmp_path: Path):
    """Starts the real command and leaves it running; ended with the test."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str, keep_stdin: bool = False, **environ: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [*MAIA, *arguments],
            cwd=tmp_path,
            env=os.environ | environ,
            stdin=subprocess.PIPE if keep_stdin else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


SEQUENCES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][0-9A-B]|\x1b[=>78]")


class Screen:
    """A person at the terminal."""

    def __init__(self, folder: Path, *arguments: str, **environ: str) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "maia.cli.main", *arguments],
            cwd=str(folder),
            env=os.environ
            | {"TERM": "xterm-256color", "NO_COLOR": "1", "MAIA_PLAIN": "1"}
            | environ,
            encoding="utf-8",
            timeout=6,
            dimensions=(40, 100),
        )
        self.seen = ""
        self.mode = termios.tcgetattr(self.child.child_fd)

    def until(self, text: str) -> str:
        self.child.expect(text)
        part = SEQUENCES.sub("", (self.child.before or "") + (self.child.after or ""))
        self.seen += part
        return part

    def type(self, text: str) -> None:
        self.child.send(text + "\r")

    def end(self) -> int:
        self.child.expect(pexpect.EOF)
        self.seen += SEQUENCES.sub("", self.child.before or "")
        self.mode_at_end = termios.tcgetattr(self.child.child_fd)
        self.child.close()
        return self.child.exitstatus if self.child.exitstatus is not None else -1


@pytest.fixture
def open_bare_screen(tmp_path: Path):
    """Opens Maia in a terminal with the settings as they are."""
    opened: list[Screen] = []

    def open_(*arguments: str, **environ: str) -> Screen:
        opened.append(Screen(tmp_path, *arguments, **environ))
        return opened[-1]

    yield open_
    for each in opened:
        each.child.close(force=True)


@pytest.fixture
def open_screen(open_bare_screen: Any, settings: Any) -> Callable[..., Screen]:
    """The same with rules and a language; without rules, a file that says there are none."""

    def open_(
        *arguments: str, rules: Any = None, language: str = "en", url: str = "", **environ: str
    ) -> Screen:
        where = {"LiteLLM_URL": url} if url else {}
        settings(permissions=rules or {}, language=language, **where)
        return open_bare_screen(*arguments, **environ)

    return open_
