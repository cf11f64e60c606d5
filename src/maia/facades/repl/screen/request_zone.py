"""The zone where requests are typed: at any time, while one is awaited or while a turn runs."""

import asyncio
import contextlib

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import Completer
from prompt_toolkit.document import Document
from prompt_toolkit.history import History

from maia.facades.repl.leaving import LeaveError
from maia.facades.repl.screen.pastes import Pastes, cleaned
from maia.facades.repl.screen.requests import RequestQueue
from maia.i18n import Catalogue


class RequestZone:
    """One text being edited, its folded pastes, and the requests sent ahead of their turn."""

    def __init__(self, catalogue: Catalogue, history: History, completer: Completer | None) -> None:
        self._catalogue = catalogue
        self._history = history
        self._reader: asyncio.Future[str] | None = None
        self._placeholder = ""
        self.queue = RequestQueue()
        self.pastes = Pastes(catalogue)
        self.buffer = Buffer(
            name="request",
            multiline=True,
            history=history,
            completer=completer,
            complete_while_typing=completer is not None,
            accept_handler=self._accept,
        )

    @property
    def is_awaited(self) -> bool:
        """Whether somebody waits for a request."""
        return self._reader is not None and not self._reader.done()

    @property
    def placeholder(self) -> str:
        """What stands in the zone while it is empty."""
        return self._placeholder if self.is_awaited else self._catalogue.text("repl.working")

    async def read(self, placeholder: str) -> str:
        """The next request, queued ones first. Raises LeaveError, or what `fail` was given."""
        queued = self.queue.next()
        if queued is not None:
            return queued
        self._placeholder = placeholder
        reader: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._reader = reader
        try:
            return await reader
        except asyncio.CancelledError:
            # Sent in the same moment: it waits for the next reader.
            if reader.done() and not reader.cancelled() and reader.exception() is None:
                self.queue.put_back(reader.result())
            raise
        finally:
            if self._reader is reader:
                self._reader = None

    def submit(self) -> None:
        """Send what is in the zone, or queue it; nothing but blanks is left alone."""
        text = self.pastes.expand(self.buffer.text)
        if not text.strip():
            return
        self._history.append_string(text)
        self.clear()
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(text)
        else:
            self.queue.add(text)

    def clear(self) -> None:
        """An empty zone."""
        self.pastes.forget()
        self.buffer.reset()

    def set_text(self, text: str) -> None:
        """Another text, the cursor at its end; it is part of no paste."""
        self.pastes.forget()
        self.buffer.set_document(Document(text), bypass_readonly=True)

    def take_back(self) -> None:
        """The last queued request, to be edited; only over an empty zone."""
        text = self.queue.take_back()
        if text is not None:
            self.set_text(text)

    def take_all_back(self) -> None:
        """Nothing queued runs after an interrupt: all of it is in the zone again."""
        taken = self.queue.take_all_back()
        if taken:
            typed = self.pastes.expand(self.buffer.text)
            self.set_text(f"{taken}\n\n{typed}" if typed.strip() else taken)

    def paste(self, pasted: str) -> None:
        """Insert a paste at the cursor, folded when it is long."""
        self.buffer.insert_text(self.pastes.fold(cleaned(pasted)))

    def unfold(self) -> None:
        """Show the pastes as they are, for editing."""
        self.set_text(self.pastes.expand(self.buffer.text))

    def delete_before(self) -> None:
        """One character, or the whole placeholder of a paste."""
        name = self.pastes.placeholder_before(self.buffer.document.text_before_cursor)
        self.buffer.delete_before_cursor(len(name) or 1)

    def leave(self) -> None:
        """Say to the reader that the person leaves."""
        self.fail(LeaveError())

    def fail(self, error: Exception) -> None:
        """Have the reader, if any, raise `error`."""
        if self._reader is not None:
            with contextlib.suppress(asyncio.InvalidStateError):
                self._reader.set_exception(error)

    def _accept(self, buffer: Buffer) -> bool:
        """What prompt_toolkit's own bindings mean by accepting; the text is ours to clear."""
        del buffer
        self.submit()
        return True
