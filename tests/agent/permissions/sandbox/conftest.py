"""A project, a home and a place outside both, none of them in a folder for temporary files."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
DRIVER = Path(__file__).with_name("driver.py")
NOBODY = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups")
DEADLINE = 50
KEY = "this-is-the-key"


@dataclass
class Ran:
    code: int
    said: str
    undone: list[str]
    took: float


@dataclass
class Ground:
    """Where the commands run, by which means, and as whom."""

    base: Path
    backend: str = "bubblewrap"
    user: str = "me"
    sandbox: object = "workspace"
    unreadable: list[Path] = field(default_factory=list)
    launch: Path | None = None
    other_home: Path | None = None
    variables: dict[str, str] = field(default_factory=dict)
    weaknesses: list[str] = field(default_factory=list)

    @property
    def project(self) -> Path:
        return self.base / "project"

    @property
    def home(self) -> Path:
        return self.other_home or self.base / "home"

    @property
    def elsewhere(self) -> Path:
        return self.base / "elsewhere"

    def git(self, *arguments: str, folder: Path | None = None) -> str:
        argv = ["git", "-c", "safe.directory=*", "-c", "protocol.file.allow=always", *arguments]
        done = subprocess.run(
            argv, cwd=folder or self.project, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def run(self, *commands: str, **env: str) -> list[Ran]:
        """Run them one after the other in one sandbox."""
        if self.user == "nobody":
            subprocess.run(["chown", "-R", "65534:65534", self.base], check=True)
        order = {
            "backend": self.backend,
            "sandbox": self.sandbox,
            "launch": str(self.launch or self.project),
            "home": str(self.home),
            "unreadable": [str(path) for path in self.unreadable],
            "commands": commands,
            "env": {**os.environ, "HOME": str(self.home), "LC_ALL": "C", **env},
        }
        python = interpreter(self.user)
        done = subprocess.run(
            [*python, str(DRIVER)],
            check=False,
            input=json.dumps(order),
            capture_output=True,
            text=True,
            timeout=DEADLINE,
            env={
                **self.variables,
                "PYTHONPATH": str(ROOT / "src"),
                "PATH": os.environ["PATH"],
                "HOME": str(self.home),
            },
        )
        assert done.returncode == 0, done.stderr
        said = json.loads(done.stdout)
        if said is None:
            pytest.skip(f"{self.backend} does not work here as {self.user}")
        self.weaknesses = said["weaknesses"]
        return [Ran(**one) for one in said["results"]]

    def one(self, command: str, **env: str) -> Ran:
        return self.run(command, **env)[0]


@cache
def interpreter(user: str) -> tuple[str, ...]:
    if user == "me":
        return (sys.executable,)
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can become nobody")
    check = "import subprocess, sys; subprocess.check_call([sys.executable, '-c', '']); sys.exit(sys.version_info < (3, 11))"
    for python in (sys.executable, "/usr/bin/python3"):
        done = subprocess.run([*NOBODY, python, "-c", check], capture_output=True, check=False)
        if done.returncode == 0:
            return (*NOBODY, python)
    pytest.skip("no Python that nobody may run")


def outside_temporary_folders() -> str:
    return "/srv" if os.access("/srv", os.W_OK) else str(ROOT)


@pytest.fixture
def ground():
    base = Path(tempfile.mkdtemp(prefix=".sandbox-test-", dir=outside_temporary_folders()))
    base.chmod(0o755)
    one = Ground(base)
    (one.home / ".ssh").mkdir(parents=True)
    (one.home / ".ssh" / "id_ed25519").write_text(KEY)
    (one.home / ".npmrc").write_text(KEY)
    (one.home / ".config" / "gcloud").mkdir(parents=True)
    (one.home / ".config" / "gcloud" / "token.db").write_text(KEY)
    (one.home / ".config" / "plain").write_text("plain config")
    (one.home / ".bashrc").write_text("# mine\n")
    (one.home / "document").write_text("a document")
    one.elsewhere.mkdir()
    (one.elsewhere / "file").write_text("elsewhere")
    one.project.mkdir()
    (one.project / "source").write_text("first\n")
    one.git("init", "-q", "-b", "main")
    one.git("add", "source")
    one.git("commit", "-qm", "first")
    yield one
    shutil.rmtree(base, ignore_errors=True)


@pytest.fixture(params=["bubblewrap", "landlock"])
def backend(request, ground):
    ground.backend = request.param
    return request.param


@pytest.fixture(params=["me", "nobody"])
def user(request, ground):
    ground.user = request.param
    return request.param
