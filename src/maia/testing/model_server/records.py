"""What the server saw: each request, and how the reply to it ended."""

import asyncio
import threading
from typing import Any, Literal, TypeAlias

Outcome: TypeAlias = Literal["open", "silent", "answered", "cut", "disconnected"]
"""`silent`: held, and `cut`: closed, as scripted; `disconnected`: the client left first."""

DEADLINE = 20.0  # seconds; only ever reached by a test that fails


class RecordedRequest:
    """One request. `body` is the JSON it carried, or None; `headers` have lower-case names.

    Written by the server's thread and read by any other.
    """

    def __init__(
        self,
        method: str,
        path: str,
        headers: dict[str, str],
        raw: bytes,
        changed: threading.Condition,
    ) -> None:
        self.method = method
        self.path = path
        self.headers = headers
        self.raw = raw
        self.body: Any = None
        self.violations: tuple[str, ...] = ()
        self.outcome: Outcome = "open"
        self._changed = changed

    @property
    def disconnected(self) -> bool:
        """Whether the client left before the end of the reply."""
        return self.outcome == "disconnected"

    def settle(self, outcome: Outcome) -> None:
        """Say how the reply stands and wake whoever waits for it."""
        with self._changed:
            self.outcome = outcome
            self._changed.notify_all()

    def wait_for(self, *outcomes: Outcome, seconds: float = DEADLINE) -> Outcome:
        """Wait until the reply stands at one of `outcomes`. Raises TimeoutError."""
        with self._changed:
            if not self._changed.wait_for(lambda: self.outcome in outcomes, timeout=seconds):
                raise TimeoutError(f"{self.path}: {self.outcome} after {seconds} s, not {outcomes}")
            return self.outcome

    async def reached(self, *outcomes: Outcome, seconds: float = DEADLINE) -> Outcome:
        """The same without blocking the event loop."""
        return await asyncio.to_thread(self.wait_for, *outcomes, seconds=seconds)
