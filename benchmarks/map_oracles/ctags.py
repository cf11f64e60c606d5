"""Definitions, against universal-ctags (`apt-get install universal-ctags`)."""

import json
import subprocess
from collections import Counter
from pathlib import Path

from benchmarks.map_oracles.program import read_folder

SHOWN = 15
NAMES = {"cpp": "C++", "csharp": "C#", "javascript": "JavaScript", "typescript": "TypeScript"}
NOT_DEFINITIONS = frozenset({"unknown", "local", "parameter", "import", "reference", "label"})


def main(words: list[str]) -> None:
    root = Path(words[0]).resolve()
    language = words[1] if len(words) > 1 else "python"
    mine = {
        (path, symbol.name, symbol.line)
        for _, path, found in read_folder(root, language)
        for symbol in found.symbols
    }
    paths = {path for path, _, _ in mine}
    theirs = tagged(root, NAMES.get(language, language.capitalize()))
    theirs = {key: kind for key, kind in theirs.items() if key[0] in paths}
    both = mine & theirs.keys()
    print(f"{len(both)} definitions in both; {len(theirs)} for ctags, {len(mine)} for us")
    missing = sorted(theirs.keys() - mine)
    print("only ctags:", Counter(theirs[key] for key in missing).most_common(12))
    for path, name, line in missing[:SHOWN]:
        print(f"   {path}:{line} {theirs[path, name, line]} {name}")
    print(f"only ours: {len(mine - theirs.keys())}")


def tagged(root: Path, language: str) -> dict[tuple[str, str, int], str]:
    command = ["ctags", "-R", "--output-format=json", "--fields=+nK", f"--languages={language}"]
    done = subprocess.run([*command, "-f", "-", "."], cwd=root, capture_output=True, check=True)
    found: dict[tuple[str, str, int], str] = {}
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        tag = json.loads(line)
        if tag.get("_type") == "tag" and tag.get("kind") not in NOT_DEFINITIONS:
            found[tag["path"].removeprefix("./"), tag["name"], tag["line"]] = tag["kind"]
    return found


__all__ = ["main"]
