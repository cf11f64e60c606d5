import asyncio
import gzip
import json
import subprocess
import sys

import pytest

from maia.agent.contracts.errors import (
    ContextTooLong,
    EmptyBody,
    HttpRefused,
    RateLimited,
    ServerUnreachable,
    StreamCut,
    StreamFailed,
    StreamSilent,
)
from maia.agent.contracts.messages import ImageBlock, Message, TextBlock, ToolUseBlock
from maia.agent.contracts.model import (
    ArgumentProblem,
    ChatRequest,
    Done,
    TextDelta,
    ToolUse,
    Usage,
)
from maia.agent.contracts.tools import ToolSpec
from maia.agent.models.chat_completions import ChatCompletions, Patience
from maia.agent.models.server import ServerSettings

SHORT = Patience(first=0.3, between=0.3, after_finish=0.1, end_of_body=0.1)


def text(content, finish=None):
    return {"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": finish}]}


@pytest.fixture
async def chat(server, blobs):
    """Sends one request (`go` unless messages are given) and gives its events."""
    models = []

    async def send(*messages, url=None, patience=None, key="sk-secret", limit=None, **fields):
        if not models or url or patience:
            settings = ServerSettings(url or server.url, api_key=key, max_output_tokens=limit)
            models.append(ChatCompletions(settings, "m", blobs, patience=patience or Patience()))
        wanted = messages or (Message("user", (TextBlock("go"),)),)
        request = ChatRequest("You are Maia.", wanted, **fields)
        return [event async for event in models[-1].chat(request)]

    yield send
    for model in models:
        await model.close()
        await model.close()


async def test_the_request_and_the_answer(server, chat):
    entry = {"index": 0, "id": "a", "function": {"name": "Read", "arguments": '{"path":"x"}'}}
    server.reply_stream(
        text("Hel"),
        text("lo"),
        {"choices": [{"delta": {"tool_calls": [entry]}, "finish_reason": "tool_calls"}]},
        {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4}},
    )
    tools = (ToolSpec("Read", "Reads.", {"type": "object"}),)
    assert await chat(tools=tools, limit=99) == [
        TextDelta("Hel"),
        TextDelta("lo"),
        Usage(3, 4),
        ToolUse("a", "Read", {"path": "x"}),
        Done("tool_use"),
    ]
    (request,) = server.requests
    assert (request.method, request.path) == ("POST", "/v1/chat/completions")
    assert request.headers["content-type"] == "application/json"
    assert request.headers["accept"] == "text/event-stream"
    assert request.headers["authorization"] == "Bearer sk-secret"
    assert request.json["max_tokens"] == 99
    assert request.json["tools"][0]["function"]["name"] == "Read"


async def test_a_request_may_set_its_own_limit(server, chat):
    server.reply_stream(text("a", "stop"))
    await chat(limit=99, max_tokens=7)
    assert server.requests[0].json["max_tokens"] == 7


@pytest.mark.parametrize("key", ["", "  \n"])
async def test_without_a_key_no_authorization_is_sent(server, chat, key):
    server.reply_stream(text("a", "stop"))
    await chat(key=key)
    assert "authorization" not in server.requests[0].headers


async def test_a_key_with_a_line_end_or_letters_beyond_ascii_is_sent(server, chat):
    server.reply_stream(text("a", "stop"))
    assert (await chat(key="clé\n"))[-1] == Done("end_turn")
    assert server.requests[0].headers["authorization"].encode("latin-1") == "Bearer clé".encode()


async def test_the_history_is_repaired_before_it_is_sent(server, chat):
    server.reply_stream(text("a", "stop"))
    await chat(
        Message("user", (TextBlock("go"),)), Message("assistant", (ToolUseBlock("a", "Read", {}),))
    )
    roles = [message["role"] for message in server.requests[0].json["messages"]]
    assert roles == ["system", "user", "assistant", "tool"]


async def test_ids_that_the_history_uses_are_not_given_again(server, chat):
    entry = {"index": 0, "id": "a", "function": {"name": "Read", "arguments": ""}}
    server.reply_stream(
        {"choices": [{"delta": {"tool_calls": [entry]}, "finish_reason": "tool_calls"}]}
    )
    events = await chat(
        Message("user", (TextBlock("go"),)), Message("assistant", (ToolUseBlock("a", "Read", {}),))
    )
    assert events[0] == ToolUse("a_2", "Read", {})


