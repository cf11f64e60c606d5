import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maia.facades.repl.typing import folder_history
from maia.facades.repl.typing.folder_history import (
    KEPT_REQUESTS,
    REQUEST_BYTES,
    FolderHistory,
    history_file,
)


def remembered(folder, home):
    """As another Maia started in `folder` finds them, newest first."""
    return list(FolderHistory(folder, home).load_history_strings())


async def loaded(history):
    return [request async for request in history.load()]


def append(folder, home, *requests):
    history = FolderHistory(folder, home)
    for request in requests:
        history.append_string(request)
    return history


@pytest.mark.parametrize(
    "damage",
    [
        b"\n",
        b"{",
        b'"cut',
        b"17",
        b"null",
        b'{"a": 1}',
        b"\xff\xfe",
        b'"\xff"',
        b"[" * 100_000,
        b"\0",
    ],
)
def test_a_damaged_line_is_skipped_and_those_around_it_are_not(tmp_path, home, damage):
    append(tmp_path, home, "one")
    path = history_file(tmp_path, home)
    path.write_bytes(path.read_bytes() + damage + b"\n")
    append(tmp_path, home, "two")
    assert remembered(tmp_path, home) == ["two", "one"]


def test_a_line_that_was_cut_does_not_spoil_the_next(tmp_path, home):
    append(tmp_path, home, "one")
    path = history_file(tmp_path, home)
    path.write_bytes(path.read_bytes() + b'"a disk was ful')
    append(tmp_path, home, "two")
    assert remembered(tmp_path, home) == ["two", "one"]


def test_half_a_character_is_replaced_in_memory_and_in_the_file(tmp_path, home):
    history = append(tmp_path, home, "a\ud800b")
    assert history.get_strings() == ["a?b"]
    path = history_file(tmp_path, home)
    path.write_bytes(path.read_bytes() + b'"c\\udc00"\n')
    assert remembered(tmp_path, home) == ["c?", "a?b"]


def in_the_way(path, how):
    path.parent.mkdir(parents=True)
    if how == "folder":
        path.mkdir()
    elif how == "pipe":
        os.mkfifo(path)
    elif how == "link to nothing":
        path.symlink_to("/gone/away")
    elif how == "device":
        path.symlink_to("/dev/full")


@pytest.mark.parametrize("how", ["folder", "pipe", "link to nothing", "device"])
async def test_a_file_that_cannot_be_used_is_not_in_the_way(tmp_path, home, how):
    in_the_way(history_file(tmp_path, home), how)
    history = append(tmp_path, home, "one", "two")
    assert await loaded(history) == ["two", "one"]
    assert remembered(tmp_path, home) == []


async def test_a_home_that_is_a_file_is_not_in_the_way(tmp_path):
    home = tmp_path / "home"
    home.write_text("no folder")
    history = append(tmp_path, home, "one")
    assert await loaded(history) == ["one"]


async def test_requests_come_back_newest_first_whatever_they_hold(tmp_path, home):
    requests = ["first", "two\nlines\n", 'a "quote" \\ and é 漢 🦉', "line\u2028end\r\n", "/help"]
    append(tmp_path, home, *requests)
    assert await loaded(FolderHistory(tmp_path, home)) == requests[::-1]


def test_each_folder_has_its_own(tmp_path, home):
    first, second = tmp_path / "a" / "app", tmp_path / "b" / "app"
    append(first, home, "one")
    append(second, home, "two")
    assert remembered(first, home) == ["one"]
    assert remembered(second, home) == ["two"]


def test_a_link_to_a_folder_is_that_folder(tmp_path, home):
    folder, link = tmp_path / "real", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)
    append(link, home, "one")
    assert remembered(folder, home) == ["one"]


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("/work/My app (é)", "My_app"),
        ("/", "folder"),
        ("/work/..hidden", "hidden"),
        ("/work/" + "x" * 200, "x" * 40),
        ("/work/a\nb\x1b[2J", "a_b_2J"),
        ("/work/\udcff", "folder"),
    ],
)
def test_the_file_is_called_after_the_folder_in_safe_letters(home, folder, name):
    path = history_file(Path(folder), home)
    assert path.parent == home / ".maia" / "history"
    before, _, digest = path.stem.rpartition("-")
    assert before == name
    assert len(digest) == 12


