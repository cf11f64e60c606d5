"""Where Maia starts, and what it says when it cannot: home, folder, settings, words, streams."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from maia.testing.model_server import Answer, Delivery, ToolCall

MAIA = f"{shlex.quote(sys.executable)} -m maia.cli.main"
TASK = ("--model", "m", "-p", "go")


@pytest.fixture
def shell(tmp_path: Path):
    """Runs a line of bash that may start maia; its end, streams as bytes."""

    def run(line: str, **environ: str) -> Any:
        return subprocess.run(
            ["/bin/bash", "--norc", "-c", line],
            cwd=tmp_path,
            env=os.environ | environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=50,
            check=False,
        )

    return run


def test_a_folder_variable_that_names_no_folder_is_an_error(
    maia: Any, settings: Any, tmp_path: Path
) -> None:
    settings()
    (tmp_path / "file").write_text("")
    for name in ("MAIA_CWD", "INIT_CWD"):
        for value in ("/nowhere/at/all", "file"):
            ended = maia(*TASK, **{name: value})
            assert (ended.returncode, ended.stdout) == (2, "")
            assert f"{name} names no folder: {value}" in ended.stderr


def test_an_empty_folder_variable_is_not_set(maia: Any, settings: Any, model_server: Any) -> None:
    settings()
    model_server.script(Answer("ok"))
    assert maia(*TASK, MAIA_CWD="").returncode == 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_current_folder_that_is_gone_is_said(shell: Any, settings: Any, language: str) -> None:
    settings()
    line = f"mkdir d && cd d && rmdir ../d && {MAIA} --model m -p go"
    ended = shell(line, MAIA_LANG=language)
    assert ended.returncode == 2
    assert ended.stdout == b""
    assert {"en": b"does not exist any more", "fr": b"n'existe plus"}[language] in ended.stderr
    assert b"Traceback" not in ended.stderr


@pytest.mark.parametrize("name", ["a\nb", os.fsdecode(b"\xff\xfe"), "[x]{y}*", " "])
def test_a_launch_folder_may_have_any_name(
    maia: Any, settings: Any, model_server: Any, tmp_path: Path, name: str
) -> None:
    settings(permissions={"allow": ["Read(*.txt)", "Bash(ls *)"]})
    folder = tmp_path / name
    folder.mkdir()
    (folder / "a.txt").write_text("the content")
    calls = (ToolCall("Read", {"path": "a.txt"}), ToolCall("Bash", {"command": "ls"}))
    model_server.script(Answer(calls=calls), Answer("ok"))
    assert maia(*TASK, MAIA_CWD=str(folder)).returncode == 0
    results = [message["content"] for message in model_server.chats[1].body["messages"][-2:]]
    assert "the content" in results[0]
    assert results[1].startswith("a.txt\n")


@pytest.mark.parametrize("value", ["", "relative"])
def test_a_home_that_is_no_whole_path_is_looked_up(maia: Any, value: str) -> None:
    ended = maia("config", "show", HOME=value, MAIA_CWD="/nowhere")
    assert ended.returncode == 2
    assert "MAIA_CWD" in ended.stderr


def test_an_empty_model_is_an_error_and_no_other_model_answers(maia: Any, settings: Any) -> None:
    settings()
    ended = maia("--model", " ", "-p", "go", MAIA_MODEL="other")
    assert ended.returncode == 2
    assert "--model is empty" in ended.stderr


@pytest.mark.parametrize("task", ["-x", "--not-ours", "- a list\n- of things", "-1"])
def test_a_task_may_start_with_a_dash(
    maia: Any, settings: Any, model_server: Any, task: str
) -> None:
    settings()
    model_server.script(Answer("ok"))
    assert maia("--model", "m", "-p", task).returncode == 0
    assert model_server.chats[0].body["messages"][-1]["content"] == task


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-p", "fix", "the", "bug"), "words after the task: the bug"),
        (("-p", "x", "config", "show"), "words after the task: config show"),
        (("fix", "it"), "unknown command: fix it"),
        (("config", "shown"), "unknown command: config shown"),
        (("-p", "--model", "m"), "expected one argument"),
        (("--mod", "m"), "--mod"),
        (("\x1b[2J\ud83d",), "unknown command"),
    ],
)
def test_words_that_mean_nothing_are_a_usage_error(maia: Any, words: Any, said: str) -> None:
    ended = maia(*(os.fsencode(word) if word.isascii() else b"\xff" for word in words))
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert said in ended.stderr
    assert "\x1b" not in ended.stderr


def test_a_task_that_is_no_text_is_refused(shell: Any, settings: Any) -> None:
    settings()
    ended = shell(f"printf 'a\\0b' | {MAIA} --model m -p -")
    assert ended.returncode == 2
    assert b"NUL at byte 1" in ended.stderr


def test_a_task_with_bytes_that_are_not_utf8_is_sent_all_the_same(
    shell: Any, settings: Any, model_server: Any
) -> None:
    settings()
    model_server.script(Answer("ok"), Answer("ok"))
    assert shell(f"printf '\\xef\\xbb\\xbfcaf\\xe9' | {MAIA} --model m -p -").returncode == 0
    assert shell(f"{MAIA} --model m -p $'caf\\xe9'").returncode == 0
    for chat in model_server.chats:
        assert chat.body["messages"][-1]["content"] == "caf\ufffd"


def test_a_task_of_a_megabyte_is_taken(maia: Any, settings: Any, model_server: Any) -> None:
    settings()
    model_server.script(Answer("ok"))
    assert maia("--model", "m", "-p", "-", stdin="word " * 200_000).returncode == 0
    assert len(model_server.chats[0].body["messages"][-1]["content"]) == 1_000_000


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (("-p", "go"), {}),
        (("--model", "", "-p", "go"), {}),
        (("--model", "m", "-p", " "), {}),
        (TASK, {"LiteLLM_URL": 3}),
        (TASK, {"LiteLLM_API_Key": "a\nb"}),
    ],
)
def test_json_is_said_also_when_nothing_began(
    maia: Any, settings: Any, words: Any, values: Any
) -> None:
    settings(**values)
    ended = maia("--output-format", "json", *words)
    report = json.loads(ended.stdout)
    assert ended.returncode == report["exit_code"] == 2
    assert report["end"] == "failed"
    assert report["error"]
    assert report["error"] in ended.stderr


def test_json_is_valid_whatever_the_encoding_of_the_output(
    maia: Any, settings: Any, model_server: Any
) -> None:
    settings()
    model_server.script(Answer("é 日本 \u2028"))
    ended = maia("--output-format", "json", *TASK, PYTHONIOENCODING="ascii")
    assert json.loads(ended.stdout)["text"] == "é 日本 \u2028"


def test_an_output_that_is_not_utf8_loses_nothing(
    shell: Any, settings: Any, model_server: Any
) -> None:
    settings()
    model_server.script(Answer("é 日"))
    ended = shell(f"{MAIA} --model m -p go", PYTHONIOENCODING="latin-1")
    assert (ended.returncode, ended.stdout) == (0, b"\xe9 \\u65e5\n")


@pytest.mark.parametrize("words", ["--model m -p go", "models", "config show", "--version", "-h"])
def test_a_reader_that_leaves_ends_it_quietly(
    shell: Any, settings: Any, model_server: Any, words: str
) -> None:
    settings()
    model_server.script(Answer(tuple("x" * 1000 for _ in range(200))))
    ended = shell(f"{MAIA} {words} | true; exit ${{PIPESTATUS[0]}}")
    assert ended.stderr == b""
    assert ended.returncode in (0, 1)


@pytest.mark.parametrize("words", ["--model m -p go", "models", "config show", "--version", "-h"])
def test_a_full_disk_is_said(shell: Any, settings: Any, model_server: Any, words: str) -> None:
    settings()
    model_server.script(Answer("x"))
    ended = shell(f"{MAIA} {words} > /dev/full")
    assert ended.returncode == 1
    assert ended.stderr.startswith(b"The answer cannot be written to standard output: No space")
    assert ended.stderr.count(b"\n") == 1


def test_a_reader_that_leaves_ends_what_runs(
    shell: Any, settings: Any, model_server: Any, tmp_path: Path
) -> None:
    settings(permissions={"allow": ["Bash(sleep *)"]})
    sleep = ToolCall("Bash", {"command": "sleep 4711"})
    model_server.script(Answer(tuple(f"{n}\n" for n in range(50)), calls=(sleep,)))
    started = time.monotonic()
    ended = shell(f"{MAIA} --model m -p go | true; exit ${{PIPESTATUS[0]}}")
    assert ended.returncode == 1
    assert b"Traceback" not in ended.stderr
    assert time.monotonic() - started < 40


@pytest.mark.parametrize(
    ("closing", "code"), [("<&-", 0), (">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 0)]
)
def test_closed_streams_do_no_harm(
    shell: Any, settings: Any, model_server: Any, tmp_path: Path, closing: str, code: int
) -> None:
    settings(permissions={"allow": ["Write"]})
    write = ToolCall("Write", {"path": "a", "content": "b"})
    model_server.script(Answer(calls=(write,)), Answer("ok"))
    ended = shell(f"{MAIA} --model m -p go {closing}")
    assert ended.returncode == code, ended.stderr
    assert (tmp_path / "a").read_text() == "b"


def test_a_closed_input_is_an_empty_task(shell: Any, settings: Any) -> None:
    settings()
    ended = shell(f"{MAIA} --model m -p - <&-")
    assert ended.returncode == 2
    assert b"The task is empty" in ended.stderr


def test_a_hangup_that_was_to_be_ignored_is_ignored(
    settings: Any, model_server: Any, tmp_path: Path
) -> None:
    settings()
    answer = Answer(("half ", "whole"), delivery=Delivery(delay=1.5))
    model_server.script(answer)
    line = f"trap '' HUP; exec {MAIA} --model m -p go"
    with subprocess.Popen(
        ["/bin/bash", "-c", line], cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read(4) == b"half"
        process.send_signal(signal.SIGHUP)
        assert process.stdout.read() == b" whole\n"
        assert process.wait(20) == 0


def test_two_interruptions_end_it_as_one_does(
    start_maia: Any, settings: Any, model_server: Any, tmp_path: Path
) -> None:
    settings(permissions={"allow": ["Bash", "Redirect"]}, env={"X": "1"})
    command = "trap '' TERM INT; echo $$ > pid; while :; do sleep 0.1; done"
    model_server.script(Answer(calls=(ToolCall("Bash", {"command": command}),)))
    process = start_maia("--model", "m", "-p", "go")
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text().strip():
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130
    assert not Path("/proc", (tmp_path / "pid").read_text().strip()).exists()


def test_broken_rules_of_a_project_are_left_out_with_a_warning(
    maia: Any, settings: Any, model_server: Any, tmp_path: Path
) -> None:
    settings()
    model_server.script(Answer("ok"))
    (tmp_path / ".maia").mkdir()
    (tmp_path / ".maia" / "settings.json").write_text("{")
    ended = maia(*TASK)
    assert ended.returncode == 0
    assert "not valid JSON" in ended.stderr
    assert "left out" in ended.stderr