async def test_one_connection_serves_many_iterations(server, chat):
    for _ in range(5):
        server.reply_stream(text("a", "stop"))
        assert (await chat())[-1] == Done("end_turn")
    assert server.connections == 1


async def test_a_connection_that_the_server_closed_meanwhile_is_made_again(server, chat):
    server.reply_stream(text("a", "stop"))
    server.reply(hang_up=True)
    server.reply_stream(text("b", "stop"))
    await chat()
    assert (await chat())[0] == TextDelta("b")
    assert server.connections == 2


async def test_a_server_that_hangs_up_on_the_first_request_is_not_asked_again(server, chat):
    server.reply(hang_up=True)
    (failed,) = await chat()
    assert isinstance(failed.error, ServerUnreachable)
    assert len(server.requests) == 1


async def test_text_arrives_while_the_server_still_writes(server, blobs):
    server.reply_stream(text("first"), 60.0, text("never", "stop"))
    model = ChatCompletions(ServerSettings(server.url), "m", blobs)
    events = model.chat(ChatRequest("", (Message("user", (TextBlock("go"),)),)))
    async with asyncio.timeout(10):
        assert await anext(events) == TextDelta("first")
        await events.aclose()
        await server.hung_up_on.wait()
    await model.close()


@pytest.mark.parametrize("before", [(), (text("first"),)], ids=["before text", "in mid-stream"])
async def test_cancelling_closes_the_connection_and_passes_through(server, chat, before):
    server.reply_stream(*before, 60.0)
    task = asyncio.create_task(chat())
    async with asyncio.timeout(10):
        await server.was_asked.wait()
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await server.hung_up_on.wait()


async def test_cancelling_wins_before_the_headers(server, chat):
    server.reply(b"", status=200, framing="until_close")
    server._write = lambda *_: asyncio.sleep(60)
    task = asyncio.create_task(chat())
    async with asyncio.timeout(10):
        await server.was_asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://127.0.0.1:9", "Connection refused"),
        ("http://no-such-host.invalid", ""),
        ("localhost:4000", ""),
        ("ftp://localhost", ""),
        ("http://[oops", ""),
        ("", ""),
        ("http://a b", ""),
    ],
)
async def test_a_server_that_cannot_be_reached_is_said(chat, url, reason):
    (failed,) = await chat(url=url or " ")
    assert type(failed.error) is ServerUnreachable
    assert reason in str(failed.error.values["reason"])
    assert failed.error.values["reason"]


async def test_a_login_in_the_address_is_not_said(chat):
    (failed,) = await chat(url="http://me:pass@127.0.0.1:9")
    assert "pass" not in str(failed.error)


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (401, {"error": {"message": "bad key sk-secret"}}, HttpRefused),
        (500, {"error": "boom"}, HttpRefused),
        (400, {"error": {"message": "prompt is too long"}}, ContextTooLong),
        (429, {"error": "slow"}, RateLimited),
        (302, {}, HttpRefused),
    ],
)
async def test_a_refusal_is_a_value_that_shows_the_body_and_never_the_key(
    server, chat, status, body, kind
):
    server.reply_json(body, status=status)
    (failed,) = await chat()
    assert type(failed.error) is kind
    assert failed.error.values["status"] == status
    assert failed.error.values["body"] == json.dumps(body).replace("sk-secret", "[api key]")


async def test_a_long_refusal_is_cut_and_a_broken_one_keeps_its_beginning(server, chat):
    server.reply(b"x" * 200_000, status=500)
    server.reply(b"half", status=500, cut=True)
    (failed,) = await chat()
    assert failed.error.values["body"] == "x" * 500
    (failed,) = await chat()
    assert failed.error.values["body"] == "half"


async def test_when_to_come_back_is_said(server, chat):
    server.reply_json({}, status=429)
    server._replies[0].headers["Retry-After"] = "7"
    (failed,) = await chat()
    assert failed.error.values["retry_after"] == 7


async def test_bodies_that_are_no_stream(server, chat):
    whole = {"choices": [{"message": {"content": "Hi."}, "finish_reason": "stop"}]}
    server.reply(b"", framing="length")
    server.reply(b"<html>Log in</html>", headers={"Content-Type": "text/html"}, framing="length")
    server.reply_json(whole)
    server.reply_json({"error": {"message": "context_length_exceeded"}})
    assert type((await chat())[0].error) is EmptyBody
    failed = (await chat())[0]
    assert type(failed.error) is StreamFailed
    assert failed.error.values["message"] == "<html>Log in</html>"
    assert await chat() == [TextDelta("Hi."), Done("end_turn")]
    assert type((await chat())[0].error) is ContextTooLong


