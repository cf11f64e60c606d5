import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from maia.agent.sessions.checkpoints.checkpoints import ChangedFile, Checkpoints
from maia.agent.sessions.checkpoints.store import CheckpointStore


@dataclass
class Bench:
    """A session in a folder: writes as the tools do, and runs commands as Bash does."""

    folder: Path
    store: CheckpointStore
    session: str = "s1"
    kept: Checkpoints = field(init=False)

    def __post_init__(self):
        self.again()

    def again(self):
        self.kept = Checkpoints(self.store, self.folder, self.session)

    def path(self, name: str) -> Path:
        return self.folder / name

    def write(self, name: str, data: str | bytes) -> Path:
        path = self.path(name)
        self.kept.before_change(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        self.kept.after_change(path)
        return path

    def run(self, script: str) -> tuple[str, ...]:
        token = self.kept.before_command()
        assert token is not None, "the command must be watched"
        subprocess.run(["/bin/sh", "-ec", script], cwd=self.folder, check=True)
        return tuple(
            sorted(str(each.relative_to(self.folder)) for each in self.kept.after_command(token))
        )

    def changed(self, name: str) -> ChangedFile | None:
        found = [each for each in self.kept.session_diff() if each.path == str(self.path(name))]
        return found[0] if found else None


@pytest.fixture
def bench(tmp_path) -> Bench:
    folder = tmp_path / "work"
    folder.mkdir()
    return Bench(folder, CheckpointStore(tmp_path / "store", file_limit_bytes=1_000))
