"""A Jupyter notebook as text: the source of each cell and the short of its outputs."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from maia.agent.tools.read.texts import TEXTS
from maia.i18n import Language

_OUTPUT_CHARACTERS = 2_000
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def notebook_lines(text: str, language: Language) -> list[str] | None:
    """The notebook in lines, or None when `text` is not one. Images are named, never shown."""
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    cells = _mapping(found).get("cells")
    if not isinstance(cells, list):
        return None
    lines: list[str] = []
    for number, cell in enumerate(cast("list[object]", cells), 1):
        lines += _cell(_mapping(cell), number, language)
    return lines


def _cell(cell: Mapping[str, Any], number: int, language: Language) -> Iterator[str]:
    kind = str(cell.get("cell_type", "?"))
    yield TEXTS.text(language, "cell", number=number, kind=kind)
    yield from _joined(cell.get("source")).split("\n")
    for output in _list(cell.get("outputs")):
        yield TEXTS.text(language, "output")
        yield from _output(_mapping(output), language)
    yield ""


def _output(output: Mapping[str, Any], language: Language) -> Iterator[str]:
    data = _mapping(output.get("data"))
    text = _joined(output.get("text")) or _joined(data.get("text/plain"))
    if output.get("output_type") == "error":
        text = f"{output.get('ename')}: {output.get('evalue')}"
    text = _COLOURS.sub("", text).rstrip("\n")
    if text:
        yield from text[:_OUTPUT_CHARACTERS].split("\n")
    if len(text) > _OUTPUT_CHARACTERS:
        yield TEXTS.text(language, "output_cut", cut=len(text) - _OUTPUT_CHARACTERS)
    for kind, value in data.items():
        if kind != "text/plain":
            size = len(value if isinstance(value, str) else json.dumps(value))
            yield TEXTS.text(language, "output_other", kind=kind, size=size)


def _joined(value: object) -> str:
    """Text that the format keeps as one string or as a list of lines."""
    if isinstance(value, list):
        return "".join(str(each) for each in cast("list[object]", value))
    return value if isinstance(value, str) else ""


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []
