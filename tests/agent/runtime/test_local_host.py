import errno
import os
from pathlib import Path

import pytest

from maia.agent.contracts.host import CommandExit, FileFacts, Host, ShellCommand
from maia.agent.runtime.local_host import LocalHost


class Fence:
    """A confinement that notes what it bounds and runs it through `env`."""

    def __init__(self) -> None:
        self.asked: list[tuple[tuple[str, ...], Path]] = []
        self.released = 0
        self.closed = False

    def confine(self, argv: tuple[str, ...], folder: Path) -> tuple[str, ...]:
        self.asked.append((argv, folder))
        return ("/usr/bin/env", "FENCED=yes", *argv)

    def release(self) -> tuple[Path, ...]:
        self.released += 1
        return ()

    def close(self) -> None:
        self.closed = True


@pytest.fixture
async def host():
    one = LocalHost()
    yield one
    await one.close()


async def printed_by(host: Host, command: ShellCommand) -> tuple[CommandExit, str]:
    printed = bytearray()
    running = await host.start(command, printed.extend)
    return await running.wait(), printed.decode()


async def test_facts_of_what_is_there_and_what_is_not(host, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    path.chmod(0o640)
    assert await host.facts(path) == FileFacts("file", 5, 0o640)
    assert (await host.facts(tmp_path)).kind == "directory"
    assert (await host.facts(tmp_path / "none")).kind == "missing"


async def test_bytes_are_written_and_read(host, tmp_path):
    path = tmp_path / "new" / "file"
    await host.write(path, b"0123456789")
    assert await host.read(path) == b"0123456789"
    assert await host.read(path, 3, 4) == b"3456"


async def test_errors_of_the_system_pass_through(host, tmp_path):
    with pytest.raises(FileNotFoundError):
        await host.read(tmp_path / "none")


async def test_a_command_runs_with_its_variables_over_ours(host, tmp_path, monkeypatch):
    monkeypatch.setenv("OURS", "kept")
    monkeypatch.setenv("BOTH", "ours")
    command = ShellCommand("pwd; echo $OURS $BOTH", tmp_path, {"BOTH": "its"})
    assert await printed_by(host, command) == (CommandExit(0), f"{tmp_path}\nkept its\n")


async def test_the_last_folder_is_reported_where_wanted(host, tmp_path):
    (tmp_path / "sub").mkdir()
    report = tmp_path / "report"
    await printed_by(host, ShellCommand("cd sub", tmp_path, {}, report))
    assert await host.read(report) == f"{tmp_path}/sub\n".encode()


async def test_a_signal_is_told(host, tmp_path):
    ended, _printed = await printed_by(host, ShellCommand("kill -9 $$", tmp_path))
    assert ended == CommandExit(None, 9)


async def test_commands_are_confined(tmp_path):
    fence = Fence()
    host = LocalHost(fence)
    ended, printed = await printed_by(host, ShellCommand("echo $FENCED", tmp_path))
    assert (ended, printed) == (CommandExit(0), "yes\n")
    assert fence.asked == [(("/bin/bash", "--noprofile", "--norc", "-c", "echo $FENCED"), tmp_path)]
    assert fence.released == 1
    with pytest.raises(OSError, match="Errno 22"):
        await host.start(ShellCommand("echo \0", tmp_path), print)
    assert fence.released == 2
    await host.close()
    assert fence.closed


async def test_values_that_look_like_keys_are_not_passed_unless_named(tmp_path, monkeypatch):
    monkeypatch.setenv("SERVICE_API_KEY", "s3cret-value-1")
    monkeypatch.setenv("NPM_TOKEN", "s3cret-value-2")
    monkeypatch.setenv("EDITOR_THEME", "dark")
    show = ShellCommand("echo [$SERVICE_API_KEY] [$NPM_TOKEN] [$EDITOR_THEME]", tmp_path)
    careful, trusting = LocalHost(), LocalHost(pass_environment=("NPM_*",))
    assert (await printed_by(careful, show))[1] == "[] [] [dark]\n"
    assert (await printed_by(trusting, show))[1] == "[] [s3cret-value-2] [dark]\n"
    given = ShellCommand(show.text, tmp_path, {"SERVICE_API_KEY": "set by the env setting"})
    assert (await printed_by(careful, given))[1] == "[set by the env setting] [] [dark]\n"
    await careful.close()
    await trusting.close()


@pytest.mark.parametrize("text", ["echo \0", "echo \ud800"])
async def test_what_no_system_call_takes_is_an_os_error(host, tmp_path, text):
    with pytest.raises(OSError, match="Errno 22") as failed:
        await host.start(ShellCommand(text, tmp_path), print)
    assert failed.value.errno == errno.EINVAL


async def test_close_ends_what_runs_and_may_be_called_twice(tmp_path):
    host = LocalHost()
    running = await host.start(ShellCommand("sleep 300", tmp_path), print)
    await host.close()
    await host.close()
    with pytest.raises(ProcessLookupError):
        os.kill(running.pid, 0)


async def test_the_clock_goes_forward(host):
    first = host.now()
    assert host.now() >= first
