import os
import sqlite3
import time

import msgspec
import pytest
from tests.codemap.store.conftest import edge_row, publish, published, stored_file, symbol_row

from maia.codemap.errors import MapProblem, NoMap
from maia.codemap.model import Extraction
from maia.codemap.store.numbers import file_of
from maia.codemap.store.place import MapPlace
from maia.codemap.store.records import Content, Metrics
from maia.codemap.store.sqlite import SqliteStore
from maia.codemap.store.sqlite.statements import index_names, statements

A, B = 1 << 20, 2 << 20  # the files 1 and 2 themselves


def small_map(store):
    return publish(
        store,
        files=[stored_file(1, "a.py"), stored_file(2, "pkg/b.rs", language="rust", lines=5)],
        symbols=[
            (1, [symbol_row(1, 1, "Client", "class"), symbol_row(1, 2, "Client.get", "method")]),
            (2, [symbol_row(2, 1, "http::Client::get"), symbol_row(2, 2, "get_all")]),
        ],
        edges=[
            (1, [edge_row(1, 0, A + 2, B + 1), edge_row(1, 1, A, B), edge_row(1, 2, A, 0, "os.path")]),
            (2, [edge_row(2, 0, B + 2, A + 2)]),
        ],
    )  # fmt: skip


def qualified(symbols) -> list[str]:
    return [symbol.qualified_name for symbol in symbols]


def test_a_snapshot_says_what_it_holds(store, root):
    snapshot = small_map(store)
    assert (snapshot.number, snapshot.root, snapshot.commit) == (1, str(root), "c")
    assert (snapshot.files, snapshot.symbols, snapshot.edges) == (2, 4, 4)
    assert store.reader().snapshot() == snapshot


def test_symbols_are_found_by_exact_name(store):
    small_map(store)
    reader = store.reader()
    assert qualified(reader.symbols_named("get")) == ["Client.get", "http::Client::get"]
    assert reader.symbols_named("GET") == []
    assert reader.symbols_named("ge") == []


@pytest.mark.parametrize("asked", ["Client.get", "Client::get", "Client#get", "Client/get"])
def test_symbols_are_found_by_the_end_of_their_qualified_name(store, asked):
    small_map(store)
    assert qualified(store.reader().symbols_qualified(asked)) == ["Client.get", "http::Client::get"]


def test_a_qualified_name_ends_at_a_separator(store):
    small_map(store)
    reader = store.reader()
    assert qualified(reader.symbols_qualified("http.Client.get")) == ["http::Client::get"]
    assert reader.symbols_qualified("ient.get") == []
    assert reader.symbols_qualified("Cl*t.get") == []
    assert reader.symbols_qualified("..") == []
    assert qualified(reader.symbols_qualified("get_all")) == ["get_all"]


def test_symbols_and_edges_of_a_file_come_in_their_order(store):
    small_map(store)
    reader = store.reader()
    assert qualified(reader.symbols_of(1)) == ["Client", "Client.get"]
    assert [edge.line for edge in reader.edges_of(1)] == [1, 2, 3]


def test_edges_are_found_from_both_ends(store):
    small_map(store)
    reader = store.reader()
    assert [edge.source for edge in reader.edges_to(A + 2)] == [B + 2]
    assert [edge.target for edge in reader.edges_from(A + 2)] == [B + 1]
    assert [edge.target for edge in reader.edges_from(A)] == [B, 0]
    assert [file_of(edge.id) for edge in reader.edges_to(B)] == [1]
    assert reader.edges_to(0) == []


def test_edges_that_lead_out_are_found_by_name(store):
    small_map(store)
    reader = store.reader()
    assert [edge.how for edge in reader.edges_outside("os.path")] == ["external"]
    assert reader.edges_outside("os") == []


def test_the_graph_has_only_what_is_inside(store):
    small_map(store)
    graph = store.reader().graph()
    assert graph.symbols == [A + 1, A + 2, B + 1, B + 2]
    assert list(zip(graph.sources, graph.targets, strict=True)) == [
        (A + 2, B + 1), (A, B), (B + 2, A + 2),
    ]  # fmt: skip


def test_an_empty_map_has_an_empty_graph(store):
    publish(store)
    graph = store.reader().graph()
    assert graph.symbols == graph.sources == graph.hows == []


def test_languages_are_counted_by_status(store):
    publish(
        store,
        files=[
            stored_file(1, "a.py"),
            stored_file(2, "b.py"),
            stored_file(3, "c.md", language="markdown", status="text", reason="why", lines=3),
        ],
    )
    found = [
        (each.language, each.status, each.files, each.lines) for each in store.reader().languages()
    ]
    assert found == [("python", "parsed", 2, 20), ("markdown", "text", 1, 3)]


@pytest.mark.parametrize(
    ("asked", "best"),
    [("get_al", "get_all"), ("get_alll", "get_all"), ("GETALL", "get_all"), ("clent", "Client")],
)
def test_similar_names_forgive_an_error(store, asked, best):
    small_map(store)
    assert store.reader().similar_names(asked)[:1] == [best]


