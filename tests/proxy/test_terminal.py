"""A person at a terminal, the real `maia`, a real LiteLLM proxy, a scripted model, real tools."""

import subprocess
import time

import pytest

from maia.testing.model_server import Answer, Delivery, ToolCall

pytestmark = pytest.mark.proxy

DEADLINE = 30


def results(request):
    return [one["content"] for one in request["messages"] if one["role"] == "tool"]


def is_alive(pid):
    command = ["ps", "-o", "stat=", "-p", str(pid)]
    state = subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()
    return bool(state) and not state.startswith("Z")  # one that nobody has buried yet is dead


def wait_until(holds):
    end = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def test_five_calls_at_once_keep_their_order_their_locks_and_their_questions(agent, litellm_proxy):
    agent.rules(allow=["Edit", "Read", "Bash(sleep *)"], deny=["Bash(rm *)"])
    (agent.folder / "n").write_text("one\n")
    calls = (
        ToolCall("Bash", {"command": "sleep 0.3"}),
        ToolCall("Edit", {"path": "n", "old_string": "one", "new_string": "two"}),
        ToolCall("Bash", {"command": "cat n"}),  # asked, and allowed by the person
        ToolCall("Edit", {"path": "n", "old_string": "two", "new_string": "three"}),
        ToolCall("Bash", {"command": "rm n"}),  # denied by a rule
    )
    last = ToolCall("Read", {"path": "n"})
    litellm_proxy.upstream.script(
        Answer("Five.", calls=calls), Answer(calls=(last,)), Answer("finished")
    )

    screen = agent.open()
    screen.send("go\r")
    screen.expect("│ cat n")
    wait_until(lambda: (agent.folder / "n").read_text() == "two\n")  # allowed tools already run
    screen.expect("s=stop")
    screen.send("y\r")
    screen.expect("finished")

    slept, first, cat, second, denied = results(litellm_proxy.upstream.chats[1].body)
    assert "[exit code: 0]" in slept
    assert first.startswith("Edited n")
    assert cat.startswith(("two", "three"))
    assert second.startswith("Edited n")
    assert "permission" in denied
    assert (agent.folder / "n").read_text() == "three\n"
    assert "three" in results(litellm_proxy.upstream.chats[2].body)[-1]


def test_a_stream_that_is_interrupted_leaves_a_conversation_that_goes_on(agent, litellm_proxy):
    upstream = litellm_proxy.upstream
    upstream.script(
        Answer(("some\n", "words"), delivery=Delivery(hang_after=2)), Answer("the second answer")
    )
    screen = agent.open()
    screen.send("first\r")
    screen.expect("some")

    screen.sendintr()
    screen.expect("Interrupted")

    assert upstream.chats[0].wait_for("disconnected") == "disconnected"
    screen.send("second\r")
    screen.expect("the second answer")
    assert [one["role"] for one in upstream.chats[1].body["messages"]] == ["system", "user"]
    assert "second" in upstream.chats[1].body["messages"][1]["content"]


def test_a_tool_that_is_interrupted_leaves_no_process_and_a_conversation_that_goes_on(
    agent, litellm_proxy
):
    upstream = litellm_proxy.upstream
    agent.rules(allow=["Bash", "Redirect"])
    command = "sleep 600 & echo $! $$ > pids.new && mv pids.new pids; wait"
    upstream.script(
        Answer("I run it.", calls=(ToolCall("Bash", {"command": command}),)),
        Answer("the second answer"),
    )
    screen = agent.open()
    screen.send("first\r")
    wait_until((agent.folder / "pids").exists)
    pids = [int(pid) for pid in (agent.folder / "pids").read_text().split()]
    assert all(is_alive(pid) for pid in pids)

    screen.sendintr()
    screen.expect("Interrupted")

    wait_until(lambda: not any(is_alive(pid) for pid in pids))
    screen.send("second\r")
    screen.expect("the second answer")
    assert [one["role"] for one in upstream.chats[1].body["messages"]] == ["system", "user"]


def test_a_session_that_is_terminated_in_mid_stream_lets_go_of_the_server(agent, litellm_proxy):
    upstream = litellm_proxy.upstream
    upstream.script(Answer("x", delivery=Delivery(hang_after=1)))
    screen = agent.open()
    screen.send("first\r")
    upstream.wait_for_chats(1)[0].wait_for("silent")

    screen.kill(15)
    screen.wait()

    assert upstream.chats[0].wait_for("disconnected") == "disconnected"
