"""Who may run now: a bounded number of tools, and one at a time for each lock key (spec 6.3)."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from maia.agent.loop.limits import MAX_PARALLEL_TOOLS


class RunningOrder:
    """First come, first served, for the slots and for each key.

    A call takes its place in the queue of its key when `place` is called, so the order is that of
    the calls whatever happens before they run.
    """

    def __init__(self, slots: int = MAX_PARALLEL_TOOLS) -> None:
        self._slots = asyncio.Semaphore(slots)
        self._last_of_key: dict[str, asyncio.Event] = {}

    def place(self, key: str | None) -> "Place":
        """A place in the order, for a call with lock `key`."""
        if key is None:
            return Place(self._slots, None, None)
        before = self._last_of_key.get(key)
        own = asyncio.Event()
        self._last_of_key[key] = own
        return Place(self._slots, before, own)


class Place:
    """One call's place; `turn` must be entered once, or `leave` called if it never runs."""

    def __init__(
        self, slots: asyncio.Semaphore, before: asyncio.Event | None, own: asyncio.Event | None
    ) -> None:
        self._slots = slots
        self._before = before
        self._own = own

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[None]:
        """Wait for the calls before on the same key, then for a slot."""
        try:
            if self._before is not None:
                await self._before.wait()
            async with self._slots:
                yield
        finally:
            self.leave()

    def leave(self) -> None:
        """Let the next call of the same key go."""
        if self._own is not None:
            self._own.set()
