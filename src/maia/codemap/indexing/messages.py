"""What the build and its worker processes say to each other, through pipes: msgpack in frames."""

import os
import struct
from collections.abc import Iterator

import msgspec

from maia.codemap.store.records import Status

_LENGTH = struct.Struct("<I")
_BLOCK = 1 << 18


class Begin(msgspec.Struct, frozen=True, tag=True):
    """A job: the files of `root`. `known` are keys of contents that need no extraction."""

    root: bytes
    version: str
    extractor: str
    cpu_seconds: float
    known: list[bytes]


class Batch(msgspec.Struct, frozen=True, tag=True):
    """Files to examine, by their place in the job and their path relative to its root."""

    files: list[tuple[int, bytes]]


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """What became of one file. An empty `key` says that its content was not read.

    `record` is empty for a text without a parser and for a content that is known already.
    """

    place: int
    status: Status
    reason: str = ""
    key: bytes = b""
    language: str = ""
    lines: int = 0
    is_generated: bool = False
    is_minified: bool = False
    is_gone: bool = False
    is_known: bool = False
    record: bytes = b""
    names: bytes = b""


READY = b"ready"
"""The answer to a job, before any outcome: what came before is no file's fault."""

Request = Begin | Batch


def encode(message: Request | Outcome) -> bytes:
    """A message as a frame."""
    return frame(msgspec.msgpack.encode(message))


def frame(payload: bytes) -> bytes:
    """Bytes behind their length."""
    return _LENGTH.pack(len(payload)) + payload


def read_frames(descriptor: int) -> Iterator[bytes]:
    """The frames of a pipe until its end; a frame that is cut off is left out."""
    buffer = FrameBuffer()
    while block := os.read(descriptor, _BLOCK):
        yield from buffer.take(block)


class FrameBuffer:
    """Puts frames together from the blocks in which they come."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def take(self, block: bytes) -> Iterator[bytes]:
        """The frames that are complete now."""
        self._waiting += block
        start = 0
        while start + _LENGTH.size <= len(self._waiting):
            (length,) = _LENGTH.unpack_from(self._waiting, start)
            end = start + _LENGTH.size + length
            if end > len(self._waiting):
                break
            yield bytes(self._waiting[start + _LENGTH.size : end])
            start = end
        del self._waiting[:start]


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of it. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
