"""What was typed on other days: kept in a file, and never in the way of today's work."""

import contextlib
from collections.abc import Iterable

from prompt_toolkit.history import FileHistory


class RequestHistory(FileHistory):
    """A history file that may vanish, fill the disk or hold anything, without harm."""

    def load_history_strings(self) -> Iterable[str]:
        """The lines, newest first; none when the file cannot be read."""
        with contextlib.suppress(OSError):
            yield from super().load_history_strings()

    def store_string(self, string: str) -> None:
        """Keep a line; what cannot be encoded is replaced, a disk that refuses is let be."""
        with contextlib.suppress(OSError):
            super().store_string(string.encode("utf-8", "replace").decode("utf-8"))
