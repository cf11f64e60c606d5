"""The names that a file refers to, as hashes: what tells which files a change may concern.

Hashes of 32 bits, because a file has hundreds of names and all files are looked through at each
build; two names with one hash cost the resolving of a file that did not need it.
"""

import re
import zlib
from array import array
from collections.abc import Collection, Iterable, Iterator

from maia.codemap.model import Extraction

_IDENTIFIER = re.compile(r"[^\W\d][\w$]*")


def identifiers(*texts: str) -> set[str]:
    """The identifiers in pieces of source."""
    found: set[str] = set()
    for text in texts:
        found.update(_IDENTIFIER.findall(text))
    return found


def referred_names(extraction: Extraction) -> bytes:
    """The hashes of all names that the file mentions, whatever it means by them."""
    pieces: set[str] = set()
    for reference in extraction.references:
        pieces.add(reference.name)
        pieces.add(reference.receiver)
    for each in extraction.imports:
        pieces.update((each.module, each.name, each.alias))
    pieces.update(binding.type for binding in extraction.bindings)
    for symbol in extraction.symbols:
        # A method may take the place of one of a base, a type may be completed by another file.
        pieces.update((symbol.name, symbol.type, symbol.owner))
    return array("I", sorted({_hash(name) for name in identifiers(*pieces)})).tobytes()


def hashed(names: Iterable[str]) -> frozenset[int]:
    """Names as they are compared."""
    return frozenset(_hash(name) for name in names)


def files_naming(
    wanted: Collection[int], names_of_files: Iterable[tuple[int, bytes]]
) -> Iterator[int]:
    """The files that mention one of the names."""
    hashes = frozenset(wanted)
    for file, names in names_of_files:
        if not hashes.isdisjoint(memoryview(names).cast("I")):
            yield file


def path_names(path: str, *, with_folder: bool = False) -> set[str]:
    """What imports may call a file: its name, or that of its folder where the file stands for it.

    `with_folder`: the folder appeared or vanished with the file.
    """
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    names = identifiers(stem)
    if with_folder:
        return names | identifiers(folder)
    return names | identifiers(folder.rpartition("/")[2]) if stem in _FOR_FOLDERS else names


_FOR_FOLDERS = frozenset({"__init__", "__main__", "index", "init", "lib", "main", "mod"})


def _hash(name: str) -> int:
    return zlib.crc32(name.encode("utf-8", "surrogatepass"))
