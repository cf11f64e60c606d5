import logging
import os
import tempfile
from pathlib import Path

import pytest

from maia.agent.models.debug_log import DEFAULT_NAME, DebugLog, debug_log_path


@pytest.mark.parametrize("value", [None, "", " ", "0"])
def test_off_when_nothing_is_asked(value):
    assert debug_log_path({} if value is None else {"MAIA_DEBUG_LLM": value}) is None


def test_one_means_the_temporary_folder_and_a_path_means_itself():
    assert debug_log_path({"MAIA_DEBUG_LLM": "1"}) == Path(tempfile.gettempdir()) / DEFAULT_NAME
    assert debug_log_path({"MAIA_DEBUG_LLM": "~/x.log"}) == Path("~/x.log").expanduser()


def test_answers_are_appended_and_private(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b"old\n")
    path.chmod(0o644)
    for piece in (b"a", b"b"):
        with DebugLog(path, "secret") as log:
            log.write(piece)
            log.write(piece)
    assert path.read_bytes() == b"old\naabb"
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_key_that_is_no_secret_is_not_blotted_out(tmp_path):
    with DebugLog(tmp_path / "log", "none") as log:
        log.write(b"none of it")
    assert (tmp_path / "log").read_bytes() == b"none of it"


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
def test_the_key_is_blotted_out_wherever_it_is_cut(tmp_path, size):
    said = b"my sk-123456 and sk-123456sk-12345 end sk-12345"
    path = tmp_path / "log"
    with DebugLog(path, "sk-123456") as log:
        for start in range(0, len(said), size):
            log.write(said[start : start + size])
    assert path.read_bytes() == said.replace(b"sk-123456", b"[api key]")


@pytest.mark.parametrize("make", ["link", "folder", "pipe", "missing"])
def test_what_is_no_private_file_is_said_and_left_alone(tmp_path, caplog, make):
    path = tmp_path / "log"
    other = tmp_path / "other"
    if make == "link":
        path.symlink_to(other)
    elif make == "folder":
        path.mkdir()
    elif make == "pipe":
        os.mkfifo(path)
    else:
        path = tmp_path / "no" / "log"
    with caplog.at_level(logging.WARNING), DebugLog(path) as log:
        log.write(b"a")
    assert "MAIA_DEBUG_LLM" in caplog.text
    assert not other.exists()


def test_without_a_path_nothing_is_written(tmp_path):
    with DebugLog(None, "secret") as log:
        log.write(b"a")
    assert list(tmp_path.iterdir()) == []
