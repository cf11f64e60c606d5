"""Files as bytes: what is at a path, bounded reading, atomic replacement.

Every function is synchronous (callers use a thread) and lets OSError through as it is.
"""

import contextlib
import errno
import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

FileKind: TypeAlias = Literal["file", "directory", "pipe", "socket", "device", "missing"]

TEMPORARY_PREFIX = ".maia-write-"
"""How the temporary files of `write_atomically` are called: what a crash leaves can be told."""

_PERMISSIONS = 0o777
_SPECIAL = stat.S_ISUID | stat.S_ISGID
_NEW_FILE = 0o666  # less the umask, as any program does
_PRIVATE = 0o600  # until the mode of the replaced file is set
_ANY_WRITE = 0o222
_READ_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is at a path, links followed. `size` in bytes; `mode` the permission bits.

    `names` counts the hard links of a file: replacing it changes one of them only.
    """

    kind: FileKind
    size: int = 0
    mode: int = 0
    names: int = 1


def file_facts(path: Path) -> FileFacts:
    """What is at `path`, without opening it: a pipe or a device cannot block.

    A dangling link, a loop of links, a name no file can have (NUL, lone surrogate) and a path
    below a file are `missing`. PermissionError when a folder on the way may not be searched.
    """
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return FileFacts("missing")
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENAMETOOLONG):
            return FileFacts("missing")
        raise
    kind = _kind(found.st_mode)
    names = found.st_nlink if kind == "file" else 1
    return FileFacts(kind, found.st_size, stat.S_IMODE(found.st_mode), names)


def _kind(mode: int) -> FileKind:
    if stat.S_ISREG(mode):
        return "file"
    if stat.S_ISDIR(mode):
        return "directory"
    if stat.S_ISFIFO(mode):
        return "pipe"
    if stat.S_ISSOCK(mode):
        return "socket"
    return "device"


def read_bytes(path: Path, offset: int = 0, size: int | None = None) -> bytes:
    """Bytes of a regular file from `offset`, at most `size`; shorter at the end of the file.

    Opened without blocking and checked once open, so that a pipe put there meanwhile is an
    OSError (EINVAL), not a wait.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
    descriptor = os.open(_possible(path), flags)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise _error(errno.EISDIR, path)
        if not stat.S_ISREG(mode):
            raise _error(errno.EINVAL, path)
        if offset:
            os.lseek(descriptor, offset, os.SEEK_SET)
        return _read(descriptor, size)
    finally:
        os.close(descriptor)


def _read(descriptor: int, size: int | None) -> bytes:
    pieces: list[bytes] = []
    left = size
    while left is None or left > 0:
        piece = os.read(descriptor, _READ_BLOCK if left is None else min(left, _READ_BLOCK))
        if not piece:
            break
        pieces.append(piece)
        if left is not None:
            left -= len(piece)
    return b"".join(pieces)


def write_atomically(path: Path, data: bytes) -> None:
    """Replace the file at `path` by `data`, whole or not at all; missing folders are made.

    Symbolic links are followed, so the link stays and its target is replaced (or made). Mode,
    owner and group stay where the system permits; set-user-id and set-group-id bits stay only
    with both. A new file has the usual mode less the umask. A file that may not be written
    (mode 0444, even as root) is refused: replacing it would walk around its protection.

    Hard links: the other names keep the old content. To write in place would not be atomic, and
    would change the shared store behind a package manager's hard-linked files.

    OSError for whatever prevents it; nothing is then left behind, not even folders made.
    """
    target = Path(os.path.realpath(_possible(path)))
    before = _replaceable(target)
    made = _make_parents(target.parent)
    try:
        _replace(target, data, before)
    except BaseException:
        for folder in made:
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


def _replaceable(target: Path) -> os.stat_result | None:
    """The facts of the file to replace, None for a new one; OSError when it may not be."""
    try:
        found = target.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise _error(errno.EISDIR, target)
    if not stat.S_ISREG(found.st_mode):
        raise _error(errno.EINVAL, target)
    if not found.st_mode & _ANY_WRITE or not os.access(target, os.W_OK):
        raise _error(errno.EACCES, target)
    return found


def _make_parents(folder: Path) -> list[Path]:
    """Make `folder` and what is missing above it; returns what was made, deepest first."""
    missing: list[Path] = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    if not folder.is_dir():
        raise _error(errno.ENOTDIR, folder)
    made: list[Path] = []
    try:
        for each in reversed(missing):
            each.mkdir(exist_ok=True)
            made.insert(0, each)
    except OSError:
        for each in made:
            with contextlib.suppress(OSError):
                each.rmdir()
        raise
    return made


def _replace(target: Path, data: bytes, before: os.stat_result | None) -> None:
    temporary = target.parent / f"{TEMPORARY_PREFIX}{secrets.token_hex(8)}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    descriptor = os.open(temporary, flags, _NEW_FILE if before is None else _PRIVATE)
    try:
        try:
            _write_all(descriptor, data)
            if before is not None:
                _keep_attributes(descriptor, target, before)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, target)  # noqa: PTH105  # the same call, and says what it is
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _keep_attributes(descriptor: int, target: Path, before: os.stat_result) -> None:
    for owner, group in ((before.st_uid, before.st_gid), (-1, before.st_gid)):
        with contextlib.suppress(PermissionError):
            os.fchown(descriptor, owner, group)
            break
    _keep_extended_attributes(descriptor, target)
    mode = stat.S_IMODE(before.st_mode)
    now = os.fstat(descriptor)
    if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        mode &= ~_SPECIAL
    os.fchmod(descriptor, mode)


def _keep_extended_attributes(descriptor: int, target: Path) -> None:
    """Access lists and the user's own attributes; never capabilities, which are for old content."""
    if not hasattr(os, "listxattr"):
        return
    # A file system without them says ENOTSUP: then there is nothing to keep.
    with contextlib.suppress(OSError):
        for name in os.listxattr(target):
            if name == "system.posix_acl_access" or name.startswith("user."):
                os.setxattr(descriptor, name, os.getxattr(target, name))


def _sync_folder(folder: Path) -> None:
    # Some file systems refuse to sync a folder; the content itself is already safe.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _possible(path: Path) -> Path:
    """`path`, or OSError (EINVAL) where no file can have that name: NUL, a lone surrogate."""
    try:
        if "\0" not in os.fspath(path):
            os.fsencode(path)
            return path
    except UnicodeEncodeError:
        pass
    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), ascii(str(path)))


def _error(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))
