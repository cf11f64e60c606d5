"""ripgrep, where it is installed, as a fast way to leave out files that cannot match.

It is never asked for the answer: it names the files of a list that hold a given text, and our own
engine then searches these. With or without it, results are the same.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence

MIN_FILES = 500
"""Fewer files are read faster than a process is started."""

MAX_ARGUMENTS_BYTES = 1_000_000
"""Names in one command; Linux takes 2 MB of arguments and environment together."""

RUN_SECONDS = 30.0
_POLL_SECONDS = 0.1
_ARGUMENT_BYTES = 11  # what an argument costs beside its name: "./", its end, a pointer
_OPTIONS = (
    "--no-config",
    "--files-with-matches",
    "--null",
    "--text",
    "--no-ignore",
    "--no-messages",
    "--encoding",
    "none",
    "--color",
    "never",
)


def ripgrep_program() -> str | None:
    """Ripgrep's absolute path, None when it is not installed."""
    found = shutil.which("rg")
    return found if found is not None and os.path.isabs(found) else None  # noqa: PTH117  # no Path needed


def files_with(
    program: str,
    root: bytes,
    names: Sequence[bytes],
    forms: Sequence[bytes],
    *,
    ignore_case: bool,
    cancelled: Callable[[], bool],
) -> frozenset[bytes] | None:
    """The names (relative to `root`) of files that hold one of the byte strings `forms`.

    None when ripgrep met any trouble: then nothing is known, also not of the other files.
    """
    flags = "(?i-u)" if ignore_case else "(?-u)"
    pattern = "|".join("".join(f"\\x{byte:02x}" for byte in form) for form in forms)
    command = [program, *_OPTIONS, "--regexp", f"{flags}(?:{pattern})", "--"]
    found: set[bytes] = set()
    for part in _parts(names):
        answer = _run([*command, *part], root, cancelled)
        if answer is None:
            return None
        found.update(name.removeprefix(b"./") for name in answer.split(b"\0") if name)
    return frozenset(found)


def _parts(names: Sequence[bytes]) -> Iterator[list[bytes]]:
    """The names as arguments, in as many commands as the system's limit asks for."""
    part: list[bytes] = []
    size = 0
    for name in names:
        part.append(b"./" + name)
        size += len(name) + _ARGUMENT_BYTES
        if size > MAX_ARGUMENTS_BYTES:
            yield part
            part, size = [], 0
    if part:
        yield part


def _run(command: list[str | bytes], root: bytes, cancelled: Callable[[], bool]) -> bytes | None:
    """What ripgrep printed; None when it met any trouble."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("RIPGREP_")}
    try:
        process = subprocess.Popen(
            command,
            cwd=root,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return None
    with process:
        answer = _answer(process, cancelled)
    return answer if process.returncode in (0, 1) else None


def _answer(process: subprocess.Popen[bytes], cancelled: Callable[[], bool]) -> bytes | None:
    """All it printed; None, and the process ended, when it was cancelled or took too long."""
    until = time.monotonic() + RUN_SECONDS
    while True:
        try:
            return process.communicate(timeout=_POLL_SECONDS)[0]
        except subprocess.TimeoutExpired:
            if cancelled() or time.monotonic() > until:
                process.kill()
                process.communicate()
                return None
