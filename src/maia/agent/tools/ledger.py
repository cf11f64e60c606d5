"""What the model has seen of each file, so that it never writes over what it does not know."""

import hashlib
import os
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from maia.agent.contracts.errors import ToolFailure
from maia.agent.tools.diffs import diff_texts
from maia.i18n import Language, Texts
from maia.workspace.decoding import decode_text

TEXTS = Texts(
    en={
        "changed": "{path} changed since you last saw it; nothing was written.",
        "what": "What changed:",
        "complete": "You have now seen the change: adapt your call to it and try again.",
        "partial": "The change is not shown whole: read the file again first.",
    },
    fr={
        "changed": "{path} a changé depuis que tu l'as vu ; rien n'a été écrit.",
        "what": "Ce qui a changé :",
        "complete": "Tu as maintenant vu le changement : adapte ton appel et réessaie.",
        "partial": "Le changement n'est pas montré en entier : relis d'abord le fichier.",
    },
)

KEPT_BYTES = 16_000_000
"""Content kept to say what changed, in total; the least recently seen goes first."""

KEPT_FILE_BYTES = 2_000_000
"""Of a larger file, only the hash is kept."""

_SHOWN_DIFF_LINES = 60
_SHOWN_DIFF_CHARACTERS = 6_000


@dataclass(frozen=True, slots=True)
class SeenChange:
    """A file is not as the model saw it. `diff` is empty when the old content is not known."""

    diff: str
    complete: bool


class FileLedger:
    """The content of each file as the model last saw it, by hash. Shared by Read, Write and Edit.

    Times of modification play no part: a file that was touched, or changed and changed back, is
    as the model saw it.
    """

    def __init__(self) -> None:
        self._hashes: dict[str, bytes] = {}
        self._contents: OrderedDict[str, bytes] = OrderedDict()
        self._kept = 0

    def saw(self, path: Path, data: bytes) -> None:
        """The model now knows the file as `data`: it read it, wrote it, or was shown the change."""
        name = os.path.realpath(path)
        self._hashes[name] = _hash(data)
        self._kept -= len(self._contents.pop(name, b""))
        if len(data) <= KEPT_FILE_BYTES:
            self._contents[name] = data
            self._kept += len(data)
        while self._kept > KEPT_BYTES:
            _, dropped = self._contents.popitem(last=False)
            self._kept -= len(dropped)

    def change(self, path: Path, data: bytes) -> SeenChange | None:
        """What is new in `data` to the model; None when it saw just that, or nothing yet."""
        name = os.path.realpath(path)
        if self._hashes.get(name) in (None, _hash(data)):
            return None
        before = decode_text(self._contents.get(name, b"\0"))
        after = decode_text(data)
        if before is None or after is None:
            return SeenChange("", complete=False)
        diff = diff_texts(before.text, after.text, limit=_SHOWN_DIFF_LINES)
        same_encoding = before.encoding == after.encoding
        short = len(diff.text) <= _SHOWN_DIFF_CHARACTERS
        return SeenChange(
            diff.text[:_SHOWN_DIFF_CHARACTERS], diff.complete and short and same_encoding
        )

    def refuse_change(self, path: Path, data: bytes, shown: str, language: Language) -> None:
        """ToolFailure, saying what changed, when the file is not as the model saw it.

        Where the whole change could be told, the file counts as seen from then on.
        """
        change = self.change(path, data)
        if change is None:
            return
        lines = [TEXTS.text(language, "changed", path=shown)]
        if change.diff:
            lines += (TEXTS.text(language, "what"), change.diff)
        lines.append(TEXTS.text(language, "complete" if change.complete else "partial"))
        if change.complete:
            self.saw(path, data)
        raise ToolFailure("\n".join(lines))


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
