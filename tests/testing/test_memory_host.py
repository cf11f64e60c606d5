import asyncio
from pathlib import Path

import pytest

from maia.agent.contracts.host import CommandExit, FileFacts, ShellCommand
from maia.testing.memory_host import MemoryHost, ScriptedCommand

FOLDER = Path("/project")
FILE = FOLDER / "src" / "a.py"


def command(text, **more):
    return ShellCommand(text, FOLDER, **more)


async def test_facts_tell_files_folders_and_nothing():
    host = MemoryHost({str(FILE): b"12345"})

    assert await host.facts(FILE) == FileFacts("file", 5, 0o644)
    assert (await host.facts(FOLDER)).kind == "directory"
    assert (await host.facts(Path("/"))).kind == "directory"
    assert (await host.facts(FOLDER / "b")).kind == "missing"


async def test_what_was_written_is_read_whole_and_in_part():
    host = MemoryHost()
    await host.write(FILE, b"0123456789")

    assert await host.read(FILE) == b"0123456789"
    assert await host.read(FILE, 3, 4) == b"3456"
    assert await host.read(FILE, 20) == b""


async def test_errors_are_those_of_a_machine():
    host = MemoryHost({str(FILE): b""})

    with pytest.raises(FileNotFoundError):
        await host.read(FOLDER / "b")
    with pytest.raises(IsADirectoryError):
        await host.read(FOLDER)
    with pytest.raises(NotADirectoryError):
        await host.read(FILE / "b")
    with pytest.raises(IsADirectoryError):
        await host.write(FOLDER, b"")
    with pytest.raises(NotADirectoryError):
        await host.write(FILE / "b", b"")


async def test_a_scripted_command_prints_and_exits():
    host = MemoryHost(commands={"make": ScriptedCommand((b"one\n", b"two\n"), 2)})
    printed = []

    running = await host.start(command("make"), printed.append)

    assert await running.wait() == CommandExit(2)
    assert b"".join(printed) == b"one\ntwo\n"
    assert [started.text for started in host.started] == ["make"]
    assert host.running == []


async def test_an_unknown_command_is_not_found():
    printed = []
    running = await MemoryHost().start(command("nope"), printed.append)

    assert await running.wait() == CommandExit(127)
    assert printed == [b"bash: nope: command not found\n"]


async def test_a_hanging_command_runs_until_it_is_stopped():
    host = MemoryHost(commands={"serve": ScriptedCommand((b"up\n",), hangs=True)})
    running = await host.start(command("serve"), lambda _: None)
    waiting = asyncio.ensure_future(running.wait())
    await asyncio.sleep(0.01)
    waiting.cancel()
    await asyncio.sleep(0)

    assert host.running == [running]
    await running.stop()
    await running.stop()
    assert await running.wait() == CommandExit(None, 15)
    assert host.running == []


async def test_the_last_folder_is_reported():
    report = Path("/tmp/report")
    host = MemoryHost(commands={"cd src": ScriptedCommand(ends_in=FOLDER / "src")})

    await (await host.start(command("cd src", folder_report=report), print)).wait()

    assert await host.read(report) == b"/project/src\n"


def test_the_clock_moves_when_it_is_told():
    host = MemoryHost()
    host.advance(1.5)

    assert host.now() == 1.5
