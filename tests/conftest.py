"""Isolation of every test, and the fixtures all may use: a model server, a real LiteLLM proxy."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from maia.testing.litellm_proxy import LiteLLMProxy
    from maia.testing.model_server import ModelServer

ROOT = Path(__file__).resolve().parent.parent
PROXY_FOLDERS = ("tests/proxy/", "tests/e2e/")  # whose tests all run in one worker
PROXY_PYTHON = ROOT / ".proxy" / "bin" / "python"
PROXY_STAMP = ROOT / ".proxy" / "requirements.sha256"
PROXY_REQUIREMENTS = ROOT / "tests" / "proxy" / "requirements.txt"
PROXY_COMMAND = "python tools/proxy_environment.py"
PROXY_SECONDS = 300  # the first test that needs the proxy waits for it to start
PROXY_MODELS = ("scripted-model", "other-model")

# What a developer's machine may say that would change a test.
LEAKS = ("MAIA_", "LITELLM_", "OPENAI_", "ANTHROPIC_", "XDG_", "LC_", "GIT_")
LEAKING = frozenset(
    (
        *("LANG", "LANGUAGE", "INIT_CWD", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PAGER"),
        *("EDITOR", "VISUAL", "BASH_ENV", "ENV", "CDPATH", "RIPGREP_CONFIG_PATH"),
        *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    )
)
IDENTITY = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Test"), ("EMAIL", "test@example.invalid"))
}


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.get_closest_marker("proxy"):
        if not item.nodeid.startswith(PROXY_FOLDERS):
            raise pytest.UsageError(f"{item.nodeid}: tests of the proxy live in {PROXY_FOLDERS}")
        if not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(PROXY_SECONDS))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log):
    # One worker runs all tests of the proxy: it is 350 MB and up to 30 s to start. The groups of
    # pytest-xdist 3.8 (xdist_group) have no effect with pytest 9.2, whose node ids are fixed.
    if config.getvalue("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class OneWorkerForTheProxy(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "proxy" if nodeid.startswith(PROXY_FOLDERS) else nodeid

    return OneWorkerForTheProxy(config, log)


@pytest.fixture(autouse=True)
def _isolated(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in list(os.environ):
        if name.upper().startswith(LEAKS) or name.upper() in LEAKING:
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name, value in IDENTITY.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def home() -> Path:
    return Path(os.environ["HOME"])


@pytest.fixture
def model_server():
    from maia.testing.model_server import ModelServer

    server = ModelServer().start()
    yield server
    server.stop()
    server.check()


@dataclass(frozen=True, slots=True)
class ScriptedProxy:
    """A real LiteLLM proxy and the scripted server behind it."""

    proxy: "LiteLLMProxy"
    upstream: "ModelServer"

    @property
    def url(self) -> str:
        return self.proxy.url

    @property
    def key(self) -> str:
        return self.proxy.key


@pytest.fixture(scope="session")
def proxy_python() -> Path:
    wanted = hashlib.sha256(PROXY_REQUIREMENTS.read_bytes()).hexdigest()
    if not PROXY_STAMP.exists() or PROXY_STAMP.read_text().strip() != wanted:
        said = "the LiteLLM proxy environment is missing or not current"
        pytest.fail(f"{said}; run: {PROXY_COMMAND}", pytrace=False)
    return PROXY_PYTHON


@pytest.fixture(scope="session")
def running_proxy(proxy_python: Path, tmp_path_factory: pytest.TempPathFactory):
    from maia.testing.litellm_proxy import LiteLLMProxy
    from maia.testing.model_server import ModelServer

    upstream = ModelServer(models=PROXY_MODELS).start()
    folder = tmp_path_factory.mktemp("proxy")
    proxy = LiteLLMProxy(proxy_python, folder, upstream.url, PROXY_MODELS, window=128_000)
    try:
        with proxy:
            yield ScriptedProxy(proxy, upstream)
    finally:
        upstream.stop()


@pytest.fixture
def litellm_proxy(running_proxy: ScriptedProxy):
    running_proxy.upstream.reset()
    yield running_proxy
    running_proxy.upstream.check()
