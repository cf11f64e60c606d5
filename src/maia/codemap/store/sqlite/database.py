"""The file of a map: opened, recognised, found damaged, made anew.

Versions of the schema are not migrated: a map is a cache, and building it anew takes seconds.
"""

import contextlib
import os
import sqlite3
from collections.abc import Generator
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

from maia.codemap.errors import MapDamaged, MapOfAnotherVersion, MapProblem, MapUnusable, NoMap
from maia.codemap.store.sqlite.statements import script

SCHEMA_VERSION = 2
_APPLICATION = 0x4D41_4756  # "MAGV", at its place in the header of the file

BUSY_SECONDS = 10.0
"""How long to wait for whoever holds the file for a moment: recovery after a kill."""

CHECKED_BYTES = 256_000_000
"""A file up to this size is checked page by page before a first build: 85 ms for 60 MB."""

_WRITER_CACHE_KIB = 131_072
"""Pages of one publication stay in memory: what is spilled is written twice."""

_MAPPED_BYTES = 1 << 28
"""How much of the file readers map into memory."""

FileIdentity: TypeAlias = tuple[int, int]
NO_FILE: FileIdentity = (0, 0)

_HEADER = b"SQLite format 3\0"


def open_for_questions(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, for any thread. Raises NoMap or MapUnusable."""
    if not path.is_file():
        raise NoMap
    connection = _connect(path, "ro")
    try:
        with as_map_problems():
            _refuse_empty(connection)
            _recognise(connection)
            connection.execute(f"PRAGMA mmap_size = {_MAPPED_BYTES}")
    except BaseException:
        connection.close()
        raise
    return connection


def open_for_building(path: Path, *, checked: FileIdentity) -> tuple[sqlite3.Connection, str]:
    """A connection that writes, and why the file had to be made anew (empty: it had not).

    The caller holds the lock of the file, and has `checked` the pages of one already.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    why = ""
    try:
        return _open_checked(path, checked), why
    except MapUnusable as problem:
        why = str(problem)
    remove(path)
    return _open_checked(path, checked), why


def remove(path: Path) -> None:
    """Take a map away, with the files that SQLite keeps beside it.

    Readers that have it open keep what they have.
    """
    for name in (f"{path.name}-wal", f"{path.name}-shm", path.name):
        path.with_name(name).unlink(missing_ok=True)


@contextlib.contextmanager
def as_map_problems() -> Generator[None]:
    """What SQLite says of the file, in the words of the map; the cause is chained."""
    try:
        yield
    except sqlite3.OperationalError as error:
        # A busy, full or read-only disk is not damage; a missing table or column is.
        if "no such" in str(error) or "malformed" in str(error) or "disk I/O" in str(error):
            raise MapDamaged(f"the file of the map is damaged: {error}") from error
        raise MapProblem(f"the file of the map cannot be used now: {error}") from error
    except sqlite3.DatabaseError as error:
        raise MapDamaged(f"the file of the map is damaged: {error}") from error


def file_identity(path: Path) -> FileIdentity:
    """What tells a file from another one that took its name."""
    try:
        facts = path.stat()
    except FileNotFoundError:
        return NO_FILE
    return facts.st_dev, facts.st_ino


def _open_checked(path: Path, checked: FileIdentity) -> sqlite3.Connection:
    _refuse_strange_header(path)
    connection = _connect(path, "rwc")
    try:
        with as_map_problems():
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(f"PRAGMA cache_size = -{_WRITER_CACHE_KIB}")
            connection.execute("PRAGMA temp_store = MEMORY")
            if _is_empty(connection):
                _make(connection)
            _recognise(connection)
            if file_identity(path) != checked and path.stat().st_size <= CHECKED_BYTES:
                _check_pages(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _refuse_strange_header(path: Path) -> None:
    """SQLite would start a file of fewer bytes than a header anew, as if nothing had been lost."""
    try:
        with path.open("rb") as file:
            header = file.read(len(_HEADER))
    except FileNotFoundError:
        return
    if header and header != _HEADER:
        raise MapDamaged("the file of the map is damaged: it does not begin as one")


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = f"file:{quote(os.fsencode(path))}?mode={mode}"
    with as_map_problems():
        return sqlite3.connect(
            address,
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )


def _is_empty(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0


def _refuse_empty(connection: sqlite3.Connection) -> None:
    if _is_empty(connection):  # a build was killed before it could make the tables
        raise NoMap


def _make(connection: sqlite3.Connection) -> None:
    # One transaction: a kill leaves an empty file or a whole schema.
    connection.executescript(
        f"BEGIN IMMEDIATE;\n{script('schema.sql')}\n{script('indexes.sql')}\n"
        f"PRAGMA application_id = {_APPLICATION};\nPRAGMA user_version = {SCHEMA_VERSION};\nCOMMIT;"
    )


def _check_pages(connection: sqlite3.Connection) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise MapDamaged(f"the file of the map is damaged: {found}")


def _recognise(connection: sqlite3.Connection) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != _APPLICATION:
        raise MapDamaged("the file of the map is damaged: it is not a map")
    if version != SCHEMA_VERSION:
        raise MapOfAnotherVersion(f"the map has schema {version}, not {SCHEMA_VERSION}")
