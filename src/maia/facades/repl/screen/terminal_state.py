"""The terminal as it was found, and the certainty that it is left so."""

import atexit
import contextlib
import termios
from typing import Any

from prompt_toolkit.input.base import Input

from maia.facades.repl.screen.output import FrameOutput


class TerminalState:
    """Between `take` and `restore`, the end of the process restores the terminal too."""

    def __init__(self, source: Input, output: FrameOutput) -> None:
        self._input = source
        self._output = output
        self._attributes: list[Any] | None = None

    def take(self) -> None:
        """Remember how the terminal is set."""
        with contextlib.suppress(termios.error, OSError):  # a pipe has nothing to remember
            self._attributes = termios.tcgetattr(self._input.fileno())
        atexit.register(self._reset)

    def restore(self) -> None:
        """What prompt_toolkit does on its way out, once more and for certain."""
        self._reset()
        atexit.unregister(self._reset)

    def _reset(self) -> None:
        if self._attributes is not None:
            with contextlib.suppress(termios.error, OSError):
                termios.tcsetattr(self._input.fileno(), termios.TCSANOW, self._attributes)
        with contextlib.suppress(OSError, ValueError):  # a terminal that is gone needs nothing
            self._output.restore()
