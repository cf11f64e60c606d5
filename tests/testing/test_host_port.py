"""What the Host port promises, asked of the real machine and of the fake alike."""

import asyncio
import signal

import pytest

from maia.agent.contracts.host import CommandExit, ShellCommand
from maia.agent.runtime.local_host import LocalHost
from maia.testing.memory_host import MemoryHost, ScriptedCommand

PRINTS = "printf 'one\\n'; printf 'two\\n' >&2; exit 2"
SERVES = "printf 'up\\n'; sleep 600"
SCRIPTED = {
    PRINTS: ScriptedCommand((b"one\n", b"two\n"), 2),
    SERVES: ScriptedCommand((b"up\n",), hangs=True),
}


@pytest.fixture(params=["local", "memory"])
def host(request, tmp_path):
    if request.param == "local":
        return LocalHost()
    return MemoryHost({str(tmp_path / "kept"): b""}, SCRIPTED)


async def test_a_file_that_was_written_is_there_with_its_folders(host, tmp_path):
    path = tmp_path / "a" / "b" / "c.txt"
    await host.write(path, b"0123456789")

    facts = await host.facts(path)
    assert (facts.kind, facts.size) == ("file", 10)
    assert (await host.facts(path.parent)).kind == "directory"
    assert await host.read(path) == b"0123456789"
    assert await host.read(path, 3, 4) == b"3456"
    assert await host.read(path, 50, 4) == b""


async def test_writing_again_replaces(host, tmp_path):
    await host.write(tmp_path / "a", b"a long first content")
    await host.write(tmp_path / "a", b"short")

    assert await host.read(tmp_path / "a") == b"short"


async def test_what_is_missing_is_said_and_not_raised(host, tmp_path):
    assert (await host.facts(tmp_path / "nothing")).kind == "missing"
    assert (await host.facts(tmp_path / "no" / "thing")).kind == "missing"


async def test_errors_are_those_of_the_machine(host, tmp_path):
    await host.write(tmp_path / "d" / "file", b"")

    with pytest.raises(FileNotFoundError):
        await host.read(tmp_path / "nothing")
    with pytest.raises(IsADirectoryError):
        await host.read(tmp_path / "d")
    with pytest.raises(NotADirectoryError):
        await host.read(tmp_path / "d" / "file" / "x")
    with pytest.raises(OSError, match="irectory"):
        await host.write(tmp_path / "d", b"")


async def test_a_command_prints_and_ends_with_its_code(host, tmp_path):
    printed = []
    running = await host.start(ShellCommand(PRINTS, tmp_path), printed.append)

    assert await running.wait() == CommandExit(2)
    assert b"".join(printed) == b"one\ntwo\n"
    assert running.pid > 1


async def test_a_command_that_does_not_exist_ends_with_127(host, tmp_path):
    printed = []
    running = await host.start(ShellCommand("no-such-command-xyz", tmp_path), printed.append)

    assert await running.wait() == CommandExit(127)
    assert b"no-such-command-xyz: command not found" in b"".join(printed)


async def test_a_command_that_runs_on_is_stopped_and_stopped_again(host, tmp_path):
    up = asyncio.Event()
    running = await host.start(ShellCommand(SERVES, tmp_path), lambda _: up.set())
    await asyncio.wait_for(up.wait(), 20)

    await running.stop()
    await running.stop()

    ended = await running.wait()
    assert (ended.exit_code, ended.signal) == (None, signal.SIGTERM)


async def test_cancelling_a_wait_does_not_end_the_command(host, tmp_path):
    running = await host.start(ShellCommand(SERVES, tmp_path), lambda _: None)
    waiting = asyncio.ensure_future(running.wait())
    await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    still = asyncio.ensure_future(running.wait())
    await asyncio.sleep(0.05)
    assert not still.done()
    await running.stop()
    assert (await still).signal == signal.SIGTERM


def test_the_clock_only_goes_forward(host):
    first = host.now()

    assert host.now() >= first
