import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from maia.agent.permissions.sandbox import preparation
from maia.agent.permissions.sandbox.preparation import make_confinement
from maia.agent.permissions.sandbox.settings import SandboxSettings

pytestmark = pytest.mark.bwrap

ROOT = Path(__file__).resolve().parents[4]

# Runs make_confinement where the kernel offers less; prints what came of it.
REPORT = """
import json, os, sys
from pathlib import Path
from maia.agent.contracts.errors import SettingsError
from maia.agent.permissions.sandbox.preparation import make_confinement
from maia.agent.permissions.sandbox.settings import SandboxSettings
from maia.agent.permissions.sandbox import landlock_exec

order = json.loads(sys.argv[1])
if order["without_landlock"]:
    landlock_exec.checked(landlock_exec.libc.prctl(landlock_exec.NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    architecture, socket_call, _ = landlock_exec.SYSTEM_CALLS[os.uname().machine]
    # The call answers as in a kernel without Landlock; io_uring's number makes room for it.
    landlock_exec.refuse_sockets(architecture, socket_call, landlock_exec.CREATE_RULESET)
settings = SandboxSettings("workspace", required=order["required"])
try:
    made = make_confinement(settings, Path(order["launch"]), Path(order["home"]))
except SettingsError as error:
    print(json.dumps({"error": error.key, "values": error.values}))
else:
    backend = made.confinement and made.confinement.backend
    notices = [[notice.key, notice.values] for notice in made.notices]
    print(json.dumps({"backend": backend, "notices": notices}))
    if made.confinement:
        made.confinement.close()
"""


def report(ground, *before, required=False, without_landlock=False, path=None):
    order = {
        "required": required,
        "without_landlock": without_landlock,
        "launch": str(ground.project),
        "home": str(ground.home),
    }
    done = subprocess.run(
        [*before, sys.executable, "-c", REPORT, json.dumps(order)],
        env={"PATH": path or os.environ["PATH"], "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def bwrap(ground):
    """A bubblewrap that works, or the test does not run."""
    found = shutil.which("bwrap")
    if found is None or report(ground)["backend"] != "bubblewrap":
        pytest.skip("bubblewrap does not work here")
    return found


@pytest.fixture
def broken(tmp_path):
    """A folder for PATH whose bubblewrap says what the given script says."""

    def make(script: str) -> str:
        program = tmp_path / "bin" / "bwrap"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        return f"{program.parent}:/usr/bin:/bin"

    return make


def test_off_confines_nothing(ground):
    made = make_confinement(SandboxSettings(), ground.project, ground.home)
    assert (made.confinement, made.notices) == (None, ())


def test_bubblewrap_is_preferred_and_has_nothing_to_confess(ground, bwrap):
    assert report(ground) == {"backend": "bubblewrap", "notices": []}


def test_landlock_stands_in_where_bubblewrap_may_not_make_namespaces(ground, broken):
    path = broken("echo 'bwrap: No permissions to create new namespace' >&2; exit 1")
    said = report(ground, path=path)
    if said["backend"] is None:
        pytest.skip("no Landlock here")
    assert said["backend"] == "landlock"
    assert ["sandbox.weak_protected", {}] in said["notices"]


def test_without_any_means_the_user_is_told(ground, broken):
    path = broken("echo 'bwrap: No permissions to create new namespace' >&2; exit 1")
    said = report(ground, path=path, without_landlock=True)
    assert said["backend"] is None
    (notice,) = said["notices"]
    assert notice[0] == "sandbox.unavailable"
    assert "No permissions to create new namespace" in notice[1]["reason"]


def test_without_any_means_a_required_sandbox_is_refused(ground, broken):
    path = broken("echo 'bwrap: nothing doing' >&2; exit 1")
    said = report(ground, path=path, required=True, without_landlock=True)
    assert said["error"] == "sandbox.unavailable"
    assert said["values"]["mode"] == "workspace"
    assert "nothing doing" in said["values"]["reason"]


def test_a_bubblewrap_that_hangs_is_given_up(ground, broken, monkeypatch):
    monkeypatch.setenv("PATH", broken("exec sleep 60"))
    monkeypatch.setattr(preparation, "PROBE_SECONDS", 0.2)
    made = make_confinement(SandboxSettings("workspace"), ground.project, ground.home)
    assert made.confinement is None or made.confinement.backend == "landlock"


def test_a_bubblewrap_of_the_project_is_not_believed(ground, monkeypatch):
    program = ground.project / "bwrap"
    program.write_text("#!/bin/sh\ntouch called\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{ground.project}:{os.environ['PATH']}")
    made = make_confinement(SandboxSettings("workspace"), ground.project, ground.home)
    if made.confinement is not None:
        made.confinement.close()
    assert not (ground.project / "called").exists()


@pytest.mark.parametrize("covered", ["/proc/sys", "/proc/bus"])
def test_in_a_container_with_a_covered_proc_the_rest_still_holds(ground, bwrap, covered):
    container = [bwrap, "--bind", "/", "/", "--dev", "/dev", "--unshare-user", "--unshare-pid"]
    container += ["--proc", "/proc", "--ro-bind", covered, covered]
    said = report(ground, *container)
    assert said["backend"] == "bubblewrap"
    assert said["notices"] in ([], [["sandbox.weak_processes", {}]])


def test_a_launch_folder_around_the_home_is_said_to_be_too_wide(ground):
    made = make_confinement(SandboxSettings("workspace"), ground.base, ground.home)
    if made.confinement is None:
        pytest.skip("no sandbox here")
    made.confinement.close()
    assert made.notices[0].key == "sandbox.too_wide"
    assert made.notices[0].values == {"folder": str(ground.base)}
