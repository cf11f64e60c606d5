"""Fetch the source archives that the end-to-end tests work on into `.sources`, checked by hash.

`python tools/source_archives.py` does nothing when they are there. The tests themselves fetch
nothing.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".sources"
ARCHIVES = {
    "click-8.3.1.tar.gz": (
        "click==8.3.1",
        "12ff4785d337a1bb490bb7e9c2b1ee5da3112e94a8622f26a6c77f5d2fc6842a",
    ),
}


def is_right(path: Path, digest: str) -> bool:
    """Whether the archive is there and is the pinned one."""
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def fetch(requirement: str, folder: Path) -> None:
    """The source archive of `requirement`, by pip, brought by uv where there is one."""
    uv = os.environ.get("UV") or shutil.which("uv")
    pip = [uv, "run", "--no-project", "--with", "pip", "python"] if uv else [sys.executable]
    name = requirement.partition("==")[0]
    command = [*pip, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", name]
    environ = {key: value for key, value in os.environ.items() if key != "VIRTUAL_ENV"}
    subprocess.run([*command, "--dest", str(folder), requirement], check=True, env=environ)


def main() -> int:
    """Bring `.sources` up to date; the exit code of the command line."""
    FOLDER.mkdir(exist_ok=True)
    for name, (requirement, digest) in ARCHIVES.items():
        path = FOLDER / name
        if is_right(path, digest):
            print(f"{path} is current")
            continue
        with tempfile.TemporaryDirectory(dir=FOLDER) as temporary:
            fetch(requirement, Path(temporary))
            fetched = Path(temporary) / name
            if not is_right(fetched, digest):
                print(f"{requirement}: the archive fetched is not {name} with SHA-256 {digest}")
                return 1
            fetched.replace(path)
        print(f"{path} is ready")
    return 0


if __name__ == "__main__":
    sys.exit(main())
