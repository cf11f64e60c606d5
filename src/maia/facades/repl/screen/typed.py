"""What arrives from the keyboard: read in one go, and a pasted end mark ends no paste."""

import os
import select

from prompt_toolkit.input.base import Input
from prompt_toolkit.input.posix_utils import PosixStdinReader
from prompt_toolkit.input.vt100 import Vt100Input
from prompt_toolkit.input.vt100_parser import Vt100Parser

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
    """A paste ends with the last end mark that came with it.

    Text that carries an end mark of its own would have what follows taken for keys: a pasted
    newline would send it.
    """

    _begun = ""
    """What may be the beginning of a start mark that comes in two pieces."""

    def feed(self, data: str) -> None:
        """Hand on `data` without end marks that end nothing."""
        begun, self._begun = self._begun, ""
        whole = begun + data
        if _END in whole:
            told = self._without_false_ends(whole)
            data = told[len(begun) :] if told.startswith(begun) else data
        super().feed(data)
        if not self._in_bracketed_paste:
            ends = (whole[-length:] for length in range(len(_START) - 1, 0, -1))
            self._begun = next((end for end in ends if _START.startswith(end)), "")

    def _without_false_ends(self, data: str) -> str:
        before, *pastes = data.split(_START)
        outside = _last_end_only(before) if self._in_bracketed_paste else before.replace(_END, "")
        return _START.join([outside, *map(_last_end_only, pastes)])


def _last_end_only(text: str) -> str:
    inside, end, after = text.rpartition(_END)
    return inside.replace(_END, "") + end + after
