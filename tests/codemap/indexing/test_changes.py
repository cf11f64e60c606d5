from tests.codemap.store.conftest import stored_file

from maia.codemap.indexing.changes import compare, renamed, trusted_time
from maia.codemap.indexing.discover import Listing
from maia.workspace.discovery import FoundFile

SECOND = 1_000_000_000


def paths(files) -> list[str]:
    return [file.path for file in files]


def test_only_what_differs_in_size_or_time_is_read():
    stored = [stored_file(n, path, size=5, modified_ns=7) for n, path in enumerate("abcd")]
    stored.append(stored_file(9, "e", size=5, modified_ns=0))
    listing = Listing(
        files=[FoundFile("a", 5, 7), FoundFile("b", 6, 7), FoundFile("c", 5, 8),
               FoundFile("e", 5, 0), FoundFile("new", 1, 1)],
    )  # fmt: skip
    changes = compare(listing, stored, trusted=True)
    assert paths(changes.same) == ["a"]
    assert paths(changes.to_read) == ["b", "c", "e", "new"]


def test_all_is_read_when_the_snapshot_cannot_be_trusted():
    listing = Listing(files=[FoundFile("a", 5, 7)])
    changes = compare(listing, [stored_file(1, "a", size=5, modified_ns=7)], trusted=False)
    assert paths(changes.to_read) == ["a"]


def test_a_time_just_before_the_reading_is_not_trusted():
    now = 100 * SECOND + 1
    assert trusted_time(now - SECOND, now) == now - SECOND
    assert trusted_time(now - 1_000_000, now) == 0
    assert trusted_time(now + SECOND, now) == 0
    assert trusted_time(99 * SECOND, now) == 0  # a file system that counts seconds
    assert trusted_time(90 * SECOND, now) == 90 * SECOND


def test_a_rename_prefers_the_same_name_and_takes_each_file_once():
    gone = [stored_file(1, "a/x.py", content=5), stored_file(2, "a/y.py", content=5)]
    new = [("b/y.py", 5), ("b/z.py", 5), ("b/more.py", 5), ("b/other.py", 6)]
    found = renamed(gone, new)
    assert {path: file.id for path, file in found.items()} == {"b/y.py": 2, "b/more.py": 1}


def test_files_that_were_never_read_are_not_renamed():
    assert renamed([stored_file(1, "a.bin", content=0)], [("b.bin", 0)]) == {}
