"""Rows of files, whose names are bytes that need not be UTF-8."""

import os
from typing import Any

from maia.codemap.store.records import StoredFile


def stored_path(path: str) -> str | bytes:
    """A path as it is kept: text where it is text, else its bytes."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path)
    return path


def bounds(numbers: tuple[int, int]) -> dict[str, int]:
    """A range of numbers as statements take it."""
    return {"first": numbers[0], "last": numbers[1]}


def file_from_row(row: tuple[Any, ...]) -> StoredFile:
    """A file as its table has it."""
    number, path, content, size, modified_ns, language, status, reason, lines, *rest = row
    generated, minified, next_slot = rest
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    return StoredFile(
        id=number,
        path=path,
        content=content,
        size=size,
        modified_ns=modified_ns,
        language=language,
        status=status,
        reason=reason,
        lines=lines,
        is_generated=bool(generated),
        is_minified=bool(minified),
        next_slot=next_slot,
    )


def row_from_file(file: StoredFile) -> tuple[object, ...]:
    """A file as its table takes it."""
    return (
        file.id,
        stored_path(file.path),
        file.content,
        file.size,
        file.modified_ns,
        file.language,
        file.status,
        file.reason,
        file.lines,
        file.is_generated,
        file.is_minified,
        file.next_slot,
    )
