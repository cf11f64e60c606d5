"""Asking git, in a way that no repository can turn into running its own code.

A repository's configuration may name programs (hooks, a file system monitor, a pager, transports);
each is switched off here. Variables of the caller that would lead git elsewhere are not passed on.
"""

import os
import re
import selectors
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Self

SILENCE_SECONDS = 30.0
"""How long git may stay without a word before it is given up."""

PROGRAM_OFF = (
    "--no-pager",
    "--no-optional-locks",
    "-c",
    "core.fsmonitor=false",
    "-c",
    f"core.hooksPath={os.devnull}",
    "-c",
    "safe.bareRepository=explicit",
)
"""Options before every sub-command: nothing of the repository's own is run."""

_KEPT_VARIABLES = frozenset(
    {
        "GIT_CEILING_DIRECTORIES",
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_NOSYSTEM",
        "GIT_CONFIG_SYSTEM",
        "GIT_DISCOVERY_ACROSS_FILESYSTEM",
        "GIT_EXEC_PATH",
    }
)
"""The person's own set-up; the other GIT_ variables describe a repository or a running command."""

_CHUNK_BYTES = 1 << 16
_POLL_SECONDS = 0.1
_MAX_COMPLAINT_BYTES = 1 << 16
_UNOPENED = re.compile(rb"could not open directory '([^\n]*?)/?': ")


class GitFailed(Exception):
    """Git is missing, refused, broke down or stayed silent; the text is what it said."""


def git_program() -> str | None:
    """Git's absolute path; None when it is missing or found through a relative PATH entry only."""
    found = shutil.which("git")
    return found if found is not None and os.path.isabs(found) else None  # noqa: PTH117  # no Path needed


def git_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment for git: no redirection, no prompt, no transport, messages in English."""
    kept = {
        name: value
        for name, value in environ.items()
        if not name.startswith("GIT_") or name in _KEPT_VARIABLES
    }
    return kept | {
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "LC_ALL": "C",
    }


class GitQuestion:
    """One running git command whose answer is read as it comes; use as a context manager.

    Leaving the context ends the process. Raises GitFailed when it cannot be started. Git does not
    look for a repository in `ceiling` and above; `cancelled` is asked while waiting.
    """

    def __init__(
        self,
        folder: bytes,
        *arguments: str,
        ceiling: bytes | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self._cancelled = cancelled
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # closed by close()
        program = git_program()
        if program is None:
            self._complaints.close()
            raise GitFailed("git is not on PATH")
        environment = git_environment(os.environ)
        if ceiling is not None:
            environment["GIT_CEILING_DIRECTORIES"] = os.fsdecode(ceiling)
        try:
            self._process = subprocess.Popen(
                [program, *PROGRAM_OFF, *arguments],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                start_new_session=True,
            )
        except OSError as error:
            self._complaints.close()
            raise GitFailed(str(error)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def names(self) -> Iterator[bytes]:
        """The NUL-ended names of the answer. GitFailed at its end when git did not succeed."""
        rest = b""
        for chunk in self._chunks():
            *names, rest = (rest + chunk).split(b"\0")
            yield from names
        if self.exit_code() != 0:
            raise GitFailed(self.complaints().decode(errors="replace").strip())

    def answer(self, limit: int) -> bytes:
        """The whole answer. GitFailed when git did not succeed, or says more than `limit` bytes."""
        data = bytearray()
        for chunk in self._chunks():
            data += chunk
            if len(data) > limit:
                raise GitFailed(f"git said more than {limit} bytes")
        if self.exit_code() != 0:
            raise GitFailed(self.complaints().decode(errors="replace").strip())
        return bytes(data)

    def exit_code(self) -> int:
        """How git ended, once it has; a silent one is killed."""
        try:
            return self._process.wait(SILENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def complaints(self) -> bytes:
        """The first 64 KiB that git wrote to its error output."""
        self._complaints.seek(0)
        return self._complaints.read(_MAX_COMPLAINT_BYTES)

    def unopened_folders(self) -> list[bytes]:
        """The folders git said it could not open, relative to where it was asked."""
        return _UNOPENED.findall(self.complaints())

    def close(self) -> None:
        """End the process if it still runs, and let go of its files. Safe to call twice."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._complaints.close()

    def _chunks(self) -> Iterator[bytes]:
        output = self._process.stdout
        if output is None:
            return
        with selectors.DefaultSelector() as selector:
            selector.register(output, selectors.EVENT_READ)
            silent_until = time.monotonic() + SILENCE_SECONDS
            while True:
                if self._cancelled is not None and self._cancelled():
                    raise GitFailed("cancelled")
                if selector.select(_POLL_SECONDS):
                    chunk = os.read(output.fileno(), _CHUNK_BYTES)
                    if not chunk:
                        return
                    yield chunk
                    silent_until = time.monotonic() + SILENCE_SECONDS
                elif time.monotonic() > silent_until:
                    raise GitFailed(f"git stayed silent for {SILENCE_SECONDS:.0f} s")


def git_status(folder: bytes, *arguments: str) -> int:
    """The exit code of a question that is answered by it alone. Raises GitFailed on no start."""
    with GitQuestion(folder, *arguments) as question:
        return question.exit_code()
