"""A day at the live screen, in a real terminal (tmux): every state, every way out."""

import os
import signal
import tempfile
from pathlib import Path
from typing import Any

import pytest
from tests.cli.live_terminal import SESSION, LiveTerminal

from maia.testing.model_server import Answer, Delivery, ToolCall

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "screens"
WRITE = ToolCall("Write", {"path": "new.txt", "content": "first\nsecond\n"})
PROMPT = "Your request"


@pytest.fixture
def open_live(tmp_path: Path, home: Path, settings: Any):
    """Opens Maia in a terminal of a size, in a folder of its own."""
    opened: list[LiveTerminal] = []

    def open_(
        *options: str,
        columns: int = 80,
        rows: int = 24,
        rules: Any = None,
        language: str = "en",
        folder: Path = tmp_path,
        **environ: str,
    ) -> LiveTerminal:
        settings(permissions=rules or {}, language=language, animation=False)
        given = ("--model", "scripted-model", *options)
        opened.append(LiveTerminal(folder, home, columns, rows, *given, **environ))
        return opened[-1]

    yield open_
    for each in opened:
        each.close()


def start(open_live: Any, *options: str, **more: Any) -> LiveTerminal:
    live = open_live(*options, **more)
    live.sees(PROMPT, "128k")
    return live


def test_a_request_streams_is_formatted_and_stands_once_in_the_scrollback(
    open_live: Any, model_server: Any
) -> None:
    text = ("# Title\n\n", "- one\n", "- **two**\n\n", "```python\nx = 1\n```\n", "The end.")
    model_server.script(Answer(text))
    live = start(open_live)
    live.send("hello")
    log = live.told("❯ hello", "Title", "• one\n• two", "  x = 1", "The end.")
    assert [log.count(part) for part in ("Title", "• two", "x = 1", "The end.")] == [1, 1, 1, 1]
    assert "**" not in log
    assert "```" not in log


def test_the_input_zone_stays_and_what_is_typed_ahead_is_sent_afterwards(
    open_live: Any, model_server: Any
) -> None:
    model_server.script(
        Answer(("half\n\n", "never"), delivery=Delivery(hang_after=2)), Answer("second answer")
    )
    live = start(open_live)
    live.send("first")
    live.sees("half", "Answering", "Working")
    live.send("second")
    live.sees("second")
    assert len(model_server.chats) == 1
    live.type("C-c")  # what was queued comes back to be edited
    live.told("back to before the request", "second")
    live.type(" thoughts", "Enter")
    live.told("❯ second thoughts", "second answer")
    roles = [message["role"] for message in model_server.chats[1].body["messages"]]
    assert roles == ["system", "user"]


def test_tools_side_by_side_are_counted_in_the_status(open_live: Any, model_server: Any) -> None:
    calls = tuple(ToolCall("Bash", {"command": f"sleep {n}"}) for n in (1, 3))
    model_server.script(Answer(calls=calls), Answer("both slept"))
    live = start(open_live, rules={"allow": ["Bash(sleep *)"]})
    live.send("go")
    live.sees("Tools in parallel: 1/2 done (Bash, Bash)")
    live.told("● Bash sleep 1", "● Bash sleep 3", "both slept")


@pytest.mark.parametrize(
    ("key", "answer", "written"), [("o", "yes", True), ("n", "no", False), ("s", "stop", False)]
)
def test_a_question_takes_one_key(
    open_live: Any, model_server: Any, tmp_path: Path, key: str, answer: str, written: bool
) -> None:
    model_server.script(Answer(calls=(WRITE,)), Answer("went on"))
    live = start(open_live)
    live.send("write it")
    live.sees("ASK  Allow Write?", "│ new.txt", "+second", "s=stop")
    live.type("Enter")  # alone, it is ignored
    live.type(key)
    live.told(f"◆ Allow Write? {answer}")
    live.told("Iteration interrupted (stop)" if key == "s" else "went on")
    assert (tmp_path / "new.txt").exists() is written
    assert len(model_server.chats) == (1 if key == "s" else 2)


def test_a_no_may_say_why(open_live: Any, model_server: Any) -> None:
    model_server.script(Answer(calls=(WRITE,)), Answer("understood"))
    live = start(open_live)
    live.send("write it")
    live.sees("s=stop")
    live.type("r")
    live.sees("Why not:")
    live.send("use the fixture")
    live.told("understood")
    assert "use the fixture" in model_server.chats[1].body["messages"][-1]["content"]


