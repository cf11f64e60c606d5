"""Images kept as files by content, so that a history carries references only."""

import hashlib
from pathlib import Path

_PREFIX = "sha256:"


class BlobFiles:
    """A folder of blobs (`~/.maia/blobs`); made when the first one comes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, data: bytes) -> str:
        """Keep `data`; the same bytes are kept once."""
        from maia.workspace.files import write_atomically

        digest = hashlib.sha256(data).hexdigest()
        path = self._folder / digest
        if not path.exists():
            write_atomically(path, data)
        return _PREFIX + digest

    def get(self, reference: str) -> bytes | None:
        """The bytes, or None when the reference is unknown."""
        name = reference.removeprefix(_PREFIX)
        if not name.isalnum():
            return None
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError:
            return None
