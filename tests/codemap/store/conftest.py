"""A store of its own for each test, and rows to put into it."""

from pathlib import Path

import pytest

from maia.codemap.store.numbers import nodes_in
from maia.codemap.store.place import MapPlace
from maia.codemap.store.records import Content, Publication, StoredFile
from maia.codemap.store.sqlite import SqliteStore


def stored_file(number: int, path: str, **changes: object) -> StoredFile:
    values = {
        "content": 0, "size": 1, "modified_ns": 1, "language": "python", "status": "parsed",
        "reason": "", "lines": 10, "is_generated": False, "is_minified": False,
    }  # fmt: skip
    return StoredFile(id=number, path=path, **(values | changes))


def symbol_row(file: int, slot: int, qualified: str, kind: str = "function") -> tuple:
    name = qualified.replace("::", ".").rpartition(".")[2]
    number = nodes_in(file)[0] + slot
    return (number, slot - 1, name, qualified, kind, 0, slot, 1, slot, slot, 0, 9, "", "", "public")


def edge_row(file: int, index: int, source: int, target: int, name: str = "") -> tuple:
    how = "import" if target else "external"
    return (nodes_in(file)[0] + index, "call", source, target, name, index + 1, 1, how)


def published(**changes: object) -> Publication:
    return Publication(**({"commit": "c", "extractor_version": "1"} | changes))


def publish(store: SqliteStore, *contents: Content, **changes: object):
    with store.writer() as writer:
        writer.keep(contents)
        return writer.publish(published(**changes))


@pytest.fixture
def root(tmp_path) -> Path:
    folder = tmp_path / "tree"
    folder.mkdir()
    return folder


@pytest.fixture
def store(root, tmp_path) -> SqliteStore:
    return SqliteStore(MapPlace(root, tmp_path / "cache" / "map.db"))
