import json
import os
import sys
from pathlib import Path

import pexpect
import pytest

MAIA = ("-m", "maia.cli.main", "--model", "scripted-model")
DEADLINE = 60


class Agent:
    """The real `maia` in a folder, with a real LiteLLM proxy in its settings."""

    def __init__(self, folder: Path, home: Path, proxy) -> None:
        self.folder = folder
        self._settings = home / ".maia" / "settings.json"
        self._settings.parent.mkdir()
        self._values = {
            "LiteLLM_URL": proxy.url,
            "OpenAI_EndPoint": "/v1/chat/completions",
            "LiteLLM_Models": "/v1/models",
            "LiteLLM_API_Key": proxy.key,
        }
        self.rules()
        self._screens: list[pexpect.spawn] = []

    def rules(self, **permissions: list[str]) -> None:
        values = self._values | {"permissions": permissions}
        self._settings.write_text(json.dumps(values))

    def open(self) -> pexpect.spawn:
        """At the prompt, in a terminal."""
        screen = pexpect.spawn(
            sys.executable,
            list(MAIA),
            cwd=str(self.folder),
            env=os.environ | {"TERM": "xterm-256color", "NO_COLOR": "1", "MAIA_PLAIN": "1"},
            encoding="utf-8",
            timeout=DEADLINE,
            dimensions=(40, 120),
        )
        self._screens.append(screen)
        screen.expect("> ")
        return screen

    def close(self) -> None:
        for screen in self._screens:
            screen.close(force=True)


@pytest.fixture
def agent(litellm_proxy, home, tmp_path):
    agent = Agent(tmp_path, home, litellm_proxy)
    yield agent
    agent.close()
