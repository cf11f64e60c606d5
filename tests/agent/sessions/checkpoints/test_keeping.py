import os

import pytest

from maia.agent.sessions.checkpoints.checkpoints import CheckpointedRequest, Checkpoints
from maia.agent.sessions.checkpoints.problem import CheckpointProblem
from maia.agent.sessions.checkpoints.store import CheckpointStore


def test_a_store_that_cannot_be_written_is_said_and_changes_nothing(tmp_path):
    (tmp_path / "file").write_text("x")
    kept = Checkpoints(CheckpointStore(tmp_path / "file"), tmp_path, "s")
    for attempt in (
        lambda: kept.begin(1, "hello"),
        lambda: kept.before_change(tmp_path / "file"),
        lambda: kept.after_change(tmp_path / "file"),
        lambda: kept.restore(1),
    ):
        with pytest.raises(CheckpointProblem):
            attempt()
    assert (tmp_path / "file").read_text() == "x"


def test_a_pipe_is_not_opened(bench):
    os.mkfifo(bench.path("pipe"))
    bench.kept.begin(1, "hello")
    bench.kept.before_change(bench.path("pipe"))  # would wait for ever
    bench.kept.after_change(bench.path("pipe"))
    assert bench.kept.session_diff() == ()


def test_names_that_no_file_can_have_are_nothing(bench):
    bench.kept.begin(1, "hello")
    for name in ("nul\0", "a\0/b"):
        bench.kept.before_change(bench.path(name))
        bench.kept.after_change(bench.path(name))
    assert bench.kept.session_diff() == ()


def test_a_name_that_is_no_text_is_kept(bench):
    bench.kept.begin(1, "hello")
    path = bench.write(os.fsdecode(b"bad\xff"), "x")
    bench.again()
    assert bench.kept.restore(1).removed == [path]
    assert not path.exists()


def test_requests_name_the_files_that_were_changed_for_them(bench):
    bench.kept.begin(1, "first")
    one, two = bench.write("one", "1"), bench.write("two", "2")
    bench.kept.begin(2, "second")
    bench.write("one", "11")
    bench.write("one", "111")
    bench.kept.begin(3, "third")
    bench.again()
    assert bench.kept.requests() == (
        CheckpointedRequest(1, "first", (one, two)),
        CheckpointedRequest(2, "second", (one,)),
        CheckpointedRequest(3, "third"),
    )


def test_changes_of_a_session_that_goes_on_belong_to_its_last_request(bench):
    bench.kept.begin(4, "before the stop")
    bench.again()
    path = bench.write("late", "x")
    assert bench.kept.requests() == (CheckpointedRequest(4, "before the stop", (path,)),)


def test_sessions_know_nothing_of_each_other(bench):
    bench.kept.begin(1, "mine")
    bench.write("a", "x")
    bench.session = "s2"
    bench.again()
    assert bench.kept.requests() == ()
    assert bench.kept.session_diff() == ()


def test_the_first_request_makes_room(bench, tmp_path):
    bench.store = CheckpointStore(tmp_path / "store", limit_bytes=10)
    bench.path("a").write_bytes(os.urandom(500))
    bench.kept.begin(1, "hello")
    bench.write("a", "x")
    for path in bench.store.folder.rglob("*"):
        os.utime(path, (1, 1))
    bench.session = "s2"
    bench.again()
    bench.kept.begin(7, "the session goes on")
    bench.session = "s1"
    bench.again()
    assert bench.kept.requests() == ()


def test_numbers_that_begin_anew_after_the_index_was_lost_keep_files_again(bench):
    bench.path("a").write_text("A")
    bench.kept.begin(1, "hello")
    bench.write("a", "B")
    for path in (bench.store.folder / "index").iterdir():
        path.unlink()
    bench.kept.begin(1, "again")
    bench.write("a", "C")
    bench.kept.restore(1)
    assert bench.path("a").read_text() == "B"
