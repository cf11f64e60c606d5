import os
import shutil
import stat

import pytest

from maia.agent.sessions.checkpoints.problem import CheckpointProblem
from maia.i18n import en, fr


def mode(path):
    return stat.S_IMODE(path.lstat().st_mode)


def kept_keys(bench, restored):
    for _, key in restored.kept:
        assert key in en.SENTENCES
        assert key in fr.SENTENCES
    return {str(path.relative_to(bench.folder)): key for path, key in restored.kept}


def test_a_request_that_is_not_known_restores_nothing(bench):
    bench.kept.begin(2, "hello")
    path = bench.write("a", "x")
    for number in (1, 3):
        with pytest.raises(CheckpointProblem) as caught:
            bench.kept.restore(number)
        assert caught.value.key in en.SENTENCES
    assert path.read_text() == "x"


def test_what_somebody_else_changed_since_is_left_alone(bench):
    bench.path("edited").write_text("A")
    bench.path("deleted").write_text("A")
    bench.kept.begin(1, "hello")
    for name in ("edited", "deleted", "made", "untouched"):
        bench.write(name, "ours")
    bench.path("edited").write_text("theirs")
    bench.path("deleted").unlink()
    bench.path("made").write_text("theirs")
    restored = bench.kept.restore(1)
    since = "checkpoint.changed_since"
    assert kept_keys(bench, restored) == {"edited": since, "deleted": since, "made": since}
    assert restored.removed == [bench.path("untouched")]
    assert bench.path("edited").read_text() == "theirs"
    assert bench.path("made").read_text() == "theirs"
    assert not bench.path("deleted").exists()


def test_a_change_that_a_crash_left_without_its_end_is_left_alone(bench):
    bench.path("a").write_text("A")
    bench.kept.begin(1, "hello")
    bench.kept.before_change(bench.path("a"))
    bench.path("a").write_text("B")
    bench.again()
    assert kept_keys(bench, bench.kept.restore(1)) == {"a": "checkpoint.changed_since"}
    assert bench.path("a").read_text() == "B"


def test_a_folder_that_became_a_link_is_not_followed(bench, tmp_path):
    bench.path("d").mkdir()
    bench.path("d/a").write_text("A")
    bench.kept.begin(1, "hello")
    bench.write("d/a", "B")
    bench.write("d/made", "B")
    shutil.move(bench.path("d"), tmp_path / "elsewhere")
    bench.path("d").symlink_to(tmp_path / "elsewhere")
    way = "checkpoint.link_in_the_way"
    assert kept_keys(bench, bench.kept.restore(1)) == {"d/a": way, "d/made": way}
    assert (tmp_path / "elsewhere" / "a").read_text() == "B"
    assert (tmp_path / "elsewhere" / "made").exists()


def test_a_file_that_became_a_link_is_replaced_not_followed(bench, tmp_path):
    target = tmp_path / "target"
    target.write_text("theirs")
    bench.path("a").write_text("A")
    bench.kept.begin(1, "hello")
    bench.kept.before_change(bench.path("a"))
    bench.path("a").unlink()
    bench.path("a").symlink_to(target)
    bench.kept.after_change(bench.path("a"))
    bench.kept.restore(1)
    assert not bench.path("a").is_symlink()
    assert bench.path("a").read_text() == "A"
    assert target.read_text() == "theirs"


def test_too_large_files_are_named_and_left(bench):
    bench.path("was").write_bytes(b"x" * 1_001)
    bench.path("same").write_bytes(b"x" * 1_001)
    bench.path("is").write_text("A")
    bench.kept.begin(1, "hello")
    bench.kept.before_change(bench.path("same"))
    bench.kept.after_change(bench.path("same"))
    bench.write("was", "B")
    bench.write("is", b"y" * 1_001)
    bench.write("made", b"y" * 1_001)
    restored = bench.kept.restore(1)
    large = "checkpoint.too_large"
    assert kept_keys(bench, restored) == {"was": large, "is": large, "made": large}
    assert bench.path("was").read_text() == "B"
    assert bench.path("made").stat().st_size == 1_001


def test_a_large_file_that_somebody_else_replaced_is_told_from_ours(bench):
    bench.path("a").write_text("A")
    bench.kept.begin(1, "hello")
    bench.write("a", b"y" * 1_001)
    bench.path("a").write_bytes(b"z" * 1_002)
    assert kept_keys(bench, bench.kept.restore(1)) == {"a": "checkpoint.changed_since"}


def test_a_content_that_is_gone_is_said(bench):
    bench.path("a").write_text("A")
    bench.kept.begin(1, "hello")
    bench.write("a", "B")
    shutil.rmtree(bench.store.folder / "blobs")
    assert kept_keys(bench, bench.kept.restore(1)) == {"a": "checkpoint.gone"}
    assert bench.path("a").read_text() == "B"


def test_a_store_that_fails_before_the_restore_leaves_all_files(bench):
    bench.path("a").write_text("A")
    bench.path("b").write_text("A")
    bench.kept.begin(1, "hello")
    bench.write("a", "B")
    bench.write("b", os.urandom(100))
    name = bench.store.put(b"x")  # makes the folders
    data = bench.path("b").read_bytes()
    blobs = bench.store.folder / "blobs"
    for number in range(256):  # no content can be kept any more
        folder = blobs / f"{number:02x}"
        if not folder.exists():
            folder.touch()
    assert bench.store.get(name) == b"x"
    with pytest.raises(CheckpointProblem):
        bench.kept.restore(1)
    assert bench.path("a").read_text() == "B"
    assert bench.path("b").read_bytes() == data


