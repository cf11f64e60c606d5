import subprocess
import sys

import pytest

from maia.agent.permissions.sandbox.landlock import LAUNCHER
from maia.agent.permissions.sandbox.landlock_exec import CANNOT_RUN, landlock_version

pytestmark = [
    pytest.mark.bwrap,
    pytest.mark.skipif(landlock_version() == 0, reason="no Landlock in this kernel"),
]
VERSIONS = range(1, max(2, landlock_version() + 1))


def launch(ground, *options, argv=("/bin/bash", "-c", "true")):
    line = [sys.executable, "-I", "-S", str(LAUNCHER), *options, "--", *argv]
    return subprocess.run(line, cwd=ground.project, capture_output=True, text=True, check=False)


def bounded(ground, text, *options):
    places = ("--write", str(ground.project), "--hide", str(ground.home / ".ssh"))
    return launch(ground, *places, *options, argv=("/bin/bash", "-c", text))


@pytest.mark.parametrize("abi", VERSIONS)
def test_on_each_kernel_the_bounds_hold(ground, abi):
    options = ("--abi", str(abi), "--no-network")
    assert (
        bounded(ground, "echo x > made && rm made && mkdir a && mv a b", *options).returncode == 0
    )
    assert bounded(ground, "cat ../home/document", *options).stdout == "a document"
    for refused in (
        "echo x > ../elsewhere/made",
        "echo x > ../elsewhere/file",
        "cat ../home/.ssh/id_ed25519",
        "cat < /dev/tcp/127.0.0.1/9",
        "echo x > /dev/udp/127.0.0.1/9",
    ):
        assert bounded(ground, refused, *options).returncode != 0
    assert (ground.elsewhere / "file").read_text() == "elsewhere"


def test_the_first_kernels_cannot_move_between_folders_nor_keep_files_from_being_emptied(ground):
    across = 'mkdir a && touch x && python3 -c \'import os; os.rename("x", "a/x")\''
    assert bounded(ground, across, "--abi", "1").returncode != 0
    assert bounded(ground, "rm -rf a x; " + across).returncode == 0


def test_what_cannot_run_is_said(ground):
    done = launch(ground, "--write", str(ground.project), argv=("/absent/program",))
    assert done.returncode == CANNOT_RUN
    assert "No such file" in done.stderr


@pytest.mark.parametrize("argv", [(), ("",)])
def test_no_command_is_no_success(ground, argv):
    assert launch(ground, argv=argv).returncode == CANNOT_RUN


def test_places_that_are_gone_are_no_obstacle(ground):
    done = launch(ground, "--write", str(ground.base / "absent"), "--hide", "/absent/too")
    assert done.returncode == 0
