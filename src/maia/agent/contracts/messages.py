"""Messages in the neutral format: what a conversation is made of, whatever the provider (spec 4.1).

The wire names are those of the session files (`toolUseId`, `isError`). A block whose `type` is not
known here is carried as `UnknownBlock`, fields that are not known are carried in `extra`, and both
are written back unchanged: an older Maia never loses what a newer one wrote.
"""

from typing import Any, Literal, TypeAlias

import msgspec

Role: TypeAlias = Literal["user", "assistant"]

EXTRA = "$extra"
"""The wire name of what has none: the codec replaces it, and no JSON of ours or theirs bears it."""


class _Block(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    rename="camel",
    omit_defaults=True,
):
    """What all known blocks share: immutable, told apart by `type`.

    `extra` are the fields of a newer version, by their wire names; the codec writes them beside
    the others.
    """

    extra: dict[str, Any] = msgspec.field(default={}, name=EXTRA)


class TextBlock(_Block, frozen=True, tag="text"):
    """Prose, of the user or of the model."""

    text: str


class ToolUseBlock(_Block, frozen=True, tag="tool_use"):
    """The model's request to run a tool. `input` is always an object: bad arguments become `{}`."""

    id: str
    name: str
    input: dict[str, Any]


class ToolResultBlock(_Block, frozen=True, tag="tool_result"):
    """What a call gave back; exactly one for every `ToolUseBlock`, in the message that follows."""

    tool_use_id: str
    content: str
    is_error: bool = False


class ReasoningBlock(_Block, frozen=True, tag="reasoning"):
    """What the model thought beside its answer; `signature` is the provider's seal on it."""

    text: str
    signature: str | None = None


class ImageBlock(_Block, frozen=True, tag="image"):
    """An image by reference: `blob` is a `BlobStore` reference, so no history carries base64."""

    blob: str
    media_type: str


class UnknownBlock(msgspec.Struct, frozen=True):
    """A block of a kind this version does not know, kept as it was read."""

    raw: dict[str, Any]


KnownBlock: TypeAlias = TextBlock | ToolUseBlock | ToolResultBlock | ReasoningBlock | ImageBlock
ContentBlock: TypeAlias = KnownBlock | UnknownBlock


class Message(msgspec.Struct, frozen=True):
    """One turn of speech. Roles alternate in a conversation; tool results travel as `user`.

    `extra` are the fields of a newer version, as for the blocks.
    """

    role: Role
    content: tuple[ContentBlock, ...]
    extra: dict[str, Any] = {}
