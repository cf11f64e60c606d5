"""Lines from a terminal that edits them itself: read as they come, whoever waits for one."""

import asyncio
import codecs
import contextlib
import os
import select
import termios
from collections import deque

_PIECE = 65_536
_BURST_SECONDS = 0.03
"""Lines that follow each other faster than this were pasted, and are one text."""


class LineReader:
    """Reads `source`; `next` gives a line, or the lines of one paste. At the end, None.

    On a terminal, Ctrl+D is None too, for the one that is served first, and not the end.

    Of several that wait, the last to come is served first: a question stands over a request.
    """

    def __init__(self, source: int) -> None:
        self._source = source
        self._is_terminal = os.isatty(source)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._burst: list[str] = []
        self._timer: asyncio.TimerHandle | None = None
        self._lines: deque[str] = deque()
        self._waiters: list[asyncio.Future[str | None]] = []
        self._is_over = False

    def start(self) -> None:
        """Begin to read."""
        asyncio.get_running_loop().add_reader(self._source, self._read)

    def stop(self) -> None:
        """Leave the source alone; what was read and not taken is lost."""
        asyncio.get_running_loop().remove_reader(self._source)
        if self._timer is not None:
            self._timer.cancel()

    async def next(self) -> str | None:
        """The next text."""
        if self._lines:
            return self._lines.popleft()
        if self._is_over:
            return None
        waiter: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            return await waiter
        except asyncio.CancelledError:
            text = waiter.result() if waiter.done() and not waiter.cancelled() else None
            if text is not None:  # it came in the same moment
                self._lines.appendleft(text)
            raise
        finally:
            self._waiters.remove(waiter)
            self._deliver()

    def take_begun(self) -> str:
        """The line that is being typed and was not sent, taken out of the terminal."""
        if not self._is_terminal or self._is_over:
            return ""
        begun = b""
        with contextlib.suppress(termios.error, OSError):
            attributes = termios.tcgetattr(self._source)
            *flags, speed_in, speed_out, characters = attributes
            flags[3] &= ~termios.ICANON
            characters = list(characters)
            characters[termios.VMIN] = characters[termios.VTIME] = 0
            at_once = [*flags, speed_in, speed_out, characters]
            termios.tcsetattr(self._source, termios.TCSANOW, at_once)
            try:
                begun = os.read(self._source, _PIECE)
            finally:
                termios.tcsetattr(self._source, termios.TCSANOW, attributes)
        return self._decoder.decode(begun)

    def take_waiting(self) -> list[str]:
        """All lines sent before now, taken out."""
        if self._is_terminal and not self._is_over:
            self._read()
        waiting = [*self._lines]
        self._lines.clear()
        if self._burst:
            waiting.append("\n".join(self._burst))
            self._burst.clear()
        return waiting

    def put_back(self, texts: list[str]) -> None:
        """Have them read again, before anything else."""
        self._lines.extendleft(reversed(texts))
        self._deliver()

    def _read(self) -> None:
        if not select.select([self._source], [], [], 0)[0]:
            return  # read in the meantime, by whoever was about to ask
        try:
            data = os.read(self._source, _PIECE)
        except OSError:  # the terminal has been hung up
            data = b""
        if data:
            self._take(self._decoder.decode(data))
        elif self._is_terminal and not self._is_hung_up():
            self._leave()
        else:
            self._end()

    def _is_hung_up(self) -> bool:
        poll = select.poll()
        poll.register(self._source, 0)  # errors are told all the same
        return any(state & (select.POLLHUP | select.POLLERR) for _, state in poll.poll(0))

    def _leave(self) -> None:
        """Ctrl+D: the end of a line that was begun, else of whoever waits for one."""
        waiting = [waiter for waiter in self._waiters if not waiter.done()]
        if self._rest:
            self._take("\n")
        elif waiting:
            waiting[-1].set_result(None)

    def _take(self, text: str) -> None:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._burst.append(line)
            if not self._is_terminal:
                self._end_burst()
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(_BURST_SECONDS, self._end_burst)

    def _end(self) -> None:
        self._is_over = True
        asyncio.get_running_loop().remove_reader(self._source)
        if self._rest:
            self._burst.append(self._rest)
        if self._burst:
            self._lines.append("\n".join(self._burst))
        self._deliver()
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def _end_burst(self) -> None:
        if not self._burst:
            return
        if self._burst[-1].endswith("\\"):  # typed so, it asks for another line
            self._burst[-1] = self._burst[-1].removesuffix("\\")
            return
        self._lines.append("\n".join(self._burst))
        self._burst.clear()
        self._deliver()

    def _deliver(self) -> None:
        open_waiters = [waiter for waiter in self._waiters if not waiter.done()]
        while self._lines and open_waiters:
            open_waiters.pop().set_result(self._lines.popleft())
