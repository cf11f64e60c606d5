"""Packs for languages that have none of their own: symbols, told by how a grammar calls its nodes."""

import tomllib
from functools import cache
from pathlib import Path

_TABLE = Path(__file__).with_name("generic.toml")


@cache
def generic_symbols() -> dict[str, str]:
    """For each of these languages, by its id, the query for its definitions."""
    table = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    return {language: entry["symbols"] for language, entry in table.items()}
