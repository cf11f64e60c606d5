"""Write what `maia permissions explain` says of twenty commands into docs/permissions.md.

`--check` writes nothing and says whether the page is current.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"en": ROOT / "docs" / "permissions.md", "fr": ROOT / "docs" / "fr" / "permissions.md"}
EXAMPLES = re.compile(
    r'```json\n(\{"permissions": \{\n.*?\n\}\})\n```\n\n```text\n(.*?)```\n', re.DOTALL
)
COMMANDS = (
    "git status --short",
    "npm test",
    "npm testify",
    "git status && rm -rf x",
    "git diff | cat",
    "cd src && git push",
    "echo hi > build/log.txt",
    "echo hi > ~/.ssh/authorized_keys",
    "cat < .env",
    "echo $(git log -1)",
    "echo $(curl http://h)",
    "find . -name '*.py'",
    "find . -name '*.py' -exec rm {} +",
    "find . -delete",
    "git -c core.pager=./x log",
    "LD_PRELOAD=./x.so ls",
    "sh -c 'rm x'",
    r"r\m x",
    "for f in *; do cat $f; done",
    "$CMD x",
)


def explained(settings: str, language: str) -> str:
    """What the command prints, one example after the other."""
    shown: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "rules.json").write_text(settings, encoding="utf-8")
        environ = {**os.environ, "HOME": name, "MAIA_LANG": language, "NO_COLOR": "1"}
        for command in COMMANDS:
            words = ["permissions", "explain", "--settings", "rules.json", command]
            done = subprocess.run(
                [sys.executable, "-m", "maia.cli.main", *words],
                cwd=folder,
                env=environ,
                capture_output=True,
                text=True,
                encoding="utf-8",
                check=True,
            )
            quoted = command.replace("'", "'\\''") if "'" in command else command
            shown.append(f"$ maia permissions explain '{quoted}'\n{done.stdout}")
    return "\n".join(shown)


def main() -> int:
    """Bring both pages up to date; with `--check`, say whether they are."""
    current = True
    for language, page in PAGES.items():
        text = page.read_text(encoding="utf-8")
        found = EXAMPLES.search(text)
        if found is None:
            print(f"{page}: no rules and examples found")
            return 1
        json.loads(found[1])
        start, end = found.span(2)
        new = text[:start] + explained(found[1], language) + text[end:]
        if new != text:
            current = False
            if "--check" not in sys.argv:
                page.write_text(new, encoding="utf-8")
    if "--check" in sys.argv and not current:
        print("docs/permissions.md is not what the command prints; run: just permission-examples")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
