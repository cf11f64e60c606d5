import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FILES = {
    "shop/__init__.py": "",
    "shop/shelf.py": (
        "import os\n\n\nclass Shelf:\n    def put(self, thing):\n        return os.path.join(thing)\n"
    ),
    "shop/cart.py": (
        "from shop.shelf import Shelf\n\n\ndef fill():\n    shelf = Shelf()\n    shelf.put(1)\n"
    ),
    "tests/test_cart.py": "from shop.cart import fill\n\n\ndef test_fill():\n    fill()\n",
    "notes.txt": "nothing\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small repository, and a cache of its own."""
    monkeypatch.setenv("MAGUYVA_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "project"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "-q", folder], check=True)
    return folder


@pytest.fixture
def maguyva(project: Path) -> Callable[..., Any]:
    """Runs the real command in the project; gives its end, with `json` parsed."""

    def run(*arguments: str, code: int = 0, **environ: str) -> Any:
        done = subprocess.run(
            [sys.executable, "-m", "maia.codemap.cli.main", *arguments],
            cwd=project,
            env=os.environ | environ,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert done.returncode == code, (done.stdout, done.stderr)
        if "--json" in arguments and done.stdout:
            return json.loads(done.stdout)
        return done

    return run
