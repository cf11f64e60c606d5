"""The store in SQLite: readers and one writer of a file in WAL mode."""

from maia.codemap.store.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
