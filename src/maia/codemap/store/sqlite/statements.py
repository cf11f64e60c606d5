"""The SQL beside this module, by name."""

import re
from functools import cache
from importlib.resources import files

_NAME = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)


@cache
def statements(file: str) -> dict[str, str]:
    """The named statements of a file: each stands below a line `-- name: ...`."""
    pieces = _NAME.split(script(file))
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


@cache
def script(file: str) -> str:
    """The whole text of a file."""
    return (files("maia.codemap.store.sqlite") / file).read_text("utf-8")


@cache
def index_statements() -> tuple[str, ...]:
    """What makes the indexes, statement by statement: a script would end the transaction."""
    return tuple(part.strip() for part in script("indexes.sql").split(";") if part.strip())


@cache
def index_names() -> tuple[str, ...]:
    """The names of the indexes."""
    return tuple(re.findall(r"INDEX IF NOT EXISTS (\w+)", script("indexes.sql")))
