"""A folder of sessions that somebody else prepared: links, pipes, left-overs, damage."""

import fcntl
import os

import pytest
from tests.agent.sessions.conftest import exchange, said, session

from maia.agent.contracts.errors import SessionError
from maia.agent.sessions import own_files
from maia.agent.sessions.library import SessionFolder
from maia.agent.sessions.own_files import hold, is_held, keep_aside, kept_aside, write_private

OPENINGS = [
    lambda folder: folder.reopen("s", 0),
    lambda folder: folder.replace("s"),
]


@pytest.fixture
def outside(tmp_path):
    """A file that no session may ever touch."""
    path = tmp_path / ".bashrc"
    path.write_text("precious\n")
    return path


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_journal_that_is_a_link_is_refused_and_its_target_untouched(
    folder, outside, opening
) -> None:
    (folder.path / "s.json").write_text('{"messages": []}')
    (folder.path / "s.journal").symlink_to(outside)
    with pytest.raises(SessionError) as caught:
        opening(folder)
    assert caught.value.key == "session.unwritable"
    assert outside.read_text() == "precious\n"


def test_a_session_whose_journal_is_a_link_is_deleted_without_its_target(folder, outside) -> None:
    (folder.path / "s.json").write_text('{"messages": []}')
    (folder.path / "s.journal").symlink_to(outside)
    folder.delete("s")
    assert folder.names() == ()
    assert outside.read_text() == "precious\n"


def test_a_temporary_file_that_is_a_link_is_not_followed(folder, outside) -> None:
    (folder.path / f".tmp-{os.getpid()}").symlink_to(outside)
    writer = folder.create("s")
    writer.save(session("s", *exchange(2)))
    assert outside.read_text() == "precious\n"
    assert not (folder.path / "s.json").is_symlink()


def test_a_saved_file_that_is_a_link_is_replaced_and_not_followed(folder, outside) -> None:
    (folder.path / "s.json").symlink_to(outside)
    write_private(folder.path / "s.json", b"{}")
    assert outside.read_text() == "precious\n"
    assert (folder.path / "s.json").read_bytes() == b"{}"


def test_an_ignore_file_that_is_a_link_makes_nothing_elsewhere(tmp_path) -> None:
    folder = SessionFolder(tmp_path / "sessions")
    folder.path.mkdir()
    (folder.path / ".gitignore").symlink_to(tmp_path / "made")
    folder.prepare()
    assert not (tmp_path / "made").exists()


def test_a_link_in_the_place_of_what_is_kept_aside_is_not_followed(folder, outside) -> None:
    (folder.path / "s.journal").write_bytes(b"stump")
    (folder.path / "s.journal.damaged").symlink_to(outside)
    folder.reopen("s", 0)
    assert outside.read_text() == "precious\n"
    assert (folder.path / "s.journal.damaged.2").read_bytes() == b"stump"


@pytest.mark.timeout(10)
@pytest.mark.parametrize("suffix", [".json", ".journal"])
def test_a_pipe_in_the_folder_hides_no_session_and_never_blocks(folder, suffix) -> None:
    os.mkfifo(folder.path / f"pipe{suffix}")
    writer = folder.create("good")
    writer.save(session("good", *exchange(2)))
    listing = folder.list()
    assert [entry.name for entry in listing.entries] == ["good"]
    assert [damage.key for damage in listing.skipped] == ["session.unreadable"]
    with pytest.raises(SessionError):
        folder.load("pipe")


def test_a_folder_called_as_a_session_is_skipped(folder) -> None:
    (folder.path / "s.json").mkdir()
    assert [damage.key for damage in folder.list().skipped] == ["session.unreadable"]


def test_what_is_kept_aside_is_never_replaced_by_something_else(folder) -> None:
    path = folder.path / "s.json"
    for data in (b"first", b"second", b"second and more"):
        keep_aside(path, data)
    first, second = kept_aside(path)
    assert (first.read_bytes(), second.read_bytes()) == (b"first", b"second and more")
    assert {kept.stat().st_mode & 0o777 for kept in (first, second)} == {0o600}
    folder.delete("s")
    assert kept_aside(path) == ()


def test_left_over_temporary_files_go_after_a_day_and_nothing_else(folder) -> None:
    for name in (".tmp-1", ".tmp-2", ".tmp-mine", "old.json"):
        (folder.path / name).write_text("{}")
        os.utime(folder.path / name, (0, 0))
    os.utime(folder.path / ".tmp-2")
    folder.prepare()
    left = {path.name for path in folder.path.iterdir()} - {".gitignore"}
    assert left == {".tmp-2", ".tmp-mine", "old.json"}


def test_an_ignore_file_that_is_there_stays_as_it_is(folder) -> None:
    (folder.path / ".gitignore").write_text("# ours\n")
    folder.prepare()
    assert (folder.path / ".gitignore").read_text() == "# ours\n"


def test_a_journal_that_is_only_looked_at_is_waited_for(folder, monkeypatch) -> None:
    path = folder.path / "s.journal"
    path.touch()
    looking = os.open(path, os.O_RDONLY)
    fcntl.flock(looking, fcntl.LOCK_SH)
    monkeypatch.setattr(own_files.time, "sleep", lambda _: os.close(looking))
    handle = hold(path)
    assert handle is not None
    assert is_held(path)
    os.close(handle)


def test_the_lock_of_a_session_that_was_left_takes_no_other_journal(folder) -> None:
    writer = folder.create("s")
    (folder.path / "s.journal").unlink()  # by hand, while it is open
    other = folder.create("s")
    other.record_message(0, said("user", "theirs"))
    writer.close()
    assert folder.load("s").session.messages == (said("user", "theirs"),)
