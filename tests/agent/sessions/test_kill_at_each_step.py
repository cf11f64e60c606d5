"""Killed before any of its calls to the system, an operation loses nothing that was complete.

`test_crash.py` kills a real process at random; here every instant is met once.
"""

import contextlib
import itertools
import os
from collections.abc import Callable

import pytest
from tests.agent.sessions.conftest import exchange, session

from maia.agent.sessions.library import SessionFolder
from maia.agent.sessions.open_session import SessionWriter
from maia.agent.sessions.replay import generation_of

CALLS = ("write", "ftruncate", "fsync", "fdatasync", "replace", "rename", "unlink", "link")
SIX = exchange(6)


class Killed(BaseException):
    """The process is gone."""


class Death:
    """Lets so many calls pass; of the next, a write does half, and nothing is done any more."""

    def __init__(self, monkeypatch, steps: int) -> None:
        self.left = steps
        for name in CALLS:
            monkeypatch.setattr(os, name, self._mortal(name, getattr(os, name)))

    def _mortal(self, name: str, call: Callable) -> Callable:
        def mortal(*arguments, **options):
            if self.left > 0:
                self.left -= 1
                return call(*arguments, **options)
            if self.left == 0 and name == "write":
                handle, data = arguments
                call(handle, bytes(data)[: len(data) // 2])
            self.left = -1
            raise Killed

        return mortal


def begun(folder: SessionFolder) -> SessionWriter:
    """Two messages in the file, two more in the journal."""
    writer = folder.create("s")
    writer.save(session("s", *SIX[:2]))
    for place in (2, 3):
        writer.record_message(place, SIX[place])
    return writer


def never_saved(folder: SessionFolder) -> SessionWriter:
    writer = folder.create("s")
    for place in range(4):
        writer.record_message(place, SIX[place])
    return writer


def rolled_back(folder: SessionFolder) -> SessionWriter:
    """Six messages were there, and two went."""
    writer = folder.create("s")
    writer.save(session("s", *SIX[:1]))
    for place in range(1, 6):
        writer.record_message(place, SIX[place])
    writer.record_cut(4, SIX[3])
    return writer


def begun_behind_a_stump(folder: SessionFolder) -> SessionWriter:
    writer = begun(folder)
    os.write(writer._handle, b'{"type":"mess')
    return writer


BEGINNINGS = [begun, never_saved, rolled_back, begun_behind_a_stump]
FOUR = session("s", *SIX[:4])


def save(folder: SessionFolder, writer: SessionWriter) -> None:
    writer.save(FOUR)


def record(folder: SessionFolder, writer: SessionWriter) -> None:
    writer.record_message(4, SIX[4])


def record_pending(folder: SessionFolder, writer: SessionWriter) -> None:
    writer.record_pending(("ls",))


def move(folder: SessionFolder, writer: SessionWriter) -> None:
    writer.move(folder.create("other"), FOUR)


def recase(folder: SessionFolder, writer: SessionWriter) -> None:
    writer.recase("S")


def close(folder: SessionFolder, writer: SessionWriter) -> None:
    writer.close()


def compact(folder: SessionFolder, writer: SessionWriter) -> None:
    writer.close()
    folder.replace("s__1").save(session("s__1", start_context="summary"))


OPERATIONS = [save, record, record_pending, move, recase, close, compact]


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("begin", BEGINNINGS)
def test_four_messages_are_there_whenever_the_process_ends(tmp_path, begin, operation) -> None:
    for steps in itertools.count():
        folder = SessionFolder(tmp_path / str(steps))
        folder.prepare()
        writer = begin(folder)
        handle = writer._handle
        with pytest.MonkeyPatch.context() as patch:
            death = Death(patch, steps)
            try:
                operation(folder, writer)
                is_done = True
            except Killed:
                is_done = False
        assert is_done is (death.left != -1)
        with contextlib.suppress(OSError):  # closed by the operation
            os.close(handle)  # as the system does
        found = [folder.load(name) for name in folder.names()]
        assert SIX[:4] in [loaded.session.messages[:4] for loaded in found], f"call {steps}"
        said = {damage.key for loaded in found for damage in loaded.damage}
        assert said <= {"session.journal_damaged"}, f"call {steps}: half a session is left"
        assert folder.list().skipped == ()
        if is_done:
            assert steps > 0 or operation is close
            return


def test_the_next_writer_goes_on_behind_what_a_kill_left(tmp_path) -> None:
    for steps in range(8):
        folder = SessionFolder(tmp_path / str(steps))
        folder.prepare()
        writer = begun(folder)
        with pytest.MonkeyPatch.context() as patch:
            Death(patch, steps)
            with contextlib.suppress(Killed):
                writer.save(FOUR)
        os.close(writer._handle)
        again = folder.reopen("s", generation_of(folder.load("s").session))
        assert again is not None
        again.record_message(4, SIX[4])
        assert folder.load("s").session.messages == SIX[:5]
        again.save(session("s", *SIX))
        again.close()
        assert folder.load("s").session.messages == SIX
        assert [path.name for path in folder.path.glob("*.journal")] == []
