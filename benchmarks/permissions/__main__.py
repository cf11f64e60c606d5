"""Median time to a verdict on 40 ordinary commands after warm-up, and the worst texts, once each.

Run it with `python -m benchmarks.permissions`.
"""

import statistics
import time
from pathlib import Path

from maia.agent.permissions.command_folders import Places
from maia.agent.permissions.command_verdict import judge_command
from maia.agent.permissions.rules import Rules, read_rules

ROUNDS = 25

ORDINARY = r"""
git status
git diff --stat HEAD~1
git log --oneline -n 20
git add src/app.py tests/test_app.py
git commit -m "Fix the parser: it lost the last token"
git push origin main
git status --short && git diff | head -50
ls -la src
ls *.py
cat README.md
head -n 40 src/app.py
tail -20 build.log
sed -n '10,60p' src/app.py
grep -rn "def main" src --include='*.py'
rg -n "TODO" src tests
find . -name '*.py' -not -path './.venv/*'
find src -type f | wc -l
cd src && ls
pytest -q tests/test_app.py -k "parser and not slow"
python3 -m pytest -x
python3 scripts/build.py --release
npm test
npm run build -- --watch=false
make -j4 test
cargo test --workspace 2>&1 | tail -n 30
go test ./...
uv run ruff check src
echo "done: $(git rev-parse --short HEAD)"
for f in src/*.py; do wc -l "$f"; done
if [ -f package.json ]; then cat package.json; else echo none; fi
mkdir -p build && cp src/app.py build/
curl -sS https://example.invalid/data.json | jq '.items[0]'
echo "VERSION=1" > .version
cat src/a.py src/b.py > /dev/null 2>&1
timeout 60 pytest -q
CI=1 npm test
diff <(sort a.txt) <(sort b.txt)
sort names.txt | uniq -c | sort -rn | head
docker ps --format '{{.Names}}'
rm -rf build dist
""".strip().splitlines()

HEREDOC = "git commit -m \"$(cat <<'EOF'\nSubject\n\nIt's `odd` (text)\nEOF\n)\""

WORST = {
    "1 MB in one word": "echo " + "a" * 1_000_000,
    "1 MB of words": "rm " + "a " * 500_000,
    "10,000 parts": "true; " * 10_000 + "rm x",
    "200 subshells": "(" * 200 + "rm x" + ")" * 200,
    "200 substitutions": "echo $(" * 200 + "rm x" + ")" * 200,
    "2,000 runners": "env " * 2_000 + "rm x",
    "3,000 pipes": "ls|" * 3_000 + "ls",
    "5,000 files": "cat " + "f " * 4_900,
    "1,900 backticks": "echo " + "`ls` " * 1_900,
}


class NoPathRules:
    """What the gate would find without rules on paths."""

    def judge(self, path, act):  # noqa: ANN001, ANN201, ARG002
        return "ask", ""


def judged(command: str, rules: Rules, places: Places) -> float:
    """Milliseconds for one verdict."""
    started = time.perf_counter()
    judge_command(command, rules, places, NoPathRules())
    return (time.perf_counter() - started) * 1_000


def main() -> None:
    """Print the figures."""
    folder = Path.cwd()
    places = Places(folder, folder, Path.home())
    names = ("git", "ls", "cat", "head", "tail", "grep", "rg", "find", "wc", "sort", "echo", "npm")
    written = {
        "allow": [f"Bash({name} *)" for name in names],
        "ask": ["Bash(git push *)"],
        "deny": ["Bash(rm *)", "Bash(curl *)", "Read(./.env)", "Edit(~/.ssh/**)"],
    }
    rules = read_rules(written, "benchmark")
    started = time.perf_counter()
    judge_command("ls", rules, places, NoPathRules())
    print(f"first verdict (loads the grammar)   {(time.perf_counter() - started) * 1_000:8.2f} ms")
    commands = [*ORDINARY[:-1], HEREDOC]
    times = [judged(each, rules, places) for _ in range(ROUNDS) for each in commands]
    print(f"median of {len(commands)} ordinary commands     {statistics.median(times):8.2f} ms")
    print(f"slowest one in a hundred            {statistics.quantiles(times, n=100)[98]:8.2f} ms")
    for name, command in WORST.items():
        print(f"{name:<35} {judged(command, rules, places):8.2f} ms")


if __name__ == "__main__":
    main()
