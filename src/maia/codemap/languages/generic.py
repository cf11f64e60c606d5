"""Packs for languages without one of their own: symbols, told by what grammars call their nodes."""

import tomllib
from functools import cache
from pathlib import Path

_TABLE = Path(__file__).with_name("generic.toml")


@cache
def generic_packs() -> dict[str, dict[str, str]]:
    """For each of these languages, by its id: `symbols`, `embedded` (queries) and `speaks`."""
    return tomllib.loads(_TABLE.read_text(encoding="utf-8"))
