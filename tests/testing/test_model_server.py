import asyncio
import contextlib
import http.client
import json
import socket
import threading
import time

import pytest

from maia.testing.model_server import (
    Answer,
    Delivery,
    HttpError,
    ModelServer,
    Raw,
    TokenUsage,
    ToolCall,
)

HELLO = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}
STREAM = {**HELLO, "stream": True, "stream_options": {"include_usage": True}}
DEADLINE = 20
JSON_TYPE = {"Content-Type": "application/json"}


@pytest.fixture
def server():
    server = ModelServer().start()
    yield server
    server.stop()


@contextlib.contextmanager
def connect(server):
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=DEADLINE)
    with contextlib.closing(connection):
        yield connection


def post_once(server, body, path="/v1/chat/completions", **headers):
    with connect(server) as connection:
        return post(connection, body, path, **headers)


def get(server, path):
    with connect(server) as connection:
        connection.request("GET", path)
        reply = connection.getresponse()
        return reply.status, reply.read()


def post(connection, body, path="/v1/chat/completions", **headers):
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    connection.request("POST", path, raw, {"Content-Type": "application/json", **headers})
    reply = connection.getresponse()
    return reply.status, reply.read()


def chunks(raw):
    lines = [line for line in raw.decode().split("\n") if line]
    assert all(line.startswith("data: ") for line in lines)
    return [line.removeprefix("data: ") for line in lines]


def ask(server, body=STREAM):
    with connect(server) as connection:
        return post(connection, body)


def open_raw(server, body=STREAM):
    port = int(server.url.rpartition(":")[2])
    client = socket.create_connection(("127.0.0.1", port), timeout=DEADLINE)
    raw = json.dumps(body).encode()
    head = f"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: {len(raw)}\r\n"
    client.sendall(head.encode() + b"Content-Type: application/json\r\n\r\n" + raw)
    return client


def read_until(client, end):
    got = b""
    while end not in got:
        piece = client.recv(65536)
        assert piece, got
        got += piece
    return got


def read_all(client):
    got = b""
    while piece := client.recv(65536):
        got += piece
    return got


def test_text_arrives_in_its_pieces_with_role_end_and_usage(server):
    server.script(Answer(("Hel", "lo"), usage=TokenUsage(100, 50, 20)))

    status, raw = ask(server)

    *deltas, usage, done = chunks(raw)
    choices = [json.loads(chunk)["choices"][0] for chunk in deltas]
    assert status == 200
    assert [choice["delta"] for choice in choices] == [
        {"role": "assistant", "content": ""},
        {"content": "Hel"},
        {"content": "lo"},
        {},
    ]
    assert [choice["finish_reason"] for choice in choices] == [None, None, None, "stop"]
    assert json.loads(usage)["choices"] == []
    assert json.loads(usage)["usage"] == {
        "prompt_tokens": 100,
        "completion_tokens": 50,
        "total_tokens": 150,
        "completion_tokens_details": {"reasoning_tokens": 20},
    }
    assert done == "[DONE]"


def test_usage_is_only_sent_when_it_is_asked_for(server):
    server.script(Answer("x"))

    _, raw = ask(server, {**HELLO, "stream": True})

    assert b"usage" not in raw


def test_calls_come_after_reasoning_and_text_in_fragments_with_ids_of_their_own(server):
    read, grep = ToolCall("Read", {"path": "a.py"}, pieces=3), ToolCall("Grep", '{"cut', id="x")
    server.script(Answer("Look", reasoning="hm", calls=(read, grep)), Answer(calls=(read,)))

    deltas = [json.loads(chunk)["choices"][0]["delta"] for chunk in chunks(ask(server)[1])[1:-3]]
    second = json.loads(chunks(ask(server)[1])[1])["choices"][0]["delta"]

    assert deltas[:2] == [{"reasoning_content": "hm"}, {"content": "Look"}]
    fragments = [delta["tool_calls"][0] for delta in deltas[2:]]
    assert [fragment.get("id") for fragment in fragments] == ["call_1", None, None, "x"]
    assert [fragment["index"] for fragment in fragments] == [0, 0, 0, 1]
    assert fragments[0]["function"]["name"] == "Read"
    joined = "".join(fragment["function"]["arguments"] for fragment in fragments[:3])
    assert json.loads(joined) == {"path": "a.py"}
    assert fragments[3]["function"] == {"name": "Grep", "arguments": '{"cut'}
    assert second["tool_calls"][0]["id"] == "call_2"


