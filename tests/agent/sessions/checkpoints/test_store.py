import os
import stat
import zlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maia.agent.sessions.checkpoints.problem import CheckpointProblem
from maia.agent.sessions.checkpoints.seen import content_hash
from maia.agent.sessions.checkpoints.store import CheckpointStore, Record
from maia.i18n import en, fr


def blobs(store):
    return sorted(path.name for path in (store.folder / "blobs").glob("??/*"))


def sessions(store):
    return sorted(path.stem for path in (store.folder / "index").glob("*"))


def age(store, seconds):
    for path in store.folder.rglob("*"):
        if path.is_file():
            moment = path.stat().st_mtime - seconds
            os.utime(path, (moment, moment))


def keep(store, session, data):
    name = store.put(data)
    store.add(session, Record("before", 1, f"/{session}", state="file", name=name))
    return name


def random(size):
    return os.urandom(size)


def test_a_disk_that_refuses_is_a_problem_with_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    store = CheckpointStore(tmp_path / "file" / "store")
    for attempt in (
        lambda: store.put(b"x"),
        lambda: store.add("s", Record("begin", 1)),
    ):
        with pytest.raises(CheckpointProblem) as caught:
            attempt()
        assert caught.value.key in en.SENTENCES
        assert caught.value.key in fr.SENTENCES
        assert caught.value.values["path"] == str(store.folder)


def test_a_full_disk_leaves_no_half_of_a_content(tmp_path, monkeypatch):
    store = CheckpointStore(tmp_path / "store")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(CheckpointProblem) as caught:
        store.put(b"x")
    assert caught.value.values["reason"] == "No space left on device"
    assert blobs(store) == []


def test_a_damaged_content_is_not_given_and_is_kept_anew(tmp_path):
    store = CheckpointStore(tmp_path / "store")
    name = store.put(b"precious")
    (path,) = (store.folder / "blobs").glob("??/*")
    for damage in (b"", b"nonsense", path.read_bytes()[:-3], zlib.compress(b"another")):
        path.write_bytes(damage)
        assert store.get(name) is None
    assert store.put(b"precious") == name
    assert store.get(name) == b"precious"


def test_what_was_never_kept_is_not_given(tmp_path):
    store = CheckpointStore(tmp_path / "store")
    assert store.get(content_hash(b"x")) is None
    assert store.get("") is None
    assert list(store.records("nobody")) == []


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_a_line_that_was_cut_costs_only_itself(tmp_path, cut):
    store = CheckpointStore(tmp_path / "store")
    first, second, third = (Record("begin", number, text="é") for number in (1, 2, 3))
    store.add("s", first)
    store.add("s", second)
    index = store.folder / "index" / "s.jsonl"
    index.write_bytes(index.read_bytes()[:-cut])
    kept = [first] if cut > 1 else [first, second]
    assert list(store.records("s")) == kept
    store.add("s", third)
    assert list(store.records("s")) == [*kept, third]


@given(st.binary(max_size=300))
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_index_of_nonsense_gives_no_error(tmp_path, data):
    store = CheckpointStore(tmp_path / "store")
    store.add("s", Record("begin", 1))
    index = store.folder / "index" / "s.jsonl"
    whole = index.read_bytes()
    index.write_bytes(data + b"\n" + whole)
    assert list(store.records("s"))[-1] == Record("begin", 1)
    index.write_bytes(whole)


def test_a_name_that_is_no_text_comes_back_as_it_was(tmp_path):
    store = CheckpointStore(tmp_path / "store")
    name = os.fsdecode(b"/bad\xff\nname")
    store.add("s", Record("before", 1, name, text="\ud800"))
    (record,) = store.records("s")
    assert os.fsencode(record.path) == b"/bad\xff\nname"


def test_the_same_content_is_kept_once_compressed_and_for_nobody_else(tmp_path):
    store = CheckpointStore(tmp_path / "store")
    assert store.put(b"a" * 10_000) == store.put(b"a" * 10_000) == content_hash(b"a" * 10_000)
    store.add("s", Record("begin", 1))
    (name,) = blobs(store)
    assert store.get(name) == b"a" * 10_000
    files = [path for path in store.folder.rglob("*") if path.is_file()]
    assert [stat.S_IMODE(path.stat().st_mode) for path in files] == [0o600, 0o600]
    assert sum(path.stat().st_size for path in files) < 1_000
    folders = [store.folder, *(path for path in store.folder.rglob("*") if path.is_dir())]
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}


def test_under_the_limit_nothing_goes(tmp_path):
    store = CheckpointStore(tmp_path / "store", limit_bytes=10_000)
    name = keep(store, "old", random(100))
    age(store, 10_000)
    store.prune("new")
    assert (blobs(store), sessions(store)) == ([name], ["old"])


def test_over_the_limit_the_oldest_sessions_go_but_not_what_others_share(tmp_path):
    store = CheckpointStore(tmp_path / "store", limit_bytes=2_500)
    shared = random(1_000)
    keep(store, "oldest", shared)
    keep(store, "oldest", random(1_000))
    age(store, 1_000)
    second = keep(store, "older", random(1_000))
    age(store, 1_000)
    keep(store, "new", shared)
    age(store, 1_000)
    store.prune("new")
    assert sessions(store) == ["new", "older"]
    assert blobs(store) == sorted([content_hash(shared), second])


def test_the_session_at_hand_stays_however_old_and_large_it_is(tmp_path):
    store = CheckpointStore(tmp_path / "store", limit_bytes=10)
    name = keep(store, "mine", random(1_000))
    age(store, 10_000)
    keep(store, "other", random(1_000))
    age(store, 10_000)
    store.prune("mine")
    assert (blobs(store), sessions(store)) == ([name], ["mine"])


def test_a_content_that_another_maia_is_about_to_name_stays(tmp_path):
    store = CheckpointStore(tmp_path / "store", limit_bytes=10)
    forgotten, again = random(1_000), random(1_000)
    store.put(forgotten)
    store.put(again)
    age(store, 10_000)
    fresh = [store.put(random(1_000)), store.put(again)]
    store.prune("mine")
    assert blobs(store) == sorted(fresh)


def test_what_a_kill_left_goes_after_a_day_and_an_unreadable_index_stops_nothing(tmp_path):
    store = CheckpointStore(tmp_path / "store", limit_bytes=10)
    keep(store, "mine", random(1_000))
    left = next((store.folder / "blobs").glob("??")) / "abc.tmp"
    left.touch()
    age(store, 100_000)
    (store.folder / "index" / "odd.jsonl").mkdir()
    store.prune("mine")
    assert not left.exists()
    assert len(blobs(store)) == 1
