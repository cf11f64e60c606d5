"""Maia against a bare httpx script: start-up, time per iteration, memory, size of the schemas.

Both talk to the same scripted server on loopback, in turn, in one run; what counts is the ratio.
A task is 20 tool calls, each running `true`, then an answer. Run it with `just bench`; the
bytecode is compiled first, as an installed package's is.
"""

import argparse
import compileall
import contextlib
import json
import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from maia.testing.model_server import Answer, ModelServer, ToolCall

CALLS = 20
HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SAMPLE_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a task, seen from the server and from /proc. Seconds and megabytes."""

    first_request: float
    per_iteration: float
    peak_memory: float
    schemas: int


def measure(
    command: list[str], server: ModelServer, env: dict[str, str], folder: Path, *, sampled: bool
) -> Run:
    """Run `command` to its end and give its figures.

    Sampling memory slows the process that is sampled, so times and memory come from other runs.
    """
    times: list[float] = []
    bodies: list[dict[str, object]] = []

    def next_reply(body: dict[str, object]) -> Answer:
        times.append(time.perf_counter())
        bodies.append(body)
        if len(times) > CALLS:
            return Answer("done")
        return Answer(calls=(ToolCall("Bash", {"command": "true"}),))

    server.script(then=next_reply)
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        env=env,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    memory = Memory(process.pid) if sampled else None
    code = process.wait(300)
    peak = memory.stop() if memory else 0.0
    if code != 0 or len(times) != CALLS + 1:
        raise SystemExit(f"{command[:3]} ended with {code} after {len(times)} requests")
    tools = json.dumps(bodies[0].get("tools", []), separators=(",", ":"), ensure_ascii=False)
    return Run(times[0] - started, (times[-1] - times[0]) / CALLS, peak, len(tools.encode()))


class Memory:
    """Samples the proportional memory of a process and its descendants; keeps the peak."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._peak = 0
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        """The peak in megabytes."""
        self._ending.set()
        self._thread.join()
        return self._peak / 1024

    def _sample(self) -> None:
        while not self._ending.wait(SAMPLE_SECONDS):
            self._peak = max(self._peak, sum(_pss(pid) for pid in _family(self._pid)))


def _family(pid: int) -> list[int]:
    found = [pid]
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += _family(int(child))
    return found


def _pss(pid: int) -> int:
    with contextlib.suppress(OSError, ProcessLookupError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


def compile_bytecode() -> None:
    """What an installed package has, and a source tree that forbids bytecode has not."""
    for folder in (ROOT / "src", Path(sysconfig.get_paths()["purelib"])):
        compileall.compile_dir(str(folder), quiet=2, workers=0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    compile_bytecode()
    with tempfile.TemporaryDirectory() as name, ModelServer(models=("m",)) as server:
        folder = Path(name)
        (folder / ".maia").mkdir()
        settings = {
            "LiteLLM_URL": server.url,
            "OpenAI_EndPoint": "/v1/chat/completions",
            "LiteLLM_Models": "/v1/models",
            "permissions": {"allow": ["Bash"]},
        }
        (folder / ".maia" / "settings.json").write_text(json.dumps(settings))
        env = os.environ | {"HOME": name}
        url = f"{server.url}/v1/chat/completions"
        commands = {
            "floor": [sys.executable, str(HERE / "floor.py"), url, str(CALLS + 1)],
            "maia": [sys.executable, "-m", "maia.cli.main", "--model", "m", "-p", "go"],
        }
        seen: dict[str, list[Run]] = {"floor": [], "maia": []}
        sampled: dict[str, Run] = {}
        for number in range(runs + 1):  # the first pair gives the memory and warms the file cache
            for kind, command in commands.items():
                run = measure(command, server, env, folder, sampled=number == 0)
                seen[kind].append(run)
                sampled.setdefault(kind, run)
        report({kind: found[1:] for kind, found in seen.items()}, sampled)


def report(seen: dict[str, list[Run]], sampled: dict[str, Run]) -> None:
    """Medians of both, and the median of the ratios pair by pair."""
    rows = (
        ("spawn to first request", "first_request", 1000, "ms", "1.5"),
        ("per iteration", "per_iteration", 1000, "ms", "2"),
    )
    print(f"{len(seen['maia'])} pairs, medians; {CALLS} calls of `true` a task")
    print(f"{'':26}{'floor':>10}{'maia':>10}{'ratio':>8}   aim")
    for title, field, scale, unit, aim in rows:
        floor = [getattr(run, field) * scale for run in seen["floor"]]
        maia = [getattr(run, field) * scale for run in seen["maia"]]
        ratio = statistics.median(m / f for m, f in zip(maia, floor, strict=True))
        middle = statistics.median(floor), statistics.median(maia)
        print(f"{title:26}{middle[0]:>7.1f} {unit}{middle[1]:>7.1f} {unit}{ratio:>8.2f}   {aim}")
    floor, maia = sampled["floor"].peak_memory, sampled["maia"].peak_memory
    print(
        f"{'peak memory of the tree':26}{floor:>7.1f} MB{maia:>7.1f} MB{maia / floor:>8.2f}   70 MB"
    )
    print(f"{'nine tool schemas':26}{'':>10}{seen['maia'][0].schemas:>8} B{'':>8}   6000 B")


if __name__ == "__main__":
    main()
