"""The plain screen: lines in, lines out, for dumb terminals and screen readers.

No cursor movement, no live area, no animation; the terminal itself edits the line being typed.
"""

import asyncio
import re
import sys
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self, TypeVar

from maia.facades.process import write_answer
from maia.facades.repl.leaving import LeaveError
from maia.facades.repl.screen.attention import attention_sequence
from maia.facades.repl.screen.choice import Choice
from maia.facades.repl.screen.lines import LineReader
from maia.facades.repl.screen.pastes import cleaned
from maia.facades.repl.screen.port import AT_ONCE
from maia.facades.repl.screen.setup import ScreenSetup
from maia.facades.shown_text import harmless
from maia.workspace.terminal_text import visible

T = TypeVar("T")

_BAR_COLUMNS = 80
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_NUMBERS = re.compile(r"\d+")
_NOTHING = frozenset({"q", "quit"})


class PlainScreen:
    """A `Screen` without a screen."""

    def __init__(
        self,
        setup: ScreenSetup,
        *,
        source: int | None = None,
        put: Callable[[str], None] = write_answer,
    ) -> None:
        self._setup = setup
        self._source = sys.stdin.fileno() if source is None else source
        self._put = put
        self._lines: LineReader | None = None
        self._prompt = ""
        self._leaving: asyncio.Future[str | None] | None = None
        self._interrupt: Callable[[], None] | None = None
        self._interrupt_missed = False
        self._status = ""
        self._context_is_new = True
        self._turn = asyncio.Lock()

    async def __aenter__(self) -> Self:
        """Begin to read lines."""
        self._lines = LineReader(self._source)
        self._lines.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave them alone."""
        if self._lines is not None:
            self._lines.stop()

    def write(self, text: str) -> None:
        """At once; a prompt that stands on the line is written again below."""
        if text:
            below = text if text.endswith("\n") else text + "\n"
            self._put(f"\n{below}{self._prompt}" if self._prompt else below)

    def show_open_block(self, text: str) -> None:
        """Not shown: it is written when it is finished."""

    def set_status(self, text: str, *, busy: bool) -> None:
        """Written when it says another thing, not when a number in it changes."""
        del busy
        said = _NUMBERS.sub("0", text)
        if said and said != self._status:
            self.write(self._setup.style.dim(_on_one_line(text)))
        self._status = said

    def refresh_context(self) -> None:
        """Written before the next request is read."""
        self._context_is_new = True

    async def read_request(self, placeholder: str) -> str:
        """The next line, or all lines of one paste."""
        self._interrupt_missed = False
        if self._context_is_new:
            self._context_is_new = False
            bar = _COLOURS.sub("", self._setup.draw_context(_BAR_COLUMNS)).strip()
            self.write(f"{bar}\n" if bar else "")
        self.write(self._setup.style.dim(_on_one_line(placeholder)))
        while True:
            text = cleaned(await self._line("> "))
            if text.strip():
                return text

    async def read_answer(self, prompt: str, prefilled: str = "") -> str:
        """A line; an empty one stands for what was proposed."""
        async with self._turn:
            if prefilled:
                self.write(f"  {_on_one_line(prefilled)}")
            aside = self._set_aside()
            try:
                return cleaned(await self._line(f"{_on_one_line(prompt)} ")) or prefilled
            finally:
                self._put_back(aside)

    async def ask_key(
        self,
        title: str,
        keys: str,
        accepts: Callable[[str], T | None],
        *,
        at_once: str = AT_ONCE,
    ) -> T:
        """A question on a line of its own; every answer needs Enter here."""
        del at_once
        async with self._turn:
            aside = self._set_aside()
            badge = self._setup.style.badge("ask")
            prompt = f"{badge} {_on_one_line(title)} {_on_one_line(keys)} "
            try:
                while True:
                    text = cleaned(await self._line(prompt))
                    result = accepts(text) if text.strip() else None
                    if result is not None:
                        return result
            finally:
                self._put_back(aside)

    async def choose(self, title: str, options: Sequence[Choice], start: int = 0) -> int | None:
        """Numbered lines, and a number."""
        if not options:
            return None
        del start
        self._list(title, options, None)
        prompt = self._setup.catalogue.text("repl.choose_number")
        while True:
            try:
                typed = (await self.read_answer(prompt)).strip()
            except LeaveError:
                return None
            if not typed or typed in _NOTHING:
                return None
            if typed.isdecimal() and 1 <= int(typed) <= len(options):
                return int(typed) - 1

    async def choose_many(
        self, title: str, options: Sequence[Choice], chosen: frozenset[int]
    ) -> frozenset[int] | None:
        """The same; each number ticks or unticks, until an empty line."""
        if not options:
            return None
        prompt = self._setup.catalogue.text("repl.choose_numbers")
        while True:
            self._list(title, options, chosen)
            try:
                typed = (await self.read_answer(prompt)).split()
            except LeaveError:
                return None
            if not typed:
                return chosen
            if not _NOTHING.isdisjoint(typed):
                return None
            numbers = {int(word) - 1 for word in typed if word.isdecimal()}
            chosen ^= numbers & set(range(len(options)))

    def on_interrupt(self, action: Callable[[], None] | None) -> None:
        """A Ctrl+C that came just before the turn could be interrupted counts for it."""
        self._interrupt = action
        if action is not None and self._interrupt_missed:
            self.interrupt()

    def interrupt(self) -> None:
        """Leave or interrupt; where nobody takes it a second time, the process is interrupted."""
        if self._leaving is not None:
            if not self._leaving.done():
                self._leaving.set_result(None)
        elif self._interrupt is not None:
            self._interrupt_missed = False
            self._interrupt()
        elif self._interrupt_missed:
            raise KeyboardInterrupt
        else:
            self._interrupt_missed = True

    def attention(self) -> None:
        """A bell or a notification, as it was set up."""
        sequence = attention_sequence(self._setup.attention, self._setup.catalogue)
        if sequence:
            self._put(sequence)

    async def _line(self, prompt: str) -> str:
        """What is typed after `prompt`. Raises LeaveError on Ctrl+C and at the end of input."""
        if self._lines is None:
            raise LeaveError
        outer = self._prompt, self._leaving
        leaving: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._prompt, self._leaving = prompt, leaving
        self._put(prompt)
        reading = asyncio.ensure_future(self._lines.next())
        try:
            await asyncio.wait([reading, leaving], return_when=asyncio.FIRST_COMPLETED)
            text = None if leaving.done() else reading.result()
            if text is None:
                self._put("\n")
                raise LeaveError
            return text
        finally:
            reading.cancel()
            self._prompt, self._leaving = outer
            if self._prompt:
                self._put(self._prompt)

    def _set_aside(self) -> list[str]:
        """What was sent before a question is no answer to it, nor is what was only begun."""
        if self._lines is None:
            return []
        waiting = self._lines.take_waiting()
        begun = _on_one_line(self._lines.take_begun())
        if begun:
            self.write(self._setup.catalogue.text("repl.not_sent", text=begun))
        return waiting

    def _put_back(self, texts: list[str]) -> None:
        if self._lines is not None:
            self._lines.put_back(texts)

    def _list(self, title: str, options: Sequence[Choice], chosen: frozenset[int] | None) -> None:
        lines = [_on_one_line(title)]
        for index, option in enumerate(options):
            tick = "" if chosen is None else ("[x] " if index in chosen else "[ ] ")
            detail = f" - {_on_one_line(option.detail)}" if option.detail else ""
            lines.append(f"{index + 1}. {tick}{_on_one_line(option.label)}{detail}")
        self.write("\n".join(lines))


def _on_one_line(text: str) -> str:
    return visible(" ".join(harmless(text).split()))
