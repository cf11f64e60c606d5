"""A real LiteLLM proxy as a process, in front of any OpenAI-compatible server on this machine.

LiteLLM is never imported here: it lives in an environment of its own, and this starts it there.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

START_SECONDS = 180.0  # 13 s on a quiet machine, 30 s and more on a busy one
STOP_SECONDS = 10.0
TRIES = 3  # a port that was free may be taken before the proxy binds it
LAST_LINES = 30  # of the log, said when it does not start

# The proxy ends when our end of its stdin closes, so that it cannot outlive a killed test run.
LAUNCHER = """
import os, sys, threading
def follow():
    os.read(0, 1)
    os._exit(0)
threading.Thread(target=follow, daemon=True).start()
from litellm.proxy.proxy_cli import run_server
run_server()
"""


class ProxyFailedError(Exception):
    """The proxy did not start. The message has the end of its log."""


class LiteLLMProxy:
    """One proxy process. `key` is its master key: requests without it are refused."""

    key = "sk-maia-tests"

    def __init__(
        self, python: Path, folder: Path, upstream: str, models: Sequence[str], *, window: int
    ) -> None:
        """`python` of LiteLLM's environment; `folder` for its files; `upstream` without `/v1`."""
        self._python = python
        self._folder = folder.resolve()  # the proxy runs in it
        self._upstream = upstream
        self._models = tuple(models)
        self._window = window
        self._process: subprocess.Popen[bytes] | None = None
        self.log = self._folder / "proxy.log"
        self.port = 0

    @property
    def url(self) -> str:
        """`http://127.0.0.1:PORT`, without a path."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Self:
        """Start it and wait until it answers. Raises ProxyFailedError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        config = self._folder / "config.yaml"
        config.write_text(json.dumps(self._config()), encoding="utf-8")  # JSON is YAML
        end = time.monotonic() + START_SECONDS
        for _ in range(TRIES):
            self.port = _free_port()
            process = self._process = self._spawn(config)
            while time.monotonic() < end and process.poll() is None:
                if _answers(self.port):
                    return self
                time.sleep(0.1)
            self.stop()
        log = "\n".join(self.log.read_text(errors="replace").splitlines()[-LAST_LINES:])
        raise ProxyFailedError(f"the LiteLLM proxy did not start; the end of its log:\n{log}")

    def stop(self) -> None:
        """End the process and all it started. Safe to call twice."""
        process, self._process = self._process, None
        if process is None:
            return
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, number)
                process.wait(STOP_SECONDS)
            except ProcessLookupError:
                break
            except subprocess.TimeoutExpired:
                continue
        process.wait()
        if process.stdin is not None:
            process.stdin.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.stop()

    def _config(self) -> dict[str, Any]:
        """No retries and no cooldown: what the upstream says is what the client sees, once."""
        models = [
            {
                "model_name": name,
                "litellm_params": {
                    "model": f"openai/{name}",
                    "api_base": f"{self._upstream}/v1",
                    "api_key": "sk-upstream",
                },
                "model_info": {"max_input_tokens": self._window, "supports_vision": True},
            }
            for name in self._models
        ]
        return {
            "model_list": models,
            "litellm_settings": {"num_retries": 0, "telemetry": False},
            "router_settings": {"num_retries": 0, "disable_cooldowns": True},
            "general_settings": {"master_key": self.key},
        }

    def _spawn(self, config: Path) -> subprocess.Popen[bytes]:
        command = [str(self._python), "-c", LAUNCHER, "--config", str(config)]
        command += ["--host", "127.0.0.1", "--port", str(self.port), "--telemetry", "False"]
        environ = {
            "PATH": os.defpath,
            "HOME": str(self._folder),
            "LANG": "C.UTF-8",
            "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else it looks for the price list for 8 s
            "NO_PROXY": "127.0.0.1",
        }
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=self._folder,
                env=environ,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health/liveliness")
        return connection.getresponse().status == http.client.OK
    except OSError:
        return False
    finally:
        connection.close()
