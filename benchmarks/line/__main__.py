"""`maia --version`, and the time until a prompt can be typed at, beside bare processes.

Each figure is the median of runs in turn, in one go; what counts is the ratio. The bare prompt is
a prompt_toolkit session in a script of its own. Run with `just bench-line`.
"""

import argparse
import compileall
import json
import os
import pty
import select
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

from maia.testing.model_server import ModelServer

ROOT = Path(__file__).resolve().parents[2]
BARE_PROMPT = "from prompt_toolkit import PromptSession; PromptSession().prompt('READY> ')"
DEADLINE = 30.0


def until_seen(command: list[str], mark: bytes, folder: Path, env: dict[str, str]) -> float:
    """Seconds from the start of `command` until a key typed at it comes back on the screen."""
    started = time.perf_counter()
    pid, handle = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execve(command[0], command, env)
    seen, typed = b"", False
    try:
        while time.perf_counter() - started < DEADLINE:
            if select.select([handle], [], [], 0.05)[0]:
                seen += os.read(handle, 65_536)
            if not typed and mark in seen:
                os.write(handle, b"zqx")
                typed, seen = True, b""
            if typed and all(letter in seen for letter in (b"z", b"q", b"x")):
                return time.perf_counter() - started
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(handle)
    raise SystemExit(f"{command[:3]} never came to its prompt: {seen[-300:]!r}")


def until_ended(command: list[str], folder: Path, env: dict[str, str]) -> float:
    """Seconds from the start of `command` to its end."""
    started = time.perf_counter()
    subprocess.run(command, cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Print the medians and the ratios."""
    options = argparse.ArgumentParser()
    options.add_argument("--runs", type=int, default=9)
    runs = options.parse_args().runs
    for tree in (ROOT / "src", Path(sysconfig.get_paths()["purelib"])):
        compileall.compile_dir(tree, quiet=2, workers=1)
    python = sys.executable
    with tempfile.TemporaryDirectory() as place, ModelServer() as server:
        home, folder = Path(place) / "home", Path(place) / "project"
        (home / ".maia").mkdir(parents=True)
        folder.mkdir()
        settings = {
            "LiteLLM_URL": server.url,
            "OpenAI_EndPoint": "/v1/chat/completions",
            "LiteLLM_Models": "/v1/models",
            "permissions": {},
        }
        (home / ".maia" / "settings.json").write_text(json.dumps(settings))
        env = os.environ | {"HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        maia = [python, "-m", "maia.cli.main"]
        at_prompt = [*maia, "--model", "scripted-model"]
        figures: dict[str, list[float]] = {}
        for _ in range(runs):
            for name, taken in (
                ("python -c pass", until_ended([python, "-c", "pass"], folder, env)),
                ("maia --version", until_ended([*maia, "--version"], folder, env)),
                ("bare prompt", until_seen([python, "-c", BARE_PROMPT], b"READY", folder, env)),
                ("maia prompt", until_seen(at_prompt, "┈".encode() * 5, folder, env)),
            ):
                figures.setdefault(name, []).append(taken)
    medians = {name: statistics.median(taken) for name, taken in figures.items()}
    for name, median in medians.items():
        low, high = min(figures[name]), max(figures[name])
        print(f"{name:16} {median * 1000:7.0f} ms  ({low * 1000:.0f} to {high * 1000:.0f})")
    print(f"version / bare   {medians['maia --version'] / medians['python -c pass']:7.2f}")
    print(f"prompt / bare    {medians['maia prompt'] / medians['bare prompt']:7.2f}")


if __name__ == "__main__":
    main()
