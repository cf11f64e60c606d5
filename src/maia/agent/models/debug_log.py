"""`MAIA_DEBUG_LLM`: the raw stream of every answer, appended to a private file (spec 7.2)."""

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Self

VARIABLE = "MAIA_DEBUG_LLM"
DEFAULT_NAME = "maia-llm-debug.log"
SECRET_LENGTH = 6
"""A shorter key (`x`, `none`) is no secret but what a server without keys is given: blotted out,
it would only make texts unreadable."""
_HIDDEN = b"[api key]"


def debug_log_path(environ: Mapping[str, str]) -> Path | None:
    """The file to write, or None when the variable is unset, empty or `0`."""
    value = environ.get(VARIABLE, "").strip()
    if value in {"", "0"}:
        return None
    if value == "1":
        import tempfile

        return Path(tempfile.gettempdir()) / DEFAULT_NAME
    return Path(value).expanduser()


class DebugLog:
    """Appends one answer to `path`; does nothing when it is None. Used in a `with`.

    The file is readable by its owner only. A link, or a file of somebody else, is refused: the
    default place is a folder that others can write to. The API key is blotted out should a server
    send it back, also where it is cut between two chunks. What cannot be written is said once to
    the `logging` module and otherwise left: a diagnosis must not break the answer.
    """

    def __init__(self, path: Path | None, secret: str = "") -> None:
        self._path = path
        self._secret = secret.encode("utf-8") if len(secret) >= SECRET_LENGTH else b""
        self._held = b""
        self._descriptor: int | None = None

    def write(self, data: bytes) -> None:
        """Append; what may be the beginning of the key waits for the next piece."""
        if self._descriptor is None:
            return
        keep = 0
        if self._secret:
            data = (self._held + data).replace(self._secret, _HIDDEN)
            keep = min(len(data), len(self._secret) - 1)
        self._held = data[len(data) - keep :]
        self._append(data[: len(data) - keep])

    def __enter__(self) -> Self:
        if self._path is not None:
            try:
                self._descriptor = _opened(self._path)
            except OSError as error:
                self._give_up(error)
        return self

    def __exit__(self, *_exception: object) -> None:
        self._append(self._held)
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _append(self, data: bytes) -> None:
        try:
            while data and self._descriptor is not None:
                data = data[os.write(self._descriptor, data) :]
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        import logging

        logging.getLogger(__name__).warning("%s: %s", VARIABLE, error)
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _opened(path: Path) -> int:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    descriptor = os.open(path, flags, 0o600)
    facts = os.fstat(descriptor)
    if not stat.S_ISREG(facts.st_mode) or facts.st_uid != os.geteuid():
        os.close(descriptor)
        raise PermissionError(f"{path} is not a file of ours")
    os.fchmod(descriptor, 0o600)
    return descriptor
