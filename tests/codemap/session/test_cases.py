"""The hard inputs that were handed to us, through a real map of a real folder."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from maia.codemap.session.open_map import OpenMap
from maia.codemap.session.questions import Questions

CASES = Path(__file__).resolve().parents[2] / "cases" / "code"
NOT_INPUT = {"case.json", "want.json", "steps.json", "gen.py", "run.sh"}


class Work:
    """A folder with a case's files, and its map."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.folder = folder
        self.cache = cache
        self.map = OpenMap.of(folder)

    def update(self) -> Questions:
        self.map.build()
        return Questions(self.map.reader, self.map.root)

    def git(self, *words: str) -> None:
        who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", *who, *words], cwd=self.folder, check=True, capture_output=True)

    def callers(self, questions: Questions, name: str) -> list[str]:
        nodes = [each.id for each in questions.symbols(name)]
        return sorted({use.user for use in questions.uses(nodes, ["call"])})

    def told(self) -> set[tuple[object, ...]]:
        """All that the map says, without its numbers."""
        reader = self.map.reader
        questions = Questions(reader, self.map.root)
        said: set[tuple[object, ...]] = set()
        for file in reader.files():
            said.add((file.path, file.status, file.lines))
            for symbol in reader.symbols_of(file.id):
                said.add(
                    (file.path, symbol.qualified_name, symbol.kind, symbol.line, symbol.column)
                )
            for edge in reader.edges_of(file.id):
                target = questions.place(edge.target).name if edge.target else edge.name
                said.add((file.path, edge.line, edge.column, edge.kind, target, edge.how))
        return said

    def told_afresh(self, monkeypatch: pytest.MonkeyPatch) -> set[tuple[object, ...]]:
        """What a map says that is built from nothing."""
        fresh = self.cache / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        with monkeypatch.context() as patch:
            patch.setenv("MAGUYVA_CACHE", str(fresh))
            other = Work(self.folder, self.cache)
            other.map.build()
            said = other.told()
            other.map.close()
        return said


@pytest.fixture
def work(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Work]:
    monkeypatch.setenv("MAGUYVA_CACHE", str(tmp_path / "cache"))
    case = CASES / request.param
    folder = tmp_path / "project"
    shutil.copytree(case, folder, ignore=lambda _folder, names: NOT_INPUT & set(names))
    if (case / "gen.py").exists():
        subprocess.run([sys.executable, str(case / "gen.py"), str(folder)], check=True)
    opened = Work(folder, tmp_path / "cache")
    yield opened
    opened.map.close()


def want(case: str) -> dict[str, list[str]]:
    return json.loads((CASES / case / "want.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("work", ["D03"], indirect=True)
def test_sources_in_any_encoding_have_their_symbols_where_they_are(work: Work) -> None:
    questions = work.update()
    for name, line in [("facture_française", 3), ("plain_after", 6), ("ok_fn", 1), ("cyr_fn", 2)]:
        assert [each.line for each in questions.symbols(name)] == [line], name


@pytest.mark.parametrize("work", ["D01"], indirect=True)
def test_deep_files_cost_their_neighbours_nothing(work: Work) -> None:
    questions = work.update()
    names = {
        each for each in ("safe_neighbour", "Beside", "Beside.method") if questions.symbols(each)
    }
    assert names == {"safe_neighbour", "Beside", "Beside.method"}
    assert questions.symbols("chain")
    assert questions.symbols("pick")
    files = {file.path: file for file in work.map.reader.files()}
    for path in ("parens.js", "generic.ts", "elseif.js", "plus.java"):
        file = files[path]
        assert work.map.reader.symbols_of(file.id) or file.reason, path


@pytest.mark.parametrize("work", ["D13"], indirect=True)
def test_huge_generated_files_are_bounded_and_named(work: Work) -> None:
    questions = work.update()
    assert questions.symbols("after_blob")
    assert questions.symbols("needle_big")
    assert questions.symbols("NOT-INDEXED") == []
    assert all(file.status == "parsed" or file.reason for file in work.map.reader.files())


@pytest.mark.parametrize("work", ["D15"], indirect=True)
def test_after_every_change_the_map_is_what_a_fresh_one_is(
    work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    core, kernel = work.folder / "pkg/core.py", work.folder / "pkg/kernel.py"
    work.git("init", "-q", "-b", "main")
    work.git("add", "-A")
    work.git("commit", "-qm", "first")
    both = ["invoice", "quote"]
    assert work.callers(work.update(), "base_rate") == both

    core.write_text(core.read_text(encoding="utf-8").replace("v1", "v2"), encoding="utf-8")
    assert work.callers(work.update(), "base_rate") == both
    core.write_text("\n" + core.read_text(encoding="utf-8"), encoding="utf-8")
    assert work.callers(work.update(), "base_rate") == both
    assert work.told() == work.told_afresh(monkeypatch)

    os.utime(core, ns=(1, 1))
    assert work.callers(work.update(), "base_rate") == both
    work.git("mv", "pkg/core.py", "pkg/kernel.py")
    caller = work.folder / "pkg/a.py"
    caller.write_text(
        caller.read_text(encoding="utf-8").replace("core", "kernel"), encoding="utf-8"
    )
    questions = work.update()
    assert work.callers(questions, "base_rate") == ["invoice"]
    assert [questions.place(each.id).path for each in questions.symbols("base_rate")] == [
        "pkg/kernel.py"
    ]
    assert work.told() == work.told_afresh(monkeypatch)

    kernel.unlink()
    questions = work.update()
    assert questions.symbols("base_rate") == []
    left = questions.uses_outside("base_rate")
    assert [(use.path, use.how) for use in left if use.kind == "call"] == [("pkg/a.py", "unknown")]
    assert work.told() == work.told_afresh(monkeypatch)

    (work.folder / "pkg/b.py").unlink()
    (work.folder / "pkg/b.py").symlink_to("a.py")
    work.update()
    assert work.told() == work.told_afresh(monkeypatch)
    caller.write_text(caller.read_text(encoding="utf-8") + "def broken(:\n", encoding="utf-8")
    assert work.update().symbols("invoice")
    assert work.told() == work.told_afresh(monkeypatch)

    work.git("stash", "-q", "--include-untracked")
    assert work.callers(work.update(), "base_rate") == both
    assert work.told() == work.told_afresh(monkeypatch)


@pytest.mark.parametrize("work", ["D17"], indirect=True)
def test_with_an_empty_home_and_no_network_languages_are_parsed_or_said(
    work: Work, tmp_path: Path
) -> None:
    nowhere = dict.fromkeys(("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path / "home"), **nowhere}
    command = [sys.executable, "-m", "maia.codemap.cli.main"]

    def run(*words: str) -> str:
        done = subprocess.run(
            [*command, *words],
            cwd=work.folder,
            env=environ,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        return done.stdout

    run("index")
    for name in ("offline_py", "OfflineGo", "offlineTs", "offlineZig"):
        assert name in run("symbol", name)
    (line,) = (each for each in run("status", "--files").splitlines() if "unknownlang" in each)
    assert "unknown language" in line
