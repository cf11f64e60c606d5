"""The screens on a real terminal."""

import os
import shutil
import signal
import time

import pytest

from .in_tmux import Tmux

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

DOTS = "┈"


@pytest.fixture
def tmux(tmp_path):
    started = []

    def start(columns=60, rows=14, **environ):
        started.append(Tmux(tmp_path, columns, rows, **environ))
        return started[-1]

    yield start
    for one in started:
        one.close()


def restored(terminal):
    """The lines of the shell that follows: the terminal is as it was, its cursor seen."""
    seen = terminal.sees("isig", "icanon", "echo")
    assert not {"-isig", "-icanon", "-echo"} & set(seen.split())
    assert DOTS not in terminal.scrollback
    assert terminal("display-message", "-p", "#{cursor_flag}").strip() == "1"
    return terminal.scrollback


def test_a_day_at_the_screen(tmux):
    terminal = tmux()
    terminal.sees("MAIA", "Votre demande", "■■ 20k")
    terminal.type("bonjour", "Enter")
    terminal.sees("got 7: bonjour")
    terminal.type("ask", "Enter")
    terminal.sees("ASK", "Autoriser ? (o/n)")
    terminal.type("o")
    terminal.sees("answer o", "Votre demande")
    terminal.type("list", "Enter")
    terminal.sees("❯ m0")
    terminal.type("j", "j", "Enter")
    terminal.sees("chosen 2")
    terminal.type("stream", "Enter")
    terminal.sees("mot mot mot", "En réflexion", "Traitement en cours")
    terminal.type("ensuite", "Enter")
    terminal.sees("❯ ensuite")
    terminal.type("C-c")
    terminal.sees("interrupted")
    terminal.type("Enter")
    terminal.sees("got 7: ensuite")
    terminal.type("C-d")
    logged = [line.rstrip() for line in restored(terminal).splitlines()]
    assert logged[:7] == [
        "MAIA",
        "got 7: bonjour",
        "answer o",
        "chosen 2",
        "interrupted",
        "got 7: ensuite",
        "left",
    ]


@pytest.mark.parametrize("columns", [25, 40, 100])
def test_a_resize_in_mid_stream_leaves_nothing_behind(tmux, columns):
    terminal = tmux(60, 24)
    terminal.sees("Votre demande")
    terminal.type("log 30", "Enter")
    terminal.sees("line 029")
    terminal.type("hold", "Enter")  # a frame on its way would be drawn for the old size
    terminal.sees("mot mot mot mot\n" * 5)
    terminal.resize(columns, 24)
    terminal.sees("\n" + DOTS * columns + "\n")
    terminal.type("C-c")
    terminal.sees("interrupted", "Votre demande")
    lines = [line.rstrip() for line in terminal.scrollback.splitlines()]
    assert [line for line in lines if line.startswith("line")] == [
        f"line {number:03}" for number in range(30)
    ]
    assert not any("mot" in line for line in lines), terminal.scrollback
    assert sum(DOTS in line for line in lines) == 2


@pytest.mark.parametrize(
    "sizes", [[(40, 24), (60, 24)], [(100, 24), (60, 24)], [(30, 16), (100, 30), (60, 24)]]
)
def test_resizing_again_and_again_while_an_answer_streams_loses_nothing(tmux, sizes):
    terminal = tmux(60, 24)
    terminal.sees("Votre demande")
    terminal.type("log 30", "Enter")
    terminal.sees("line 029")
    terminal.type("stream", "Enter")
    terminal.sees("mot mot mot mot\n" * 5)
    for size in sizes:
        terminal.resize(*size)
        time.sleep(0.05)  # as fast as a window is dragged
    terminal.sees("\n" + DOTS * 60 + "\n")
    terminal.type("C-c")
    terminal.sees("interrupted", "Votre demande")
    lines = [line.rstrip() for line in terminal.scrollback.splitlines()]
    logged = [line for line in lines if line.startswith("line")]
    assert logged == [f"line {number:03}" for number in range(30)]
    assert not any("mot" in line for line in lines), terminal.scrollback
    assert sum(DOTS in line for line in lines) == 2


def test_a_whole_screen_of_live_area_never_enters_the_scrollback(tmux):
    terminal = tmux(20, 5)
    terminal.sees("Votre demande")
    terminal.type("log 50", "Enter")
    terminal.sees("line 049")
    terminal.type("stream", "Enter")
    terminal.sees("mot mot mot")
    terminal.type("C-c")
    terminal.sees("interrupted")
    lines = [line.rstrip() for line in terminal.scrollback.splitlines()]
    assert lines[:51] == ["MAIA", *(f"line {number:03}" for number in range(50))]
    assert sum("Votre demande" in line for line in lines) == 1
    assert not any("mot" in line for line in lines)


def test_ten_thousand_lines_are_pasted_as_one_word(tmux, tmp_path):
    terminal = tmux()
    terminal.sees("Votre demande")
    (tmp_path / "paste").write_text("0123456789\n" * 10_000)
    terminal("load-buffer", str(tmp_path / "paste"))
    terminal("paste-buffer", "-p")
    terminal.sees("[10000 lignes collées]")
    terminal.type("Enter")
    terminal.sees("got 110000: 0123456789")


@pytest.mark.parametrize("plain", ["", "1"])
def test_a_signal_restores_the_terminal(tmux, plain):
    terminal = tmux(MAIA_PLAIN=plain)
    terminal.sees("Votre demande")
    os.kill(terminal.process, signal.SIGTERM)
    terminal.sees("signalled")
    restored(terminal)


def test_a_crash_restores_the_terminal(tmux):
    terminal = tmux()
    terminal.sees("Votre demande")
    terminal.type("crash", "Enter")
    restored(terminal)
    assert "RuntimeError: as asked for" in terminal.errors


def test_ctrl_z_suspends_and_the_screen_comes_back(tmux):
    terminal = tmux(after="stty -a | grep -c ' echo '; fg; cat")
    terminal.sees("Votre demande")
    terminal.type("draft", "C-z")
    terminal.sees("1\n", "❯ draft", DOTS)
    terminal.type("Enter")
    terminal.sees("got 5: draft")


def test_the_plain_screen_reads_writes_and_asks(tmux):
    terminal = tmux(MAIA_PLAIN="1", TERM="dumb")
    terminal.sees("Votre demande", "■■ 20k")
    terminal.type("bonjour", "Enter")
    terminal.sees("got 7: bonjour")
    terminal.type("ask", "Enter")
    terminal.sees("Autoriser ? (o/n)")
    terminal.type("o", "Enter")
    terminal.sees("answer o")
    terminal.type("C-c")
    restored(terminal)
