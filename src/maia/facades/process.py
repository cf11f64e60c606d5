"""What surrounds a command: its three streams and its signals, as they may really be.

Streams may be closed, full, left by their reader, not UTF-8. The answer of a command goes through
`write_answer`, which says when it cannot be delivered; notes for people go through `write_note`,
which never stops the work.
"""

import contextlib
import errno
import io
import os
import select
import signal
import stat
import sys
from collections.abc import Callable, Generator


class OutputLost(Exception):
    """Standard output cannot be written any more. `reason` is empty when its reader has left."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        gone = error.errno == errno.EPIPE
        self.reason = "" if gone else error.strerror or str(error)


def settle_streams() -> None:
    """Call first: what is closed becomes /dev/null, and no character is beyond a stream.

    A descriptor from 0 to 2 that is free would be given to the next file that is opened.
    """
    while True:
        handle = os.open(os.devnull, os.O_RDWR)
        if handle > 2:  # noqa: PLR2004  # stdin, stdout, stderr
            os.close(handle)
            break
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def write_answer(text: str) -> None:
    """Write to standard output at once. Raises OutputLost."""
    try:
        sys.stdout.write(text.encode("utf-8", "replace").decode("utf-8"))
        sys.stdout.flush()
    except OSError as error:
        _abandon(sys.stdout.fileno())
        raise OutputLost(error) from error


def write_note(text: str) -> None:
    """Write to standard error at once; where that is impossible, the note is lost."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _abandon(sys.stderr.fileno())


def end_streams() -> None:
    """Call last: what a stream still holds and cannot write must not become the exit code 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # the terminal is gone; a closed stream holds nothing
            with contextlib.suppress(OSError, ValueError):
                _abandon(stream.fileno())


def takes_utf8() -> bool:
    """Whether standard output is UTF-8."""
    return (sys.stdout.encoding or "").lower().replace("-", "").replace("_", "") == "utf8"


def take_signals(callback: Callable[[], object], *numbers: signal.Signals) -> None:
    """Call `callback` on each; not on one that was ignored from the start, as `nohup` does."""
    import asyncio  # 20 ms, which `maia --version` does without

    loop = asyncio.get_running_loop()
    for number in numbers:
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, callback)


@contextlib.contextmanager
def watched_reader(callback: Callable[[], object]) -> Generator[None]:
    """Call `callback` when the reader of a piped standard output leaves, before it is written to.

    Where that cannot be watched, it shows when the answer is written.
    """
    import asyncio

    loop, handle = asyncio.get_running_loop(), sys.stdout.fileno()

    def stirred() -> None:
        loop.remove_reader(handle)
        if _is_left(handle):
            callback()

    if not stat.S_ISFIFO(os.fstat(handle).st_mode):
        yield
        return
    loop.add_reader(handle, stirred)
    try:
        yield
    finally:
        loop.remove_reader(handle)


def _is_left(pipe: int) -> bool:
    poll = select.poll()
    poll.register(pipe, 0)  # errors are told all the same
    return any(state & select.POLLERR for _, state in poll.poll(0))


def _abandon(handle: int) -> None:
    """What is still buffered must not fail again when the process ends."""
    with contextlib.suppress(OSError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, handle)
        os.close(nothing)
