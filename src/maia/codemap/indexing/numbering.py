"""Numbers for the symbols of a file: each is kept as long as there is one of its name and kind."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from maia.codemap.languages.packs import load_pack
from maia.codemap.model import NO_SCOPE, Extraction
from maia.codemap.resolve.program import qualified_name
from maia.codemap.store.numbers import MAX_NODES, nodes_in

Former = Iterable[tuple[int, int, str, str]]
"""Number, index, qualified name and kind of the symbols that a file had."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """The symbols of a file: their numbers, and the rows that say it."""

    numbers: list[int]
    rows: list[tuple[object, ...]]
    next_slot: int


def number_symbols(file: int, next_slot: int, extraction: Extraction, former: Former) -> Numbered:
    """Number the symbols of a file; those it had before keep their numbers."""
    names = qualified_names(extraction)
    known = _by_meaning((name, kind, number) for number, _, name, kind in former)
    base = nodes_in(file)[0]
    numbers: list[int] = []
    seen: Counter[tuple[str, str]] = Counter()
    for name, symbol in zip(names, extraction.symbols, strict=True):
        meaning = (name, symbol.kind)
        number = known.get((*meaning, seen[meaning]))
        seen[meaning] += 1
        if number is None:
            number = base + next_slot
            next_slot += 1
        numbers.append(number)
    return Numbered(numbers, _rows(extraction, names, numbers), next_slot)


def fits(next_slot: int, extraction: Extraction) -> bool:
    """Whether the numbers of the file suffice, even if all symbols were new."""
    return next_slot + len(extraction.symbols) < MAX_NODES


def qualified_names(extraction: Extraction) -> list[str]:
    """The names of all symbols behind those they stand in."""
    pack = load_pack(extraction.language)
    separator = pack.separator if pack is not None else "."
    symbols = extraction.symbols
    return [qualified_name(symbols, index, separator) for index in range(len(symbols))]


def _by_meaning(former: Iterable[tuple[str, str, int]]) -> dict[tuple[str, str, int], int]:
    known: dict[tuple[str, str, int], int] = {}
    seen: Counter[tuple[str, str]] = Counter()
    for name, kind, number in former:
        known[name, kind, seen[name, kind]] = number
        seen[name, kind] += 1
    return known


def _rows(
    extraction: Extraction, names: Sequence[str], numbers: Sequence[int]
) -> list[tuple[object, ...]]:
    return [
        (
            numbers[index],
            index,
            symbol.name,
            names[index],
            symbol.kind,
            numbers[symbol.parent] if symbol.parent != NO_SCOPE else 0,
            symbol.line,
            symbol.column,
            symbol.start_line,
            symbol.end_line,
            symbol.start,
            symbol.end,
            symbol.signature,
            symbol.doc,
            symbol.visibility,
        )
        for index, symbol in enumerate(extraction.symbols)
    ]
