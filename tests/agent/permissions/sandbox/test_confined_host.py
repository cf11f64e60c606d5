"""The Host port on top of the sandbox: folders kept between calls, ends of whole trees."""

import asyncio
import os
import re
from pathlib import Path

import pytest

from maia.agent.contracts.host import ShellCommand
from maia.agent.permissions.sandbox.bounds import Surveyor
from maia.agent.permissions.sandbox.bubblewrap import Bubblewrap, bubblewrap_program, variants
from maia.agent.permissions.sandbox.landlock import Landlock
from maia.agent.permissions.sandbox.preparation import make_confinement
from maia.agent.permissions.sandbox.settings import SandboxSettings
from maia.agent.runtime.local_host import LocalHost

pytestmark = pytest.mark.bwrap

DEADLINE = 20.0


@pytest.fixture
async def host(ground, backend):
    settings = SandboxSettings("workspace")
    prepared = make_confinement(settings, ground.project, ground.home).confinement
    if prepared is None or (backend == "bubblewrap" and prepared.backend != "bubblewrap"):
        pytest.skip(f"{backend} does not work here")
    if backend == "landlock":
        prepared.close()
        prepared = Landlock(Surveyor(settings, ground.project, ground.home), network=False)
    one = LocalHost(prepared)
    yield one
    await one.close()
    prepared.release()
    prepared.close()


def mark() -> str:
    """A number no other process of the machine sleeps for."""
    return f"{300 + os.getpid() / 1e7:.7f}"


def sleepers(seconds: str) -> set[int]:
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[:2] == [b"sleep", seconds.encode()]:
                found.add(int(entry.name))
    return found


async def until(condition):
    async with asyncio.timeout(DEADLINE):
        while not condition():
            await asyncio.sleep(0.01)


async def run(host, ground, text, report=None, folder=None):
    printed = bytearray()
    command = ShellCommand(text, folder or ground.project, folder_report=report)
    running = await host.start(command, printed.extend)
    end = await running.wait()
    return end, printed.decode()


async def test_the_folder_report_is_written(host, ground, tmp_path):
    (ground.project / "inner").mkdir()
    report = tmp_path / "report"
    end, _ = await run(host, ground, "cd inner", report)
    assert end.exit_code == 0
    assert report.read_text() == f"{ground.project}/inner\n"


async def test_a_command_starts_in_the_folder_it_is_given(host, ground):
    (ground.project / "inner").mkdir()
    _, printed = await run(host, ground, "pwd -P; pwd", folder=ground.project / "inner")
    assert printed == f"{ground.project}/inner\n" * 2


@pytest.mark.parametrize(
    "text",
    [
        "sleep {0}",
        "sleep {0} & sleep {0}; true",
        "(sleep {0} & sleep {0} & wait) ; true",
        "setsid sleep {0} & sleep {0}; true",
        "setsid env -i /bin/bash -c 'sleep {0} & sleep {0}; true' & sleep {0}; true",
        "trap '' TERM; sleep {0}; sleep {0}",
    ],
)
async def test_stop_ends_all_that_runs_inside(host, ground, text):
    seconds = mark()
    running = await host.start(ShellCommand(text.format(seconds), ground.project), lambda _: None)
    await until(lambda: sleepers(seconds))
    async with asyncio.timeout(DEADLINE):
        await running.stop()
        await running.wait()
    await until(lambda: not sleepers(seconds))


async def test_a_command_asked_to_stop_can_clean_up(host, ground):
    text = "trap 'echo cleaned > cleaned; exit 3' TERM; touch ready; sleep 300 & wait"
    running = await host.start(ShellCommand(text, ground.project), lambda _: None)
    await until((ground.project / "ready").exists)
    await running.stop()
    assert (ground.project / "cleaned").read_text() == "cleaned\n"


async def test_what_is_left_in_the_background_outlives_its_shell_but_not_the_host(host, ground):
    seconds = mark()
    async with asyncio.timeout(DEADLINE):
        end, _ = await run(host, ground, f"sleep {seconds} & echo started")
    assert end.exit_code == 0
    assert sleepers(seconds)
    await host.close()
    await until(lambda: not sleepers(seconds))


async def test_many_commands_run_at_once(host, ground):
    texts = [f"sleep 0.05; echo {number} > made{number}; cat made{number}" for number in range(8)]
    ends = await asyncio.gather(*(run(host, ground, text) for text in texts))
    assert [(end.exit_code, printed) for end, printed in ends] == [
        (0, f"{number}\n") for number in range(8)
    ]


async def test_a_large_output_arrives_whole(host, ground):
    _, printed = await run(host, ground, "seq 200000")
    assert printed == "".join(f"{number}\n" for number in range(1, 200_001))


def test_a_leftover_of_a_killed_maia_is_tidied_up(ground):
    surveyor = Surveyor(SandboxSettings("workspace"), ground.project, ground.home)
    program = bubblewrap_program(surveyor)
    if program is None:
        pytest.skip("no bubblewrap")
    (ground.project / ".envrc").mkdir()
    sandbox = Bubblewrap(program, next(variants()), surveyor, network=False)
    argv = sandbox.confine(("/bin/true",), ground.project)
    assert re.search(r"--ro-bind-try \S+/\.envrc ", " ".join(argv))
    sandbox.close()
    assert not (ground.project / ".envrc").exists()
