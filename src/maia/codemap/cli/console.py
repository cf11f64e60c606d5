"""Where answers go: JSON, or lines that people read; and the codes with which the command ends."""

import json
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, is_dataclass
from enum import IntEnum
from typing import Any

import msgspec

from maia.i18n import Catalogue
from maia.workspace.terminal_text import visible

_ACTS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
"""Controls and signs of direction; the tab is none of them."""


class Code(IntEnum):
    """Exit codes, the same for every command (docs/maguyva.md)."""

    DONE = 0
    NOTHING = 1
    """There is no such symbol, file or use."""
    USAGE = 2
    NO_MAP = 3
    FAILED = 4
    INTERRUPTED = 130


class Console:
    """Writes one answer. With `as_json` it is one JSON document; else lines and tables."""

    def __init__(self, catalogue: Catalogue, *, as_json: bool) -> None:
        self.catalogue = catalogue
        self.as_json = as_json

    def say(self, key: str, **values: object) -> None:
        """A sentence on standard output; none in JSON."""
        if not self.as_json:
            self.line(self.catalogue.text(key, **_shown(values)))

    def note(self, key: str, **values: object) -> None:
        """A sentence on standard error, in JSON too."""
        sys.stderr.write(self.catalogue.text(key, **_shown(values)) + "\n")

    def line(self, text: str) -> None:
        """One line for people."""
        sys.stdout.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """Columns under each other; the last one is as long as it is."""
        if not rows:
            return
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
        for row in rows:
            cells = [visible(cell).ljust(width) for cell, width in zip(row, widths, strict=False)]
            self.line("  ".join([*cells, visible(row[-1])]).rstrip())

    def source(self, number: int, text: str) -> None:
        """A line of a file: as it is, but nothing in it acts on the terminal."""
        self.line(f"{number:>6}  {_ACTS.sub(lambda found: visible(found[0]), text)}".rstrip())

    def document(self, **values: Any) -> None:
        """The JSON document; records become objects."""
        text = json.dumps(values, default=_plain, ensure_ascii=False, indent=2)
        self.line(text)


def flush() -> Code | None:
    """Hand on all that was written; a reader that has left is no error."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Code.DONE
    return None


def _shown(values: dict[str, object]) -> dict[str, object]:
    """What was typed, or is called so on the disk, with nothing hidden in it."""
    return {
        key: "\n".join(map(visible, value.split("\n"))) if isinstance(value, str) else value
        for key, value in values.items()
    }


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.asdict(value)
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, bytes):
        return value.hex()
    raise TypeError(type(value).__name__)
