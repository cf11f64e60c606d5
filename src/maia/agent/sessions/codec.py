"""Messages as JSON and back: the core of the session format (spec 4.1, 12.1).

What this version does not know is kept: a block of an unknown type, and one of a known type whose
shape cannot be read, come back as `UnknownBlock` and are written again as they were; fields that
are not known, of a block or a message, come back in `extra` and are written again beside the
others. A lone half of
a surrogate pair, which UTF-8 cannot hold, is replaced by U+FFFD on the way in and on the way out.
"""

import json
from typing import Any, cast, get_args

import msgspec

from maia.agent.contracts.messages import (
    EXTRA,
    ContentBlock,
    KnownBlock,
    Message,
    TextBlock,
    UnknownBlock,
)

_MESSAGE_FIELDS = frozenset({"role", "content"})
_BLOCK_FIELDS: dict[type[KnownBlock], frozenset[str]] = {
    kind: frozenset({"type", *kind.__struct_encode_fields__}) - {EXTRA}
    for kind in get_args(KnownBlock)
}


class MalformedMessage(ValueError):
    """Not a message: not JSON, not an object, or without a role or content that can be read."""


def message_to_data(message: Message) -> dict[str, Any]:
    """A message as plain dicts and lists, ready for a larger JSON document."""
    content = [_block_to_data(block) for block in message.content]
    return {**message.extra, "role": message.role, "content": content}


def message_from_data(data: object) -> Message:
    """The message that `data` holds. Raises `MalformedMessage`.

    Content that is a bare string is one text block.
    """
    if not isinstance(data, dict):
        raise MalformedMessage(f"a message is an object, not {type(data).__name__}")
    fields = cast("dict[str, Any]", data)
    role: object = fields.get("role")
    if role not in ("user", "assistant"):
        raise MalformedMessage(f"unknown role {role!r}")
    content: object = fields.get("content")
    extra = {name: value for name, value in fields.items() if name not in _MESSAGE_FIELDS}
    if isinstance(content, str):
        return Message(role, (TextBlock(_joined(content)),), extra)
    if not isinstance(content, list):
        raise MalformedMessage(f"content is a list, not {type(content).__name__}")
    blocks = cast("list[object]", content)
    return Message(role, _known_blocks(fields) or tuple(map(_block_from_data, blocks)), extra)


def encode_message(message: Message) -> bytes:
    """A message as one line of JSON in UTF-8, without a line end."""
    return encode_json(message_to_data(message))


def decode_message(line: bytes) -> Message:
    """The message that a line of JSON holds. Raises `MalformedMessage`."""
    return message_from_data(decode_json(line))


def encode_json(data: Any) -> bytes:
    """Plain data as one line of JSON in UTF-8, whatever its strings and numbers are."""
    try:
        return msgspec.json.encode(data)
    except (UnicodeEncodeError, OverflowError):  # a lone surrogate, an integer over 64 bits
        return _joined(json.dumps(data, ensure_ascii=False, separators=(",", ":"))).encode("utf-8")


def decode_json(data: bytes) -> object:
    """The plain data that JSON holds. Raises `MalformedMessage`."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _decode_leniently(data)  # msgspec refuses escaped lone surrogates


def _decode_leniently(line: bytes) -> object:
    try:
        data: object = json.loads(line)
        return json.loads(_joined(json.dumps(data, ensure_ascii=False)))
    except (ValueError, RecursionError) as error:
        raise MalformedMessage(str(error)) from error


def _joined(text: str) -> str:
    """Halves of surrogate pairs joined; those without their other half as U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _block_to_data(block: ContentBlock) -> Any:
    if isinstance(block, UnknownBlock):
        return block.raw
    data: dict[str, Any] = msgspec.to_builtins(block)
    return data.pop(EXTRA) | data if block.extra else data


class _KnownContent(msgspec.Struct):
    content: list[KnownBlock]


def _known_blocks(fields: dict[str, Any]) -> tuple[ContentBlock, ...] | None:
    """All blocks at once, which a long session needs; None when one is not known in each field."""
    try:
        blocks = msgspec.convert(fields, _KnownContent).content
    except msgspec.ValidationError:
        return None
    raws = cast("list[dict[str, Any]]", fields["content"])
    for block, raw in zip(blocks, raws, strict=True):
        if not raw.keys() <= _BLOCK_FIELDS[type(block)]:
            return None
    return tuple(blocks)


def _block_from_data(data: object) -> ContentBlock:
    if isinstance(data, str):
        return TextBlock(data)
    if not isinstance(data, dict):
        raise MalformedMessage(f"a block is an object, not {type(data).__name__}")
    raw = cast("dict[str, Any]", data)
    try:
        block = msgspec.convert(raw, KnownBlock)
    except msgspec.ValidationError:
        return UnknownBlock(raw)
    known = _BLOCK_FIELDS[type(block)]
    if raw.keys() <= known:
        return block
    extra = {name: value for name, value in raw.items() if name not in known}
    return msgspec.structs.replace(block, extra=extra)
