"""The line facade in a real terminal at awkward moments: long work, keys, signals."""

import signal
import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from maia.testing.model_server import Answer, Delivery, HttpError, ToolCall

WRITE = ToolCall("Write", {"path": "new.txt", "content": "x\n"})
KEYS = r"s=stop\)"
WRITE_CALL = Answer(calls=(WRITE,))


def test_tools_side_by_side_are_counted_only_when_they_take_long(
    open_screen: Any, model_server: Any
) -> None:
    quick = tuple(ToolCall("CurrentModel") for _ in range(2))
    slow = tuple(ToolCall("Bash", {"command": "sleep 2"}) for _ in range(2))
    model_server.script(Answer(calls=quick), Answer("first"), Answer(calls=slow), Answer("second"))
    screen = open_screen("--model", "m", rules={"allow": ["CurrentModel", "Bash(sleep *)"]})
    screen.until("> ")
    screen.type("go")
    assert "Tools in parallel" not in screen.until("first")
    screen.type("go")
    screen.until("Tools in parallel: 0/2")
    screen.until("second")


def test_with_p_at_a_terminal_no_note_stands_on_the_line_of_a_text(
    open_screen: Any, model_server: Any
) -> None:
    call = ToolCall("CurrentModel")
    model_server.script(Answer("I look", calls=(call, WRITE)), Answer("the end"))
    screen = open_screen("--model", "m", "-p", "go", rules={"allow": ["CurrentModel"]})
    assert screen.end() == 3
    lines = screen.seen.splitlines()
    assert (lines[0], lines[-1]) == ("I look", "the end")
    assert "tool: CurrentModel" in lines
    assert any(line.startswith("refused: Write new.txt: no rule allows it") for line in lines)


def test_an_error_of_the_server_is_shown_and_the_conversation_goes_on(
    open_screen: Any, model_server: Any
) -> None:
    model_server.script(HttpError(500, "kaputt"), Answer("fine now"))
    screen = open_screen("--model", "m")
    screen.until("> ")
    screen.type("one")
    screen.until(r"\[FAIL\].*kaputt")
    screen.type("two")
    screen.until("fine now")


def test_keys_pressed_before_a_question_do_not_answer_it(
    open_screen: Any, model_server: Any, tmp_path: Path
) -> None:
    release = threading.Event()
    held = Delivery(hang_after=2, release=release)
    first = Answer(("half\n",), calls=(WRITE,), delivery=held)
    model_server.script(first, Answer("as you wish"), then=Answer("to what was typed ahead"))
    screen = open_screen("--model", "m")
    screen.until("> ")
    screen.type("go")
    screen.until("half")
    screen.type("y")
    screen.type("y")
    release.set()
    screen.until(KEYS)
    screen.type("n")
    screen.until("as you wish")
    assert not (tmp_path / "new.txt").exists()


def test_a_long_command_is_on_the_screen_to_its_end_before_it_is_allowed(
    open_screen: Any, model_server: Any
) -> None:
    command = "echo " + "a" * 5_000 + " && echo the-tail"
    model_server.script(Answer(calls=(ToolCall("Bash", {"command": command}),)), Answer("fine"))
    screen = open_screen("--model", "m")
    screen.until("> ")
    screen.type("go")
    assert f"│ {command}" in screen.until(KEYS).replace("\r\n", "")
    screen.type("n")
    screen.until("fine")


def test_the_first_lines_are_shown_while_the_command_still_runs(
    open_screen: Any, model_server: Any, tmp_path: Path
) -> None:
    command = "echo first line; while [ ! -e go ]; do sleep 0.05; done"
    model_server.script(Answer(calls=(ToolCall("Bash", {"command": command}),)), Answer("fine"))
    screen = open_screen("--model", "m", rules={"allow": ["Bash"]})
    screen.until("> ")
    screen.type("go")
    screen.until(r"▸ Bash echo first line")
    screen.until("  first line")
    assert len(model_server.chats) == 1
    (tmp_path / "go").write_text("")
    screen.until("fine")


def test_pasted_lines_are_one_request(open_screen: Any, model_server: Any) -> None:
    model_server.script(Answer("read"))
    screen = open_screen("--model", "m")
    screen.until("> ")
    screen.child.send("one\ntwo\n")
    screen.until("read")
    assert model_server.chats[0].body["messages"][-1]["content"] == "one\ntwo"


def test_ctrl_c_while_the_models_are_listed_gives_up_the_list_only(
    open_screen: Any, settings: Any
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        screen = open_screen("--model", "m", url=url)
        screen.until("> ")
        with silent.accept()[0]:  # what the model takes
            pass
        screen.type("/model")
        with silent.accept()[0]:
            screen.child.sendintr()
            screen.until("> ")
        screen.type("/exit")
        assert screen.end() == 0


ENDING = [
    (moment, number)
    for moment in ("prompt", "question", "stream", "first choice")
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    # while a turn runs, SIGINT interrupts the request only: other tests
    if number != signal.SIGINT or moment not in ("question", "stream")
]


@pytest.mark.parametrize(("moment", "number"), ENDING)
def test_the_terminal_is_as_it_was_whatever_ends_maia(
    open_screen: Any, model_server: Any, moment: str, number: Any
) -> None:
    half = Answer(("half\n", "never"), delivery=Delivery(hang_after=2))
    model_server.script(half if moment == "stream" else Answer(calls=(WRITE,)))
    screen = open_screen(*(() if moment == "first choice" else ("--model", "m")))
    seen = {"prompt": "> ", "question": KEYS, "stream": "half", "first choice": "Number"}
    if moment in ("question", "stream"):
        screen.until("> ")
        screen.type("go")
    screen.until(seen[moment])
    screen.child.kill(number)
    ends = {"prompt": 0, "first choice": 2} if number == signal.SIGINT else {}
    assert screen.end() == ends.get(moment, 130)  # there, SIGINT is what Ctrl+C is
    assert screen.mode_at_end == screen.mode
