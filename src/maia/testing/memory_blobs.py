"""The BlobStore port in memory."""

import hashlib
from typing import TYPE_CHECKING

from maia.agent.contracts.tools import BlobStore


class MemoryBlobs:
    """Keeps bytes in `data`, by reference."""

    def __init__(self) -> None:
        self.data: dict[str, bytes] = {}

    def put(self, data: bytes) -> str:
        """Keep `data` and return `sha256:` and its digest."""
        reference = f"sha256:{hashlib.sha256(data).hexdigest()}"
        self.data[reference] = bytes(data)
        return reference

    def get(self, reference: str) -> bytes | None:
        """The bytes, or None when nobody put them here."""
        return self.data.get(reference)


if TYPE_CHECKING:  # the type checker holds it against the port
    _blobs: BlobStore = MemoryBlobs()
