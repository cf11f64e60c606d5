import os
from pathlib import Path

import pytest

from maia.agent.sessions.checkpoints.seen import Seen, look


@pytest.mark.parametrize("name", ["nul\0", "surrogate\ud800", "missing", "file/below", "loop/x"])
def test_where_nothing_can_be_nothing_is_seen(tmp_path, name):
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    seen = look(tmp_path / name, 10)
    assert seen.data is None
    assert seen.target is None


def test_nothing_an_empty_file_a_link_and_a_folder_are_told_apart(tmp_path):
    (tmp_path / "file").touch(mode=0o640)
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "folder").mkdir()
    missing, file, link, folder = (
        look(tmp_path / name, 10) for name in ("missing", "file", "link", "folder")
    )
    assert missing == Seen()
    assert missing.is_missing
    assert missing.name == ""
    assert file.data == b""
    assert link == Seen(target="file")
    assert folder.reason == "checkpoint.not_a_file"
    assert len({missing.name, file.name, link.name, folder.name}) == 4


def test_a_file_of_just_the_limit_is_read_and_a_larger_one_is_not(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"x" * 10)
    assert look(path, 10).data == b"x" * 10
    path.write_bytes(b"x" * 11)
    large = look(path, 10)
    assert (large.data, large.reason) == (None, "checkpoint.too_large")
    os.utime(path, (1, 1))
    assert look(path, 10).name != large.name


def test_a_file_that_cannot_be_read_is_said():
    assert look(Path("/proc/self/mem"), 10).reason == "checkpoint.unreadable"  # for root too


def test_what_the_system_refuses_to_read_is_said(tmp_path, monkeypatch):
    (tmp_path / "a").touch()

    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(os, "open", refuse)
    assert look(tmp_path / "a", 10).reason == "checkpoint.unreadable"
