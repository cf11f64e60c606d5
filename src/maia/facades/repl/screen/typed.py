"""What arrives from the keyboard: read in one go, and a pasted end mark ends no paste."""

import os
import select
from collections.abc import Callable

from prompt_toolkit.input.base import Input
from prompt_toolkit.input.posix_utils import PosixStdinReader
from prompt_toolkit.input.vt100 import Vt100Input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

_START, _END = "\x1b[200~", "\x1b[201~"
_PIECE = 65_536
_MOST = 1_048_576
"""Bytes taken before anything else gets its turn."""


def guard(source: Input) -> None:
    """Give a terminal's input a reader that takes all there is, and a parser that is not fooled."""
    if isinstance(source, Vt100Input):
        encoding = source.stdin.encoding or "utf-8"
        source.stdin_reader = EagerReader(source.fileno(), encoding=encoding)
        source.vt100_parser = PasteParser(source.vt100_parser.feed_key_callback)


class EagerReader(PosixStdinReader):
    """Reads until nothing is left; a terminal that is gone counts as closed."""

    def read(self, count: int = _PIECE) -> str:
        """What has been typed or pasted so far."""
        pieces: list[str] = []
        taken = 0
        while not self.closed and taken < _MOST:
            data = self._read_some(count)
            if data is None:
                break
            self.closed = not data
            taken += len(data)
            pieces.append(self._stdin_decoder.decode(data))
        return "".join(pieces)

    def _read_some(self, count: int) -> bytes | None:
        """None when there is nothing at the moment, nothing when there never will be."""
        try:
            if not select.select([self.stdin_fd], [], [], 0)[0]:
                return None
            return os.read(self.stdin_fd, count)
        except BlockingIOError:
            return None
        except OSError:  # EIO: the terminal has been hung up
            return b""


class PasteParser(Vt100Parser):
    """A paste ends with the last end mark that came before the input paused.

    Text that carries marks of its own would otherwise have what follows them taken for keys: a
    pasted newline would send it. Keys that come with no pause after a paste are still keys; between
    two pastes they are pasted, for a paste that carries both marks looks the same.
    """

    def __init__(self, feed_key_callback: Callable[[KeyPress], None]) -> None:
        super().__init__(feed_key_callback)
        self._pieces: list[str] = []
        self._before = ""

    def feed(self, data: str) -> None:
        """Hand on keys; keep what is pasted until `flush`."""
        if self._in_bracketed_paste:
            self._pieces.append(data)
            return
        keys, start, pasted = data.partition(_START)
        if not self._may_have_begun(data):
            keys = keys.replace(_END, "")  # it ends nothing
        super().feed(keys + start + pasted)

    def flush(self) -> None:
        """The input has paused: hand on the paste, if its end has come, and what waits for more."""
        inside, end, after = "".join(self._pieces).rpartition(_END)
        if end:
            self._pieces.clear()
            self._in_bracketed_paste = False
            text = inside.replace(_START, "").replace(_END, "")
            self.feed_key_callback(KeyPress(Keys.BracketedPaste, text))
            self.feed(after)
        super().flush()

    def _may_have_begun(self, data: str) -> bool:
        """Whether a start mark that came in two pieces is complete with `data`."""
        before = self._before
        self._before = (before + data)[1 - len(_START) :]
        return _START in before + data[: len(_START) - 1]
