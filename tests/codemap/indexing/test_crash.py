"""A build that is killed, at whatever instant, costs nothing of what was published."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from maia.codemap.errors import MapDamaged, NoMap

BUILDING = Path(__file__).with_name("building.py")
FILES = 30


@pytest.fixture(autouse=True)
def _importable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))


def start(folder: Path) -> "subprocess.Popen[str]":
    child = subprocess.Popen(
        [sys.executable, str(BUILDING), str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout.readline() == "begun\n"
    return child


def write_version(repository, version: int) -> None:
    for place in range(FILES):
        called = f"f{(place + 1) % FILES}_{version}"
        text = f"from m{(place + 1) % FILES} import {called}\n\n\ndef f{place}_{version}():\n    {called}()\n"
        repository.write(f"m{place}.py", text)


def version_seen(repository) -> int:
    """The version that the map shows, which must be whole."""
    reader = repository.store.reader()
    with reader.one_snapshot():
        names = {name for file in reader.files() for name in names_of(reader, file)}
        versions = {int(name.partition("_")[2]) for name in names}
        assert len(names) == FILES
        assert len(versions) == 1, versions
        (version,) = versions
        for place in range(FILES):
            (symbol,) = reader.symbols_named(f"f{place}_{version}")
            assert {edge.kind for edge in reader.edges_to(symbol.id)} == {"call", "import"}
        graph = reader.graph()
        nodes = set(graph.symbols) | {file.id << 20 for file in reader.files()}
        assert set(graph.targets) | set(graph.sources) <= nodes
    reader.close()
    return version


def names_of(reader, file) -> list[str]:
    return [symbol.name for symbol in reader.symbols_of(file.id) if symbol.kind == "function"]


def check_whole(path: Path) -> None:
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def kill_rounds(repository, pool, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    for path in ("pkg/__init__.py", "pkg/base.py", "pkg/user.py", "pkg/other.py"):
        (repository.folder / path).unlink()
    published = 0
    write_version(repository, 0)
    repository.build(pool)
    for version in range(1, rounds + 1):
        write_version(repository, version)
        with start(repository.folder) as child:
            time.sleep(chance.uniform(0, 0.45))
            os.kill(child.pid, signal.SIGKILL)
            is_done = "done" in child.stdout.read()
        seen = version_seen(repository)
        assert seen in ({version} if is_done else {published, version}), f"seed {seed}"
        published = seen
        if version % 5 == 0:
            report = repository.build(pool)
            assert report.rebuilt == ""
            published = version_seen(repository)
            assert published == version
    check_whole(repository.store.place.database)


def test_the_last_snapshot_is_whole_after_each_of_twenty_kills(repository, pool):
    kill_rounds(repository, pool, 20, seed=5)


@pytest.mark.crash
@pytest.mark.timeout(300)
def test_the_last_snapshot_is_whole_after_each_of_a_hundred_kills(repository, pool):
    kill_rounds(repository, pool, 100, seed=6)


def test_a_first_build_that_is_killed_leaves_no_map_or_a_whole_one(repository, pool):
    chance = random.Random(7)
    for _ in range(5):
        with start(repository.folder) as child:
            time.sleep(chance.uniform(0, 0.2))
            child.kill()
        try:
            repository.store.reader()
        except NoMap:
            continue
        break
    report = repository.build(pool)
    assert report.rebuilt == ""
    assert repository.callers("make") == ["pkg/user.py:1", "pkg/user.py:5"]


def test_what_was_read_before_a_kill_is_not_extracted_again(repository, pool):
    with repository.store.writer() as writer:
        before = writer.known_keys()
    repository.build(pool)
    with repository.store.writer() as writer:
        after = writer.known_keys()
    assert (len(before), len(after)) == (0, 5)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_build_leaves_the_map_and_no_process(repository, pool, number):
    repository.build(pool)
    repository.write("slow.py", "SLEEP = 1\n")
    repository.write("pkg/base.py", "def changed(): pass\n")
    with start(repository.folder) as child:
        time.sleep(0.6)
        workers = children_of(child.pid)
        child.send_signal(number)
        child.wait(5)
        said = child.stderr.read()
    assert ("KeyboardInterrupt" in said) == (number == signal.SIGINT)
    until = time.monotonic() + 5
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < until
        time.sleep(0.02)
    assert workers
    assert len(repository.store.reader().symbols_named("make")) == 1
    (repository.folder / "slow.py").unlink()
    repository.build(pool)
    assert repository.store.reader().symbols_named("make") == []


def children_of(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


def test_two_builds_at_once_wait_for_each_other(repository):
    write_version(repository, 1)

    def built() -> int:
        with start(repository.folder) as child:
            child.communicate(timeout=30)
            return child.returncode

    with ThreadPoolExecutor(3) as threads:
        codes = [each.result() for each in [threads.submit(built) for _ in range(3)]]
    assert codes == [0, 0, 0]
    assert repository.store.reader().snapshot().number == 1
    check_whole(repository.store.place.database)


def damaged_header(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"no map at all, but a text")


def damaged_pages(path: Path) -> None:
    data = bytearray(path.read_bytes())
    for start_of_page in range(4096, len(data), 4096):
        data[start_of_page : start_of_page + 64] = b"\xa5" * 64
    path.write_bytes(data)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def of_another_version(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()


def of_another_program(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (x)")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "damage", [damaged_header, damaged_pages, cut_off, of_another_version, of_another_program]
)
def test_a_file_that_cannot_be_used_is_made_anew_and_that_is_said(repository, pool, damage):
    assert repository.build(pool).rebuilt == ""
    database = repository.store.place.database
    checkpoint(database)
    damage(database)
    report = repository.build(pool)
    assert report.rebuilt
    assert repository.callers("make") == ["pkg/user.py:1", "pkg/user.py:5"]
    assert repository.build(pool).rebuilt == ""


def checkpoint(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def test_damage_that_only_shows_in_the_middle_of_a_build_is_mended(repository, pool, monkeypatch):
    monkeypatch.setattr("maia.codemap.store.sqlite.database.CHECKED_BYTES", 0)
    repository.build(pool)
    checkpoint(repository.store.place.database)
    damaged_pages(repository.store.place.database)
    report = repository.build(pool)
    assert "damaged" in report.rebuilt
    assert repository.callers("make") == ["pkg/user.py:1", "pkg/user.py:5"]


def test_a_reader_says_that_the_file_is_damaged(repository, pool):
    repository.build(pool)
    checkpoint(repository.store.place.database)
    damaged_pages(repository.store.place.database)
    with pytest.raises(MapDamaged):
        repository.store.reader().symbols_named("make")


def test_a_reader_knows_that_the_file_was_replaced(repository, pool):
    repository.build(pool)
    reader = repository.store.reader()
    assert reader.is_current()
    damaged_header(repository.store.place.database)
    repository.build(pool)
    assert not reader.is_current()