def test_ctrl_c_refuses_at_a_question_interrupts_a_tool_clears_the_zone_and_leaves(
    open_live: Any, model_server: Any, tmp_path: Path
) -> None:
    slow = ToolCall("Bash", {"command": "touch begun; sleep 300"})
    model_server.script(Answer(calls=(WRITE,)), Answer("as you wish"), Answer(calls=(slow,)))
    live = start(open_live, rules={"allow": ["Bash"]})
    live.send("write it")
    live.sees("s=stop")
    live.type("C-c")
    live.told("◆ Allow Write? no", "as you wish")
    live.send("run it")
    live.until((tmp_path / "begun").exists, "the command")
    live.type("C-c")
    live.told("back to before the request")
    live.type("half a request")
    live.sees("half a request")
    live.type("C-c")
    live.sees(PROMPT)
    live.type("C-c")
    assert live.ends() == 0


def test_resized_in_mid_stream_nothing_is_lost(open_live: Any, model_server: Any) -> None:
    lines = tuple(f"- item {n} " + "word " * 12 + "\n" for n in range(8))
    held = Delivery(hang_after=9)
    model_server.script(Answer((*lines, "tail", "never"), delivery=held), Answer("next"))
    live = start(open_live)
    live.send("go")
    live.sees("item 7")
    for columns, rows in ((40, 12), (120, 40), (25, 20), (80, 24)):
        live.resize(columns, rows)
        live.sees("┈" * min(columns, 20))
    live.type("C-c")
    live.told("back to before the request")
    live.send("again")
    live.told("next")
    assert live.screen.count(PROMPT) == 1


def test_a_session_is_gone_on_with_by_load_by_continue_and_by_resume(
    open_live: Any, model_server: Any
) -> None:
    model_server.script(*[Answer(f"answer {n}") for n in range(4)])
    live = start(open_live)
    live.send("remember me")
    live.told("answer 0")
    live.send("/rename first talk")
    live.told("is called first talk now")
    live.send("/new")
    live.told("New session")
    live.send("/load FIRST TALK")
    live.told("Session first talk: 2 messages.")
    live.send("more")
    live.told("answer 1")
    assert len(model_server.chats[1].body["messages"]) == 4
    live.send("/exit")
    assert live.ends() == 0
    again = open_live("--continue")
    again.told("❯ remember me", "answer 1", "Session first talk: 4 messages.")
    again.send("and more")
    again.told("answer 2")
    again.send("/exit")
    named = open_live("--resume", "first talk")
    named.told("Session first talk: 6 messages.")


def test_compacting_goes_on_as_a_session_of_its_own(
    open_live: Any, model_server: Any, tmp_path: Path
) -> None:
    long = "word " * 3000
    model_server.script(Answer(long), Answer("## Current goal\n- finish"), Answer("resumed"))
    live = start(open_live)
    live.send("begin")
    live.told("word word")
    live.send("/rename talk")
    live.told("is called talk")
    live.send("/compact")
    live.told("## Current goal", "The session goes on as talk__1")
    live.send("go on")
    live.told("resumed")
    system, *rest = model_server.chats[2].body["messages"]
    assert "## Current goal\n- finish" in system["content"]
    assert len(rest) == 1
    names = sorted(path.stem for path in (tmp_path / ".maia" / ".sessions").glob("*.json"))
    assert names == ["talk", "talk__1"]


def test_a_killed_maia_is_offered_at_the_next_start(open_live: Any, model_server: Any) -> None:
    model_server.script(Answer("kept"), Answer("went on"))
    live = start(open_live)
    live.send("before the crash")
    live.told("kept")
    live.sees(PROMPT)
    os.kill(live.process, signal.SIGKILL)
    live.ends()
    again = open_live()
    again.sees("not left in the", "(y/n)")
    again.type("y")
    again.told("❯ before the crash", "kept", "2 messages.")
    again.send("go on")
    again.told("went on")
    assert len(model_server.chats[1].body["messages"]) == 4


def test_files_are_put_back_by_rewind(open_live: Any, model_server: Any, tmp_path: Path) -> None:
    (tmp_path / "new.txt").write_text("mine\n")
    model_server.script(Answer(calls=(WRITE,)), Answer("written"), Answer("fresh"))
    live = start(open_live, rules={"allow": ["Write"]})
    live.send("write it")
    live.told("written")
    live.send("/diff")
    live.told("-mine", "+first")
    live.send("/rewind")
    live.sees("Back to before which request?", "write it")
    live.type("Enter")
    live.sees("What is put back?", "the conversation and the files")
    live.type("Enter")
    live.told("Files put back", "back to before the request")
    assert (tmp_path / "new.txt").read_text() == "mine\n"
    live.send("hello")
    live.told("fresh")
    assert len(model_server.chats[2].body["messages"]) == 2


