"""The checkpoints of a session: what was there before each request, and how to go back."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from maia.agent.sessions.checkpoints.differences import difference
from maia.agent.sessions.checkpoints.problem import CheckpointProblem
from maia.agent.sessions.checkpoints.restoring import put_back, remove_emptied, topmost_missing
from maia.agent.sessions.checkpoints.seen import Seen, look
from maia.agent.sessions.checkpoints.store import CheckpointStore, Record
from maia.agent.sessions.checkpoints.work_tree import CommandToken, WorkTree

__all__ = ["ChangedFile", "CheckpointedRequest", "Checkpoints", "CommandToken", "Restored"]

CHANGED_SINCE = "checkpoint.changed_since"
FAILED = "checkpoint.failed"
GONE = "checkpoint.gone"
LINK_IN_THE_WAY = "checkpoint.link_in_the_way"

REWIND = "/rewind"
"""How the text of the checkpoint begins that a restore makes first, so that it can be undone; the
number behind it is that of the request before which the files are again."""


@dataclass(frozen=True, slots=True)
class CheckpointedRequest:
    """A request (or a `REWIND`), and the files that were changed for it."""

    number: int
    text: str
    paths: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """What a session changed in a file; `notes` are keys of sentences where no diff can say it."""

    path: str
    diff: str = ""
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Restored:
    """What was put back; `kept` are files left as they are, each with the key that says why."""

    restored: list[Path] = field(default_factory=list[Path])
    removed: list[Path] = field(default_factory=list[Path])
    kept: list[tuple[Path, str]] = field(default_factory=list[tuple[Path, str]])


class Checkpoints:
    """One session's. Methods block while the disk does; they raise CheckpointProblem."""

    def __init__(self, store: CheckpointStore, launch_folder: Path, session_id: str) -> None:
        self._store = store
        self._folder = Path(os.path.realpath(launch_folder))
        self._session = session_id
        self._number: int | None = None
        self._kept: set[Path] = set()
        self._left: dict[Path, tuple[str, int]] = {}
        self._work_tree = WorkTree(self._folder, store.file_limit_bytes)

    def begin(self, number: int, text: str) -> None:
        """What changes from here on belongs to request `number`."""
        if self._number is None:
            self._store.prune(self._session)
        self._number = number
        self._kept.clear()
        self._store.add(self._session, Record("begin", number, text=text))

    def before_change(self, path: Path) -> None:
        """Keep what is at `path`, once a request; of a link also what it leads to."""
        number = self._current()
        for each in self._places(path):
            if each not in self._kept:
                self._keep(number, each, self._look(each), topmost_missing(each))

    def after_change(self, path: Path) -> None:
        """Note what is there now, to tell later whether somebody else changed it since."""
        for each in self._places(path):
            self._note(self._current(), each, self._look(each))

    def before_command(self) -> CommandToken | None:
        """Look at the work tree before a command; None where its changes cannot be told."""
        return self._work_tree.before(self._current())

    def after_command(self, token: CommandToken) -> tuple[Path, ...]:
        """Keep what the command changed, as it was before.

        Nothing of a command that outlived its request: what it did cannot be told from what the
        person did in the meantime, which no restore may undo.
        """
        if token.number != self._current():
            return ()
        paths: list[Path] = []
        for change in self._work_tree.after(token):
            if self._left.get(change.path) == (change.now.name, change.now.mode):
                continue  # a tool that ran at the same time did it
            if change.path not in self._kept:
                self._keep(token.number, change.path, change.before)
            self._note(token.number, change.path, change.now)
            paths.append(change.path)
        return tuple(paths)

    def requests(self) -> tuple[CheckpointedRequest, ...]:
        """All that were begun, in order, restores among them."""
        paths: dict[int, dict[Path, None]] = {}
        begun: dict[int, str] = {}
        for record in self._store.records(self._session):
            if record.kind == "begin":
                begun.setdefault(record.number, record.text)
            elif record.kind == "before":
                paths.setdefault(record.number, {})[Path(record.path)] = None
        return tuple(
            CheckpointedRequest(number, text, tuple(paths.get(number, ())))
            for number, text in begun.items()
        )

    def session_diff(self) -> tuple[ChangedFile, ...]:
        """What the session changed: files as they were before it, against now."""
        changed: list[ChangedFile] = []
        for path, record in self._firsts(0).items():
            now = self._look(path)
            if _is_as_before(record, now):
                continue
            before = self._before(record)
            diff, notes = ("", (GONE,)) if before is None else difference(before, now)
            changed.append(ChangedFile(record.path, diff, notes))
        return tuple(changed)

    def restore(self, number: int) -> Restored:
        """Put all files back as they were before request `number`.

        What is there now is kept first, so that this can be undone. A file that somebody else
        changed since is left as it is. CheckpointProblem when nothing is known of the request.
        """
        if all(each.number != number for each in self.requests()):
            raise CheckpointProblem("checkpoint.unknown_request")
        firsts, lasts = self._firsts(number), self._lasts()
        self.begin(self._last_number() + 1, f"{REWIND} {number}")
        done = Restored()
        planned: list[tuple[Path, Record]] = []
        for path, record in firsts.items():
            now = self._look(path)
            if _is_as_before(record, now):
                continue
            reason = self._obstacle(path, record, lasts.get(path), now)
            if reason:
                done.kept.append((path, reason))
                continue
            self.before_change(path)
            planned.append((path, record))
        # What was not there goes first: it may stand where a folder has to be made.
        for path, record in sorted(planned, key=lambda each: each[1].state != "missing"):
            self._put_back(path, record, done)
        for path in done.removed:
            if firsts[path].made:
                remove_emptied(Path(firsts[path].made), done.removed)
        return done

    def _obstacle(self, path: Path, record: Record, last: Record | None, now: Seen) -> str:
        """The key of why the file cannot be put back; empty when it can."""
        if Path(os.path.realpath(path.parent)) != path.parent:
            return LINK_IN_THE_WAY
        if last is None or now.name != last.name:
            return CHANGED_SINCE
        if record.state == "not_kept":
            return record.reason
        if now.reason:  # it could not be had back
            return now.reason
        return GONE if self._before(record) is None else ""

    def _put_back(self, path: Path, record: Record, done: Restored) -> None:
        before = self._before(record)
        if before is None:
            done.kept.append((path, GONE))
            return
        try:
            put_back(path, before)
        except OSError:
            done.kept.append((path, FAILED))
            return
        (done.removed if before.is_missing else done.restored).append(path)
        # Without this note the next restore leaves the file alone; this one goes on.
        with contextlib.suppress(CheckpointProblem):
            self._note(self._current(), path, self._look(path))

    def _keep(self, number: int, path: Path, seen: Seen, made: str = "") -> None:
        if seen.data is not None:
            name = self._store.put(seen.data)
            record = Record("before", number, str(path), state="file", name=name, mode=seen.mode)
        elif seen.target is not None:
            record = Record("before", number, str(path), state="link", target=seen.target)
        elif seen.reason:
            name = seen.name if seen.facts else ""
            reason = seen.reason
            record = Record("before", number, str(path), state="not_kept", name=name, reason=reason)
        else:
            record = Record("before", number, str(path), made=made)
        self._store.add(self._session, record)
        self._kept.add(path)

    def _note(self, number: int, path: Path, seen: Seen) -> None:
        self._store.add(self._session, Record("after", number, str(path), name=seen.name))
        self._left[path] = seen.name, seen.mode

    def _before(self, record: Record) -> Seen | None:
        """What was there; None when it is not kept any more."""
        match record.state:
            case "missing":
                return Seen()
            case "link":
                return Seen(target=record.target)
            case "not_kept":
                return Seen(reason=record.reason)
            case "file":
                data = self._store.get(record.name)
                return None if data is None else Seen(data, record.mode)

    def _look(self, path: Path) -> Seen:
        return look(path, self._store.file_limit_bytes)

    def _places(self, path: Path) -> Iterator[Path]:
        """The path, no link in its folders; where it is a link itself, also what it leads to."""
        whole = self._folder / path
        try:
            place = Path(os.path.realpath(whole.parent)) / whole.name
            target = Path(os.path.realpath(place))
        except (OSError, ValueError):  # no file can be named so
            return
        yield place
        if target != place:
            yield target

    def _current(self) -> int:
        """The request that changes belong to; of a session that goes on, the last one."""
        if self._number is None:
            self._number = self._last_number()
        return self._number

    def _last_number(self) -> int:
        return max((each.number for each in self._store.records(self._session)), default=0)

    def _firsts(self, number: int) -> dict[Path, Record]:
        """For each file, what was there before it was first changed for `number` or later."""
        firsts: dict[Path, Record] = {}
        for record in self._store.records(self._session):
            if record.kind == "before" and record.number >= number:
                firsts.setdefault(Path(record.path), record)
        return firsts

    def _lasts(self) -> dict[Path, Record]:
        records = self._store.records(self._session)
        return {Path(record.path): record for record in records if record.kind == "after"}


def _is_as_before(record: Record, now: Seen) -> bool:
    match record.state:
        case "missing":
            return now.is_missing
        case "file":
            return now.name == record.name and now.mode == record.mode
        case "link":
            return now.target == record.target
        case "not_kept":
            return bool(record.name) and now.name == record.name