def test_an_answer_without_streaming_is_one_object(server):
    server.script(Answer(("a", "b"), reasoning="r", calls=(ToolCall("Read", {"path": "x"}),)))

    status, raw = ask(server, HELLO)

    whole = json.loads(raw)
    assert status == 200
    assert whole["object"] == "chat.completion"
    assert whole["choices"][0]["finish_reason"] == "tool_calls"
    message = whole["choices"][0]["message"]
    assert (message["content"], message["reasoning_content"]) == ("ab", "r")
    assert message["tool_calls"][0]["function"]["arguments"] == '{"path": "x"}'
    assert whole["usage"]["total_tokens"] == 18


def test_a_finish_reason_no_usage_and_no_done_are_as_scripted(server):
    server.script(Answer("x", finish_reason="length", usage=None, done=False))

    last = chunks(ask(server)[1])[-1]

    assert json.loads(last)["choices"][0]["finish_reason"] == "length"


def test_an_error_inside_the_stream_ends_it(server):
    server.script(Answer("half", error={"message": "broke", "code": 500}))

    status, raw = ask(server)

    assert status == 200
    assert json.loads(chunks(raw)[-1]) == {"error": {"message": "broke", "code": 500}}


def test_an_http_error_has_its_status_headers_and_body(server):
    server.script(
        HttpError(429, {"error": {"message": "slow"}}, {"Retry-After": "7"}), HttpError(502, "<p>")
    )
    with connect(server) as connection:
        connection.request("POST", "/chat/completions", json.dumps(STREAM), JSON_TYPE)
        reply = connection.getresponse()
        body = reply.read()

        assert (reply.status, reply.headers["Retry-After"]) == (429, "7")
        assert json.loads(body) == {"error": {"message": "slow"}}
        assert post(connection, STREAM) == (502, b"<p>")


def test_raw_bytes_arrive_untouched_on_a_connection_that_stays(server):
    odd = (b"\xef\xbb\xbfdata: {}\r\r", b"\x00\xff", b"data")
    server.script(Raw(odd), Raw(()), Raw((b"x",), headers={"X-Odd": "1"}))

    with connect(server) as connection:
        assert post(connection, STREAM) == (200, b"".join(odd))
        assert post(connection, STREAM) == (200, b"")
        assert post(connection, STREAM) == (200, b"x")
    server.check()


@pytest.mark.parametrize("framing", ["chunked", "length", "close"])
@pytest.mark.parametrize("size", [None, 1, 7])
def test_every_framing_and_write_size_carries_the_same_body(server, framing, size):
    delivery = Delivery(framing=framing, write_size=size)
    server.script(Answer("naïve 日本 👩‍💻"), Answer("naïve 日本 👩‍💻", delivery=delivery))

    plain, framed = ask(server)[1], ask(server)[1]

    assert framed == plain.replace(b"chatcmpl-1", b"chatcmpl-2")


def test_small_writes_leave_one_by_one(server):
    server.script(Raw((b"abc",), delivery=Delivery(write_size=1)))

    with open_raw(server) as client:
        body = read_until(client, b"0\r\n\r\n").partition(b"\r\n\r\n")[2]

    assert body == b"1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n"


def test_a_cut_closes_the_connection_after_so_many_bytes(server):
    server.script(Raw((b"12345", b"67890"), delivery=Delivery(cut_after=7)))

    with open_raw(server) as client:
        body = read_all(client).partition(b"\r\n\r\n")[2]

    assert body == b"5\r\n12345\r\n2\r\n67\r\n"
    assert server.chats[0].wait_for("cut") == "cut"


def test_a_cut_at_zero_gives_headers_and_nothing_else(server):
    server.script(Answer("x", delivery=Delivery(cut_after=0)))

    with open_raw(server) as client:
        got = read_all(client)

    assert got.startswith(b"HTTP/1.1 200 OK\r\n")
    assert got.endswith(b"\r\n\r\n")


