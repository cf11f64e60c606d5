"""Requests typed while a turn runs, waiting for their turn."""

from collections import deque

SHOWN = 3
"""Queued requests that are listed; of more, the number is told."""


class RequestQueue:
    """First in, first out; the last one can be taken back."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, text: str) -> None:
        """Put a request behind the others."""
        self._waiting.append(text)

    def put_back(self, text: str) -> None:
        """Put a request before the others."""
        self._waiting.appendleft(text)

    def next(self) -> str | None:
        """The oldest, taken out."""
        return self._waiting.popleft() if self._waiting else None

    def take_back(self) -> str | None:
        """The newest, taken out."""
        return self._waiting.pop() if self._waiting else None

    def take_all_back(self) -> str:
        """All of them as one text, taken out; empty without any."""
        text = "\n\n".join(self._waiting)
        self._waiting.clear()
        return text

    def shown(self) -> tuple[tuple[str, ...], int]:
        """Those that are listed, oldest first, and how many more there are."""
        return tuple(self._waiting)[:SHOWN], max(0, len(self._waiting) - SHOWN)
