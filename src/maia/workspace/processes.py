"""Processes we start: each in its own session, waited for itself, ended with all it started."""

import asyncio
import atexit
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from maia.workspace.output_pipe import OutputPipe
from maia.workspace.process_tree import (
    MARK_VARIABLE,
    ProcessTree,
    group_alive,
    join_marks,
    process_exists,
)

STOP_GRACE = 1.0
"""Seconds between SIGTERM and SIGKILL (spec 8, Bash)."""

DRAIN_GRACE = 0.1
"""Seconds for children that print on after their parent has ended, as in `cmd > >(tee log)`."""

_FIRST_LOOK, _LONGEST_LOOK = 0.002, 0.05
"""Seconds between two looks at a tree that was asked to end: short at first, then doubling."""


@dataclass(frozen=True, slots=True)
class ProcessEnd:
    """An exit code, or the number of the signal that ended the process."""

    exit_code: int | None
    signal: int | None = None


class Process:
    """One started process; made by `ProcessKeeper.start`."""

    def __init__(self, popen: "subprocess.Popen[bytes]", pipe: OutputPipe, mark: str) -> None:
        self._popen = popen
        self._pipe = pipe
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[ProcessEnd] = self._loop.create_future()
        self.tree = ProcessTree(mark, frozenset({popen.pid}), lambda _pid: self.is_ours())
        self._watch()

    @property
    def pid(self) -> int:
        """The process, which leads its session and group."""
        return self._popen.pid

    async def wait(self) -> ProcessEnd:
        """Wait for the process, not for its pipe; what it printed has been handed on by then.

        Children that live on keep a pipe that is emptied, so that printing does not kill them.
        """
        end = await asyncio.shield(self._ended)
        self._pipe.drain()
        await self._pipe.ended(within=DRAIN_GRACE)
        self._pipe.ignore()
        return end

    async def stop(self) -> None:
        """End the tree: SIGTERM, SIGKILL a second later. A cancellation brings SIGKILL forward."""
        try:
            if self.tree.may_live():
                self.tree.terminate()
                await self._until_gone(self._loop.time() + STOP_GRACE)
        finally:
            self.tree.kill()
        await self.settled(within=STOP_GRACE)
        self._pipe.drain()
        self._pipe.close()

    def reap(self) -> None:
        """Take note of an end the loop has not seen; for when there is no loop any more."""
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(timeout=STOP_GRACE)

    def is_ours(self) -> bool:
        """Whether the number still means this process, or a group that it has left behind."""
        return self._popen.returncode is None or not process_exists(self.pid)

    def lives_on(self) -> bool:
        """Whether something of it may still be there: it, its group, a writer on its pipe."""
        if self._popen.returncode is None or not self._pipe.closed:
            return True
        return self.is_ours() and group_alive(self.pid)

    async def settled(self, within: float) -> None:
        """Wait until the end is known, at most `within` seconds."""
        await asyncio.wait([self._ended], timeout=within)

    def give_up_pipe(self) -> None:
        """Stop reading what it prints."""
        self._pipe.close()

    async def _until_gone(self, deadline: float) -> None:
        pause = _FIRST_LOOK
        while self._loop.time() < deadline:
            await asyncio.wait([self._ended], timeout=pause)
            if self._ended.done():
                if not self.tree.members():
                    return
                await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_LOOK)

    def _watch(self) -> None:
        """Be told of the end without asking: by a pidfd, else by a thread that waits."""
        if sys.platform == "linux" and hasattr(os, "pidfd_open"):
            with suppress(OSError):  # an old kernel, or a filter that forbids the call
                handle = os.pidfd_open(self.pid)
                self._loop.add_reader(handle, self._pidfd_ready, handle)
                return
        threading.Thread(target=self._wait_in_thread, daemon=True).start()

    def _pidfd_ready(self, handle: int) -> None:
        self._loop.remove_reader(handle)
        os.close(handle)
        self._popen.wait()
        self._settle()

    def _wait_in_thread(self) -> None:
        self._popen.wait()
        with suppress(RuntimeError):  # the loop is closed: nobody asks any more
            self._loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        code = self._popen.returncode
        end = ProcessEnd(code) if code >= 0 else ProcessEnd(None, signal=-code)
        if not self._ended.done():
            self._ended.set_result(end)


class ProcessKeeper:
    """Starts processes and lets none outlive us: what is left is ended by `close`, or at exit.

    Nothing can be done where we are killed outright (SIGKILL): the processes then live on.
    """

    def __init__(self) -> None:
        self._token = os.urandom(6).hex()
        self._count = 0
        self._kept: list[Process] = []
        self._at_exit = False

    def start(
        self,
        argv: Sequence[str],
        folder: Path,
        env: Mapping[str, str],
        on_output: Callable[[bytes], None],
    ) -> Process:
        """Start `argv` in `folder` with exactly `env` and a mark: no terminal, nothing to read.

        stdout and stderr are one pipe, in order of arrival. Raises OSError as the system does, and
        ValueError for a NUL in an argument or variable.
        """
        self._forget_the_gone()
        self._count += 1
        mark = f"{self._token}.{self._count};"
        pipe = OutputPipe(on_output)
        try:
            popen = subprocess.Popen(
                argv,
                cwd=str(folder),  # a str, so that an error names it as one
                env={**env, MARK_VARIABLE: join_marks(env.get(MARK_VARIABLE), mark)},
                stdin=subprocess.DEVNULL,
                stdout=pipe.write_end,
                stderr=pipe.write_end,
                start_new_session=True,
            )
        except BaseException:
            pipe.abandon()
            raise
        pipe.start()
        process = Process(popen, pipe, mark)
        self._kept.append(process)
        if not self._at_exit:
            atexit.register(self.kill_all)
            self._at_exit = True
        return process

    async def close(self) -> None:
        """End all that was started here, leftovers included. Safe to call twice."""
        if self._count:
            tree = self._whole_tree()
            try:
                await _end_softly(tree)
            finally:
                self.kill_all()
                kept, self._kept = self._kept, []
                for process in kept:
                    await process.settled(within=STOP_GRACE)
                    process.give_up_pipe()

    def kill_all(self) -> None:
        """The same at once and without a loop: SIGTERM, SIGKILL a second later."""
        atexit.unregister(self.kill_all)
        self._at_exit = False
        tree = self._whole_tree()
        if tree.members():
            tree.terminate()
            deadline = time.monotonic() + STOP_GRACE
            while tree.members() and time.monotonic() < deadline:
                time.sleep(_LONGEST_LOOK)
            tree.kill()
        for process in self._kept:
            process.reap()

    def _whole_tree(self) -> ProcessTree:
        kept = {process.pid: process for process in self._kept}
        return ProcessTree(f"{self._token}.", frozenset(kept), lambda pid: kept[pid].is_ours())

    def _forget_the_gone(self) -> None:
        """Keep what may need ending; who left its group is found by its mark all the same."""
        self._kept = [process for process in self._kept if process.lives_on()]


async def _end_softly(tree: ProcessTree) -> None:
    if not tree.members():
        return
    tree.terminate()
    deadline = time.monotonic() + STOP_GRACE
    # Nothing tells of the end of processes that are not our own children: look again.
    while tree.members() and time.monotonic() < deadline:  # noqa: ASYNC110
        await asyncio.sleep(_LONGEST_LOOK)
    tree.kill()
