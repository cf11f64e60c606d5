"""The reading end of a pipe that processes write to, without ever waiting for its end."""

import asyncio
import os
from collections.abc import Callable

READ_SIZE = 65_536
"""Bytes a read asks for: the usual capacity of a pipe."""

DRAIN_READS = 16
"""Reads that empty the largest pipe a process may have asked for (1 MiB)."""

IDLE_PAUSE = 0.05
"""Seconds between two reads once nobody listens: a chatty leftover must not cost a core."""


class OutputPipe:
    """Hands on what arrives; after `ignore` it still empties the pipe, so that writers live on."""

    def __init__(self, on_output: Callable[[bytes], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_output = on_output
        self._ended = self._loop.create_future()
        self._read_end, self.write_end = os.pipe()
        os.set_blocking(self._read_end, False)
        self._listening = True

    def start(self) -> None:
        """Begin to read; the writing end has been given away and is closed here."""
        os.close(self.write_end)
        self._loop.add_reader(self._read_end, self._read_one)

    def abandon(self) -> None:
        """Close both ends of a pipe that nothing was started on."""
        os.close(self.write_end)
        os.close(self._read_end)

    @property
    def closed(self) -> bool:
        """Whether there is nothing more to come."""
        return self._ended.done()

    def drain(self) -> None:
        """Read what is there now."""
        for _read in range(DRAIN_READS):
            if self._ended.done() or not self._read_some():
                return

    async def ended(self, within: float) -> None:
        """Wait for the end of the pipe, at most `within` seconds."""
        await asyncio.wait([self._ended], timeout=within)

    def ignore(self) -> None:
        """Nobody listens from here on; the pipe is emptied slowly until its writers are gone."""
        self._listening = False

    def close(self) -> None:
        """Give the pipe up; whoever still writes to it gets an error. Safe to call twice."""
        if not self._ended.done():
            self._ended.set_result(None)
            self._loop.remove_reader(self._read_end)
            os.close(self._read_end)

    def _read_one(self) -> None:
        self._read_some()
        if not self._listening and not self._ended.done():
            self._loop.remove_reader(self._read_end)
            self._loop.call_later(IDLE_PAUSE, self._resume)

    def _resume(self) -> None:
        if not self._ended.done():
            self._loop.add_reader(self._read_end, self._read_one)

    def _read_some(self) -> bool:
        """Hand one piece on; False when there is none now, or none any more."""
        try:
            data = os.read(self._read_end, READ_SIZE)
        except BlockingIOError:
            return False
        if not data:
            self.close()
            return False
        if self._listening:
            self._on_output(data)
        return True