@pytest.mark.parametrize("framing", ["chunked", "until_close"])
async def test_a_connection_that_breaks_cuts_the_answer_and_its_text_stays(server, chat, framing):
    server.reply_stream(text("half"), done=False, framing=framing, cut=True)
    first, failed = await chat()
    assert first == TextDelta("half")
    assert type(failed.error) is StreamCut


async def test_a_connection_that_breaks_after_the_end_harms_nothing(server, chat):
    server.reply_stream(text("all", "stop"), done=False, cut=True)
    assert await chat() == [TextDelta("all"), Done("end_turn")]


async def test_a_call_that_is_cut_by_the_limit_is_marked(server, chat):
    entry = {"index": 0, "id": "a", "function": {"name": "Read", "arguments": '{"path":"x'}}
    server.reply_stream(
        {"choices": [{"delta": {"tool_calls": [entry]}, "finish_reason": "length"}]}
    )
    call, done = await chat()
    assert (call.problem, call.raw_arguments) == (ArgumentProblem.CUT, '{"path":"x')
    assert done == Done("max_tokens", output_cut=True)


async def test_silence_is_measured_between_events_not_bytes(server, chat):
    pings = [piece for _ in range(40) for piece in (b": ping\n\n", 0.05)]
    server.reply_stream(text("half"), *pings, text("never", "stop"))
    first, failed = await chat(patience=SHORT)
    assert first == TextDelta("half")
    assert type(failed.error) is StreamSilent


async def test_pings_that_are_events_do_not_break_the_silence(server, chat):
    ping = b'event: ping\ndata: {"type": "ping"}\n\n'
    pings = [piece for _ in range(40) for piece in (ping, 0.05)]
    server.reply_stream(text("half"), *pings, text("never", "stop"))
    first, failed = await chat(patience=SHORT)
    assert first == TextDelta("half")
    assert type(failed.error) is StreamSilent


async def test_an_empty_first_part_does_not_end_the_wait_for_a_long_prompt(server, chat):
    server.reply_stream({"choices": [{"delta": {"role": "assistant"}}]}, 0.4, text("late", "stop"))
    patience = Patience(first=30, between=0.05, after_finish=0.05)
    assert await chat(patience=patience) == [TextDelta("late"), Done("end_turn")]


async def test_one_event_that_drips_for_ever_is_silence(server, chat):
    drops = [piece for _ in range(40) for piece in (b"x", 0.05)]
    server.reply_stream(text("half"), b'data: {"choices": "', *drops)
    first, failed = await chat(patience=SHORT)
    assert first == TextDelta("half")
    assert type(failed.error) is StreamSilent


@pytest.mark.parametrize("headers", [{}, {"Content-Type": "text/plain"}])
@pytest.mark.parametrize("encode", [None, gzip.compress])
async def test_a_stream_is_read_whatever_its_headers_say(server, chat, headers, encode):
    body = b'data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}\n\n'
    if encode:
        body, headers = encode(body), headers | {"Content-Encoding": "gzip"}
    server.reply(body, headers=headers)
    assert await chat() == [TextDelta("a"), Done("end_turn")]


async def test_a_body_in_an_encoding_that_it_is_not_in_is_a_failure(server, chat):
    server.reply(b"data: plain", headers={"Content-Encoding": "gzip"}, framing="length")
    (failed,) = await chat()
    assert type(failed.error) in (StreamCut, StreamFailed)


async def test_no_content_is_an_empty_body(server, chat):
    server.reply(status=204, framing="length")
    (failed,) = await chat()
    assert type(failed.error) is EmptyBody


async def test_a_redirection_is_not_followed_and_its_target_is_said(server, chat):
    server.reply(status=307, headers={"Location": f"{server.url}/elsewhere"}, framing="length")
    (failed,) = await chat()
    assert type(failed.error) is HttpRefused
    assert failed.error.values["body"] == f"Location: {server.url}/elsewhere"
    assert len(server.requests) == 1


