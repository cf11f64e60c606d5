"""Whether a map is up to date is found out without building it."""

import os
import subprocess
from pathlib import Path

import pytest

from maia.codemap.session.open_map import OpenMap


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MAGUYVA_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text("a = 1\n", encoding="utf-8")
    (folder / "link.py").symlink_to("a.py")
    subprocess.run(["git", "init", "-q", folder], check=True)
    os.utime(folder / "a.py", ns=(1_000_000_001, 1_000_000_001))
    with OpenMap.of(folder) as found:
        found.build()
        yield found


def test_it_is_when_nothing_changed(opened: OpenMap) -> None:
    assert opened.is_up_to_date()
    assert opened.refresh().changed == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda top: (top / "a.py").write_text("a = 22\n"),
        lambda top: (top / "a.py").unlink(),
        lambda top: (top / "b.py").write_text(""),
        lambda top: (top / "other.py").symlink_to("a.py"),
        lambda top: (top / "link.py").unlink(),
        lambda top: (top / ".gitignore").write_text("a.py\n"),
        lambda top: (top / ".maiaignore").write_text("a.py\n"),
    ],
)
def test_it_is_not_once_anything_did(opened: OpenMap, change) -> None:
    change(opened.root)
    assert not opened.is_up_to_date()
    opened.refresh()
