"""Checks that the vocabulary of the source tree, and of each wheel named, is the right one.

`python tools/check_vocabulary.py [dist/*.whl]`, at build: at each start it would cost 0.1 s.
"""

import hashlib
import lzma
import sys
import zipfile
from pathlib import Path

from maia.agent.context.vocabulary import VOCABULARY_FILE, VOCABULARY_SHA256

IN_A_WHEEL = f"maia/agent/context/{VOCABULARY_FILE.name}"


def is_right(compressed: bytes) -> bool:
    """Whether this is the vocabulary that tiktoken itself expects."""
    try:
        data = lzma.decompress(compressed)
    except lzma.LZMAError:
        return False
    return hashlib.sha256(data).hexdigest() == VOCABULARY_SHA256


def in_wheel(wheel: Path) -> bytes:
    """The file as the wheel has it; empty when it has none."""
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(IN_A_WHEEL) if IN_A_WHEEL in archive.namelist() else b""


def main(wheels: list[str]) -> int:
    """0 when all are right, else 1 and the names of the others."""
    found = {str(VOCABULARY_FILE): VOCABULARY_FILE.read_bytes()}
    found |= {wheel: in_wheel(Path(wheel)) for wheel in wheels}
    wrong = [name for name, data in found.items() if not is_right(data)]
    for name in wrong:
        print(f"{name}: not the o200k_base vocabulary {VOCABULARY_SHA256}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
