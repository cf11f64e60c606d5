"""A pool of worker processes that a file may kill or hang: it costs that file and nothing else.

Not `multiprocessing.Pool`: a worker of that which is killed takes its task with it, and the pool
waits for ever. Here a worker answers file by file, so that the first unanswered one is to blame; a
new worker takes the rest.
"""

import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Self, TypeAlias

import msgspec

from maia.codemap.errors import BuildStopped, WorkersUnusable
from maia.codemap.indexing import reasons
from maia.codemap.indexing.messages import (
    READY,
    Batch,
    Begin,
    FrameBuffer,
    Outcome,
    encode,
    write_all,
)

EXTRACTOR = "maia.codemap.extract.extraction:extract"

MAX_PROCESSES = 16
"""More would wait for the one writer."""

BATCH_FILES = 24
BATCH_BYTES = 256_000
_BATCHES_AHEAD = 2
"""A worker has one batch to work on and one to go on with."""

_FILES_WORTH_A_PROCESS = 16
"""A process takes 0.2 s to start: as long as it takes to extract about so many files."""

_ATTEMPTS = 2
"""A kill may come from outside (out of memory): the file is tried once more, alone."""

_FAILED_STARTS = 3
_POLL_SECONDS = 0.1
_GRACE_SECONDS = 5.0
_BLOCK = 1 << 18
_COMPLAINT_BYTES = 2_000