async def test_a_key_that_is_no_secret_does_not_blot_out_the_refusal(server, chat):
    server.reply_json({"error": "no such box"}, status=400)
    (failed,) = await chat(key="x")
    assert "no such box" in failed.error.values["body"]


async def test_silence_before_the_first_event_has_its_own_deadline(server, chat):
    server.reply_stream(0.4, text("late", "stop"))
    patience = Patience(first=30, between=0.05, after_finish=0.05)
    assert await chat(patience=patience) == [TextDelta("late"), Done("end_turn")]
    server.reply_stream(60.0)
    (failed,) = await chat(patience=SHORT)
    assert type(failed.error) is StreamSilent


async def test_silence_before_the_headers_is_silence(server, chat):
    server._write = lambda *_: asyncio.sleep(60)
    server.reply()
    (failed,) = await chat(patience=SHORT)
    assert type(failed.error) is StreamSilent


async def test_events_that_come_in_time_may_come_for_long(server, chat):
    server.reply_stream(
        *[piece for _ in range(10) for piece in (text("a"), 0.1)], text("b", "stop")
    )
    assert (await chat(patience=Patience(first=0.6, between=0.6)))[-1] == Done("end_turn")


async def test_an_answer_that_was_ended_does_not_wait_for_a_line_kept_open(server, chat):
    server.reply_stream(text("a", "stop"), 60.0, done=False)
    async with asyncio.timeout(10):
        assert await chat(patience=SHORT) == [TextDelta("a"), Done("end_turn")]
    server.reply_stream(text("b", "stop"), b"data: [DONE]\n\n", 60.0, done=False)
    async with asyncio.timeout(10):
        assert await chat(patience=SHORT) == [TextDelta("b"), Done("end_turn")]


async def test_the_raw_stream_is_logged_without_the_key(server, chat, tmp_path, monkeypatch):
    path = tmp_path / "llm.log"
    monkeypatch.setenv("MAIA_DEBUG_LLM", str(path))
    server.reply_stream(text("my key is sk-se"), b"cret\n", text("é", "stop"))
    await chat()
    server.reply_stream(text("echo sk-secret", "stop"))
    await chat()
    log = path.read_bytes()
    assert log.count(b"data: [DONE]\n\n") == 2
    assert b"sk-secret" not in log
    assert path.stat().st_mode & 0o777 == 0o600


async def test_images_are_sent_only_to_a_model_that_takes_them(server, chat, blobs):
    message = Message("user", (ImageBlock(blobs.put(b"x"), "image/png"),))
    server.reply_json({"data": [{"model_name": "m", "model_info": {"supports_vision": True}}]})
    for _ in range(2):
        server.reply_stream(text("a", "stop"))
        await chat(message)
    assert [request.path for request in server.requests] == ["/model/info"] + [
        "/v1/chat/completions"
    ] * 2
    assert server.requests[2].json["messages"][1]["content"][0]["type"] == "image_url"


async def test_a_model_that_takes_no_images_gets_a_note(server, chat, blobs):
    server.reply_json({}, status=404)
    server.reply_stream(text("a", "stop"))
    await chat(Message("user", (ImageBlock(blobs.put(b"x"), "image/png"),)))
    assert server.requests[1].json["messages"][1]["content"][0]["type"] == "text"


async def test_whether_images_are_taken_is_asked_once(server, blobs):
    server.reply_json({"data": [{"model_name": "m", "model_info": {"supports_vision": True}}]})
    model = ChatCompletions(ServerSettings(server.url), "m", blobs)
    assert (model.id, model.model) == ("litellm", "m")
    assert await asyncio.gather(*(model.accepts_images() for _ in range(5))) == [True] * 5
    assert len(server.requests) == 1
    await model.close()


async def test_a_proxy_for_the_outside_does_not_stand_before_this_machine(
    server, chat, monkeypatch
):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    server.reply_stream(text("a", "stop"))
    assert (await chat())[-1] == Done("end_turn")


def test_importing_the_engine_loads_no_http_library():
    code = (
        "import sys, maia.agent.models.chat_completions, maia.agent.models.catalogue\n"
        "print(sorted({'httpx', 'httpcore', 'h11', 'anyio', 'email'} & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


async def test_a_proxy_that_needs_a_missing_package_is_a_value(chat, monkeypatch):
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    (failed,) = await chat(url="http://model.invalid")
    assert isinstance(failed.error, ServerUnreachable)
    assert "socks" in failed.error.values["reason"].lower()
