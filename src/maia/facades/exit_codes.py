"""What a Maia process says when it ends."""

from enum import IntEnum


class ExitCode(IntEnum):
    """Stable for scripts."""

    DONE = 0
    ERROR = 1
    USAGE = 2
    """A wrong option, or settings that are missing or wrong."""
    REFUSED = 3
    """Done, but at least one call was refused by the permissions."""
    ITERATION_LIMIT = 4
    INTERRUPTED = 130
