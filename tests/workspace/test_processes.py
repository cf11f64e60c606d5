import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from maia.workspace.processes import ProcessEnd, ProcessKeeper

DEADLINE = 20.0


class Started:
    """A keeper in a folder, and what its last process printed."""

    def __init__(self, folder: Path) -> None:
        self.keeper = ProcessKeeper()
        self.folder = folder
        self.printed = bytearray()

    def bash(self, text: str, **env: str):
        return self.start(["/bin/bash", "-c", text], **env)

    def start(self, argv, **env: str):
        self.printed.clear()
        return self.keeper.start(argv, self.folder, {**os.environ, **env}, self.printed.extend)


@pytest.fixture
async def started(tmp_path):
    one = Started(tmp_path)
    yield one
    await one.keeper.close()


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


async def until(condition) -> None:
    """Wait for what another process brings about."""
    async with asyncio.timeout(DEADLINE):
        while not condition():  # nothing here could set an event
            await asyncio.sleep(0.01)


def written(path: Path) -> str:
    return path.read_text() if path.exists() else ""


async def pid_in(path: Path) -> int:
    await until(lambda: written(path).endswith("\n"))
    return int(written(path))


async def until_dead(pid: int) -> None:
    await until(lambda: not alive(pid))


async def until_printed(started: Started, text: bytes) -> None:
    await until(lambda: text in started.printed)


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.fixture
def stranger():
    process = subprocess.Popen(["sleep", "300"], start_new_session=True)
    yield process
    process.kill()
    process.wait()


async def test_the_exit_code_and_the_output_are_known(started):
    end = await started.bash("echo out; echo err >&2; echo out again; exit 7").wait()
    assert end == ProcessEnd(7)
    assert started.printed == b"out\nerr\nout again\n"


async def test_a_death_by_signal_is_named(started):
    assert await started.bash("kill -KILL $$").wait() == ProcessEnd(None, signal.SIGKILL)


async def test_a_child_that_holds_the_pipe_is_not_waited_for(started):
    begun = time.monotonic()
    end = await started.bash("sleep 300 & echo $!").wait()
    assert time.monotonic() - begun < DEADLINE
    assert end == ProcessEnd(0)
    assert alive(int(started.printed))


async def test_children_that_print_after_their_parent_are_still_heard(started):
    await started.bash("exec > >(while read -r line; do echo got $line; done); echo one").wait()
    assert started.printed == b"got one\n"


async def test_a_leftover_may_print_on_and_lives(started, tmp_path):
    pid = tmp_path / "pid"
    process = started.bash(f"(while :; do echo noise; sleep 0.01; done) & echo $! > {pid}; echo hi")
    await process.wait()
    heard = bytes(started.printed)
    leftover = await pid_in(pid)
    await asyncio.sleep(0.3)
    assert alive(leftover)
    assert started.printed == heard


async def test_a_leftover_is_ended_by_close(started):
    await started.bash("sleep 300 & echo $!").wait()
    leftover = int(started.printed)
    await started.keeper.close()
    await until_dead(leftover)


async def test_a_leftover_in_its_own_session_is_ended_by_close(started, tmp_path):
    pid = tmp_path / "pid"
    script = f"echo $$ > {pid}; exec sleep 300"
    await started.bash(f"setsid bash -c '{script}' > /dev/null 2>&1 &").wait()
    leftover = await pid_in(pid)
    for _ in range(3):  # its command is forgotten by then
        await started.bash("true").wait()
    await started.keeper.close()
    await until_dead(leftover)


@pytest.mark.parametrize(
    "launch",
    [
        "{script} & wait",
        "setsid {script} & wait",
        "(setsid {script} &) ; sleep 300",
        "env -i /bin/bash -c 'setsid -w {script}'",
        "nohup {script} > /dev/null 2>&1 & wait",
        "trap '' TERM; {script}; {script}",
    ],
)
async def test_stop_reaches_every_descendant(started, tmp_path, launch):
    pid, script = tmp_path / "pid", tmp_path / "script"
    script.write_text(f"#!/bin/bash\necho $$ > {pid}\nexec sleep 300\n")
    script.chmod(0o755)
    process = started.bash(launch.format(script=script))
    descendant = await pid_in(pid)
    await process.stop()
    assert not alive(process.pid)
    await until_dead(descendant)


async def test_stop_gives_a_second_for_an_orderly_end(started, tmp_path):
    process = started.bash("trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.01; done")
    await until_printed(started, b"ready\n")
    await process.stop()
    assert await process.wait() == ProcessEnd(5)
    assert started.printed.endswith(b"bye\n")


