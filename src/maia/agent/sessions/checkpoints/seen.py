"""What is at a path, without following a link and without opening what is not a file."""

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

TOO_LARGE = "checkpoint.too_large"
NOT_A_FILE = "checkpoint.not_a_file"
UNREADABLE = "checkpoint.unreadable"


def content_hash(data: bytes) -> str:
    """What a content is called."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True, slots=True)
class Seen:
    """A file's content and mode, a link's target, or why there is neither.

    `facts` tell one state of what is not kept from another. All empty: nothing is there.
    """

    data: bytes | None = None
    mode: int = 0
    target: str | None = None
    reason: str = ""
    facts: str = ""

    @property
    def is_missing(self) -> bool:
        """Whether nothing is there."""
        return self.data is None and self.target is None and not self.reason

    @property
    def name(self) -> str:
        """What this state is called: the same for the same content; empty for nothing."""
        if self.data is not None:
            return content_hash(self.data)
        if self.target is not None:
            return f"link {self.target}"
        return f"{self.reason} {self.facts}".strip()


def look(path: Path, limit: int) -> Seen:  # noqa: PLR0911  # one for each thing that may be there
    """What is at `path`, files of at most `limit` bytes read. Never raises OSError."""
    try:
        found = path.lstat()
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: no file is named so
        return Seen()
    except OSError:
        return Seen(reason=UNREADABLE)
    facts = f"{found.st_ino} {found.st_size} {found.st_mtime_ns}"
    try:
        if stat.S_ISLNK(found.st_mode):
            return Seen(target=os.readlink(path))  # noqa: PTH115  # the text as it stands
        if not stat.S_ISREG(found.st_mode):
            return Seen(reason=NOT_A_FILE, facts=facts)
        data = _read(path, limit) if found.st_size <= limit else None
    except FileNotFoundError:
        return Seen()
    except OSError:
        return Seen(reason=UNREADABLE, facts=facts)
    if data is None:
        return Seen(reason=TOO_LARGE, facts=facts)
    return Seen(data, stat.S_IMODE(found.st_mode))


def _read(path: Path, limit: int) -> bytes | None:
    """None where there is more than `limit`."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        data = file.read(limit + 1)
    return data if len(data) <= limit else None
