"""One writer at a time for a file that several processes may change."""

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Hold the lock of `path` (a file beside it, `.NAME.lock`); waits for whoever holds it.

    The lock goes with the process that holds it. The folder is made when it is missing.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = path.with_name(f".{path.name}.lock")
    handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
