"""A frame that was made for another size than the terminal has by now is not written."""

import io
from collections.abc import Callable

import pytest
from prompt_toolkit.data_structures import Size

from maia.facades.repl.screen.output import FrameOutput, SizeChanged


class Terminal:
    def __init__(self) -> None:
        self.size = Size(rows=24, columns=80)
        self.written = io.StringIO()
        self.output = FrameOutput(self.written, lambda: self.size)

    def draw(self, then: Callable[[], None]) -> None:
        with self.output.frame(last=False):
            self.output.write_raw("area")
            then()

    def narrow(self) -> None:
        self.size = Size(rows=24, columns=50)

    def fail(self) -> None:
        self.narrow()
        raise ZeroDivisionError


def test_a_frame_of_the_right_size_is_written_in_one_piece() -> None:
    terminal = Terminal()
    with terminal.output.frame(last=False):
        terminal.output.write_raw("area")
    assert terminal.written.getvalue() == "\x1b[?2026harea\x1b[?2026l"


def test_a_frame_is_forgotten_when_the_size_changes_meanwhile() -> None:
    terminal = Terminal()
    with pytest.raises(SizeChanged):
        terminal.draw(terminal.narrow)
    assert terminal.written.getvalue() == ""
    with terminal.output.frame(last=False):
        terminal.output.write_raw("next")
    assert terminal.written.getvalue() == "\x1b[?2026hnext\x1b[?2026l"


def test_the_last_attempt_is_written_all_the_same() -> None:
    terminal = Terminal()
    with terminal.output.frame():
        terminal.output.write_raw("area")
        terminal.size = Size(rows=24, columns=50)
    assert "area" in terminal.written.getvalue()


def test_what_fails_inside_a_frame_is_the_failure_that_is_told() -> None:
    terminal = Terminal()
    with pytest.raises(ZeroDivisionError):
        terminal.draw(terminal.fail)
