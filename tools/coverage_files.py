"""Combine the coverage files of a run, without those that a killed process left half-written."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def is_whole(path: Path) -> bool:
    """Whether the file is a database that can be read to its end."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            return database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    except sqlite3.DatabaseError:
        return False


def main() -> int:
    """Drop the broken files, combine the rest; the exit code of `coverage combine`."""
    for path in ROOT.glob(".coverage.*"):
        if not is_whole(path):
            print(f"{path.name}: left half-written by a killed process, dropped")
            path.unlink()
    combine = [sys.executable, "-m", "coverage", "combine", "--quiet"]
    return subprocess.run(combine, check=False, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
