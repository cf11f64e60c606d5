"""Tests by their names: which files are tests, and of which file."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

_FOLDERS = frozenset({"test", "tests", "__tests__", "spec", "specs", "testing", "testdata", "e2e"})
_NAME = re.compile(
    r"^(?:test_.+|.+_test|.+_spec|.+[-.](?:test|spec)|tests?|.+Tests?|.+TestCase|.+IT|Test[A-Z].*)$"
)
_PARTS = re.compile(
    r"^(?:test_(?P<a>.+)|(?P<b>.+?)_(?:test|spec)|(?P<c>.+?)[-.](?:test|spec)|(?P<d>.+?)Tests?"
    r"|Test(?P<e>[A-Z].*))$"
)


def is_test(path: str) -> bool:
    """Whether a file is one of tests, by its name or its folder."""
    parts = PurePosixPath(path)
    stem = parts.name.partition(".")[0] if parts.name.count(".") <= 1 else parts.stem
    return bool(_NAME.match(stem)) or not _FOLDERS.isdisjoint(parts.parts[:-1])


def subject_of(path: str) -> str:
    """The name of the file that a test is about, by its own: `shelf` of `test_shelf.py`."""
    found = _PARTS.match(PurePosixPath(path).stem)
    return next(filter(None, found.groups()), "").lower() if found else ""


def named_after(path: str, tests: Iterable[str]) -> list[str]:
    """The tests that bear the name of a file."""
    stem = PurePosixPath(path).stem.lower()
    return [test for test in tests if subject_of(test) == stem and test != path]
