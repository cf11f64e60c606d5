"""Whether a map is up to date, found out without opening it for writing."""

from pathlib import Path

from maia.codemap.indexing.changes import compare
from maia.codemap.indexing.commit import head_commit
from maia.codemap.indexing.discover import discover
from maia.codemap.indexing.versions import extractor_version
from maia.codemap.store.port import Reader


def is_up_to_date(reader: Reader, root: Path) -> bool:
    """Whether a build would change nothing. Raises NoMap, MapUnusable."""
    snapshot = reader.snapshot()
    if snapshot.extractor_version != extractor_version() or snapshot.commit != head_commit(root):
        return False
    stored = reader.files()
    changes = compare(discover(root), stored, trusted=True)
    left_out = {found.path for found, _ in changes.skipped}
    known = {file.path for file in stored}
    if changes.to_read or not left_out <= known:
        return False
    return len(changes.same) + len(left_out) == len(stored)
