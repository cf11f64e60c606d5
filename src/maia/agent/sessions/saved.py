"""A session as it is saved: one JSON file (spec 12.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from maia.agent.contracts.errors import SessionError
from maia.agent.contracts.messages import Message
from maia.agent.sessions.codec import (
    MalformedMessage,
    decode_json,
    encode_json,
    message_from_data,
    message_to_data,
)

VERSION = 1
"""Of the format (spec 12.1). A file of a newer version keeps its number, beside its fields."""

_KNOWN = frozenset(
    {"name", "createdAt", "updatedAt", "model", "cwd", "messages", "pendingContext"}
    | {"startContext"}
)


@dataclass(frozen=True, slots=True)
class SavedSession:
    """What is kept of a conversation. Times are ISO 8601; `extra` are the fields not named here."""

    name: str
    created_at: str = ""
    updated_at: str = ""
    model: str = ""
    cwd: str = ""
    messages: tuple[Message, ...] = ()
    pending_context: tuple[str, ...] = ()
    start_context: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict[str, Any])


def encode_session(session: SavedSession) -> bytes:
    """The file's content: UTF-8, a line end behind it."""
    data: dict[str, Any] = {
        **session.extra,
        "version": _version(session.extra),
        "name": session.name,
        "createdAt": session.created_at,
        "updatedAt": session.updated_at,
        "model": session.model,
        "cwd": session.cwd,
        "messages": [message_to_data(message) for message in session.messages],
        "pendingContext": list(session.pending_context),
    }
    if session.start_context is not None:
        data["startContext"] = session.start_context
    return encode_json(data) + b"\n"


def decode_session(data: bytes, name: str) -> SavedSession:
    """The session that a file named `name` holds; missing fields have defaults.

    Raises SessionError with the reason: not JSON, not an object, a message that is none.
    """
    try:
        decoded = decode_json(data.removeprefix(b"\xef\xbb\xbf"))
    except MalformedMessage as error:
        raise SessionError("session.not_json", name=name, reason=str(error)) from error
    if not isinstance(decoded, dict):
        raise SessionError("session.not_session", name=name, reason=type(decoded).__name__)
    fields = cast("dict[str, Any]", decoded)
    return SavedSession(
        name=name,
        created_at=_text(fields, "createdAt"),
        updated_at=_text(fields, "updatedAt"),
        model=_text(fields, "model"),
        cwd=_text(fields, "cwd"),
        messages=_messages(fields, name),
        pending_context=_texts(fields, "pendingContext", name),
        start_context=_text(fields, "startContext") or None,
        extra=_unknown(fields),
    )


def _version(fields: Mapping[str, Any]) -> int:
    version: object = fields.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        return VERSION
    return max(version, VERSION)


def _unknown(fields: Mapping[str, Any]) -> dict[str, Any]:
    is_newer = _version(fields) > VERSION
    return {
        key: value
        for key, value in fields.items()
        if key not in _KNOWN and (key != "version" or is_newer)
    }


def _messages(fields: Mapping[str, Any], name: str) -> tuple[Message, ...]:
    listed: object = fields.get("messages")
    if listed is None and not _KNOWN & fields.keys():
        raise SessionError("session.not_session", name=name, reason="no messages")
    if listed is None:
        return ()
    if not isinstance(listed, list):
        raise SessionError("session.not_session", name=name, reason="messages: not a list")
    messages: list[Message] = []
    for place, data in enumerate(cast("list[object]", listed)):
        try:
            messages.append(message_from_data(data))
        except (MalformedMessage, msgspec.MsgspecError) as error:
            reason = f"messages[{place}]: {error}"
            raise SessionError("session.not_session", name=name, reason=reason) from error
    return tuple(messages)


def _text(fields: Mapping[str, Any], key: str) -> str:
    value: object = fields.get(key)
    return value if isinstance(value, str) else ""


def _texts(fields: Mapping[str, Any], key: str, name: str) -> tuple[str, ...]:
    value: object = fields.get(key)
    if value is None:
        return ()
    texts = cast("list[object]", value) if isinstance(value, list) else [None]
    if not all(isinstance(text, str) for text in texts):
        raise SessionError("session.not_session", name=name, reason=f"{key}: not texts")
    return tuple(cast("list[str]", texts))
