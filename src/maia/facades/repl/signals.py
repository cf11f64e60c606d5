"""What signals do while the line facade is at work."""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Generator
from types import FrameType

from maia.facades.process import take_signals


@contextlib.contextmanager
def leave_on_signals(*numbers: signal.Signals) -> Generator[Callable[[], bool]]:
    """Cancel the current task on the first of these signals; tells whether one has come."""
    task = asyncio.current_task()
    seen: list[bool] = []

    def leave() -> None:
        if not seen and task is not None:
            task.cancel()
        seen.append(True)

    take_signals(leave, *numbers)
    yield lambda: bool(seen)


@contextlib.contextmanager
def interrupts_to(callback: Callable[[], object]) -> Generator[None]:
    """SIGINT calls `callback` in the running loop; from the end of the block on, nothing.

    The process is about to end then, and how it ends is settled: it is ignored, which holds to the
    last moment of the process, when handlers are gone.
    """
    loop = asyncio.get_running_loop()

    def take(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(callback)

    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, take)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