@pytest.mark.parametrize("asked", ["", "zzz", '"', "a b", "'; --", "é", "*", "%"])
def test_similar_names_of_anything_are_no_error(store, asked):
    small_map(store)
    assert store.reader().similar_names(asked) == []


def test_files_are_found_by_path_whatever_bytes_it_has(store):
    odd = os.fsdecode(b"caf\xe9\n.py")
    publish(store, files=[stored_file(1, odd), stored_file(2, "café.py")])
    reader = store.reader()
    assert reader.file(odd).id == 1
    assert reader.file("café.py").id == 2
    assert reader.file("none.py") is None
    assert [file.path for file in reader.files()] == ["café.py", odd]
    assert reader.file_numbered(2).path == "café.py"


def test_an_extraction_comes_back_as_it_was(store):
    extraction = Extraction("python", 3)
    content = Content(b"k", msgspec.msgpack.encode(extraction), b"")
    publish(store, content, files=[stored_file(1, "a.py", content=1), stored_file(2, "b.txt")])
    reader = store.reader()
    assert reader.extraction(1) == extraction
    assert reader.extraction(2) is None


def test_a_publication_replaces_what_it_names_and_nothing_else(store):
    small_map(store)
    publish(
        store,
        removed=[2],
        symbols=[(1, [symbol_row(1, 1, "Client", "class")])],
        edges=[(1, [edge_row(1, 0, A, 0, "sys")])],
    )
    reader = store.reader()
    assert reader.snapshot().number == 2
    assert [file.path for file in reader.files()] == ["a.py"]
    assert qualified(reader.symbols_named("get")) == []
    assert [edge.name for edge in reader.edges_of(1)] == ["sys"]
    assert reader.edges_to(A + 2) == []


def test_what_fails_in_the_middle_changes_nothing(store):
    before = small_map(store)
    with store.writer() as writer, pytest.raises(MapProblem):
        writer.publish(
            published(removed=[1], symbols=[(2, [symbol_row(2, 9, "x"), symbol_row(2, 9, "y")])])
        )
    reader = store.reader()
    assert reader.snapshot() == before
    assert len(reader.symbols_of(1)) == 2
    assert store_is_not_rebuilt(store)


def store_is_not_rebuilt(store) -> bool:
    with store.writer() as writer:
        return writer.rebuilt == ""


def test_metrics_are_replaced_whole_or_left(store):
    publish(store, metrics=[Metrics(A + 1, 0.5, 1, 2), Metrics(A + 2, 0.1, 0, 0)])
    publish(store)
    reader = store.reader()
    assert reader.metrics([A + 1, B])[A + 1] == Metrics(A + 1, 0.5, 1, 2)
    publish(store, metrics=[])
    assert reader.metrics([A + 1]) == {}


def test_another_work_tree_sees_nothing_of_this_one(store, tmp_path):
    small_map(store)
    (tmp_path / "second").mkdir()
    second = SqliteStore(MapPlace(tmp_path / "second", store.place.database))
    with pytest.raises(NoMap):
        second.reader()
    with second.writer() as writer:
        first = writer.unused_file()
        row = symbol_row(first, 1, "get")
        writer.publish(published(files=[stored_file(first, "a.py")], symbols=[(first, [row])]))
    assert qualified(second.reader().symbols_named("get")) == ["get"]
    assert len(store.reader().symbols_named("get")) == 2
    assert second.reader().file_numbered(1) is None
    assert second.reader().similar_names("client") == []


def test_contents_are_kept_for_some_days_and_longer_where_they_are_used(store, monkeypatch):
    used, unused = Content(b"used", b"r", b""), Content(b"unused", b"r", b"")
    publish(store, used, unused, files=[stored_file(1, "a.py", content=1)])
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 13 * 86_400)
    publish(store)
    with store.writer() as writer:
        assert sorted(writer.known_keys()) == [b"unused", b"used"]
    monkeypatch.setattr(time, "time", lambda: now + 16 * 86_400)
    publish(store)
    with store.writer() as writer:
        assert writer.known_keys() == [b"used"]


def test_a_reader_cannot_write(store):
    small_map(store)
    reader = store.reader()
    with pytest.raises(sqlite3.OperationalError):
        reader._connection.execute("DELETE FROM files")


def test_the_map_is_for_its_owner_alone(store):
    small_map(store)
    assert store.place.database.parent.stat().st_mode & 0o077 == 0


def test_every_question_uses_an_index(store):
    small_map(store)
    reader = store.reader()
    scans_all = {"worktree", "languages", "files"}
    for name, statement in statements("questions.sql").items():
        values = dict.fromkeys(
            ("worktree", "root", "first", "last", "path", "number", "file", "name", "pattern",
             "node", "symbol", "low", "high", "limit", "trigram", "trigrams"), "1",
        )  # fmt: skip
        plan = reader._connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
        if name not in scans_all:
            steps = [step[3] for step in plan if "VIRTUAL" not in step[3]]
            assert not [step for step in steps if step.startswith("SCAN")], (name, steps)


def test_all_indexes_are_there_after_the_first_publication(store):
    small_map(store)
    rows = store.reader()._connection.execute("SELECT name FROM sqlite_schema WHERE type = 'index'")
    assert set(index_names()) <= {row[0] for row in rows}
