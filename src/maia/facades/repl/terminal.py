"""The person's side of the line facade: reading lines, writing text."""

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maia.facades.process import write_answer

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


class LeaveError(Exception):
    """The person wants to leave: Ctrl+C or Ctrl+D at the prompt."""


class Terminal:
    """A line at a time, through prompt_toolkit (editing, history, pasted lines kept together).

    What is written while a line is being typed appears above that line.
    """

    def __init__(self, history_file: Path) -> None:
        self._history_file = history_file
        self._session: PromptSession[str] | None = None
        self._prompting: PromptSession[str] | None = None
        self._waiting: list[str] = []

    def write(self, text: str) -> None:
        """Write at once, whatever the terminal's encoding. Raises OutputLost when it is gone."""
        if not text:
            return
        self._waiting.append(text)
        if self._prompting is None or not self._prompting.app.is_running:
            self._write_waiting()
            return
        from prompt_toolkit.application import run_in_terminal

        run_in_terminal(self._write_waiting)

    async def read_request(self, prompt: str, placeholder: str) -> str:
        """The next line; pasted lines stay one request. Raises LeaveError."""
        if self._session is None:
            self._session = self._open_session()
        return await self._read(self._session, prompt, placeholder=placeholder)

    async def read_answer(self, prompt: str, prefilled: str = "") -> str:
        """An answer to a question; not kept in the history. Raises LeaveError.

        `prefilled` stands on the line already, to be edited.
        """
        from prompt_toolkit import PromptSession

        session: PromptSession[str] = PromptSession()
        return await self._read(session, prompt, default=prefilled)

    def drop_typed_ahead(self) -> None:
        """Call before a question is shown: nobody consents to what is not on the screen.

        Dropped is what prompt_toolkit read beyond the last line, and what the terminal still holds.
        """
        import termios

        from prompt_toolkit.application import get_app_session
        from prompt_toolkit.input.typeahead import clear_typeahead

        clear_typeahead(get_app_session().input)
        with contextlib.suppress(termios.error, OSError, ValueError):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)

    async def _read(self, session: "PromptSession[str]", prompt: str, **options: Any) -> str:
        self._prompting = session
        try:
            return await session.prompt_async(
                prompt, handle_sigint=False, enable_suspend=True, **options
            )
        except (EOFError, KeyboardInterrupt) as error:
            raise LeaveError from error
        finally:
            self._prompting = None
            self._write_waiting()

    def _write_waiting(self) -> None:
        text = "".join(self._waiting)
        self._waiting.clear()
        if text:
            write_answer(text)

    def _open_session(self) -> "PromptSession[str]":
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        from maia.facades.repl.history import RequestHistory

        try:
            self._history_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._history_file.touch(mode=0o600)
        except OSError:
            # A home that cannot be written to costs the history of other days, nothing else.
            return PromptSession(history=InMemoryHistory())
        return PromptSession(history=RequestHistory(str(self._history_file)))
