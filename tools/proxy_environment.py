"""Lay out the LiteLLM proxy of the end-to-end tests in `.proxy`, an environment of its own.

`python tools/proxy_environment.py` does nothing when `.proxy` already holds what
`tests/proxy/requirements.txt` pins; every file that it installs is checked by its hash.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "tests" / "proxy" / "requirements.txt"
ENVIRONMENT = ROOT / ".proxy"
STAMP = ENVIRONMENT / "requirements.sha256"
PYTHON = ENVIRONMENT / "bin" / "python"
OLDEST, NEWEST = (3, 11), (3, 13)  # Pythons that the pinned proxy has wheels for


def wanted_stamp() -> str:
    """What the stamp says when the environment is what the requirements pin."""
    return hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()


def is_current() -> bool:
    """Whether the environment is complete: the stamp is written last."""
    return STAMP.is_file() and PYTHON.exists() and STAMP.read_text().strip() == wanted_stamp()


def find_uv() -> str | None:
    """The uv that runs us, on PATH or beside this Python; None when there is only pip."""
    around = os.environ.get("UV")  # set by `uv run`
    beside = Path(sys.executable).with_name("uv")
    return around or shutil.which("uv") or (str(beside) if beside.exists() else None)


def install(uv: str | None) -> None:
    """Make the environment anew, with uv when there is one and with venv and pip otherwise."""
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    # An environment that is active around us must not be the one that is filled.
    environ = {key: value for key, value in os.environ.items() if key != "VIRTUAL_ENV"}
    pins = ["--require-hashes", "--no-deps", "-r", str(REQUIREMENTS)]

    def run(*command: str) -> None:
        print("+", *command, flush=True)
        subprocess.run(command, check=True, env=environ)

    if uv:
        run(uv, "venv", "--no-project", "--python", sys.executable, str(ENVIRONMENT))
        run(uv, "pip", "install", "--compile-bytecode", "--python", str(PYTHON), *pins)
    else:
        run(sys.executable, "-m", "venv", str(ENVIRONMENT))
        run(str(PYTHON), "-m", "pip", "install", *pins)


def main() -> int:
    """Bring `.proxy` up to date; the exit code of the command line."""
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        said = ".".join(str(part) for part in sys.version_info[:2])
        print(f"The pinned LiteLLM proxy needs Python 3.11 to 3.13; this is {said}.")
        return 1
    with REQUIREMENTS.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two at once would fill one folder twice
        if is_current():
            print(f"{ENVIRONMENT} is current")
            return 0
        try:
            install(find_uv())
        except subprocess.CalledProcessError as failure:
            print(f"failed ({failure.returncode}): {' '.join(failure.cmd)}")
            return 1
        STAMP.write_text(wanted_stamp() + "\n")
    print(f"{ENVIRONMENT} is ready")
    return 0


if __name__ == "__main__":
    sys.exit(main())
