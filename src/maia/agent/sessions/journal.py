"""The journal of a session: a line for each thing that happens, flushed as it happens.

It stands beside the session's file and says what came after it: file and journal together are the
session at any instant. `generation` ties the two: a journal of another generation than its file is
a left-over of the moment between writing the one and emptying the other, and says nothing new.
"""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast, get_args

from maia.agent.contracts.messages import Message
from maia.agent.sessions.codec import (
    MalformedMessage,
    decode_json,
    encode_json,
    message_from_data,
    message_to_data,
)
from maia.agent.sessions.own_files import write_all

FORMAT = 1
CUT = b'{"type":"cut"'
"""How the line of a rollback begins."""

_PIECE = 1 << 20
Kind: TypeAlias = Literal["start", "message", "pending", "cut", "effects", "model"]


@dataclass(frozen=True, slots=True)
class Record:
    """One line: its kind, and its other fields as JSON has them."""

    kind: str
    fields: dict[str, Any]


def start_record(generation: int, fields: dict[str, Any]) -> Record:
    """The journal begins: `fields` are those of the session beside its messages."""
    return Record("start", {"format": FORMAT, "generation": generation, **fields})


def message_record(index: int, message: Message) -> Record:
    """The message at `index` is this one, and none stands behind it."""
    return Record("message", {"index": index, "message": message_to_data(message)})


def pending_record(pending: tuple[str, ...]) -> Record:
    """The whole pending context."""
    return Record("pending", {"pending": list(pending)})


def cut_record(count: int, last: Message | None) -> Record:
    """A rollback: only so many messages count from here on, the last of them being this one."""
    return Record("cut", {"count": count, "last": message_to_data(last) if last else None})


def effects_record(files: tuple[str, ...], commands: tuple[str, ...]) -> Record:
    """What a request that was taken back had done to the machine."""
    return Record("effects", {"files": list(files), "commands": list(commands)})


def model_record(model: str) -> Record:
    """Another model answers from here on."""
    return Record("model", {"model": model})


def encode_record(record: Record) -> bytes:
    """The record as a line."""
    return encode_json({"type": record.kind, **record.fields}) + b"\n"


def append(handle: int, record: Record) -> None:
    """Write a whole line behind what is there, on a line of its own, and flush it to the disk.

    Raises OSError; what was written of the line then is a stump that `read_records` skips.
    """
    line = encode_record(record)
    if not _ends_a_line(handle):
        line = b"\n" + line
    write_all(handle, line)
    os.fdatasync(handle)


def _ends_a_line(handle: int) -> bool:
    size = os.fstat(handle).st_size
    return size == 0 or os.pread(handle, 1, size - 1) == b"\n"


def says_nothing(handle: int) -> bool:
    """Whether the journal holds nothing but how it began."""
    pieces: list[bytes] = []
    place = 0
    while piece := os.pread(handle, _PIECE, place):
        pieces.append(piece)
        place += len(piece)
    records = read_records(b"".join(pieces))
    return all(isinstance(record, Record) and record.kind == "start" for record in records)


def read_records(data: bytes) -> Iterator[Record | bytes]:
    """The records of a journal, and as bytes the pieces that are none, in order.

    Whole records that stand behind a stump, or behind each other, on the same line are found. A
    line of a newer kind is a record too.
    """
    for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        line = line.removesuffix(b"\r")  # noqa: PLW2901  # the line without its end
        if line.strip():
            yield from _records_in(line)


def _records_in(line: bytes) -> Iterator[Record | bytes]:
    record = _record(line)
    if record is not None:
        yield record
        return
    text = line.decode("latin-1")  # a character a byte: places are those of the line
    done = 0
    for opening in _OPENING.finditer(line):
        start = opening.start()
        if start < done:  # inside a record
            continue
        end = _end_of_record(text, start)
        record = _record(line[start:end])
        if record is None:
            continue
        if start > done:
            yield line[done:start]
        yield record
        done = end
    if done < len(line):
        yield line[done:]


def _end_of_record(text: str, start: int) -> int:
    """Where the object at `start` ends; `start` when it is cut, or only a part of another one.

    A record is followed by the end of the line or by what was glued to it, an object of a tool's
    input by more of the message.
    """
    try:
        _, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return start
    return end if end == len(text) or text[end] == "{" else start


_DECODER = json.JSONDecoder()
# How records begin, and no block of a message does.
_OPENING = re.compile(rb'\{"type":"(?:%s)"' % "|".join(get_args(Kind)).encode())


def _record(line: bytes) -> Record | None:
    try:
        data = decode_json(line)
    except MalformedMessage:
        return None
    if not isinstance(data, dict):
        return None
    fields = cast("dict[str, Any]", data)
    kind: object = fields.pop("type", None)
    return Record(kind, fields) if isinstance(kind, str) else None


def message_of(record: Record) -> tuple[int, Message] | None:
    """The index and message of a `message` record; None when it holds none."""
    index: object = record.fields.get("index")
    if not isinstance(index, int) or isinstance(index, bool) or index < 0:
        return None
    try:
        return index, message_from_data(record.fields.get("message"))
    except MalformedMessage:
        return None
