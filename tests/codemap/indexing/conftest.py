"""A small repository, real git, and a map of it in a cache of its own."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from maia.codemap.indexing.pipeline import BuildOptions, build
from maia.codemap.indexing.ports import BuildReport
from maia.codemap.indexing.resolving import resolve_references
from maia.codemap.indexing.workers import WorkerPool
from maia.codemap.store.sqlite import SqliteStore


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), "-c", "protocol.file.allow=always", *arguments],
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


@dataclass
class Repository:
    """A folder whose map can be built and asked."""

    folder: Path
    resolved: list[str] = field(default_factory=list)

    @property
    def store(self) -> SqliteStore:
        return SqliteStore.of(self.folder)

    def write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def build(self, pool: WorkerPool | None = None, **options: object) -> BuildReport:
        def resolve(program, positions):
            self.resolved = [program.files[position].path for position in positions]
            return resolve_references(program, positions)

        self.resolved = []
        chosen = BuildOptions(pool=pool, **options)
        return build(self.store.place.root, self.store, resolve, options=chosen)

    def commit(self) -> str:
        git(self.folder, "add", "-A")
        git(self.folder, "commit", "-qm", "x")
        return git(self.folder, "rev-parse", "HEAD")

    def paths(self) -> list[str]:
        return [file.path for file in self.store.reader().files()]

    def callers(self, name: str) -> list[str]:
        """`path:line` of what leads to the only symbol of this name."""
        reader = self.store.reader()
        (symbol,) = reader.symbols_named(name)
        edges = reader.edges_to(symbol.id)
        return sorted(f"{reader.file_numbered(edge.id >> 20).path}:{edge.line}" for edge in edges)


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGUYVA_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="session")
def pool():
    """One warm worker for all tests: it takes longer to start than to read their files."""
    with WorkerPool(1) as made:
        yield made


@pytest.fixture
def repository(tmp_path) -> Repository:
    folder = tmp_path / "repo"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    made = Repository(folder)
    made.write("pkg/__init__.py", "")
    made.write("pkg/base.py", "def make():\n    return 1\n")
    made.write("pkg/user.py", "from pkg.base import make\n\n\ndef use():\n    return make()\n")
    made.write("pkg/other.py", "def alone():\n    return 2\n")
    made.write("README.md", "# Title\n")
    made.commit()
    return made
