"""The folder of sessions: lists, finds, loads, opens, deletes (spec 12)."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.agent.sessions.conftest import CASES, exchange, said, session

from maia.agent.contracts.errors import SessionError
from maia.agent.sessions.library import SessionFolder
from maia.agent.sessions.replay import generation_of
from maia.agent.sessions.saved import decode_session, encode_session

CASE_FILES = sorted(path.name for path in (CASES / "G01").glob("*.journal"))


def save(folder: SessionFolder, saved) -> None:
    writer = folder.create(saved.name)
    writer.save(saved)
    writer.close()


def test_the_folder_hides_itself_from_git_and_nothing_else(folder) -> None:
    assert (folder.path / ".gitignore").read_text() == "*\n"
    assert not (folder.path.parent / ".gitignore").exists()
    assert folder.path.stat().st_mode & 0o777 == 0o700


def test_a_saved_session_comes_back_as_it_was(folder) -> None:
    kept = session(
        "s",
        *exchange(3),
        model="m",
        cwd="/repo",
        pending_context=("ls",),
        start_context="summary",
        created_at="2026-01-01T00:00:00+01:00",
        extra={"newer": {"field": 1}},
    )
    save(folder, kept)
    got = folder.load("s").session
    assert got.extra["newer"] == {"field": 1}
    assert encode_session(got).replace(b'"journal":1,', b"") == encode_session(kept)
    data = json.loads((folder.path / "s.json").read_text())
    assert (data["version"], data["name"], data["startContext"]) == (1, "s", "summary")
    assert (folder.path / "s.json").stat().st_mode & 0o777 == 0o600


def test_nothing_is_left_beside_a_session_that_was_left(folder) -> None:
    save(folder, session("s", *exchange(2)))
    assert sorted(path.name for path in folder.path.iterdir()) == [".gitignore", "s.json"]


def test_missing_fields_have_defaults_and_the_file_name_counts(folder) -> None:
    (folder.path / "s.json").write_text('{"name": "other", "messages": []}')
    got = folder.load("s").session
    assert (got.name, got.model, got.messages, got.start_context) == ("s", "", (), None)


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "session.not_json"),
        (b"{", "session.not_json"),
        (b"\xff\xfe", "session.not_json"),
        (b"[" * 100_000, "session.not_json"),
        (b"[]", "session.not_session"),
        (b"{}", "session.not_session"),
        (b'{"messages": {}}', "session.not_session"),
        (b'{"messages": [{"role": "wizard", "content": []}]}', "session.not_session"),
        (b'{"messages": [], "pendingContext": [1]}', "session.not_session"),
    ],
)
def test_a_file_that_is_no_session_is_named_and_hides_no_other(folder, content, key) -> None:
    (folder.path / "bad.json").write_bytes(content)
    save(folder, session("good", *exchange(2)))
    with pytest.raises(SessionError) as caught:
        folder.load("bad")
    assert (caught.value.key, caught.value.values["name"]) == (key, "bad")
    assert [entry.name for entry in folder.list().entries if entry.name == "good"] == ["good"]
    assert (folder.path / "bad.json").read_bytes() == content


def test_an_unreadable_file_is_skipped_in_the_list_with_its_reason(folder) -> None:
    (folder.path / "bad.json").write_bytes(b"{")
    assert [damage.values["name"] for damage in folder.list().skipped] == ["bad"]


@pytest.mark.parametrize("file", CASE_FILES)
def test_a_damaged_journal_never_stops_the_list_and_can_be_gone_on_with(folder, file) -> None:
    data = (CASES / "G01" / file).read_bytes()
    (folder.path / "s.journal").write_bytes(data)
    folder.list()
    loaded = folder.load("s")
    writer = folder.reopen("s", 0)
    assert (folder.path / "s.journal.damaged").exists() is bool(loaded.damage)
    messages = (*loaded.session.messages, said("user", "next"))
    writer.record_message(len(messages) - 1, messages[-1])
    again = folder.load("s")
    assert again.session.messages == messages
    writer.save(session("s", *messages))
    writer.close()
    assert folder.load("s").session.messages == messages
    assert folder.load("s").damage == ()
    if loaded.damage:
        assert (folder.path / "s.journal.damaged").read_bytes() == data


def crashed(folder: SessionFolder, *messages, **fields):
    """A session whose last message is only in its journal."""
    writer = folder.create("s")
    writer.save(session("s", *messages[:-1], **fields))
    writer.record_message(len(messages) - 1, messages[-1])
    os.close(writer._handle)


def test_of_an_unreadable_file_with_a_journal_both_are_kept_and_the_journal_counts(folder) -> None:
    crashed(folder, *exchange(3))
    path = folder.path / "s.json"
    torn = path.read_bytes()[:-60]
    path.write_bytes(torn)
    loaded = folder.load("s")
    assert [damage.key for damage in loaded.damage] == ["session.file_aside", "session.journal_gap"]
    writer = folder.reopen("s", generation_of(loaded.session))
    writer.save(loaded.session)
    writer.close()
    assert folder.load("s").session.messages == exchange(3)[2:]
    assert (folder.path / "s.json.damaged").read_bytes() == torn


def test_a_session_whose_file_is_lost_is_still_described_by_its_journal(folder) -> None:
    crashed(folder, said("user", "only"), model="m", cwd="/repo", start_context="summary")
    (folder.path / "s.json").unlink()
    got = folder.load("s").session
    assert (got.model, got.cwd, got.start_context) == ("m", "/repo", "summary")
    assert got.messages == (said("user", "only"),)


def test_an_unreadable_file_whose_name_a_compaction_takes_is_kept_aside(folder) -> None:
    (folder.path / "s__1.json").write_bytes(b"{torn")
    folder.replace("s__1").save(session("s__1", start_context="summary"))
    assert (folder.path / "s__1.json.damaged").read_bytes() == b"{torn"
    assert folder.load("s__1").session.start_context == "summary"


def test_a_crash_without_damage_sets_nothing_aside(folder) -> None:
    crashed(folder, *exchange(3))
    loaded = folder.load("s")
    folder.reopen("s", generation_of(loaded.session)).close()
    assert folder.load("s").session.messages == exchange(3)
    assert list(folder.path.glob("*damaged*")) == []


def test_a_session_that_was_written_since_it_was_loaded_is_not_gone_on_with(folder) -> None:
    save(folder, session("s", *exchange(2)))
    generation = generation_of(folder.load("s").session)
    other = folder.reopen("s", generation)
    other.save(session("s", *exchange(4)))
    other.close()
    assert folder.reopen("s", generation) is None
    assert folder.reopen("s", generation + 1) is not None


def test_a_message_that_was_never_saved_outlives_the_writer(folder) -> None:
    writer = folder.create("s")
    writer.record_message(0, said("user", "precious"))
    writer.close()
    assert folder.load("s").session.messages == (said("user", "precious"),)


def test_a_long_start_hides_no_message_behind_it(folder) -> None:
    writer = folder.create("s")
    writer.save(session("s", start_context="x" * 100_000))
    writer.record_message(0, said("user", "precious"))
    writer.close()
    assert folder.load("s").session.messages == (said("user", "precious"),)


def test_a_list_goes_by_the_moment_whatever_its_time_zone(folder) -> None:
    for name, moment in [("first", "2026-12-01T10:00+02:00"), ("second", "2026-12-01T09:30+00:00")]:
        save(folder, session(name, *exchange(1), updated_at=moment))
    assert [entry.name for entry in folder.list().entries] == ["second", "first"]


def test_an_unfinished_session_is_as_new_as_its_journal(folder) -> None:
    crashed(folder, *exchange(2), updated_at="2001-01-01T00:00:00+00:00")
    save(folder, session("left", *exchange(2), updated_at="2020-01-01T00:00:00+00:00"))
    assert [entry.name for entry in folder.list().entries] == ["s", "left"]


def test_a_list_tells_the_size_of_a_session(folder) -> None:
    save(folder, session("s", *exchange(2)))
    assert folder.list().entries[0].size == (folder.path / "s.json").stat().st_size


def test_a_session_of_a_newer_version_keeps_its_number_and_fields(folder) -> None:
    (folder.path / "s.json").write_text('{"version": 7, "messages": [], "hologram": 3}')
    loaded = folder.load("s").session
    writer = folder.reopen("s", 0)
    writer.save(loaded)
    data = json.loads((folder.path / "s.json").read_text())
    assert (data["version"], data["hologram"]) == (7, 3)


def test_a_list_is_newest_first_and_shows_the_first_request(folder) -> None:
    save(folder, session("old", said("user", "first\nrequest"), updated_at="2026-01-01"))
    save(folder, session("new", *exchange(4), updated_at="2026-02-01", model="m"))
    first, second = folder.list().entries
    assert (first.name, first.message_count, first.model) == ("new", 4, "m")
    assert second.first_request == "first\nrequest"


def test_what_was_journalled_and_never_saved_is_listed_as_unfinished(folder) -> None:
    writer = folder.create("s")
    writer.save(session("s", *exchange(1)))
    writer.record_message(1, said("assistant", "answer"))
    assert not folder.list().entries[0].unfinished  # it is held, by us
    os.close(writer._handle)
    (entry,) = folder.list().entries
    assert (entry.unfinished, entry.message_count) == (True, 2)
    assert folder.load("s").unfinished


def test_a_session_that_was_begun_and_holds_nothing_is_not_listed(folder) -> None:
    writer = folder.create("s")
    os.close(writer._handle)
    assert folder.list().entries == ()


def test_names_are_found_whatever_their_case_the_exact_one_first(folder) -> None:
    for name in ("Parser", "lexer"):
        save(folder, session(name, *exchange(1)))
    assert folder.find("parser") == "Parser"
    assert folder.find("LEXER") == "lexer"
    assert folder.find("nothing") is None
    assert folder.suggest("parsr") == ("Parser",)
    assert folder.suggest("lex") == ("lexer",)


def test_a_name_that_is_taken_gets_a_number(folder) -> None:
    save(folder, session("S", *exchange(1)))
    assert folder.create("s").name == "s_2"
    assert folder.create("s").name == "s_3"


def test_a_session_held_by_another_process_is_not_opened_nor_deleted(folder) -> None:
    save(folder, session("s", *exchange(2)))
    script = (
        "import sys, pathlib\n"
        "from maia.agent.sessions.library import SessionFolder\n"
        "writer = SessionFolder(pathlib.Path(sys.argv[1])).reopen('s', 1)\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(folder.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout.readline() == b"held\n"
        assert folder.reopen("s", 1) is None
        with pytest.raises(SessionError) as caught:
            folder.delete("s")
        assert caught.value.key == "session.held"
        assert folder.replace("s").name == "s_2"
        other.stdin.close()
    assert folder.reopen("s", 1) is not None


def test_deleting_takes_all_that_belongs_to_the_session(folder) -> None:
    save(folder, session("s", *exchange(2)))
    (folder.path / "s.journal.damaged").write_bytes(b"x")
    folder.delete("s")
    assert [path.name for path in folder.path.iterdir()] == [".gitignore"]
    with pytest.raises(SessionError) as caught:
        folder.delete("s")
    assert caught.value.key == "session.unknown"


def test_renaming_moves_the_session_and_frees_the_name(folder) -> None:
    writer = folder.create("a")
    kept = session("a", *exchange(2))
    writer.save(kept)
    writer = writer.move(folder.create("b"), kept)
    assert folder.names() == ("b",)
    writer.record_message(2, said("user", "more"))
    assert len(folder.load("b").session.messages) == 3


def test_a_change_of_case_renames_the_file(folder) -> None:
    writer = folder.create("abc")
    writer.save(session("abc", *exchange(2)))
    writer.recase("ABC")
    writer.record_message(2, said("user", "more"))
    assert folder.names() == ("ABC",)
    assert len(folder.load("ABC").session.messages) == 3


def test_a_change_of_case_takes_the_name_of_no_other_session(folder) -> None:
    writer = folder.create("abc")
    writer.save(session("abc", *exchange(2)))
    (folder.path / "ABC.json").write_text('{"messages": []}')
    with pytest.raises(SessionError) as caught:
        writer.recase("ABC")
    assert caught.value.key == "session.name_taken"
    assert (folder.path / "ABC.json").read_text() == '{"messages": []}'
    assert len(folder.load("abc").session.messages) == 2


def test_a_folder_that_cannot_be_made_is_said(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SessionError) as caught:
        SessionFolder(tmp_path / "file" / ".sessions").prepare()
    assert caught.value.key == "session.unwritable"


def test_a_folder_that_is_not_there_lists_nothing(tmp_path) -> None:
    assert SessionFolder(tmp_path / "none").list().entries == ()


def test_a_full_disk_leaves_what_is_there(folder, monkeypatch) -> None:
    writer = folder.create("s")
    writer.save(session("s", *exchange(2)))

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SessionError) as caught:
        writer.save(session("s", *exchange(4)))
    assert caught.value.values["reason"] == "No space left on device"
    monkeypatch.undo()
    assert len(folder.load("s").session.messages) == 2
    assert not list(folder.path.glob(".tmp*"))


def test_a_file_with_a_byte_order_mark_and_half_emoji_is_read() -> None:
    data = b'\xef\xbb\xbf{"messages": [{"role": "user", "content": "cut \\ud83d"}]}'
    (message,) = decode_session(data, "s").messages
    assert message.content[0].text == "cut \ufffd"


def test_what_was_taken_back_is_erased_nowhere(folder) -> None:
    writer = folder.create("s")
    first = exchange(2)
    writer.save(session("s", *first))
    writer.record_message(2, said("user", "taken back"))
    writer.record_cut(2, first[1])
    writer.save(session("s", *first))
    kept = folder.path / "s.rollbacks.jsonl"
    assert "taken back" in kept.read_text()
    assert kept.stat().st_mode & 0o777 == 0o600
    writer.save(session("s", *first))  # nothing was taken back since
    assert kept.read_text().count("taken back") == 1
    writer = writer.move(folder.create("t"), session("s", *first))
    assert not kept.exists()
    assert "taken back" in (folder.path / "t.rollbacks.jsonl").read_text()
    assert folder.names() == ("t",)
    writer.close()
    folder.delete("t")
    assert [path.name for path in folder.path.iterdir()] == [".gitignore"]


def test_a_link_in_the_place_of_the_rollbacks_is_not_written_through(folder, tmp_path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("theirs")
    (folder.path / "s.rollbacks.jsonl").symlink_to(outside)
    writer = folder.create("s")
    writer.save(session("s", *exchange(2)))
    writer.record_cut(0, None)
    with pytest.raises(SessionError):
        writer.save(session("s", *exchange(2)))
    assert outside.read_text() == "theirs"
    assert len(folder.load("s").session.messages) == 2


@pytest.mark.parametrize("linked", [".sessions", ".maia"])
def test_a_link_in_place_of_the_folder_is_not_followed(tmp_path: Path, linked: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    project = tmp_path / "project"
    (project if linked == ".maia" else project / ".maia").mkdir(parents=True)
    place = project / ".maia" / ".sessions"
    (place if linked == ".sessions" else place.parent).symlink_to(elsewhere)
    with pytest.raises(SessionError) as refused:
        SessionFolder(place).prepare()
    assert refused.value.key == "session.unwritable"
    assert list(elsewhere.iterdir()) == []