def test_the_persons_own_command_and_file_join_the_request(
    open_live: Any, model_server: Any, tmp_path: Path
) -> None:
    (tmp_path / "notes.md").write_text("remember the milk\n")
    model_server.script(Answer("seen"))
    live = start(open_live)
    live.send("!echo from my shell")
    live.told("  from my shell", "[exit code: 0]")
    live.send("look at @notes.md")
    live.told("seen")
    said = model_server.chats[0].body["messages"][-1]["content"]
    assert "from my shell" in said
    assert "remember the milk" in said
    assert said.endswith("look at @notes.md")


@pytest.mark.parametrize("way", ["/exit", "C-d", "C-c", "SIGTERM", "SIGHUP"])
def test_every_way_out_saves_the_session_and_gives_the_terminal_back(
    open_live: Any, model_server: Any, tmp_path: Path, way: str
) -> None:
    model_server.script(Answer("kept"))
    live = start(open_live)
    live.send("hello")
    live.told("kept")
    live.sees(PROMPT)
    if way == "/exit":
        live.send(way)
    elif way.startswith("SIG"):
        os.kill(live.process, getattr(signal, way))
    else:
        live.type(way)
    assert live.ends() == (130 if way.startswith("SIG") else 0)
    shown = live.sees("icanon")
    assert "-icanon" not in shown
    assert "-echo " not in shown
    folder = tmp_path / ".maia" / ".sessions"
    assert [path.suffix for path in folder.iterdir() if path.name != ".gitignore"] == [".json"]


def test_a_prompt_loads_no_library_that_it_does_not_use(open_live: Any) -> None:
    live = start(open_live)
    live.send("/exit")
    live.ends()
    heavy = {"mcp", "acp", "textual", "opentelemetry", "lsprotocol", "pygls", "pydantic", "litellm"}
    assert live.modules & (heavy | {"markdown_it", "tree_sitter"}) == set()
    assert "prompt_toolkit" in live.modules


def test_pasted_lines_are_one_request_and_folded(
    open_live: Any, model_server: Any, home: Path
) -> None:
    model_server.script(Answer("read"))
    live = start(open_live)
    text = "\n".join(f"line {n}" for n in range(10_000))
    (home / "pasted").write_text(text)
    live("load-buffer", str(home / "pasted"))
    live("paste-buffer", "-p", "-r")
    live.sees("lines]")
    live.type("Enter")
    live.told("read")
    assert model_server.chats[0].body["messages"][-1]["content"] == text


DEMO = Answer(
    (
        "## Plan\n\nI *read* the file, then **write** `new.txt` with the two lines you want.\n\n",
        "- first point, with words enough for a second row on a narrow screen\n- second\n\n",
        "| name | meaning |\n|---|---|\n| a | first letter |\n| 日本 | two wide signs 😀 |\n\n",
        "```python\ndef f(x):\n    return x  # code\n```\n",
    ),
    calls=(WRITE,),
)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("columns", [24, 25, 57, 58, 80, 160])
def test_the_screen_is_its_golden(
    open_live: Any, model_server: Any, columns: int, language: str
) -> None:
    """Regenerate with UPDATE_GOLDEN=1, and look at the difference."""
    model_server.script(DEMO, Answer("Done." if language == "en" else "Fait."))
    with tempfile.TemporaryDirectory(prefix="g", dir="/tmp") as folder:  # always as long
        live = open_live(columns=columns, rows=40, language=language, folder=Path(folder))
        live.sees("128k")
        live.send("do it" if language == "en" else "fais-le")
        live.sees("+second")
        question = live.scrollback
        live.type("o")
        live.sees("Done." if language == "en" else "Fait.")
        live.sees("Your request" if language == "en" else "Votre demande")  # the turn is over
        live.until(lambda: live.screen.count("┈\n") == 2, "the zone")
        text = question + "=" * columns + "\n" + live.scrollback
    text = SESSION.sub("session_YYYY-MM-DD_hh_mm_ss", text.replace(folder, "/tmp/g_example"))
    golden = GOLDEN / f"{columns}.{language}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_a_path_is_completed_and_enter_then_sends(
    open_live: Any, model_server: Any, tmp_path: Path
) -> None:
    (tmp_path / "my notes.txt").write_text("remember\n")
    model_server.script(Answer("seen"))
    live = start(open_live)
    live.type("-l", "look at @notes")
    live.sees(" my notes.txt")
    live.type("Tab")
    live.sees("@'my notes.txt'")
    live.type("Enter")
    live.told("seen")
    assert "remember" in model_server.chats[0].body["messages"][-1]["content"]