def test_a_hang_holds_the_socket_until_the_client_leaves(server):
    server.script(Answer(("one", "two"), delivery=Delivery(hang_after=2)))

    with open_raw(server) as client:
        assert b"one" in read_until(client, b"one")
        request = server.wait_for_chats(1)[0]
        request.wait_for("silent")
        client.settimeout(0.05)
        with pytest.raises(TimeoutError):
            read_until(client, b"two")

    assert request.wait_for("disconnected") == "disconnected"
    assert request.disconnected
    server.check()


def test_a_hang_goes_on_when_it_is_released(server):
    release = threading.Event()
    server.script(Answer(("one", "two"), delivery=Delivery(hang_after=2, release=release)))

    with open_raw(server) as client:
        read_until(client, b"one")
        server.wait_for_chats(1)[0].wait_for("silent")
        release.set()
        assert b"two" in read_until(client, b"[DONE]")

    assert server.chats[0].wait_for("answered") == "answered"


async def test_a_test_can_wait_without_blocking_its_loop(server):
    server.script(Answer("x", delivery=Delivery(hang_after=0)))
    waiting = asyncio.ensure_future(server.chats_arrived(1))
    await asyncio.sleep(0)

    client = open_raw(server)
    (request,) = await waiting
    await request.reached("silent")
    client.close()

    assert await request.reached("disconnected", "answered") == "disconnected"


def test_delays_come_before_the_pieces(server):
    server.script(Answer(("a", "b"), delivery=Delivery(first_delay=0.03, delay=0.01)))

    start = time.monotonic()
    assert ask(server)[0] == 200
    assert time.monotonic() - start >= 0.03 + 5 * 0.01  # role, a, b, end, usage, [DONE]


def test_a_client_that_leaves_during_a_delay_is_noticed(server):
    server.script(Answer("a", delivery=Delivery(first_delay=DEADLINE)))
    open_raw(server).close()

    assert server.wait_for_chats(1)[0].wait_for("disconnected") == "disconnected"


def test_waiting_for_what_does_not_come_is_an_error(server):
    with pytest.raises(TimeoutError, match="0 chat requests"):
        server.wait_for_chats(1, seconds=0.01)


def test_a_reply_may_be_made_from_the_request(server):
    server.script(lambda body: Answer(body["messages"][-1]["content"].upper()))

    assert b"HELLO" in ask(server)[1]


def test_after_the_script_comes_what_was_said_for_ever(server):
    server.script(Answer("first"), then=Answer("again"))

    assert b"first" in ask(server)[1]
    assert [b"again" in ask(server)[1] for _ in range(3)] == [True] * 3
    server.check()


def test_requests_are_recorded_with_headers_and_body(server):
    server.script(Answer("x"))
    post_once(server, STREAM, "/some/prefix/chat/completions?a=1", **{"X-Mine": "yes"})

    (request,) = server.chats
    assert (request.method, request.path) == ("POST", "/some/prefix/chat/completions")
    assert request.headers["x-mine"] == "yes"
    assert request.body == STREAM
    assert request.wait_for("answered") == "answered"


def test_a_chunked_request_is_read(server):
    server.script(Answer("x"), Answer("y"))
    halves = json.dumps(STREAM).encode()
    with connect(server) as connection:
        pieces = iter([halves[:20], halves[20:]])
        connection.request("POST", "/chat/completions", pieces, JSON_TYPE, encode_chunked=True)
        assert connection.getresponse().read()
        assert post(connection, STREAM)[0] == 200

    assert [request.body for request in server.chats] == [STREAM, STREAM]


