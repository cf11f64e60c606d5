"""Scripts as JSON files, for a server that runs as a process.

A list of replies, or `{"replies": [...], "then": reply, "models": [...], "api_key": "..."}`. A
reply is the fields of `Answer`, or those of `HttpError` (it has a `status`), or of `Raw` with its
pieces as text (it has `pieces`).
"""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from maia.testing.model_server.replies import (
    Answer,
    Delivery,
    HttpError,
    Raw,
    Reply,
    TokenUsage,
    ToolCall,
)
from maia.testing.model_server.server import MODEL, ModelServer

Value = TypeVar("Value", Answer, HttpError, Raw)


def server_from_file(path: Path, port: int) -> ModelServer:
    """A server that is not started yet. Raises ValueError when the file is no script."""
    content: Any = json.loads(path.read_text(encoding="utf-8"))
    script = cast("dict[str, Any]", content if isinstance(content, dict) else {"replies": content})
    unknown = script.keys() - {"replies", "then", "models", "api_key"}
    if unknown:
        raise ValueError(f"unknown keys in the script: {sorted(unknown)}")
    server = ModelServer(
        models=script.get("models", (MODEL,)), port=port, api_key=script.get("api_key", "")
    )
    then = script.get("then")
    server.script(
        *(reply_from_json(reply) for reply in script.get("replies", ())),
        then=None if then is None else reply_from_json(then),
    )
    return server


def reply_from_json(value: dict[str, Any]) -> Reply:
    """The reply that a JSON object describes. Raises ValueError when it is none."""
    if "pieces" in value:
        return _convert({**value, "pieces": [text.encode() for text in value["pieces"]]}, Raw)
    return _convert(value, HttpError) if "status" in value else _convert(value, Answer)


def _convert(value: dict[str, Any], kind: type[Value]) -> Value:
    _refuse_unknown(value, kind)
    _refuse_unknown(value.get("delivery", {}), Delivery)
    _refuse_unknown(value.get("usage") or {}, TokenUsage)
    for call in value.get("calls", ()):
        _refuse_unknown(call, ToolCall)
    return msgspec.convert(value, kind, builtin_types=(bytes,))


def _refuse_unknown(value: dict[str, Any], kind: Any) -> None:
    # msgspec ignores fields that a dataclass does not have; in a script they are spelling mistakes.
    unknown = value.keys() - {field.name for field in fields(kind)}
    if unknown:
        raise ValueError(f"{kind.__name__} has no {', '.join(sorted(unknown))}")
