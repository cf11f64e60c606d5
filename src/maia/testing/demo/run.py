"""The run of the demo: the main job, end to end, on a machine without a model account.

A scratch repository with a failing test, a scripted model server, and the real `maia -p`.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from maia.i18n import Catalogue, resolve_language
from maia.testing.demo.model import plan
from maia.testing.demo.project import git, lay_out
from maia.testing.model_server import ModelServer

MODEL = "scripted-model"
KEY = "sk-demo"
TASK = "A test of this package fails. Find out why, mend it, and run the tests."
HIDDEN = ("MAIA_", "LITELLM_", "INIT_CWD", "GIT_")  # would lead the agent out of the demo


def main() -> int:
    """Run the demo; 0 when the agent mended the package."""
    catalogue = Catalogue(resolve_language(None, os.environ))
    if shutil.which("git") is None:
        _say(catalogue.text("demo.no_git"))
        return 1
    with tempfile.TemporaryDirectory(prefix="maia-demo-") as scratch:
        return _run(Path(scratch).resolve(), catalogue)


def _run(scratch: Path, catalogue: Catalogue) -> int:
    project, home = scratch / "durations", scratch / "home"
    lay_out(project)
    tests = [sys.executable, "-m", "unittest"]
    with ModelServer(models=(MODEL,), api_key=KEY) as server:
        server.script(*plan(shlex.join(tests), _say))
        settings = {
            "LiteLLM_URL": server.url,
            "OpenAI_EndPoint": "/v1/chat/completions",
            "LiteLLM_Models": "/v1/models",
            "LiteLLM_API_Key": KEY,
        }
        allowed = ["Read", "Grep", "Edit(durations/**)", f"Bash({shlex.join(tests)})"]
        _write_settings(home, {**settings, "permissions": {"allow": allowed}})
        _say(catalogue.text("demo.intro", folder=project) + "\n")
        command = ["maia", "--model", MODEL, "-p", TASK]
        _say(f"$ {shlex.join(command)}")
        environ = _environ(home)
        agent = [sys.executable, "-m", "maia.cli.main", *command[1:]]
        code = subprocess.run(
            agent, cwd=project, env=environ, stdin=subprocess.DEVNULL, check=False
        ).returncode
    _say("\n$ git diff\n" + git(project, "diff"))
    passed = subprocess.run(tests, cwd=project, check=False, capture_output=True).returncode == 0
    if code or not passed:
        _say(catalogue.text("demo.failed", code=code))
        return 1
    example = {**settings, "LiteLLM_URL": "http://localhost:4000", "LiteLLM_API_Key": "sk-..."}
    _say(catalogue.text("demo.next", example=json.dumps(example, indent=2)))
    return 0


def _write_settings(home: Path, settings: Mapping[str, object]) -> None:
    folder = home / ".maia"
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")


def _environ(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(HIDDEN)}
    language = os.environ.get("MAIA_LANG")
    return {**kept, "HOME": str(home)} | ({"MAIA_LANG": language} if language else {})


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
