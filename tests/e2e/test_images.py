"""An image that a tool read: seen by a model that takes images, described to one that does not."""

import base64
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from maia.testing.model_server import Answer, ToolCall

CALLS = (
    ToolCall("Read", {"path": "red.png"}, id="first"),
    ToolCall("Read", {"path": "notes.txt"}, id="second"),
    ToolCall("Read", {"path": "red.png"}, id="third"),
)


@pytest.fixture
def image(tmp_path: Path) -> bytes:
    """A whole PNG of 2 by 2 red pixels, beside a text."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    rows = (b"\0" + b"\xff\0\0" * 2) * 2
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
    png += chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    (tmp_path / "red.png").write_bytes(png)
    (tmp_path / "notes.txt").write_text("a note\n")
    return png


@pytest.fixture
def settings(home: Path, model_server: Any) -> None:
    values = {
        "LiteLLM_URL": model_server.url,
        "OpenAI_EndPoint": "/v1/chat/completions",
        "LiteLLM_Models": "/v1/models",
        "permissions": {"allow": ["Read"]},
    }
    (home / ".maia").mkdir()
    (home / ".maia" / "settings.json").write_text(json.dumps(values), encoding="utf-8")


def ask(maia_command: Any, folder: Path) -> None:
    ended = maia_command(folder, "--model", "scripted-model", "-p", "what is in the pictures?")
    assert (ended.returncode, ended.stdout.strip()) == (0, "red"), ended.stderr


def check_seen(body: dict[str, Any], png: bytes) -> None:
    """The results first, then one user message with the images; then the roles go on."""
    messages = body["messages"]
    assert [message["role"] for message in messages] == [
        "system", "user", "assistant", "tool", "tool", "tool", "user",
    ]  # fmt: skip
    assert [message["tool_call_id"] for message in messages[3:6]] == ["first", "second", "third"]
    assert "base64" not in json.dumps(messages[:6])
    url = "data:image/png;base64," + base64.b64encode(png).decode()
    assert messages[6]["content"] == [{"type": "image_url", "image_url": {"url": url}}] * 2


@pytest.mark.usefixtures("settings")
def test_an_image_goes_to_a_model_that_takes_images(
    model_server: Any, maia_command: Any, image: bytes, tmp_path: Path
) -> None:
    model_server.model_facts["supports_vision"] = True
    model_server.script(Answer(calls=CALLS), Answer("red"))
    ask(maia_command, tmp_path)
    check_seen(model_server.chats[1].body, image)


@pytest.mark.usefixtures("settings", "image")
def test_a_model_that_takes_no_images_is_told_so_and_gets_none(
    model_server: Any, maia_command: Any, tmp_path: Path
) -> None:
    model_server.script(Answer(calls=CALLS), Answer("red"))
    ask(maia_command, tmp_path)
    messages = model_server.chats[1].body["messages"]
    assert [message["role"] for message in messages[-3:]] == ["tool", "tool", "tool"]
    assert "image_url" not in json.dumps(messages)
    assert "PNG" in messages[-3]["content"]
    assert "a note" in messages[-2]["content"]


@pytest.mark.proxy
def test_an_image_goes_through_the_proxy(
    litellm_proxy: Any, proxy_settings: Any, maia_command: Any, image: bytes, tmp_path: Path
) -> None:
    proxy_settings(permissions={"allow": ["Read"]})
    litellm_proxy.upstream.script(Answer(calls=CALLS), Answer("red"))
    ask(maia_command, tmp_path)
    check_seen(litellm_proxy.upstream.chats[1].body, image)


@pytest.mark.usefixtures("settings")
def test_after_an_image_the_conversation_goes_on_turn_after_turn(
    model_server: Any, maia_command: Any, image: bytes, tmp_path: Path
) -> None:
    model_server.model_facts["supports_vision"] = True
    model_server.script(Answer(calls=CALLS[:1]), Answer(calls=CALLS[2:]), Answer("red"))
    ask(maia_command, tmp_path)
    roles = [message["role"] for message in model_server.chats[2].body["messages"]]
    assert roles == [
        "system", "user", "assistant", "tool", "user", "assistant", "tool", "user",
    ]  # fmt: skip
    assert model_server.chats[2].body["messages"][:5] == model_server.chats[1].body["messages"]