async def test_stop_ends_what_ignores_it_and_what_is_suspended(started):
    process = started.bash("trap '' TERM; echo ready; while :; do kill -STOP $$; done")
    await until_printed(started, b"ready\n")
    await process.stop()
    assert await process.wait() == ProcessEnd(None, signal.SIGKILL)


async def test_stop_twice_and_after_the_end_is_safe(started):
    process = started.bash("exit 3")
    assert await process.wait() == ProcessEnd(3)
    await process.stop()
    await process.stop()
    assert await process.wait() == ProcessEnd(3)


async def test_a_cancelled_stop_kills_at_once(started):
    process = started.bash("trap '' TERM; echo ready; while :; do sleep 0.01; done")
    await until_printed(started, b"ready\n")
    stopping = asyncio.create_task(process.stop())
    await asyncio.sleep(0.05)
    stopping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stopping
    assert not alive(process.pid)


async def test_a_cancelled_wait_leaves_the_process_alone(started):
    process = started.bash("echo ready; read -r line; sleep 300")
    await until_printed(started, b"ready\n")
    waiting = asyncio.create_task(process.wait())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert alive(process.pid)


async def test_a_stranger_in_another_session_is_never_touched(started, stranger):
    await started.bash("sleep 300").stop()
    await started.keeper.close()
    assert stranger.poll() is None


async def test_there_is_no_input_and_no_terminal(started):
    await started.bash(
        "cat; test -t 0 || echo no; (: < /dev/tty) 2> /dev/null || echo none; ps -o sid= -p $$"
    ).wait()
    no, none, session = started.printed.split()
    assert (no, none) == (b"no", b"none")
    assert int(session) != os.getsid(0)


async def test_it_leads_its_own_group_and_session(started):
    process = started.bash(
        "read -r pid _ _ _ group session _ < /proc/self/stat; echo $group $session"
    )
    await process.wait()
    assert started.printed.split() == [str(process.pid).encode()] * 2


async def test_only_the_three_streams_are_inherited(started):
    reading, writing = os.pipe()
    os.set_inheritable(writing, True)
    try:
        await started.start(["/bin/ls", "/proc/self/fd"]).wait()
    finally:
        os.close(reading)
        os.close(writing)
    assert set(bytes(started.printed).split()) == {b"0", b"1", b"2", b"3"}  # 3 is the listed folder


async def test_much_output_arrives_whole(started):
    await started.bash("head -c 5000000 /dev/zero; echo end").wait()
    assert len(started.printed) == 5_000_004
    assert started.printed.endswith(b"end\n")


async def test_a_missing_program_and_a_missing_folder_are_told_apart(started, tmp_path):
    with pytest.raises(FileNotFoundError) as missing:
        started.start(["/nonexistent/program"])
    assert missing.value.filename == "/nonexistent/program"
    started.folder = tmp_path / "gone"
    with pytest.raises(FileNotFoundError) as missing:
        started.bash("true")
    assert missing.value.filename == str(tmp_path / "gone")


async def test_a_failed_start_leaks_nothing(started):
    before = open_files()
    for _ in range(5):
        with pytest.raises(FileNotFoundError):
            started.start(["/nonexistent/program"])
    assert open_files() == before


async def test_many_commands_leak_nothing(started):
    await started.bash("true").wait()
    before = open_files()
    for _ in range(20):
        await started.bash("echo x").wait()
    assert open_files() == before


async def test_without_pidfds_a_thread_waits(started, monkeypatch):
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    assert await started.bash("echo hi; exit 6").wait() == ProcessEnd(6)
    assert started.printed == b"hi\n"
    process = started.bash("sleep 300")
    await process.stop()
    assert (await process.wait()).signal == signal.SIGTERM


def test_at_exit_nothing_is_left(tmp_path):
    pid = tmp_path / "pid"
    program = f"""
        import asyncio, os
        from pathlib import Path
        from maia.workspace.processes import ProcessKeeper

        async def main():
            keeper = ProcessKeeper()
            text = "echo $$ > {pid}; exec sleep 300"
            keeper.start(["/bin/bash", "-c", text], Path("/"), dict(os.environ), print)
            while not Path("{pid}").exists() or not Path("{pid}").read_text():
                await asyncio.sleep(0.01)

        asyncio.run(main())
    """
    code = ["-W", "ignore", "-c", textwrap.dedent(program)]
    subprocess.run([sys.executable, *code], check=True, timeout=50)
    assert not alive(int(pid.read_text()))


async def test_stop_ends_a_group_that_starts_processes_faster_than_it_is_searched(
    started, tmp_path
):
    script = "for i in $(seq 300); do sleep 300 & done; echo x > up; while :; do sleep 0 & done"
    process = started.bash(script)
    await until((tmp_path / "up").exists)
    async with asyncio.timeout(DEADLINE):
        await process.stop()
    assert not process.tree.members()
