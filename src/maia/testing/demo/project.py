"""The repository of the demo: a small package with a test that fails."""

import subprocess
from pathlib import Path

FILES = {
    "README.md": """\
# durations

Reads durations such as `1h30m` and writes them.
""",
    "durations/__init__.py": """\
\"\"\"Durations as people write them.\"\"\"

from durations.reading import parse
from durations.writing import spell

__all__ = ["parse", "spell"]
""",
    "durations/reading.py": """\
\"\"\"Text to seconds.\"\"\"

import re

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
PART = re.compile(r"(\\d+)([smhd])")


def parse(text: str) -> int:
    \"\"\"Seconds in a text such as `1h30m`. Raises ValueError for anything else.\"\"\"
    total = 0
    for number, unit in PART.findall(text):
        total += int(number) * UNITS[unit]
    return total
""",
    "durations/writing.py": """\
\"\"\"Seconds to text.\"\"\"

from durations.reading import UNITS


def spell(seconds: int) -> str:
    \"\"\"The shortest text for a number of seconds.\"\"\"
    parts = []
    for unit, size in sorted(UNITS.items(), key=lambda item: -item[1]):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count}{unit}")
    return "".join(parts) or "0s"
""",
    "tests/__init__.py": "",
    "tests/test_durations.py": """\
import unittest

from durations import parse, spell


class Durations(unittest.TestCase):
    def test_units_add_up(self):
        self.assertEqual(parse("1h30m"), 5400)

    def test_what_is_not_a_duration_is_refused(self):
        with self.assertRaises(ValueError):
            parse("1h30x")

    def test_reading_undoes_writing(self):
        for seconds in (0, 59, 60, 5400, 90061):
            self.assertEqual(parse(spell(seconds)), seconds)


if __name__ == "__main__":
    unittest.main()
""",
}
BROKEN_FILE = "durations/reading.py"
BROKEN = """\
    total = 0
    for number, unit in PART.findall(text):
"""
MENDED = """\
    if not re.fullmatch(f"({PART.pattern})+", text):
        raise ValueError(f"not a duration: {text!r}")
    total = 0
    for number, unit in PART.findall(text):
"""


def lay_out(folder: Path) -> None:
    """Write the files and commit them. Raises OSError or CalledProcessError when git fails."""
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Read and write durations")


def git(folder: Path, *words: str) -> str:
    """What git says, whatever the settings of this machine."""
    settings = ["user.name=Maia demo", "user.email=demo@example.invalid", "commit.gpgsign=false"]
    options = [part for setting in settings for part in ("-c", setting)]
    done = subprocess.run(
        ["git", *options, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout
