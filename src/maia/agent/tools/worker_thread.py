"""Work that would block, done in a thread and ended when the call is cancelled."""

import asyncio
from collections.abc import Callable
from threading import Event
from typing import TypeVar

Result = TypeVar("Result")

CANCEL_SECONDS = 5.0
"""How long a cancelled call waits for its thread, which asks `cancelled` all the time."""


async def run_in_thread(work: Callable[[Callable[[], bool]], Result]) -> Result:
    """The result of `work(cancelled)`. When cancelled, `cancelled()` is true and work ends."""
    stopped = Event()
    running = asyncio.get_running_loop().run_in_executor(None, work, stopped.is_set)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stopped.set()
        await asyncio.wait([running], timeout=CANCEL_SECONDS)
        raise
