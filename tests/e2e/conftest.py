import json
import os
import shlex
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
ARCHIVE = ROOT / ".sources" / "click-8.3.1.tar.gz"
ARCHIVE_COMMAND = "python tools/source_archives.py"


@pytest.fixture
def proxy_settings(home: Path, litellm_proxy: Any) -> Callable[..., dict[str, Any]]:
    """Writes settings.json for the real proxy, key included."""

    def write(**more: Any) -> dict[str, Any]:
        values = {
            "LiteLLM_URL": litellm_proxy.url,
            "OpenAI_EndPoint": "/v1/chat/completions",
            "LiteLLM_Models": "/v1/models",
            "LiteLLM_API_Key": litellm_proxy.key,
        } | more
        (home / ".maia").mkdir(exist_ok=True)
        (home / ".maia" / "settings.json").write_text(json.dumps(values), encoding="utf-8")
        return values

    return write


@pytest.fixture
def click_repository(tmp_path: Path) -> Path:
    """The source tree of click as a git repository with one commit."""
    if not ARCHIVE.is_file():
        pytest.fail(f"{ARCHIVE.name} is missing; run: {ARCHIVE_COMMAND}", pytrace=False)
    with tarfile.open(ARCHIVE) as archive:
        # Python 3.11.2 and 3.11.3 know no filter; the archive is pinned by its hash.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(tmp_path)
    folder = tmp_path / "click-8.3.1"
    (folder / ".gitignore").write_text("__pycache__/\n")
    for words in ("init -q", "add -A", "commit -qm start"):
        subprocess.run(["git", *words.split()], cwd=folder, check=True)
    return folder


@pytest.fixture
def run_tests_command() -> str:
    """Runs the package's own tests with the Python of these tests."""
    python = shlex.quote(sys.executable)
    options = "-q -p no:cacheprovider -p no:asyncio -p no:xdist"
    return f"{python} -m pytest {options} tests/test_formatting.py"


@pytest.fixture
def maia_command() -> Callable[..., "subprocess.CompletedProcess[str]"]:
    def run(folder: Path, *arguments: str) -> Any:
        return subprocess.run(
            [sys.executable, "-m", "maia.cli.main", *arguments],
            cwd=folder,
            env=dict(os.environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run
