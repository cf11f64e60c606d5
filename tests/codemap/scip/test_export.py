"""A map as a SCIP index: read back, it says where things are defined and used."""

from pathlib import Path
from typing import Any

import pytest

from maia.codemap.scip.export import export_index
from maia.codemap.scip.messages import message_class
from maia.codemap.session.open_map import OpenMap


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("MAGUYVA_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text(
        "class Base:\n    def put(self): ...\n    def put(self, x): ...\n", encoding="utf-8"
    )
    (folder / "b.py").write_text(
        "from a import Base\n\n\nclass Shelf(Base):\n    '''Holds.'''\n    é = Base()\n",
        encoding="utf-8",
    )
    (folder / "notes.txt").write_text("text\n", encoding="utf-8")
    with OpenMap.of(folder) as opened:
        opened.build()
        data = b"".join(export_index(opened.reader, opened.root, "1.2"))
    read = message_class("Index")()
    read.ParseFromString(data)
    return read


def document(index: Any, path: str) -> Any:
    return next(each for each in index.documents if each.relative_path == path)


def test_it_says_where_it_comes_from(index: Any) -> None:
    assert index.metadata.tool_info.name == "maguyva"
    assert index.metadata.tool_info.version == "1.2"
    assert index.metadata.project_root.startswith("file:///")
    assert [each.relative_path for each in index.documents] == ["a.py", "b.py"]


def test_definitions_have_names_of_their_own(index: Any) -> None:
    found = [(each.symbol, each.kind) for each in document(index, "a.py").symbols]
    assert found == [
        ("maguyva . . . `a.py`/Base#", 7),
        ("maguyva . . . `a.py`/Base#put().", 26),
        ("maguyva . . . `a.py`/Base#put(+1).", 26),
    ]


def test_uses_lead_to_definitions_of_other_documents(index: Any) -> None:
    used = document(index, "b.py")
    base = "maguyva . . . `a.py`/Base#"
    places = [
        (list(each.range), each.symbol_roles) for each in used.occurrences if each.symbol == base
    ]
    assert places == [([0, 14, 18], 2), ([3, 12, 16], 0), ([5, 8, 12], 0)]
    (shelf,) = (each for each in used.symbols if each.display_name == "Shelf")
    assert list(shelf.documentation) == ["class Shelf(Base)", "Holds."]
    assert [(each.symbol, each.is_implementation) for each in shelf.relationships] == [(base, True)]
