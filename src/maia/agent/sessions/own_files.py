"""The files of sessions: private, held by a lock, and never reached through a link.

A repository may bring a `.maia/.sessions` of its own. A link in it that bears the name of a
journal would have us append to, and empty, whatever it points to.
"""

import contextlib
import errno
import fcntl
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

FILE_SUFFIX = ".json"
ROLLBACKS_SUFFIX = ".rollbacks.jsonl"
"""What journals said before they were emptied, of those that went back to before a request."""

JOURNAL_SUFFIX = ".journal"
_DAMAGED = ".damaged"
_TEMPORARY = ".tmp-"
_MODE = 0o600
_TRIES = 5
_BETWEEN_TRIES = 0.01  # seconds; a list looks at a lock for far less
_LEFT_OVER = 86_400  # seconds after which a temporary file is nobody's


def append_own(path: Path, data: bytes) -> None:
    """Write behind what a file of ours holds; it is made when it is missing. Raises OSError."""
    handle = _open_own(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        write_all(handle, data)
        os.fsync(handle)
    finally:
        os.close(handle)


def hold(path: Path) -> int | None:
    """Open the journal at `path` and lock it; None when another process holds it.

    Raises OSError, also for what is no file. A journal that was taken away while it was waited
    for is opened again; one that is only looked at (`is_held`) is waited for.
    """
    tries = 0
    while True:
        handle = _open_own(path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if is_still(path, handle):
                return handle
        except OSError as error:
            os.close(handle)
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise
            tries += 1
            if tries == _TRIES:
                return None
            time.sleep(_BETWEEN_TRIES)
            continue
        os.close(handle)


def is_held(path: Path) -> bool:
    """Whether another process (or this one, for a session of its own) holds the journal."""
    try:
        handle = _open_own(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def is_still(path: Path, handle: int) -> bool:
    """Whether the open file is the one that has this name now."""
    try:
        there = path.stat(follow_symlinks=False)
    except FileNotFoundError:
        return False
    return os.path.samestat(there, os.fstat(handle))


def write_private(path: Path, data: bytes) -> None:
    """Replace the file, whole or not at all; nobody else may read it. Raises OSError."""
    temporary = path.with_name(f"{_TEMPORARY}{os.getpid()}")
    with contextlib.suppress(FileNotFoundError):  # of a process that had this number before
        temporary.unlink()
    handle = _open_own(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        try:
            write_all(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(path.parent)


def write_new(path: Path, data: bytes) -> None:
    """Make a file that is not there. Raises OSError; FileExistsError also for a dangling link."""
    handle = _open_own(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        write_all(handle, data)
    finally:
        os.close(handle)


def write_all(handle: int, data: bytes) -> None:
    """Write all of it. Raises OSError; some of it may then be written."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def keep_aside(path: Path, data: bytes) -> None:
    """Keep what `path` held as `<name>.damaged`; what was kept before is not replaced.

    Kept once: a file that went on since it was kept takes the place of its former state.
    """
    for kept in _aside(path):
        try:
            before = kept.read_bytes() if kept.is_file() and not kept.is_symlink() else None
        except OSError:
            before = None
        if before is not None and data.startswith(before):
            write_private(kept, data)
            return
        if before is None and not os.path.lexists(kept):
            write_private(kept, data)
            return


def kept_aside(path: Path) -> tuple[Path, ...]:
    """What was kept aside of the file at `path`."""
    kept: list[Path] = []
    for each in _aside(path):
        if not os.path.lexists(each):
            break
        kept.append(each)
    return tuple(kept)


def remove_left_overs(folder: Path) -> None:
    """Take away temporary files that a kill left here. Those of today may be in use: they stay."""
    limit = time.time() - _LEFT_OVER
    with contextlib.suppress(OSError):
        for path in folder.glob(f"{_TEMPORARY}*"):
            number = path.name.removeprefix(_TEMPORARY)
            if number.isdecimal() and path.stat(follow_symlinks=False).st_mtime < limit:
                path.unlink()


def _aside(path: Path) -> Iterator[Path]:
    first = path.with_name(f"{path.name}{_DAMAGED}")
    yield first
    number = 2
    while True:
        yield first.with_name(f"{first.name}.{number}")
        number += 1


def _open_own(path: Path, flags: int) -> int:
    """Open a file, which a link, a pipe or a device is not. Raises OSError."""
    own = os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY
    handle = os.open(path, flags | own, _MODE)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    return handle


def _sync_folder(folder: Path) -> None:
    # Some file systems refuse to sync a folder; the content itself is already safe.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
