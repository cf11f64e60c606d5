import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from maia.testing.model_server import Answer, Delivery, HttpError, ToolCall

READ = ToolCall("Read", {"path": "a.txt"})


def wait_until(condition: Any, seconds: float = 20) -> None:
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit
        time.sleep(0.02)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_answer_goes_to_stdout_and_the_code_is_0(
    maia: Any, settings: Any, model_server: Any
) -> None:
    settings()
    model_server.script(Answer(("Hel", "lo é\n")))
    ended = maia("--model", "scripted-model", "-p", "say hello")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "Hello é\n", "")
    body = model_server.chats[0].body
    assert body["messages"][-1] == {"role": "user", "content": "say hello"}
    assert body["stream"] is True
    assert [tool["function"]["name"] for tool in body["tools"]] == [
        "Read", "Glob", "Grep", "Write", "Edit", "Bash", "TodoWrite", "WebFetch", "CurrentModel",
    ]  # fmt: skip


def test_the_nine_schemas_together_stay_under_6_kb_in_the_request(
    maia: Any, settings: Any, model_server: Any
) -> None:
    settings()
    model_server.script(Answer("ok"))
    maia("--model", "m", "-p", "x")
    tools = model_server.chats[0].raw[model_server.chats[0].raw.index(b'"tools"') :]
    assert len(json.dumps(model_server.chats[0].body["tools"], separators=(",", ":"))) < 6000
    assert len(tools) < 6100


def test_the_task_may_come_from_standard_input(maia: Any, settings: Any, model_server: Any) -> None:
    settings()
    model_server.script(Answer("ok"))
    assert maia("--model", "m", "-p", "-", stdin="line one\nline two é").returncode == 0
    assert model_server.chats[0].body["messages"][-1]["content"] == "line one\nline two é"


def test_an_empty_task_is_a_usage_error(maia: Any, settings: Any) -> None:
    settings()
    ended = maia("--model", "m", "-p", "-", stdin=" \n")
    assert ended.returncode == 2
    assert "empty" in ended.stderr


def test_what_no_rule_allows_is_refused_and_the_code_is_3(
    maia: Any, settings: Any, model_server: Any, tmp_path: Path
) -> None:
    settings()
    (tmp_path / "a.txt").write_text("secret content")
    model_server.script(Answer(calls=(READ,)), Answer("I could not read it"))
    ended = maia("--model", "m", "-p", "read")
    assert ended.returncode == 3
    assert ended.stdout == "I could not read it\n"
    assert ended.stderr == (
        "refused: Read a.txt: no rule allows it (mode ask); rule to add: Read(a.txt), "
        "or --permission-mode accept-edits\n"
    )
    assert "secret content" not in json.dumps(model_server.chats[1].body)


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ((), {"allow": ["Read(*.txt)"]}),
        (("--permission-mode", "plan"), {}),
        (("--permission-mode", "accept-edits"), {}),
        (("--permission-mode", "bypass"), {}),
    ],
)
def test_a_rule_or_a_profile_lets_it_run(
    maia: Any, settings: Any, model_server: Any, tmp_path: Path, options: Any, rules: Any
) -> None:
    settings(permissions=rules)
    (tmp_path / "a.txt").write_text("the content")
    model_server.script(Answer(calls=(READ,)), Answer("read"))
    ended = maia("--model", "m", "-p", "read", *options, MAIA_ALLOW_ROOT_BYPASS="1")
    assert ended.returncode == 0
    assert "the content" in model_server.chats[1].body["messages"][-1]["content"]


def test_json_tells_all_that_happened(
    maia: Any, settings: Any, model_server: Any, tmp_path: Path
) -> None:
    settings(permissions={"allow": ["Write"]})
    write = ToolCall("Write", {"path": "new.txt", "content": "x\n"})
    model_server.script(Answer("I write", calls=(write, READ)), Answer("done"))
    ended = maia("--model", "m", "--output-format", "json", "-p", "go")
    report = json.loads(ended.stdout)
    assert ended.returncode == report["exit_code"] == 3
    assert report["type"] == "result"
    assert report["version"] == 1
    assert (report["end"], report["text"], report["model"]) == ("done", "done", "m")
    assert (report["iterations"], report["tool_calls"]) == (2, 2)
    assert report["changed_files"] == [str(tmp_path / "new.txt")]
    assert [refusal["tool"] for refusal in report["refused"]] == ["Read"]
    assert report["usage"] == {"input": 22, "output": 14}


@pytest.mark.parametrize("format_", ["text", "json"])
def test_a_server_error_is_code_1_and_said(
    maia: Any, settings: Any, model_server: Any, format_: str
) -> None:
    settings()
    model_server.script(HttpError(500, {"error": {"message": "boom"}}))
    ended = maia("--model", "m", "--output-format", format_, "-p", "go")
    assert ended.returncode == 1
    assert "HTTP 500" in ended.stderr
    assert "boom" in ended.stderr
    if format_ == "json":
        assert "boom" in json.loads(ended.stdout)["error"]


def test_an_unreachable_server_is_said_in_the_persons_language(maia: Any, settings: Any) -> None:
    settings(LiteLLM_URL="http://127.0.0.1:9")
    ended = maia("--model", "m", "-p", "go", LANG="fr_FR.UTF-8")
    assert ended.returncode == 1
    assert ended.stderr.startswith("LiteLLM injoignable (http://127.0.0.1:9")