def test_only_the_person_may_read_what_they_typed(tmp_path, home):
    append(tmp_path, home, "one")
    path = history_file(tmp_path, home)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert path.parent.parent.stat().st_mode & 0o777 == 0o700


async def test_the_same_request_twice_in_a_row_is_kept_once(tmp_path, home):
    append(tmp_path, home, "one", "one", "two", "one")
    history = append(tmp_path, home, "one")
    assert await loaded(history) == ["one", "two", "one"]
    assert remembered(tmp_path, home) == ["one", "two", "one"]


def test_the_same_request_from_two_at_once_is_shown_once(tmp_path, home):
    first, second = FolderHistory(tmp_path, home), FolderHistory(tmp_path, home)
    first.append_string("zero")
    second.append_string("one")
    first.append_string("one")
    assert remembered(tmp_path, home) == ["one", "zero"]


@pytest.mark.parametrize("request_", [" secret", "\tsecret", "\nsecret", "\u00a0secret", "", " "])
async def test_what_begins_with_a_blank_is_not_remembered(tmp_path, home, request_):
    history = append(tmp_path, home, "one", request_)
    assert await loaded(history) == ["one"]
    assert remembered(tmp_path, home) == ["one"]


async def test_a_huge_request_is_remembered_until_the_end_only(tmp_path, home):
    history = append(tmp_path, home, "one", "x" * REQUEST_BYTES)
    assert len(await loaded(history)) == 2
    assert remembered(tmp_path, home) == ["one"]


def test_the_newest_requests_are_kept(tmp_path, home):
    path = history_file(tmp_path, home)
    path.parent.mkdir(parents=True)
    path.write_text("".join(f'"{number}"\n' for number in range(2 * KEPT_REQUESTS - 2)))
    path.chmod(0o600)
    found = remembered(tmp_path, home)
    assert len(found) == KEPT_REQUESTS
    assert found[0] == str(2 * KEPT_REQUESTS - 3)
    history = append(tmp_path, home, "last but one")
    assert len(path.read_bytes().splitlines()) == 2 * KEPT_REQUESTS - 1
    history.append_string("last")
    lines = path.read_bytes().splitlines()
    assert len(lines) == KEPT_REQUESTS
    assert [json.loads(line) for line in lines[-2:]] == ["last but one", "last"]
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    history.append_string("on")
    assert remembered(tmp_path, home)[:2] == ["on", "last"]


def test_a_file_of_many_bytes_is_shortened_too(tmp_path, home, monkeypatch):
    monkeypatch.setattr(folder_history, "KEPT_BYTES", 1_000)
    append(tmp_path, home, *(f"{number:02} {'x' * 90}" for number in range(50)))
    assert history_file(tmp_path, home).stat().st_size < 2_100
    assert remembered(tmp_path, home)[0].startswith("49 ")


def test_only_the_end_of_a_monstrous_file_is_read(tmp_path, home, monkeypatch):
    monkeypatch.setattr(folder_history, "KEPT_BYTES", 1_000)
    append(tmp_path, home, "one")
    path = history_file(tmp_path, home)
    path.write_bytes(b'"' + b"x" * 100_000 + b'"\n"two"\n"three"\n')
    assert remembered(tmp_path, home) == ["three", "two"]


def test_the_end_of_a_request_is_not_taken_for_one(tmp_path, home, monkeypatch):
    monkeypatch.setattr(folder_history, "KEPT_BYTES", 1_000)
    end = b'"' + b"y" * 1_991 + b'"\n"two"\n'
    append(tmp_path, home, "one")
    history_file(tmp_path, home).write_bytes(b'"says \\' + end)
    assert len(end) == 2_000
    assert remembered(tmp_path, home) == ["two"]


