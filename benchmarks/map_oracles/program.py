"""A folder as a program, without a store."""

from pathlib import Path

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.detection import detect
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Extraction
from maia.codemap.resolve.program import Program
from maia.workspace.discovery import Discovery


def read_folder(root: Path, language: str = "") -> list[tuple[int, str, Extraction]]:
    found: list[tuple[int, str, Extraction]] = []
    for file in sorted(Discovery(root).files(), key=lambda each: each.path):
        data = (root / file.path).read_bytes()
        detected = detect(file.path, data[:8192])
        if detected is None or (language and detected.language.id != language):
            continue
        pack = load_pack(detected.language.id)
        if pack is not None:
            found.append(
                (len(found) + 1, file.path, extract(pack, data.decode("utf-8", "replace")))
            )
    return found


def open_folder(root: Path, language: str = "") -> Program:
    def read(path: str) -> str | None:
        file = root / path
        return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else None

    return Program.of(read_folder(root, language), read)
