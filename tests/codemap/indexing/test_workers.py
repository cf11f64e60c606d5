import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from maia.codemap.errors import WorkersUnusable
from maia.codemap.indexing import reasons
from maia.codemap.indexing.workers import Deadlines, WorkerPool
from maia.workspace.process_tree import process_exists

DANGEROUS = "dangerous_extractor:extract"


@pytest.fixture(autouse=True)
def _importable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))


def skipped(report) -> dict[str, str]:
    return dict(report.skipped)


def assert_all_others_are_there(repository, count: int) -> None:
    reader = repository.store.reader()
    assert [len(reader.symbols_named(f"good{place}")) for place in range(count)] == [1] * count


def good_files(repository, count: int) -> None:
    for place in range(count):
        repository.write(f"good{place:02}.py", f"def good{place}():\n    pass\n")


def test_a_file_that_kills_its_worker_costs_nothing_else(repository):
    good_files(repository, 40)
    repository.write("crash1.py", "SEGFAULT = 1\n")
    repository.write("crash2.py", "EXIT = 1\n")
    with WorkerPool(2, extractor=DANGEROUS) as pool:
        report = repository.build(pool)
    assert skipped(report) == {
        "crash1.py": f"{reasons.CRASHED}: SIGSEGV",
        "crash2.py": f"{reasons.CRASHED}: exit 3",
    }
    assert_all_others_are_there(repository, 40)


def test_a_file_that_keeps_its_worker_busy_is_skipped(repository):
    good_files(repository, 10)
    repository.write("spin.py", "SPIN = 1\n")
    with WorkerPool(1, extractor=DANGEROUS, deadlines=Deadlines(cpu_seconds=0.5)) as pool:
        report = repository.build(pool)
    assert skipped(report) == {"spin.py": reasons.TOO_SLOW}
    assert_all_others_are_there(repository, 10)


def test_a_file_that_never_comes_back_is_skipped(repository):
    good_files(repository, 10)
    repository.write("sleep.py", "SLEEP = 1\n")
    with WorkerPool(1, extractor=DANGEROUS, deadlines=Deadlines(wall_seconds=1)) as pool:
        report = repository.build(pool)
    assert skipped(report) == {"sleep.py": reasons.TOO_SLOW}
    assert_all_others_are_there(repository, 10)


def test_a_skipped_file_is_not_tried_again_before_it_changes(repository):
    repository.write("crash.py", "SEGFAULT = 1\n")
    os.utime(repository.folder / "crash.py", ns=(1, 1_500_000_000_123_456_789))
    with WorkerPool(1, extractor=DANGEROUS) as pool:
        repository.build(pool)
        again = repository.build(pool)
        assert skipped(again) == {"crash.py": f"{reasons.CRASHED}: SIGSEGV"}
        repository.write("crash.py", "def mended(): pass\n")
        mended = repository.build(pool)
    assert mended.skipped == ()
    assert len(repository.store.reader().symbols_named("mended")) == 1


def test_a_kill_from_outside_is_not_held_against_the_file(repository, monkeypatch, tmp_path):
    monkeypatch.setenv("MARK", str(tmp_path / "mark"))
    repository.write("once.py", "ONCE = 1\n\n\ndef survived(): pass\n")
    with WorkerPool(1, extractor=DANGEROUS) as pool:
        report = repository.build(pool)
    assert report.skipped == ()
    assert len(repository.store.reader().symbols_named("survived")) == 1


def test_an_extraction_that_raises_leaves_a_text(repository):
    repository.write("raise.py", "RAISE = 1\n")
    with WorkerPool(1, extractor=DANGEROUS) as pool:
        repository.build(pool)
    file = repository.store.reader().file("raise.py")
    assert (file.status, file.reason) == ("text", f"{reasons.FAILED}: ValueError: no")


def test_workers_that_do_not_start_are_a_failure_that_says_why(repository):
    with (
        WorkerPool(1, extractor="no_such_module:extract") as pool,
        pytest.raises(WorkersUnusable, match="no_such_module"),
    ):
        repository.build(pool)


def test_the_folder_one_is_in_is_not_imported_from(repository, monkeypatch):
    monkeypatch.delenv("PYTHONPATH")
    repository.write("msgspec.py", "raise SystemExit('imported from the repository')\n")
    monkeypatch.chdir(repository.folder)
    with WorkerPool(1) as pool:
        report = repository.build(pool)
    assert report.skipped == ()


def test_workers_end_with_the_build_that_is_killed(repository):
    repository.write("spin.py", "SPIN = 1\n")
    repository.write("sleep.py", "SLEEP = 1\n")
    good_files(repository, 40)
    code = (
        "import sys; from pathlib import Path\n"
        "from maia.codemap.indexing.pipeline import BuildOptions, build_folder\n"
        "from maia.codemap.indexing.workers import Deadlines, WorkerPool\n"
        f"pool = WorkerPool(2, extractor={DANGEROUS!r}, deadlines=Deadlines(cpu_seconds=1))\n"
        "pool.start(); pool.start()\n"
        "print(*[w._process.pid for w in pool._workers], flush=True)\n"
        "build_folder(Path(sys.argv[1]), options=BuildOptions(pool=pool))\n"
    )
    command = [sys.executable, "-c", code, str(repository.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        workers = [int(number) for number in child.stdout.readline().split()]
        time.sleep(0.4)
        child.send_signal(signal.SIGKILL)
    until = time.monotonic() + 5
    while any(map(is_running, workers)) and time.monotonic() < until:
        time.sleep(0.02)
    assert not any(map(is_running, workers))


def is_running(number: int) -> bool:
    if not process_exists(number):
        return False
    state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    return state not in "ZX"