def test_a_file_that_cannot_be_written_does_not_stop_the_others(bench, monkeypatch):
    for name in ("a", "b"):
        bench.path(name).write_text("A")
    bench.kept.begin(1, "hello")
    for name in ("a", "b"):
        bench.write(name, "B")
    from maia.agent.sessions.checkpoints import restoring

    real = restoring.write_atomically

    def refuse_a(path, data):
        if path.name == "a":
            raise PermissionError
        real(path, data)

    monkeypatch.setattr(restoring, "write_atomically", refuse_a)
    restored = bench.kept.restore(1)
    assert kept_keys(bench, restored) == {"a": "checkpoint.failed"}
    assert restored.restored == [bench.path("b")]


def test_files_come_back_with_content_and_mode_and_made_ones_go(bench):
    data = b"\xff\x00\r\nbytes"
    bench.path("script").write_bytes(data)
    bench.path("script").chmod(0o750)
    bench.path("gone").write_text("G")
    bench.kept.begin(1, "hello")
    bench.write("script", "B")
    bench.path("script").chmod(0o400)
    bench.write("made", "M")
    bench.kept.before_change(bench.path("gone"))
    bench.path("gone").unlink()
    bench.kept.after_change(bench.path("gone"))
    bench.again()
    restored = bench.kept.restore(1)
    assert restored.kept == []
    assert sorted(restored.restored) == [bench.path("gone"), bench.path("script")]
    assert restored.removed == [bench.path("made")]
    assert bench.path("script").read_bytes() == data
    assert mode(bench.path("script")) == 0o750
    assert bench.path("gone").read_text() == "G"
    assert not bench.path("made").exists()


def test_only_what_came_at_or_after_the_request_is_undone(bench):
    bench.path("a").write_text("0")
    for number in (1, 2, 3):
        bench.kept.begin(number, f"request {number}")
        bench.write("a", f"{number}")
        bench.write("a", f"{number}{number}")
        bench.write(f"made{number}", "x")
    restored = bench.kept.restore(2)
    assert bench.path("a").read_text() == "11"
    assert sorted(restored.removed) == [bench.path("made2"), bench.path("made3")]
    assert bench.path("made1").exists()
    bench.kept.restore(1)
    assert bench.path("a").read_text() == "0"
    assert not bench.path("made1").exists()


def test_a_restore_can_be_undone(bench):
    bench.path("a").write_text("A")
    bench.kept.begin(1, "hello")
    bench.write("a", "B")
    bench.write("d/made", "M")
    bench.kept.restore(1)
    undo = bench.kept.requests()[-1]
    assert (undo.number, undo.text) == (2, "/rewind 1")
    bench.again()
    bench.kept.restore(undo.number)
    assert bench.path("a").read_text() == "B"
    assert bench.path("d/made").read_text() == "M"


def test_a_second_restore_finds_nothing_to_do(bench):
    bench.path("a").write_text("A")
    bench.kept.begin(1, "hello")
    bench.write("a", "B")
    bench.kept.restore(1)
    again = bench.kept.restore(1)
    assert (again.restored, again.removed, again.kept) == ([], [], [])


def test_requests_after_a_restore_are_undone_alone(bench):
    bench.path("a").write_text("A")
    bench.kept.begin(1, "hello")
    bench.write("a", "B")
    bench.kept.restore(1)
    number = max(each.number for each in bench.kept.requests()) + 1
    bench.kept.begin(number, "after")
    bench.write("a", "C")
    bench.kept.restore(number)
    assert bench.path("a").read_text() == "A"


def test_folders_that_were_made_for_files_go_when_they_are_empty(bench):
    bench.path("there").mkdir()
    bench.kept.begin(1, "hello")
    for name in ("new/deep/a", "new/b", "other/c", "there/d"):
        bench.write(name, "x")
    bench.path("other/theirs").touch()
    bench.kept.restore(1)
    assert not bench.path("new").exists()
    assert bench.path("other/theirs").exists()
    assert bench.path("there").is_dir()


def test_writing_through_a_link_is_undone_where_it_leads(bench, tmp_path):
    target = tmp_path / "target"
    target.write_text("A")
    bench.path("link").symlink_to(target)
    bench.path("dangling").symlink_to(tmp_path / "not-yet")
    bench.kept.begin(1, "hello")
    bench.write("link", "B")
    bench.write("dangling", "B")
    bench.kept.restore(1)
    assert target.read_text() == "A"
    assert bench.path("link").readlink() == target
    assert bench.path("dangling").is_symlink()
    assert not (tmp_path / "not-yet").exists()


def test_one_file_under_two_names_is_one_file(bench):
    bench.path("d").mkdir()
    bench.path("alias").symlink_to("d")
    bench.path("d/a").write_text("A")
    bench.kept.begin(1, "hello")
    bench.write("d/a", "B")
    bench.write("alias/a", "C")
    restored = bench.kept.restore(1)
    assert (restored.restored, restored.kept) == ([bench.path("d/a")], [])
    assert bench.path("d/a").read_text() == "A"


def test_links_come_back(bench):
    bench.path("link").symlink_to("first")
    bench.kept.begin(1, "hello")
    bench.kept.before_change(bench.path("link"))
    bench.path("link").unlink()
    bench.path("link").write_text("a file now")
    bench.kept.after_change(bench.path("link"))
    bench.kept.restore(1)
    assert bench.path("link").is_symlink()
    assert os.fspath(bench.path("link").readlink()) == "first"


def test_a_folder_comes_back_where_a_file_took_its_name(bench):
    bench.path("d").mkdir()
    bench.path("d/a").write_text("A")
    bench.kept.begin(1, "hello")
    bench.kept.before_change(bench.path("d/a"))
    shutil.rmtree(bench.path("d"))
    bench.kept.after_change(bench.path("d/a"))
    bench.write("d", "a file now")
    bench.kept.restore(1)
    assert bench.path("d/a").read_text() == "A"
