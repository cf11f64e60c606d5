"""The person's side of the line facade: reading lines, writing text."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


class LeaveError(Exception):
    """The person wants to leave: Ctrl+C or Ctrl+D at the prompt."""


class Terminal:
    """A line at a time, through prompt_toolkit (editing, history, pasted lines kept together)."""

    def __init__(self, history_file: Path) -> None:
        self._history_file = history_file
        self._session: PromptSession[str] | None = None

    def write(self, text: str) -> None:
        """Write at once, whatever the terminal's encoding."""
        encoding = sys.stdout.encoding or "utf-8"
        sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()

    async def read_request(self, prompt: str, placeholder: str) -> str:
        """The next line. Raises LeaveError."""
        return await self._read(prompt, placeholder=placeholder)

    async def read_answer(self, prompt: str) -> str:
        """An answer to a question; not kept in the history. Raises LeaveError."""
        from prompt_toolkit import PromptSession

        session: PromptSession[str] = PromptSession()
        try:
            return await session.prompt_async(prompt, handle_sigint=False)
        except (EOFError, KeyboardInterrupt) as error:
            raise LeaveError from error

    async def _read(self, prompt: str, **options: Any) -> str:
        if self._session is None:
            self._session = self._open_session()
        try:
            return await self._session.prompt_async(prompt, handle_sigint=False, **options)
        except (EOFError, KeyboardInterrupt) as error:
            raise LeaveError from error

    def _open_session(self) -> "PromptSession[str]":
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import FileHistory, InMemoryHistory

        try:
            self._history_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._history_file.touch(mode=0o600)
        except OSError:
            # A home that cannot be written to costs the history of other days, nothing else.
            return PromptSession(history=InMemoryHistory())
        return PromptSession(history=FileHistory(str(self._history_file)))
