"""Requests typed on other days in the same folder.

One file per launch folder, a JSON string a line, shared by all the Maias of that folder: each adds
whole lines at the end; who finds the file grown keeps its newest lines, in a new file put in its
place. A file that cannot be used costs the memory of other days and nothing else.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import re
import stat
import time
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path

from prompt_toolkit.history import History

from maia.workspace.files import read_bytes, write_atomically

KEPT_REQUESTS = 1_000
"""How many requests are kept, the newest; twice as many may be in the file for a while."""

KEPT_BYTES = 4_000_000
"""The same in bytes: a request may hold a pasted file."""

REQUEST_BYTES = 1_000_000
"""A longer request is remembered until Maia ends, not in the file."""

_NAME_CHARACTERS = 40
_HASH_CHARACTERS = 12
_ADD = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
_ATTEMPTS, _PAUSE = 100, 0.005  # to add while another Maia shortens the file: a disk may be slow


def history_file(folder: Path, home: Path) -> Path:
    """Where the requests typed in `folder` are kept; links to one folder share one file."""
    real = os.path.realpath(folder)
    name = re.sub(r"[^\w.-]+", "_", Path(real).name, flags=re.ASCII).strip("._-")
    digest = hashlib.sha256(os.fsencode(real)).hexdigest()[:_HASH_CHARACTERS]
    return home / ".maia" / "history" / f"{name[:_NAME_CHARACTERS] or 'folder'}-{digest}.jsonl"


class FolderHistory(History):
    """The history of one launch folder. What begins with a blank is not remembered at all."""

    def __init__(self, folder: Path, home: Path) -> None:
        super().__init__()
        self._path = history_file(folder, home)
        self._lines_in_file = 0

    def load_history_strings(self) -> Iterable[str]:
        """Requests of other days, newest first; none when the file cannot be read."""
        lines: list[bytes] = []
        with contextlib.suppress(OSError):
            lines = _newest_lines(self._path)
        self._lines_in_file = len(lines)
        requests: list[str] = []
        for line in lines:
            request = _request(line)
            if request is not None and requests[-1:] != [request]:
                requests.append(request)
        return requests[-KEPT_REQUESTS:][::-1]

    def append_string(self, string: str) -> None:
        """Remember a request, unless it is the one before once more."""
        request = string.encode("utf-8", "replace").decode("utf-8")
        if not request or request[0].isspace():
            return
        if not self._loaded:
            self._loaded_strings = list(self.load_history_strings())
            self._loaded = True
        if self._loaded_strings[:1] != [request]:
            super().append_string(request)
            del self._loaded_strings[KEPT_REQUESTS:]

    def store_string(self, string: str) -> None:
        """Add a request to the file; a disk that refuses is let be."""
        line = json.dumps(string, ensure_ascii=False).encode() + b"\n"
        if len(line) > REQUEST_BYTES:
            return
        with contextlib.suppress(OSError):
            _make_folder(self._path.parent)
            size = _add(self._path, line)
            self._lines_in_file += 1
            if self._lines_in_file >= 2 * KEPT_REQUESTS or size >= 2 * KEPT_BYTES:
                self._lines_in_file = _shorten(self._path)


def _request(line: bytes) -> str | None:
    """The request of a line; None for one that is damaged, or was never ours."""
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    # An escape in the file may stand for half a character.
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else None


def _newest_lines(path: Path) -> list[bytes]:
    """The lines at the end of the file, within twice the bytes that are kept."""
    size = path.stat().st_size
    start = max(0, size - 2 * KEPT_BYTES)
    lines = read_bytes(path, start, 2 * KEPT_BYTES + REQUEST_BYTES).split(b"\n")
    return [line for line in lines[1 if start else 0 :] if line.strip()]


def _make_folder(folder: Path) -> None:
    """The folder of all histories; where an older Maia had its one file, that is put aside."""
    if folder.is_file():
        folder.rename(folder.with_name("history-before-folders"))
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def _add(path: Path, line: bytes) -> int:
    """Write a line at the end, in one piece; the size of the file then."""
    with _opened(path) as handle:
        size = os.fstat(handle).st_size
        if size and os.pread(handle, 1, size - 1) != b"\n":
            # Cut by a full disk, or another Maia is in the midst of it: it must not spoil this one.
            line = b"\n" + line
        return size + os.write(handle, line)


@contextmanager
def _opened(path: Path) -> Generator[int]:
    """The file, open to be added to, and not to be replaced meanwhile if that can be had."""
    for attempt in range(_ATTEMPTS):
        handle = os.open(path, _ADD, 0o600)
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise OSError(None, "not a regular file", str(path))
            if _is_settled(path, handle) or attempt == _ATTEMPTS - 1:
                yield handle
                return
        finally:
            os.close(handle)
        time.sleep(_PAUSE)


def _is_settled(path: Path, handle: int) -> bool:
    """Whether nobody is replacing the file, and it is still the one at `path`."""
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(handle), path.stat())
    except (BlockingIOError, FileNotFoundError):
        return False
    except OSError:  # a file system without locks
        return True


def _shorten(path: Path) -> int:
    """Keep the newest lines; how many there are now. Not now if another Maia is writing."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(handle), path.stat()):
                kept = _within(_newest_lines(path))
                write_atomically(path, b"".join(line + b"\n" for line in kept))
                return len(kept)
        return len(_newest_lines(path))
    finally:
        os.close(handle)


def _within(lines: list[bytes]) -> list[bytes]:
    """The newest lines that stay within both limits, oldest first."""
    kept: list[bytes] = []
    room = KEPT_BYTES
    for line in reversed(lines[-KEPT_REQUESTS:]):
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept[::-1]
