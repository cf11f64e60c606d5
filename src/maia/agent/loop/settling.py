"""Ending tasks for good: cancelled, and waited for until they have cleaned up."""

import asyncio
import contextlib
from collections.abc import Iterable
from typing import Any


async def settle(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel what still runs and wait until all have ended, even if cancelled again meanwhile.

    A tool that is cancelled kills its processes before it ends; leaving earlier would leave them.
    A task that was cancelled already is only waited for: a second cancellation would break off
    its cleaning up, and leave a process, or a connection on which a model goes on speaking.
    """
    left: list[asyncio.Task[Any]] = [task for task in tasks if not task.done()]
    for task in left:
        if not task.cancelling():
            task.cancel()
    while left:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait(left)
        left = [task for task in left if not task.done()]
