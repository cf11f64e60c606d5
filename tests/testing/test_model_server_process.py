import contextlib
import http.client
import json
import signal
import subprocess
import sys

import pytest

from maia.testing.model_server.script_files import reply_from_json, server_from_file

SCRIPT = {
    "replies": [
        {"text": ["Hel", "lo"], "calls": [{"name": "Read", "arguments": {"path": "a"}}]},
        {"status": 503, "body": {"error": {"message": "busy"}}},
        {"pieces": ["data: odd\n\n"], "headers": {"Content-Type": "text/odd"}},
    ],
    "then": {"text": "again", "delivery": {"write_size": 1}},
    "models": ["one"],
    "api_key": "k",
}
HELLO = {"model": "m", "stream": True, "messages": [{"role": "user", "content": "hello"}]}


@pytest.fixture
def process(tmp_path):
    script = tmp_path / "script.json"
    script.write_text(json.dumps(SCRIPT))
    command = [sys.executable, "-m", "maia.testing.model_server", "--script", str(script)]
    with subprocess.Popen(
        [*command, "--record", str(tmp_path / "record.jsonl")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


def ask(url, body):
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=20)
    headers = {"Content-Type": "application/json", "Authorization": "Bearer k"}
    with contextlib.closing(connection):
        connection.request("POST", "/v1/chat/completions", json.dumps(body), headers)
        reply = connection.getresponse()
        return reply.status, reply.read()


def test_the_process_says_its_url_serves_its_script_and_ends_well(process, tmp_path):
    url = process.stdout.readline().strip()

    answers = [ask(url, HELLO) for _ in range(5)]
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=20)

    assert [status for status, _ in answers] == [200, 503, 200, 200, 200]
    assert b"Hel" in answers[0][1]
    assert b"Read" in answers[0][1]
    assert answers[2][1] == b"data: odd\n\n"
    assert b"again" in answers[3][1]
    assert (process.returncode, errors) == (0, "")
    recorded = (tmp_path / "record.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in recorded] == [HELLO] * 5


def test_the_process_fails_on_a_wrong_request(process):
    url = process.stdout.readline().strip()

    assert ask(url, {**HELLO, "messages": []})[0] == 400
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)

    assert process.returncode == 1
    assert "messages is not a non-empty list" in errors


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ({"txt": "x"}, "Answer has no txt"),
        ({"text": 3}, "text"),
        ({"text": "x", "delivery": {"speed": 1}}, "Delivery has no speed"),
        ({"calls": [{"nom": "x"}]}, "ToolCall has no nom"),
        ({"status": 500}, "body"),
    ],
)
def test_a_misspelt_reply_is_refused(reply, said):
    with pytest.raises(ValueError, match=said):
        reply_from_json(reply)


def test_a_script_may_be_a_bare_list(tmp_path):
    (tmp_path / "s.json").write_text('[{"text": "x"}]')

    assert server_from_file(tmp_path / "s.json", 0).remaining == 1


def test_unknown_keys_of_a_script_are_refused(tmp_path):
    (tmp_path / "s.json").write_text('{"reply": []}')

    with pytest.raises(ValueError, match="reply"):
        server_from_file(tmp_path / "s.json", 0)
