"""`symbol`, `outline`, `file`: where things are defined."""

import re
from collections.abc import Sequence

from maia.codemap.cli.asked import Asked
from maia.codemap.cli.console import Code
from maia.codemap.session.questions import Place, Questions
from maia.codemap.store.records import StoredSymbol
from maia.workspace.decoding import decode_text
from maia.workspace.files import read_bytes

_RANGE = re.compile(r"(?P<path>.+):(?P<first>\d+)(?:-(?P<last>\d+))?")
_LARGEST = 16_000_000


def symbol(asked: Asked) -> Code:
    """Where a name is defined: exactly that name, unless similar ones are asked for."""
    questions, words = asked.questions(), asked.words
    found = questions.symbols(words.name)
    similar = False
    if not found and words.similar:
        found, similar = questions.similar(words.name), True
    places = [questions.place(each.id) for each in found]
    if asked.console.as_json:
        listed = [
            {"definition": each, "path": place.path, "changed": place.changed}
            for each, place in zip(found, places, strict=True)
        ]
        asked.console.document(snapshot=asked.snapshot(), similar=similar, symbols=listed)
    elif found:
        show_places(asked, places)
    if not found and not asked.console.as_json:
        asked.console.note("map.no_symbol", name=words.name)
    return Code.DONE if found else Code.NOTHING


def outline(asked: Asked) -> Code:
    """What a file defines, as it stands in it."""
    questions = asked.questions()
    file = asked.file(questions, asked.words.file)
    if file is None:
        asked.console.note("map.no_file", path=asked.words.file)
        return Code.NOTHING
    symbols = questions.outline(file)
    if asked.console.as_json:
        asked.console.document(snapshot=asked.snapshot(), file=file, symbols=symbols)
        return Code.DONE
    for each, depth in _with_depth(symbols):
        text = each.signature or f"{each.kind} {each.name}"
        asked.console.table([(f"{each.line:>6}", f"{'  ' * depth}{text}")])
    return Code.DONE


def file(asked: Asked) -> Code:
    """A file, or some of its lines, as it is on the disk now."""
    questions, typed = asked.questions(), asked.words.file
    stored, ends = asked.file(questions, typed), None
    found = _RANGE.fullmatch(typed)
    if stored is None and found is not None:
        stored = asked.file(questions, found["path"])
        ends = int(found["first"]), int(found["last"] or found["first"])
    if stored is None:
        asked.console.note("map.no_file", path=typed)
        return Code.NOTHING
    decoded = decode_text(read_bytes(asked.opened.root / stored.path, 0, _LARGEST))
    if decoded is None:
        asked.console.note("map.not_text", path=stored.path)
        return Code.NOTHING
    lines = decoded.text.splitlines()
    first, last = ends or (1, len(lines))
    shown = list(enumerate(lines[max(0, first - 1) : last], start=max(1, first)))
    if not shown:
        asked.console.note("map.no_lines", path=stored.path, lines=len(lines))
        return Code.NOTHING
    if asked.console.as_json:
        inside = [
            each
            for each in questions.outline(stored)
            if each.start_line <= last and first <= each.end_line
        ]
        text = "\n".join(line for _, line in shown)
        asked.console.document(
            snapshot=asked.snapshot(), file=stored, first=first, text=text, symbols=inside
        )
        return Code.DONE
    for number, line in shown:
        asked.console.source(number, line)
    return Code.DONE


def show_places(asked: Asked, places: Sequence[Place]) -> None:
    """Definitions as people read them; what changed since is marked."""
    asked.console.table(
        [
            (f"{each.path}:{each.line}{mark(each.changed)}", each.kind, each.name, each.signature)
            for each in places
        ]
    )


def mark(changed: bool) -> str:  # noqa: FBT001  # read as a question at its only uses
    """What stands behind a place whose file is another one by now."""
    return " *" if changed else ""


def _with_depth(symbols: Sequence[StoredSymbol]) -> list[tuple[StoredSymbol, int]]:
    depths: dict[int, int] = {}
    found: list[tuple[StoredSymbol, int]] = []
    for each in symbols:
        depths[each.id] = depths.get(each.parent, -1) + 1
        found.append((each, depths[each.id]))
    return found


__all__ = ["Questions", "file", "mark", "outline", "show_places", "symbol"]
