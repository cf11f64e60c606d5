"""What extractions depend on beside the bytes of a file: the packs and the code that reads them."""

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

_SUFFIXES = (".py", ".scm", ".toml")
_LEFT_OUT = frozenset({"fixtures", "__pycache__"})
_DIGEST_BYTES = 12


@cache
def extractor_version() -> str:
    """A hash of what decides what is extracted; nobody has to remember to raise a number."""
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    digest.update(sys.version.encode())
    codemap = files("maia.codemap")
    for part in ("languages", "extract", "model.py"):
        for name, file in _walk(codemap / part, part):
            digest.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _walk(entry: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    if entry.is_file():
        if name.endswith(_SUFFIXES):
            yield name, entry
        return
    for each in sorted(entry.iterdir(), key=lambda child: child.name):
        if each.name not in _LEFT_OUT:
            yield from _walk(each, f"{name}/{each.name}")
