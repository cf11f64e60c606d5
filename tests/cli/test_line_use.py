"""The line facade in a real terminal: prompt_toolkit on a pseudo-terminal, read by pexpect."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from maia.facades.repl.first_start import STARTER_RULES
from maia.testing.model_server import Answer, Delivery, ToolCall

WRITE = ToolCall("Write", {"path": "new.txt", "content": "x\n"})
KEYS = r"s=stop\)"
WRITE_CALL = Answer(calls=(WRITE,))


def test_a_request_is_answered_and_exit_leaves(
    open_screen: Any, model_server: Any, tmp_path: Path
) -> None:
    model_server.script(Answer(("Hel", "lo there")))
    screen = open_screen("--model", "scripted-model")
    assert str(tmp_path) in screen.until("model: scripted-model")
    screen.until("> ")
    screen.type("hi")
    screen.until("Hello there")
    screen.type("/exit")
    assert screen.end() == 0


def test_a_question_is_asked_shown_whole_and_the_answer_obeyed(
    open_screen: Any, model_server: Any, tmp_path: Path
) -> None:
    command = ToolCall("Bash", {"command": "echo ran > a; echo visible output"})
    model_server.script(Answer("I run it", calls=(command,)), Answer("finished"))
    screen = open_screen("--model", "m")
    screen.until("> ")
    screen.type("go")
    screen.until("│ echo ran > a; echo visible output")
    screen.until(r"Allow Bash\?")
    screen.until(KEYS)
    assert not (tmp_path / "a").exists()
    screen.type("")
    screen.until(KEYS)
    screen.type("y")
    screen.until("visible output")
    screen.until("finished")
    assert (tmp_path / "a").read_text() == "ran\n"


def test_no_refuses_and_stop_ends_the_turn(
    open_screen: Any, model_server: Any, tmp_path: Path
) -> None:
    model_server.script(
        Answer(calls=(WRITE,)), Answer("as you wish"), Answer(calls=(WRITE,)), Answer("resumed")
    )
    screen = open_screen("--model", "m", language="fr")
    screen.until("> ")
    screen.type("go")
    screen.until(KEYS)
    screen.type("n")
    screen.until("as you wish")
    screen.type("again")
    screen.until(KEYS)
    screen.type("s")
    screen.until("Itération interrompue")
    assert len(model_server.chats) == 3
    screen.type("go on")
    screen.until("resumed")
    assert not (tmp_path / "new.txt").exists()


def write_of(name: str) -> Answer:
    return Answer(calls=(ToolCall("Write", {"path": name, "content": "first\nsecond\n"}),))


def test_a_yes_for_the_session_takes_the_rule_as_it_was_edited(
    open_screen: Any, model_server: Any, tmp_path: Path, home: Path
) -> None:
    model_server.script(write_of("a.txt"), write_of("b.txt"), Answer("both"))
    screen = open_screen("--model", "m")
    screen.until("> ")
    screen.type("go")
    screen.until(r"\+second")
    screen.until(KEYS)
    screen.type("e")
    screen.until(r"Write\(a.txt\)")
    screen.until("rule 1/1:")
    screen.type("Write(*.txt)")
    screen.until("both")
    assert (tmp_path / "b.txt").read_text() == "first\nsecond\n"
    screen.type("/permissions")
    screen.until("this session")
    screen.until(r"\[ALLOW\] Write\(\*.txt\)")
    assert "*.txt" not in (home / ".maia" / "settings.json").read_text()


def test_a_yes_for_good_is_written_to_the_users_settings(
    open_screen: Any, model_server: Any, home: Path
) -> None:
    model_server.script(write_of("a.txt"), Answer("written"))
    screen = open_screen("--model", "m", language="fr")
    screen.until("> ")
    screen.type("go")
    screen.until(KEYS)
    screen.type("t")
    screen.until("règle 1/1")
    screen.type("")
    screen.until("written")
    written = json.loads((home / ".maia" / "settings.json").read_text())
    assert written["permissions"]["allow"] == ["Write(a.txt)"]


def test_a_rule_that_is_left_gives_up_and_a_no_may_say_why(
    open_screen: Any, model_server: Any, tmp_path: Path
) -> None:
    model_server.script(WRITE_CALL, Answer("understood"))
    screen = open_screen("--model", "m")
    screen.until("> ")
    screen.type("go")
    screen.until(KEYS)
    screen.type("a")
    screen.until("rule 1/1")
    screen.child.send("\x03")
    screen.until(KEYS)
    screen.type("n use the other folder")
    screen.until("understood")
    assert "use the other folder" in model_server.chats[1].body["messages"][-1]["content"]
    assert not (tmp_path / "new.txt").exists()


def test_ctrl_c_in_mid_stream_interrupts_and_the_next_request_works(
    open_screen: Any, model_server: Any
) -> None:
    model_server.script(
        Answer(("half of it\n", "never"), delivery=Delivery(hang_after=2)), Answer("after")
    )
    screen = open_screen("--model", "m")
    screen.until("> ")
    screen.type("go")
    screen.until("half of it")
    screen.child.sendintr()
    screen.until("conversation is back")
    model_server.chats[0].wait_for("disconnected")
    screen.until("> ")
    screen.type("again")
    screen.until("after")
    assert [message["role"] for message in model_server.chats[1].body["messages"]] == [
        "system",
        "user",
    ]


def test_ctrl_c_in_mid_tool_leaves_no_process(
    open_screen: Any, model_server: Any, tmp_path: Path
) -> None:
    model_server.script(
        Answer(calls=(ToolCall("Bash", {"command": "echo $$ > pid; sleep 300; true"}),))
    )
    screen = open_screen("--model", "m", rules={"allow": ["Bash", "Redirect"]})
    screen.until("> ")
    screen.type("go")
    model_server.wait_for_chats(1)
    while not ((tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip()):
        pass
    screen.child.sendintr()
    screen.until("conversation is back")
    pid = int((tmp_path / "pid").read_text())
    assert not Path(f"/proc/{pid}").exists()


def test_ctrl_c_at_a_question_is_a_no(open_screen: Any, model_server: Any) -> None:
    model_server.script(Answer(calls=(WRITE,)), Answer("understood"))
    screen = open_screen("--model", "m")
    screen.until("> ")
    screen.type("go")
    screen.until(KEYS)
    screen.child.send("\x03")
    screen.until("understood")
    assert "refused" in model_server.chats[1].body["messages"][-1]["content"]


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_ctrl_c_or_ctrl_d_at_the_prompt_leaves(open_screen: Any, key: str) -> None:
    screen = open_screen("--model", "m")
    screen.until("> ")
    screen.child.send(key)
    assert screen.end() == 0


def test_without_a_model_the_servers_list_is_offered(open_screen: Any, model_server: Any) -> None:
    model_server.models = ("beta", "alpha")
    model_server.script(Answer("hello"))
    screen = open_screen()
    screen.until(r"1\. alpha")
    screen.until(r"2\. beta")
    screen.until("Number")
    screen.type("2")
    screen.until("model: beta")
    screen.until("> ")
    screen.type("hi")
    screen.until("hello")
    assert model_server.chats[0].body["model"] == "beta"


def test_help_lists_the_commands_and_an_unknown_one_is_said(
    open_screen: Any, model_server: Any
) -> None:
    model_server.models = ("alpha",)
    screen = open_screen("--model", "m")
    screen.until("> ")
    screen.type("/help")
    screen.until("/model")
    screen.until("/exit")
    screen.type("/nope")
    screen.until("Unknown command: /nope")
    screen.type("/modle")
    screen.until(r"Did you mean /model\?")
    screen.type("/model")
    screen.until(r"1\. alpha")
    screen.type("1")
    screen.until("Model: alpha")


def test_a_mode_is_selected_and_decides(
    open_screen: Any, model_server: Any, tmp_path: Path
) -> None:
    model_server.script(WRITE_CALL, Answer("refused it"), WRITE_CALL, Answer("written"))
    screen = open_screen("--model", "m", "--permission-mode", "plan")
    screen.until("mode plan: reading only")
    screen.until("> ")
    screen.type("go")
    screen.until("refused it")
    screen.type("/mode")
    screen.until("▸ plan")
    screen.type("/mode acept-edits")
    screen.until("Did you mean: accept-edits")
    screen.type("/mode accept-edits")
    screen.until(r"\[INFO\] mode accept-edits")
    screen.type("go")
    screen.until("written")
    assert (tmp_path / "new.txt").exists()


def test_while_the_projects_rules_cannot_be_read_no_mode_asks_less(
    open_screen: Any, tmp_path: Path
) -> None:
    (tmp_path / ".maia").mkdir()
    (tmp_path / ".maia" / "settings.json").write_text("{")
    screen = open_screen("--model", "m")
    screen.until("> ")
    for mode in ("accept-edits", "bypass"):
        screen.type(f"/mode {mode}")
        screen.until("Until it is repaired")
    screen.type("/mode plan")
    screen.until(r"\[INFO\] mode plan")


def test_bypass_is_refused_to_root_and_confirmed_by_others(open_screen: Any) -> None:
    screen = open_screen("--model", "m")
    screen.until("> ")
    screen.type("/mode bypass")
    if os.geteuid() == 0:
        screen.until("bypass is refused to root")
    else:
        screen.until(r"\(y/n\)")
        screen.type("n")
    screen.type("/mode")
    screen.until("▸ ask")


def test_a_folder_grants_nothing_until_it_is_trusted_at_the_prompt(
    open_screen: Any, model_server: Any, tmp_path: Path
) -> None:
    (tmp_path / ".maia").mkdir()
    (tmp_path / ".maia" / "settings.json").write_text('{"permissions": {"allow": ["Write"]}}')
    model_server.script(WRITE_CALL, Answer("as you wish"), WRITE_CALL, Answer("written"))
    screen = open_screen("--model", "m")
    screen.until(r"Trust .*\?")  # asked at the first launch, and never again
    screen.until(r"\(y/n\)")
    screen.type("n")
    screen.until(r"allow rules ignored \(1\)")
    screen.until("> ")
    screen.type("go")
    screen.until(KEYS)
    screen.type("n")
    screen.until("as you wish")
    screen.type("/exit")
    assert screen.end() == 0
    screen = open_screen("--model", "m")
    screen.until(r"allow rules ignored \(1\)")
    screen.until("> ")
    screen.type("/trust")
    screen.until(r"\[ALLOW\] Write")
    screen.until(r"Trust .*\?")
    screen.until(r"\(y/n\)")
    screen.child.send("\x03")
    screen.until("> ")
    screen.type("/trust")
    screen.until(r"\(y/n\)")
    screen.type("y")
    screen.until("folder trusted")
    screen.type("go")
    screen.until("written")
    assert (tmp_path / "new.txt").exists()


@pytest.mark.parametrize("answer", ["y", "n"])
def test_the_first_start_offers_rules_for_reading_and_asks_once(
    open_bare_screen: Any, model_server: Any, settings: Any, answer: str
) -> None:
    path = settings(language="en")  # says nothing of permissions
    model_server.script(Answer(calls=(ToolCall("CurrentModel"),)), Answer("finished"))
    screen = open_bare_screen("--model", "m")
    screen.until("Allow reading in the folder")
    screen.until(r"\(y/n\)")
    screen.type(answer)
    screen.until("> ")
    screen.type("go")
    if answer == "n":
        screen.until(KEYS)
        screen.type("y")
    screen.until("finished")
    screen.type("/exit")
    assert screen.end() == 0
    allow = json.loads(path.read_text())["permissions"]["allow"]
    assert allow == (list(STARTER_RULES) if answer == "y" else [])
    again = open_bare_screen("--model", "m")
    assert "Allow reading" not in again.until("> ")
    again.child.close(force=True)


def test_ctrl_c_at_a_first_question_decides_nothing_and_it_is_asked_again(
    open_bare_screen: Any, settings: Any, home: Path, tmp_path: Path
) -> None:
    path = settings(language="en")
    (tmp_path / ".maia").mkdir()
    (tmp_path / ".maia" / "settings.json").write_text('{"permissions": {"allow": ["Write"]}}')
    for _ in range(2):
        screen = open_bare_screen("--model", "m")
        screen.until("Allow reading in the folder")
        screen.until(r"\(y/n\)")
        screen.child.send("\x03")
        screen.until(r"Trust .*\?")
        screen.until(r"\(y/n\)")
        screen.child.send("\x03")
        screen.until("> ")
        screen.child.close(force=True)
    assert "permissions" not in json.loads(path.read_text())
    assert not (home / ".maia" / "trust.json").exists()
