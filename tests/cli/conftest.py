import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