def test_expect_100_continue_is_answered(server):
    server.script(Answer("x"))
    body = json.dumps(STREAM).encode()
    port = int(server.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=DEADLINE) as client:
        client.sendall(
            b"POST /chat/completions HTTP/1.1\r\nExpect: 100-continue\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
        )
        assert read_until(client, b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(body)
        assert b"[DONE]" in read_until(client, b"[DONE]")


def test_models_and_their_facts_are_listed(server):
    server.models = ("one", "two")

    listed = json.loads(get(server, "/v1/models")[1])
    facts = json.loads(get(server, "/model/info")[1])

    assert [model["id"] for model in listed["data"]] == ["one", "two"]
    assert facts["data"][1]["model_name"] == "two"
    assert facts["data"][1]["model_info"]["max_input_tokens"] == 128_000
    assert server.chats == []


def test_the_model_list_can_be_broken(server):
    server.list_reply = HttpError(500, "no list today")

    assert get(server, "/v1/models") == (500, b"no list today")


def test_a_wrong_request_gets_400_and_fails_the_check(server):
    server.script(Answer("x"))
    wrong = {**STREAM, "messages": [*HELLO["messages"], *HELLO["messages"]]}

    status, raw = ask(server, wrong)

    assert status == 400
    assert "do not alternate" in json.loads(raw)["error"]["message"]
    assert server.remaining == 1
    assert server.chats[0].violations
    with pytest.raises(AssertionError, match=r"request 1: messages\[1\] .*alternate"):
        server.check()


@pytest.mark.parametrize("body", [b"{not json", b"\xff\xfe", b""])
def test_a_body_that_is_not_json_is_a_violation(server, body):
    server.script(Answer("x"))

    assert post_once(server, body)[0] == 400
    assert "not JSON" in server.forgive()[0]
    server.check()


def test_another_content_type_is_a_violation(server):
    server.script(Answer("x"))

    assert post_once(server, STREAM, **{"Content-Type": "text/plain"})[0] == 400
    assert "Content-Type" in server.violations[0]


def test_one_request_too_many_is_a_violation(server):
    assert ask(server)[0] == 400
    with pytest.raises(AssertionError, match="no reply left"):
        server.check()


def test_an_unknown_route_is_a_violation(server):
    assert post_once(server, STREAM, "/v1/completions")[0] == 404
    assert get(server, "/health")[0] == 404
    assert len(server.forgive()) == 2


def test_what_is_not_http_is_a_violation(server):
    port = int(server.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=DEADLINE) as client:
        client.sendall(b"hello\r\n\r\n")
        assert read_all(client) == b""

    assert "not a request line" in server.violations[0]


def test_a_function_that_fails_is_a_violation_and_not_a_hang(server):
    server.script(lambda body: Answer(body["nothing"]))

    assert ask(server)[0] == 500
    assert "KeyError" in server.violations[0]


def test_leaving_the_server_says_what_was_wrong():
    with pytest.raises(AssertionError, match="no reply left"), ModelServer() as server:
        ask(server)


def test_leaving_the_server_on_an_error_does_not_hide_it():
    def faulty():
        with ModelServer() as server:
            ask(server)
            raise KeyError("the fault of the test")

    with pytest.raises(KeyError):
        faulty()


def test_a_key_is_asked_for_when_there_is_one(server):
    server.api_key = "secret"
    server.script(Answer("x"))

    assert ask(server)[0] == 401
    assert post_once(server, STREAM, Authorization="Bearer wrong")[0] == 401
    assert post_once(server, STREAM, Authorization="Bearer secret")[0] == 200
    server.check()


def test_eight_clients_are_served_at_once(server):
    release = threading.Event()
    server.script(then=Answer("x", delivery=Delivery(hang_after=1, release=release)))
    clients = [open_raw(server) for _ in range(8)]
    for request in server.wait_for_chats(8):
        request.wait_for("silent")
    release.set()

    assert all(b"[DONE]" in read_until(client, b"[DONE]") for client in clients)
    for client in clients:
        client.close()


def test_stopping_ends_hanging_clients_and_frees_the_port():
    server = ModelServer(Answer("x", delivery=Delivery(hang_after=0))).start()
    client = open_raw(server)
    server.wait_for_chats(1)[0].wait_for("silent")

    server.stop()
    server.stop()

    with client:
        assert b"[DONE]" not in read_all(client)
    with pytest.raises(ConnectionRefusedError):
        ask(server)


def test_a_reset_forgets_script_requests_and_violations(server):
    ask(server)
    server.script(Answer("x"))
    server.model_facts["supports_vision"] = True

    server.reset()

    assert (server.requests, server.violations, server.remaining) == ([], [], 0)
    assert server.model_facts["supports_vision"] is False