def test_the_language_setting_wins_and_reaches_the_system_prompt_and_the_tools(
    maia: Any, settings: Any, model_server: Any
) -> None:
    settings(language="fr")
    model_server.script(Answer(calls=(READ,)), Answer("ok"))
    maia("--model", "m", "-p", "go", LANG="en_US.UTF-8")
    messages = model_server.chats[1].body["messages"]
    assert messages[0]["content"].startswith("Tu es MAIA")
    assert messages[-1]["content"].startswith("Action refusée par les règles de permissions")


def test_the_iteration_limit_is_code_4(maia: Any, settings: Any, model_server: Any) -> None:
    settings(MaxIterations=2, permissions={"allow": ["CurrentModel"]})
    model_server.script(then=Answer(calls=(ToolCall("CurrentModel"),)))
    ended = maia("--model", "m", "-p", "go")
    assert ended.returncode == 4
    assert ended.stderr == "tool: CurrentModel\n" * 2 + "Stopped: more than 2 iterations.\n"
    assert len(model_server.chats) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_in_mid_stream_is_code_130(
    start_maia: Any, settings: Any, model_server: Any, tmp_path: Path, number: Any
) -> None:
    settings()
    model_server.script(Answer(("half", "never"), delivery=Delivery(hang_after=2)))
    log = tmp_path / "stream.log"
    process = start_maia("--model", "m", "-p", "go", MAIA_DEBUG_LLM=str(log))
    wait_until(lambda: log.exists() and b"half" in log.read_bytes())  # the client has read it
    process.send_signal(number)
    assert process.wait(20) == 130
    assert process.stdout.read() == "half\n"
    model_server.chats[0].wait_for("disconnected")


def test_interrupted_in_mid_tool_leaves_no_process(
    start_maia: Any, settings: Any, model_server: Any, tmp_path: Path
) -> None:
    settings(permissions={"allow": ["Bash", "Redirect"]})
    command = "sleep 300 & echo $! > child; setsid sleep 301 & echo $! > session; sleep 302"
    model_server.script(Answer(calls=(ToolCall("Bash", {"command": command}),)))
    process = start_maia("--model", "m", "-p", "go")
    wait_until(
        lambda: (tmp_path / "session").exists() and (tmp_path / "session").read_text().strip()
    )
    pids = [int((tmp_path / name).read_text()) for name in ("child", "session")]
    assert all(alive(pid) for pid in pids)
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130
    wait_until(lambda: not any(alive(pid) for pid in pids))


def test_a_background_command_ends_with_maia(
    maia: Any, settings: Any, model_server: Any, tmp_path: Path
) -> None:
    settings(permissions={"allow": ["Bash", "Redirect"]})
    model_server.script(
        Answer(
            calls=(
                ToolCall("Bash", {"command": "echo $$ > pid; exec sleep 300", "background": True}),
            )
        ),
        Answer("started"),
    )
    assert maia("--model", "m", "-p", "go").returncode == 0
    wait_until(lambda: not alive(int((tmp_path / "pid").read_text())))


def test_maia_cwd_is_the_launch_folder(
    maia: Any, settings: Any, model_server: Any, tmp_path: Path
) -> None:
    settings(permissions={"allow": ["Read"]})
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text("in sub")
    model_server.script(Answer(calls=(READ,)), Answer("ok"))
    maia("--model", "m", "-p", "go", MAIA_CWD=str(tmp_path / "sub"), INIT_CWD=str(tmp_path))
    assert "in sub" in model_server.chats[1].body["messages"][-1]["content"]


def test_without_a_model_it_says_how_to_choose_one(maia: Any, settings: Any) -> None:
    settings()
    ended = maia("-p", "go")
    assert ended.returncode == 2
    assert '{"model": "NAME"}' in ended.stderr


def test_without_settings_it_gives_an_example(maia: Any, home: Path) -> None:
    ended = maia("-p", "go")
    assert ended.returncode == 2
    assert f"{home}/.maia/settings.json" in ended.stderr
    example = ended.stderr[ended.stderr.index("{") : ended.stderr.rindex("}") + 1]
    assert json.loads(example).keys() == {"LiteLLM_URL", "OpenAI_EndPoint", "LiteLLM_Models"}


def test_a_malformed_rule_is_named_and_the_rest_counts(
    maia: Any, settings: Any, model_server: Any
) -> None:
    path = settings(permissions={"allow": ["CurrentModel", "Ba sh"]})
    model_server.script(Answer(calls=(ToolCall("CurrentModel"),)), Answer("ok"))
    ended = maia("--model", "m", "-p", "go")
    assert ended.returncode == 0
    assert f"{path}: permissions.allow, element 2: 'Ba sh'" in ended.stderr


def test_the_environment_is_not_needed_to_be_utf8(
    maia: Any, settings: Any, model_server: Any
) -> None:
    settings()
    model_server.script(Answer("café 日本"))
    ended = maia("--model", "m", "-p", "go", LC_ALL="C", PYTHONIOENCODING="utf-8")
    assert ended.stdout == "café 日本\n"
    assert os.environ.get("LC_ALL") is None
