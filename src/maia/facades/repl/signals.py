"""What signals do while the line facade is at work."""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Generator

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
def on_ctrl_c(callback: Callable[[], object]) -> Generator[None]:
    """What Ctrl+C does meanwhile, where it is not a key that a prompt reads."""
    take_signals(callback, signal.SIGINT)
    try:
        yield
    finally:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
