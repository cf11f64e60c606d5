"""What a real LiteLLM proxy makes of what a model server says: the engine must live with it."""

import contextlib
import http.client
import json
import socket

import pytest

from maia.testing.model_server import Answer, Delivery, HttpError, Raw, TokenUsage, ToolCall

pytestmark = pytest.mark.proxy

DEADLINE = 60
HELLO = {
    "model": "scripted-model",
    "messages": [{"role": "user", "content": "hello"}],
    "stream": True,
    "stream_options": {"include_usage": True},
}
CONTEXT = "This model's maximum context length is 8192 tokens. Your messages have 9000 tokens."


def send(proxy, method, path, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", proxy.proxy.port, timeout=DEADLINE)
    headers = {
        "Authorization": f"Bearer {proxy.key}",
        "Content-Type": "application/json",
        **headers,
    }
    with contextlib.closing(connection):
        connection.request(method, path, json.dumps(body) if body else None, headers)
        reply = connection.getresponse()
        return reply.status, reply.headers, reply.read()


def ask(proxy, *planned, **changes):
    proxy.upstream.script(*planned)
    return send(proxy, "POST", "/v1/chat/completions", {**HELLO, **changes})


def events(raw):
    return [
        json.loads(line[6:])
        for line in raw.decode().split("\n")
        if line.startswith("data: ") and line != "data: [DONE]"
    ]


def deltas(raw):
    return [event["choices"][0]["delta"] for event in events(raw) if "choices" in event]


def reasons(raw):
    given = [event["choices"][0].get("finish_reason") for event in events(raw)]
    return [reason for reason in given if reason]


def error_of(raw):
    return json.loads(raw)["error"]


def test_a_stream_comes_through_with_its_pieces_its_calls_and_its_numbers(litellm_proxy):
    calls = (ToolCall("Read", {"path": "a.py"}, pieces=3), ToolCall("Grep", {"pattern": "é"}))
    answer = Answer(
        ("Look", "ing"), reasoning=("hm", "m"), calls=calls, usage=TokenUsage(100, 50, 20)
    )

    status, headers, raw = ask(litellm_proxy, answer)

    given = deltas(raw)
    assert status == 200
    assert headers["content-type"] == "text/event-stream; charset=utf-8"
    assert [delta["reasoning_content"] for delta in given if "reasoning_content" in delta] == [
        "hm",
        "m",
    ]
    assert [delta["content"] for delta in given if delta.get("content")] == ["Look", "ing"]
    fragments = [delta["tool_calls"][0] for delta in given if "tool_calls" in delta]
    assert [fragment["index"] for fragment in fragments] == [0, 0, 0, 1]
    assert [fragment.get("id") for fragment in fragments] == ["call_1", None, None, "call_2"]
    assert reasons(raw) == ["tool_calls"]
    assert raw.rstrip().endswith(b"data: [DONE]")


def test_the_numbers_come_beside_a_choice_that_says_nothing(litellm_proxy):
    _, _, raw = ask(litellm_proxy, Answer("x", usage=TokenUsage(100, 50, 20)))

    last = events(raw)[-1]

    assert last["choices"] == [{"index": 0, "delta": {}}]
    assert last["usage"]["prompt_tokens"] == 100
    assert last["usage"]["completion_tokens"] == 50
    assert last["usage"]["completion_tokens_details"]["reasoning_tokens"] == 20


def test_numbers_that_the_server_does_not_give_are_made_up(litellm_proxy):
    _, _, raw = ask(litellm_proxy, Answer("x", usage=None))

    assert events(raw)[-1]["usage"]["completion_tokens"] == 1


def test_an_answer_without_streaming_comes_through(litellm_proxy):
    call = ToolCall("Read", {"path": "a.py"})
    _, _, raw = ask(litellm_proxy, Answer("x", calls=(call,)), stream=False, stream_options=None)

    message = json.loads(raw)["choices"][0]["message"]

    assert message["content"] == "x"
    assert message["tool_calls"][0]["function"] == {"name": "Read", "arguments": '{"path": "a.py"}'}


@pytest.mark.parametrize(
    ("said", "relayed"),
    [("length", "length"), ("content_filter", "content_filter"), ("eos_token", "stop")],
)
def test_unknown_finish_reasons_become_stop(litellm_proxy, said, relayed):
    _, _, raw = ask(litellm_proxy, Answer("x", finish_reason=said))

    assert reasons(raw) == [relayed]


def test_a_missing_end_is_made_up(litellm_proxy):
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    choice = {"index": 0, "delta": {"content": "half an ans"}, "finish_reason": None}
    piece = f"data: {json.dumps({**chunk, 'choices': [choice]})}\n\n".encode()

    _, _, raw = ask(litellm_proxy, Raw((piece,)))

    assert reasons(raw) == ["stop"]
    assert raw.rstrip().endswith(b"[DONE]")


def test_an_empty_answer_is_an_end_without_text(litellm_proxy):
    status, _, raw = ask(litellm_proxy, Raw(()))

    assert (status, reasons(raw)) == (200, ["stop"])
    assert not any(delta.get("content") for delta in deltas(raw))


@pytest.mark.parametrize(
    "broken",
    [
        Answer("half", error={"message": "upstream broke", "type": "server_error", "code": 500}),
        Answer(("half", "lost"), delivery=Delivery(cut_after=700)),
    ],
    ids=["error", "cut"],
)
def test_a_break_in_mid_stream_is_an_error_object_in_a_200_without_an_end(litellm_proxy, broken):
    status, _, raw = ask(litellm_proxy, broken)

    error = events(raw)[-1]["error"]
    assert status == 200
    assert b"[DONE]" not in raw
    assert error["message"].startswith("litellm.APIConnectionError: ")
    assert (error["type"], error["param"], error["code"]) == (None, None, "500")


def test_a_rate_limit_keeps_its_status_and_hides_when_to_come_back(litellm_proxy):
    refusal = HttpError(429, {"error": {"message": "slow down"}}, {"Retry-After": "7"})

    status, headers, raw = ask(litellm_proxy, refusal)

    assert status == 429
    assert "retry-after" not in headers
    assert headers["llm_provider-retry-after"] == "7"
    assert error_of(raw)["type"] == "throttling_error"
    assert "RateLimitError" in error_of(raw)["message"]


def test_a_conversation_too_long_is_a_400_that_names_itself_in_its_text(litellm_proxy):
    body = {"error": {"message": CONTEXT, "code": "context_length_exceeded", "param": "messages"}}

    status, _, raw = ask(litellm_proxy, HttpError(400, body))

    assert status == 400
    assert error_of(raw)["code"] == "400"
    assert "ContextWindowExceededError" in error_of(raw)["message"]
    assert CONTEXT in error_of(raw)["message"]


@pytest.mark.parametrize(
    ("status", "name"),
    [
        (400, "BadRequestError"),
        (401, "AuthenticationError"),
        (404, "NotFoundError"),
        (500, "InternalServerError"),
        (503, "ServiceUnavailableError"),
    ],
)
def test_a_refusal_keeps_its_status_and_is_not_tried_again(litellm_proxy, status, name):
    answered, _, raw = ask(litellm_proxy, HttpError(status, {"error": {"message": "because"}}))

    assert answered == status
    assert error_of(raw)["code"] == str(status)
    assert f"litellm.{name}" in error_of(raw)["message"]
    assert "because" in error_of(raw)["message"]
    assert len(litellm_proxy.upstream.chats) == 1


def test_the_key_is_asked_for(litellm_proxy):
    assert send(litellm_proxy, "GET", "/v1/models", Authorization="Bearer sk-wrong")[0] >= 400
    assert send(litellm_proxy, "GET", "/v1/models")[0] == 200


def test_models_are_listed_with_their_window(litellm_proxy):
    listed = json.loads(send(litellm_proxy, "GET", "/v1/models")[2])["data"]
    facts = json.loads(send(litellm_proxy, "GET", "/model/info")[2])["data"]

    names = {model["id"]: model["max_input_tokens"] for model in listed}
    assert names == {"scripted-model": 128_000, "other-model": 128_000}
    assert {one["model_name"]: one["model_info"]["supports_vision"] for one in facts} == {
        "scripted-model": True,
        "other-model": True,
    }


def test_the_conversation_reaches_the_server_as_it_was_sent(litellm_proxy):
    call = {"id": "a", "type": "function", "function": {"name": "Read", "arguments": '{"p": 1}'}}
    schema = {"type": "object", "properties": {"p": {"type": "integer"}}}
    tool = {"name": "Read", "description": "Reads.", "parameters": schema}
    messages = [
        {"role": "system", "content": "Be good."},
        {"role": "user", "content": "naïve 日本"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": ""},
        {"role": "user", "content": "go on"},
    ]

    tools = [{"type": "function", "function": tool}]
    ask(litellm_proxy, Answer("x"), messages=messages, tools=tools, max_tokens=9)

    sent = litellm_proxy.upstream.chats[0]
    del messages[2]["content"]  # LiteLLM leaves out a content of null
    assert sent.body["messages"] == messages
    assert sent.body["tools"] == tools
    assert sent.body["max_tokens"] == 9
    assert sent.headers["authorization"] == "Bearer sk-upstream"


def test_a_wrong_conversation_is_refused_through_the_proxy(litellm_proxy):
    status, _, raw = ask(litellm_proxy, Answer("x"), messages=HELLO["messages"] * 2)

    assert status == 400
    assert "do not alternate" in error_of(raw)["message"]
    assert "do not alternate" in litellm_proxy.upstream.forgive()[0]


def test_pieces_are_passed_on_at_once_and_leaving_reaches_the_server(litellm_proxy):
    litellm_proxy.upstream.script(Answer(("one", "two"), delivery=Delivery(hang_after=3)))
    raw = json.dumps(HELLO).encode()
    head = (
        "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {litellm_proxy.key}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(raw)}\r\n\r\n"
    )
    address = ("127.0.0.1", litellm_proxy.proxy.port)
    with socket.create_connection(address, timeout=DEADLINE) as client:
        client.sendall(head.encode() + raw)
        got = b""
        while b"two" not in got:
            piece = client.recv(65536)
            assert piece, got
            got += piece
        request = litellm_proxy.upstream.wait_for_chats(1)[0]
        request.wait_for("silent")

    assert request.wait_for("disconnected", seconds=DEADLINE) == "disconnected"
