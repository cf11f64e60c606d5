import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def pinned(name):
    text = re.sub(r"^\s*#.*\n", "", (HERE / name).read_text(), flags=re.MULTILINE)
    return [entry for entry in re.split(r"\n(?=\S)", text.strip()) if entry]


def test_every_package_is_pinned_with_its_hashes_and_nothing_else_is_said():
    entries = pinned("requirements.txt")

    assert len(entries) > 100
    for entry in entries:
        assert re.match(r"[a-z0-9-]+(\[[a-z0-9,-]+\])?==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry
        assert "://" not in entry, entry


def test_the_pins_hold_what_was_asked_for():
    (wanted,) = pinned("requirements.in")
    name, _, version = wanted.partition("==")

    names = [entry.split()[0] for entry in pinned("requirements.txt")]
    assert f"{name.partition('[')[0]}=={version}" in [re.sub(r"\[.*\]", "", one) for one in names]


@pytest.mark.proxy
def test_laying_out_an_environment_that_is_there_does_nothing(proxy_python):
    command = [sys.executable, str(ROOT / "tools" / "proxy_environment.py")]

    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=250)

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(".proxy is current\n")
