"""Build the map of a folder, against parsing its files and nothing else.

    python -m benchmarks.map_build FOLDER [RUNS]

Baseline: as many processes as a build has workers read the files that have a pack, decode them and
parse them with the same grammars. Both are whole, from the first process to the last; the ratio of
medians is what counts, measured in turn in the same run. Memory is the largest sum over the process
and its workers (proportional set size).
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PARSE = """
import sys
from pathlib import Path
from tree_sitter import Parser
from maia.codemap.languages.detection import detect
from maia.codemap.languages.grammars import load
from maia.codemap.languages.packs import load_pack
root = Path(sys.argv[1])
for name in sys.stdin.read().split("\\0"):
    data = (root / name).read_bytes()
    found = detect(name, data[:8192])
    pack = load_pack(found.language.id) if found else None
    if pack is not None:
        Parser(load(pack.grammar)).parse(data)
"""
BUILD = """
import sys
from pathlib import Path
from maia.codemap.session.open_map import OpenMap
report = OpenMap.of(Path(sys.argv[1])).build()
print(report.snapshot.files, report.snapshot.symbols, report.snapshot.edges, report.seconds)
"""


def parse_only(root: Path, names: list[str], processes: int) -> float:
    started = time.perf_counter()
    parts = [names[number::processes] for number in range(processes)]
    running = [
        subprocess.Popen([sys.executable, "-c", PARSE, root], stdin=subprocess.PIPE)
        for _ in range(processes)
    ]
    writers = [
        threading.Thread(target=each.communicate, args=("\0".join(part).encode(),))
        for each, part in zip(running, parts, strict=True)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    return time.perf_counter() - started


def build(root: Path, cache: str) -> tuple[float, float, str]:
    shutil.rmtree(cache, ignore_errors=True)
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", BUILD, root],
        env=os.environ | {"MAGUYVA_CACHE": cache},
        stdout=subprocess.PIPE,
        text=True,
    )
    peak = 0
    while process.poll() is None:
        peak = max(peak, memory(process.pid))
        time.sleep(0.05)
    seconds = time.perf_counter() - started
    said = process.stdout.read() if process.stdout else ""
    return seconds, peak / 1024, said.strip()


def memory(pid: int) -> int:
    """Proportional set size of a process and its children, in KiB."""
    total = 0
    for each in [pid, *children(pid)]:
        try:
            text = Path(f"/proc/{each}/smaps_rollup").read_text(encoding="ascii")
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
    return total


def children(pid: int) -> list[int]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return []
    direct = [int(each) for each in text.split()]
    return direct + [below for each in direct for below in children(each)]


def main() -> None:
    root = Path(sys.argv[1]).resolve()
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True, check=False
    )
    names = [each for each in listed.stdout.split("\0") if each]
    if not names:
        names = [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]
    processes = os.cpu_count() or 1
    parses, builds, peaks, said = [], [], [], ""
    with tempfile.TemporaryDirectory() as cache:
        for _ in range(runs):
            parses.append(parse_only(root, names, processes))
            seconds, peak, said = build(root, f"{cache}/maps")
            builds.append(seconds)
            peaks.append(peak)
    print(f"files, symbols, edges, phases: {said}")
    print(f"parse alone, {processes} processes: {statistics.median(parses):.2f} s")
    print(f"build: {statistics.median(builds):.2f} s, peak {max(peaks):.0f} MB")
    print(f"ratio {statistics.median(builds) / statistics.median(parses):.2f} (aim 2.5)")


if __name__ == "__main__":
    main()