def test_the_one_file_of_an_older_maia_is_put_aside(tmp_path, home):
    (home / ".maia").mkdir()
    (home / ".maia" / "history").write_text("\n# 2026-01-01\n+old\n")
    append(tmp_path, home, "new")
    assert remembered(tmp_path, home) == ["new"]
    assert "+old" in (home / ".maia" / "history-before-folders").read_text()


def test_a_file_that_is_being_replaced_is_added_to_all_the_same(tmp_path, home, monkeypatch):
    append(tmp_path, home, "one")
    monkeypatch.setattr(folder_history, "_PAUSE", 0)
    with history_file(tmp_path, home).open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        append(tmp_path, home, "two")
    assert remembered(tmp_path, home) == ["two", "one"]


def replaced_before(monkeypatch, path, mode):
    """Another Maia puts a new file in the place of `path`, just before a lock of that mode."""
    lock = fcntl.flock

    def flock(handle, wanted):
        if wanted & mode and not path.with_name("before").exists():
            path.rename(path.with_name("before"))
            path.write_bytes(b'"theirs"\n')
        lock(handle, wanted)

    monkeypatch.setattr(folder_history.fcntl, "flock", flock)
    monkeypatch.setattr(folder_history, "_PAUSE", 0)


def test_a_request_goes_to_the_file_that_is_there_now(tmp_path, home, monkeypatch):
    append(tmp_path, home, "one")
    replaced_before(monkeypatch, history_file(tmp_path, home), fcntl.LOCK_SH)
    append(tmp_path, home, "two")
    assert remembered(tmp_path, home) == ["two", "theirs"]


def test_a_file_that_another_has_just_shortened_is_left_alone(tmp_path, home, monkeypatch):
    monkeypatch.setattr(folder_history, "KEPT_REQUESTS", 1)
    path = history_file(tmp_path, home)
    replaced_before(monkeypatch, path, fcntl.LOCK_EX)
    history = append(tmp_path, home, "one")
    before = path.stat().st_ino
    history.append_string("two")
    assert path.with_name("before").stat().st_ino == before
    assert path.read_bytes() == b'"theirs"\n'
    assert path.with_name("before").read_bytes() == b'"one"\n"two"\n'


WRITER = """
import sys
from pathlib import Path
from maia.facades.repl.typing import folder_history as it
it.KEPT_REQUESTS = int(sys.argv[4])
history = it.FolderHistory(Path(sys.argv[1]), Path(sys.argv[2]))
print("ready", flush=True)
sys.stdin.readline()
for number in range(300):
    history.append_string(f"{sys.argv[3]}{number} " + "é" * 500 + "\\nmore")
"""


def write_at_once(folder, home, kept):
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder), str(home), name, str(kept)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for name in "ab"
    ]
    for writer in writers:
        assert writer.stdout.readline() == b"ready\n"
    for writer in writers:
        writer.stdin.write(b"\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate(timeout=60)
        assert writer.returncode == 0


def requests_in(path):
    """Blank lines are no damage: who sees half of another's line begins a new one."""
    return [json.loads(line) for line in path.read_bytes().splitlines() if line]


def test_two_at_once_lose_no_request_and_mix_none(tmp_path, home):
    write_at_once(tmp_path, home, 1_000)
    expected = {f"{name}{number} {'é' * 500}\nmore" for name in "ab" for number in range(300)}
    found = requests_in(history_file(tmp_path, home))
    assert len(found) == 600
    assert set(found) == expected


def test_two_at_once_may_shorten_the_file_under_each_other(tmp_path, home):
    write_at_once(tmp_path, home, 20)
    found = [request.split()[0] for request in requests_in(history_file(tmp_path, home))]
    assert 20 <= len(found) < 600
    assert found[-1] in {"a299", "b299"}
    for name in "ab":
        numbers = [int(one[1:]) for one in found if one[0] == name]
        assert numbers == sorted(set(numbers))


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.text(st.characters(exclude_categories=()), max_size=20), max_size=8))
def test_whatever_is_typed_comes_back(tmp_path_factory, home, requests):
    folder = tmp_path_factory.mktemp("folder")
    history = append(folder, home, *requests)
    assert remembered(folder, home) == history.get_strings()[::-1]