Pending: TypeAlias = tuple[int, bytes, int]
"""A file: its place in the job, its path, its size."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """How long one file may take. Processor time counts first: a busy machine is no fault of it."""

    cpu_seconds: float = 15.0
    wall_seconds: float = 60.0


class WorkerPool:
    """Worker processes, started when there is work and kept for the next job; close it."""

    def __init__(
        self,
        processes: int | None = None,
        *,
        extractor: str = EXTRACTOR,
        deadlines: Deadlines | None = None,
    ) -> None:
        self._limit = min(processes or os.cpu_count() or 1, MAX_PROCESSES)
        self._extractor = extractor
        self._deadlines = deadlines or Deadlines()
        self._workers: list[_Worker] = []
        # What they print of themselves, should they not start.
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # closed by close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def run(
        self,
        begin: Begin,
        files: Sequence[Pending],
        cancelled: Callable[[], bool] | None = None,
    ) -> Generator[Outcome]:
        """Examine the files; each gives one outcome, in the order in which they are done.

        Raises WorkersUnusable, and BuildStopped when `cancelled` says so. A generator that is left
        before its end leaves no worker behind.
        """
        run = _Run(self, begin, files)
        is_done = False
        try:
            yield from run.outcomes(cancelled or _never)
            is_done = True
        finally:
            if not is_done:
                self._end_workers()

    def begin(self, root: bytes, version: str, known: list[bytes]) -> Begin:
        """A job for `run`."""
        return Begin(root, version, self._extractor, self._deadlines.cpu_seconds, known)

    def close(self) -> None:
        """End the workers, whatever they do. Safe to call twice."""
        self._end_workers()
        self._complaints.close()

    # -- for a run

    @property
    def wall_seconds(self) -> float:
        """How long a file may take by the clock."""
        return self._deadlines.wall_seconds

    def workers(self, files: int) -> "list[_Worker]":
        """As many workers as that many files are worth."""
        wanted = min(self._limit, -(-files // _FILES_WORTH_A_PROCESS))
        while len(self._workers) < wanted:
            self.start()
        return self._workers[:wanted]

    def start(self) -> "_Worker":
        """One more worker."""
        worker = _Worker(self._complaints)
        self._workers.append(worker)
        return worker

    def forget(self, worker: "_Worker", *, grace: float) -> int:
        """Let go of a worker, which is killed if it lives; how it ended."""
        self._workers.remove(worker)
        return worker.end(grace=grace)

    def complaints(self) -> str:
        """The last that workers printed."""
        end = self._complaints.seek(0, os.SEEK_END)
        self._complaints.seek(max(0, end - _COMPLAINT_BYTES))
        return self._complaints.read().decode(errors="replace").strip()

    def _end_workers(self) -> None:
        while self._workers:
            self._workers.pop().end()


class _Run:
    """One job: which files wait, who has which."""

    def __init__(self, pool: WorkerPool, begin: Begin, files: Sequence[Pending]) -> None:
        self._pool = pool
        self._begin = encode(begin)
        # The largest first: what is long must not be what is left for the end.
        self._waiting = deque(_batches(sorted(files, key=lambda file: -file[2])))
        self._left = len(files)
        self._attempts: dict[int, int] = {}
        self._failed_starts = 0
        self._decoder = msgspec.msgpack.Decoder(Outcome)
        self._selector = selectors.DefaultSelector()

    def outcomes(self, cancelled: Callable[[], bool]) -> Generator[Outcome]:
        """All outcomes; the workers are idle afterwards."""
        with self._selector:
            for worker in self._pool.workers(self._left):
                self._join(worker)
            while self._left:
                for key, _ in self._selector.select(_POLL_SECONDS):
                    for outcome in self._heard(key.data):
                        self._left -= 1
                        yield outcome
                for outcome in self._overdue():
                    self._left -= 1
                    yield outcome
                if cancelled():
                    raise BuildStopped

    def _join(self, worker: "_Worker") -> None:
        self._selector.register(worker.output, selectors.EVENT_READ, worker)
        worker.send(self._begin)
        self._feed(worker)

    def _feed(self, worker: "_Worker") -> None:
        while self._waiting and worker.batches < _BATCHES_AHEAD:
            worker.give(self._waiting.popleft())

    def _heard(self, worker: "_Worker") -> Generator[Outcome]:
        block = os.read(worker.output, _BLOCK)
        if not block:
            yield from self._died(worker, too_slow=False)
            return
        for frame in worker.frames.take(block):
            if frame == READY:
                worker.is_ready = True
                self._failed_starts = 0
                continue
            outcome = self._decoder.decode(frame)
            worker.answered()
            yield outcome
        self._feed(worker)

    def _overdue(self) -> Generator[Outcome]:
        limit = time.monotonic() - self._pool.wall_seconds
        for key in list(self._selector.get_map().values()):
            worker: _Worker = key.data
            if worker.files and worker.heard < limit:
                yield from self._died(worker, too_slow=True)

    def _died(self, worker: "_Worker", *, too_slow: bool) -> Generator[Outcome]:
        """A worker is gone, or has to go: the file it had is to blame, the others go back."""
        self._selector.unregister(worker.output)
        code = self._pool.forget(worker, grace=0.0 if too_slow else _GRACE_SECONDS)
        files = list(worker.files)
        if not worker.is_ready:
            self._failed_starts += 1
            if self._failed_starts == _FAILED_STARTS:
                said = self._pool.complaints()
                raise WorkersUnusable(f"the processes that read files do not start: {said}")
        elif files:
            place, _, _ = blamed = files.pop(0)
            why = reasons.TOO_SLOW if too_slow or code == -signal.SIGPROF else ""
            self._attempts[place] = self._attempts.get(place, 0) + 1
            if why or self._attempts[place] == _ATTEMPTS:
                yield Outcome(place, "skipped", why or _crash(code))
            else:
                self._waiting.append([blamed])
        if files:
            self._waiting.appendleft(files)
        if self._waiting:
            self._join(self._pool.start())


class _Worker:
    """One process, and the files that it has not answered for."""

    def __init__(self, complaints: IO[bytes]) -> None:
        # -P: the folder that we are in may be a repository with a `msgspec.py` of its own.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "maia.codemap.indexing.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            start_new_session=True,  # Ctrl+C in a terminal goes to the build alone
            bufsize=0,
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("a worker has no pipes")
        self._input = self._process.stdin.fileno()
        self.output = self._process.stdout.fileno()
        self.frames = FrameBuffer()
        self.files: deque[Pending] = deque()
        self.is_ready = False
        self.heard = time.monotonic()
        self._ends: deque[int] = deque()
        self._answers = 0
        self._given = 0

    @property
    def batches(self) -> int:
        """How many batches it still has."""
        return len(self._ends)

    def send(self, message: bytes) -> None:
        """Tell it something; one that has died is noticed when it is listened to."""
        with suppress(BrokenPipeError):
            write_all(self._input, message)

    def give(self, files: list[Pending]) -> None:
        """Give it a batch."""
        if not self.files:
            self.heard = time.monotonic()
        self.files.extend(files)
        self._given += len(files)
        self._ends.append(self._given)
        self.send(encode(Batch([(place, path) for place, path, _ in files])))

    def answered(self) -> None:
        """It has answered for its first file."""
        self.files.popleft()
        self.heard = time.monotonic()
        self._answers += 1
        if self._answers == self._ends[0]:
            self._ends.popleft()

    def end(self, *, grace: float = 0.0) -> int:
        """Kill it; the code with which it ended, its own if it had ended before.

        A dying process closes its pipes a moment before its end can be known: hence the grace.
        """
        try:
            code = self._process.wait(grace)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        return code


def _batches(files: Sequence[Pending]) -> Generator[list[Pending]]:
    batch: list[Pending] = []
    size = 0
    for file in files:
        batch.append(file)
        size += file[2]
        if len(batch) == BATCH_FILES or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _crash(code: int) -> str:
    name = signal.Signals(-code).name if -code in _SIGNALS else f"exit {code}"
    return reasons.detailed(reasons.CRASHED, name)


_SIGNALS = frozenset(int(each) for each in signal.Signals)


def _never() -> bool:
    return False
