"""A scripted, OpenAI-compatible model server on 127.0.0.1 that judges every request it gets."""

from maia.testing.model_server.records import RecordedRequest
from maia.testing.model_server.replies import (
    Answer,
    Delivery,
    HttpError,
    Planned,
    Raw,
    Reply,
    TokenUsage,
    ToolCall,
)
from maia.testing.model_server.request_rules import find_violations
from maia.testing.model_server.server import ModelServer

__all__ = [
    "Answer",
    "Delivery",
    "HttpError",
    "ModelServer",
    "Planned",
    "Raw",
    "RecordedRequest",
    "Reply",
    "TokenUsage",
    "ToolCall",
    "find_violations",
]
