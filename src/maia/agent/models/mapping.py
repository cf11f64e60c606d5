"""The request body: the neutral format, mapped to OpenAI's chat completions (spec 7.1)."""

import json
import re
from base64 import b64encode
from collections.abc import Iterable
from typing import Any

import msgspec

from maia.agent.contracts.messages import (
    ImageBlock,
    Message,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from maia.agent.contracts.model import ChatRequest
from maia.agent.contracts.tools import BlobStore, ToolSpec
from maia.agent.models.mapped_messages import MappedMessages
from maia.agent.models.surrogates import join_surrogates
from maia.i18n import Language, Texts

TEXTS = Texts(
    en={
        "image_gone": "[An image was here; its data is gone.]",
        "image_unseen": "[An image is here; this model does not take images.]",
    },
    fr={
        "image_gone": "[Une image était ici ; ses données ont disparu.]",
        "image_unseen": "[Une image est ici ; ce modèle n'accepte pas les images.]",
    },
)

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]")
_NAME_LENGTH = 64
"""What OpenAI-compatible servers accept as the name of a function."""


class BodyMapper:
    """Maps requests for one model. The same history gives the same bytes at every iteration."""

    def __init__(self, model: str, blobs: BlobStore, language: Language = "en") -> None:
        self._model = model
        self._blobs = blobs
        self._language: Language = language
        self._takes_images = True
        self._mapped = MappedMessages(self._message)

    def body(
        self, request: ChatRequest, *, max_tokens: int | None, images: bool = True
    ) -> dict[str, Any]:
        """The body for a sound history; `images` says whether the model takes them."""
        body: dict[str, Any] = {
            "model": self._model,
            "messages": self._messages(request, images=images),
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if max_tokens is not None:
            body["max_tokens"] = max_tokens
        if request.tools:
            body["tools"] = [_tool(spec) for spec in request.tools]
        return body

    def _messages(self, request: ChatRequest, *, images: bool) -> list[dict[str, Any]]:
        self._takes_images = images
        mapped = self._mapped.of(request.messages)
        return (
            [{"role": "system", "content": request.system}, *mapped] if request.system else mapped
        )

    def _message(self, message: Message) -> list[dict[str, Any]]:
        if message.role == "assistant":
            return [_assistant(message)]
        return [*_results(message), *self._user(message, images=self._takes_images)]

    def _user(self, message: Message, *, images: bool) -> Iterable[dict[str, Any]]:
        """The user's own words and images, after the results; nothing if there are none."""
        if not any(isinstance(block, ImageBlock) for block in message.content):
            text = _text(message)
            return [{"role": "user", "content": text}] if text else []
        parts: list[dict[str, Any]] = []
        for block in message.content:
            if isinstance(block, ImageBlock):
                parts.append(self._image(block, images=images))
            elif isinstance(block, TextBlock) and _is_said(block):
                parts.append({"type": "text", "text": block.text})
        return [{"role": "user", "content": parts}]

    def _image(self, block: ImageBlock, *, images: bool) -> dict[str, Any]:
        if not images:
            return {"type": "text", "text": TEXTS.text(self._language, "image_unseen")}
        data = self._blobs.get(block.blob)
        if data is None:
            return {"type": "text", "text": TEXTS.text(self._language, "image_gone")}
        url = f"data:{block.media_type};base64,{b64encode(data).decode('ascii')}"
        return {"type": "image_url", "image_url": {"url": url}}


def encode_json(value: object) -> bytes:
    """JSON in UTF-8, whatever the strings and numbers in it: lone surrogates become U+FFFD."""
    try:
        return msgspec.json.encode(value)
    except (UnicodeEncodeError, OverflowError):  # a lone surrogate, an integer over 64 bits
        return join_surrogates(json.dumps(value, ensure_ascii=False)).encode("utf-8")


def has_images(messages: Iterable[Message]) -> bool:
    """Whether any message carries an image."""
    return any(isinstance(block, ImageBlock) for message in messages for block in message.content)


def _is_said(block: TextBlock) -> bool:
    return bool(block.text) and not block.text.isspace()


def _text(message: Message) -> str:
    """The prose of a message; its blocks stand apart, as pending context does (spec 6.2)."""
    return "\n\n".join(
        block.text for block in message.content if isinstance(block, TextBlock) and _is_said(block)
    )


def _assistant(message: Message) -> dict[str, Any]:
    mapped: dict[str, Any] = {"role": "assistant", "content": _text(message) or None}
    calls = [_call(block) for block in message.content if isinstance(block, ToolUseBlock)]
    if calls:
        mapped["tool_calls"] = calls
    return mapped


def _call(block: ToolUseBlock) -> dict[str, Any]:
    """A call. A name the model made up is bent to what servers accept, or they refuse for ever."""
    name = _NOT_IN_NAMES.sub("_", block.name)[:_NAME_LENGTH] or "unknown"
    arguments = encode_json(block.input).decode("utf-8")
    return {
        "id": block.id,
        "type": "function",
        "function": {"name": name, "arguments": arguments},
    }


def _results(message: Message) -> list[dict[str, Any]]:
    return [
        {"role": "tool", "tool_call_id": block.tool_use_id, "content": block.content}
        for block in message.content
        if isinstance(block, ToolResultBlock)
    ]


def _tool(spec: ToolSpec) -> dict[str, Any]:
    return {
        "type": "function",
        "function": {
            "name": spec.name,
            "description": spec.description,
            "parameters": dict(spec.input_schema),
        },
    }
