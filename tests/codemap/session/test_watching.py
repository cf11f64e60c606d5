"""A map that is kept up to date."""

from pathlib import Path
from threading import Event

import pytest

from maia.codemap.session.open_map import OpenMap
from maia.codemap.session.watching import watch


def test_what_is_written_is_on_the_map_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAGUYVA_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text("def first(): ...\n", encoding="utf-8")
    stop = Event()
    with OpenMap.of(folder) as opened:
        updates = watch(opened, stop)
        assert next(updates).snapshot.files == 1
        (folder / "b.py").write_text("from a import first\nfirst()\n", encoding="utf-8")
        assert next(updates).changed == 1
        (found,) = opened.reader.symbols_named("first")
        assert [edge.kind for edge in opened.reader.edges_to(found.id)] == ["import", "call"]
        (folder / "a.py").unlink()
        assert next(updates).removed == 1
        assert opened.reader.symbols_named("first") == []
        stop.set()
        assert list(updates) == []
