import os
import threading

import pytest
from tests.codemap.indexing.conftest import Repository, git

from maia.codemap.errors import BuildStopped, NoMap
from maia.codemap.indexing import reasons
from maia.codemap.indexing.pipeline import build_folder
from maia.codemap.indexing.ports import Progress
from maia.codemap.store.records import Metrics


def test_a_build_answers_where_and_by_whom(repository, pool):
    report = repository.build(pool)
    assert report.snapshot.commit == git(repository.folder, "rev-parse", "HEAD")
    assert (report.snapshot.number, report.snapshot.files) == (1, 5)
    assert repository.callers("make") == ["pkg/user.py:1", "pkg/user.py:5"]
    (symbol,) = repository.store.reader().symbols_named("use")
    assert (symbol.line, symbol.qualified_name, symbol.kind) == (4, "use", "function")


def test_a_folder_without_a_map_has_none(repository):
    with pytest.raises(NoMap):
        repository.store.reader()


def test_a_second_build_does_nothing(repository, pool):
    first = repository.build(pool)
    again = repository.build(pool)
    assert again.snapshot == first.snapshot
    assert (again.changed, again.resolved) == (0, 0)


def test_a_new_commit_of_the_same_files_is_a_new_snapshot(repository, pool):
    repository.build(pool)
    git(repository.folder, "commit", "-q", "--allow-empty", "-m", "y")
    report = repository.build(pool)
    assert report.snapshot.number == 2
    assert report.snapshot.commit == git(repository.folder, "rev-parse", "HEAD")


def test_a_changed_body_concerns_its_file_alone(repository, pool):
    repository.build(pool)
    repository.write("pkg/base.py", "def make():\n    return 100\n")
    report = repository.build(pool)
    assert (report.changed, repository.resolved) == (1, ["pkg/base.py"])
    assert repository.callers("make") == ["pkg/user.py:1", "pkg/user.py:5"]


def test_a_symbol_that_moves_keeps_its_number(repository, pool):
    repository.build(pool)
    before = repository.store.reader().symbols_named("make")[0]
    repository.write("pkg/base.py", "def first():\n    pass\n\n\ndef make():\n    return 1\n")
    repository.build(pool)
    after = repository.store.reader().symbols_named("make")[0]
    assert (after.id, after.line, after.index) == (before.id, 5, 1)
    assert repository.callers("make") == ["pkg/user.py:1", "pkg/user.py:5"]


def test_a_renamed_function_concerns_those_who_call_it(repository, pool):
    repository.build(pool)
    repository.write("pkg/base.py", "def produce():\n    return 1\n")
    repository.build(pool)
    assert repository.resolved == ["pkg/base.py", "pkg/user.py"]
    reader = repository.store.reader()
    assert reader.symbols_named("make") == []
    assert repository.callers("produce") == []
    user = reader.file("pkg/user.py")
    assert {edge.how for edge in reader.edges_of(user.id) if "make" in edge.name} == {"unknown"}


def test_what_was_unknown_is_found_when_it_appears(repository, pool):
    repository.write("pkg/late.py", "from pkg.missing import thing\n\nthing()\n")
    repository.build(pool)
    repository.write("pkg/missing.py", "def thing():\n    pass\n")
    repository.build(pool)
    assert repository.resolved == ["pkg/late.py", "pkg/missing.py"]
    assert repository.callers("thing") == ["pkg/late.py:1", "pkg/late.py:3"]


def test_a_removed_file_leaves_no_edge_behind(repository, pool):
    repository.build(pool)
    (repository.folder / "pkg/base.py").unlink()
    report = repository.build(pool)
    assert (report.removed, repository.resolved) == (1, ["pkg/user.py"])
    graph = repository.store.reader().graph()
    known = set(graph.symbols) | {file.id << 20 for file in repository.store.reader().files()}
    assert set(graph.targets) <= known


def test_a_type_that_changes_is_followed_to_those_who_do_not_name_it(repository, pool):
    classes = "class A:\n    def go(self):\n        pass\n\n\nclass B:\n    def go(self):\n        pass\n\n\n"
    repository.write("pkg/kinds.py", classes + "def build() -> A:\n    return A()\n")
    repository.write("pkg/hold.py", "from pkg.kinds import build\n\nheld = build()\n")
    repository.write("pkg/far.py", "from pkg.hold import held\n\nheld.go()\n")
    repository.build(pool)
    repository.write("pkg/kinds.py", classes + "def build() -> B:\n    return B()\n")
    repository.build(pool)
    assert "pkg/far.py" in repository.resolved
    assert "pkg/other.py" not in repository.resolved


def test_an_incremental_build_says_what_a_whole_one_says(repository, pool, monkeypatch, tmp_path):
    repository.build(pool)
    repository.write("pkg/base.py", "class Maker:\n    def make(self):\n        return 2\n")
    repository.write(
        "pkg/user.py", "from pkg.base import Maker\n\n\ndef use():\n    return Maker().make()\n"
    )
    repository.build(pool)
    repository.write("pkg/third.py", "from pkg.user import use\n\nuse()\n")
    git(repository.folder, "mv", "pkg/other.py", "pkg/elsewhere.py")
    repository.build(pool)
    grown = edges_in_words(repository)
    monkeypatch.setenv("MAGUYVA_CACHE", str(tmp_path / "fresh"))
    repository.build(pool)
    assert edges_in_words(repository) == grown


def edges_in_words(repository: Repository) -> list[tuple]:
    reader = repository.store.reader()
    files = {file.id: file.path for file in reader.files()}

    def said(node: int) -> str:
        symbol = reader.symbol(node)
        return f"{files.get(node >> 20)}:{symbol.qualified_name if symbol else ''}"

    return sorted(
        (
            said(edge.source),
            said(edge.target),
            edge.kind,
            edge.name,
            edge.line,
            edge.column,
            edge.how,
        )
        for file in files
        for edge in reader.edges_of(file)
    )


def test_a_rename_keeps_the_identity(repository, pool):
    repository.build(pool)
    before = repository.store.reader().symbols_named("make")[0]
    number = repository.store.reader().file("pkg/base.py").id
    git(repository.folder, "mv", "pkg/base.py", "pkg/moved.py")
    report = repository.build(pool)
    reader = repository.store.reader()
    assert (report.renamed, report.removed) == (1, 0)
    assert reader.file("pkg/moved.py").id == number
    assert reader.file("pkg/base.py") is None
    assert reader.symbols_named("make")[0].id == before.id
    assert repository.callers("make") == []  # what imports `pkg.base` finds nothing any more


def test_a_touched_file_is_read_and_nothing_more(repository, pool):
    repository.build(pool)
    os.utime(repository.folder / "pkg/base.py", ns=(1, 1_500_000_000_123_456_789))
    report = repository.build(pool)
    assert (report.changed, report.resolved) == (0, 0)
    assert report.read >= 1


def test_a_change_within_one_tick_of_the_clock_is_seen(repository, pool):
    repository.build(pool)
    file = repository.folder / "pkg/base.py"
    facts = file.stat()
    repository.write("pkg/base.py", "def mako():\n    return 1\n")
    os.utime(file, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    repository.build(pool)
    assert len(repository.store.reader().symbols_named("mako")) == 1


def test_ignored_files_are_left_out(repository, pool):
    repository.write(".gitignore", "build/\n")
    repository.write("build/made.py", "def made(): pass\n")
    repository.write(".maiaignore", "*.gen.py\nvendor/\n!kept.gen.py\n")
    repository.write("a.gen.py", "")
    repository.write("kept.gen.py", "")
    repository.write("vendor/lib/x.py", "")
    repository.write("pkg/.maiaignore", "/other.py\n")
    repository.build(pool)
    assert repository.paths() == [
        ".gitignore", ".maiaignore", "README.md", "kept.gen.py", "pkg/.maiaignore",
        "pkg/__init__.py", "pkg/base.py", "pkg/user.py",
    ]  # fmt: skip


def test_submodules_are_part_of_the_map(repository, pool, tmp_path):
    inner = Repository(tmp_path / "inner")
    inner.folder.mkdir()
    git(inner.folder, "init", "-q")
    inner.write("inner.py", "def deep():\n    pass\n")
    inner.commit()
    git(repository.folder, "submodule", "--quiet", "add", str(inner.folder), "sub")
    repository.build(pool)
    assert "sub/inner.py" in repository.paths()
    assert len(repository.store.reader().symbols_named("deep")) == 1


def test_a_folder_without_git_has_a_map(tmp_path, pool):
    plain = Repository(tmp_path / "plain")
    plain.write("a.py", "def here(): pass\n")
    plain.write("skip/b.py", "")
    plain.write(".gitignore", "skip\n")
    report = plain.build(pool)
    assert report.snapshot.commit == ""
    assert plain.paths() == [".gitignore", "a.py"]


def test_names_of_any_bytes_are_kept(repository, pool):
    names = [b"line\nbreak.py", b"caf\xe9.py", "déjà.py".encode()]
    for name in names:
        (repository.folder / os.fsdecode(name)).write_bytes(b"def odd(): pass\n")
    repository.build(pool)
    reader = repository.store.reader()
    assert all(reader.file(os.fsdecode(name)).status == "parsed" for name in names)
    assert len(reader.symbols_named("odd")) == 3


def test_what_is_not_read_is_listed_with_its_reason(repository, pool, monkeypatch, tmp_path):
    monkeypatch.setattr("maia.codemap.indexing.discover.MAX_FILE_BYTES", 1_000)
    repository.write("big.py", "x = 1\n" * 200)
    (repository.folder / "data.bin").write_bytes(b"\0\1\2")
    (repository.folder / "link.py").symlink_to("pkg/base.py")
    outside = tmp_path / "outside.py"
    outside.write_text("def secret(): pass\n")
    (repository.folder / "escape.py").symlink_to(outside)
    (repository.folder / "odd.zzz").write_text("what\n")
    report = repository.build(pool)
    assert dict(report.skipped) == {
        "big.py": reasons.TOO_LARGE, "data.bin": reasons.BINARY, "link.py": reasons.LINK,
    }  # fmt: skip
    reader = repository.store.reader()
    assert reader.file("escape.py") is None
    assert reader.symbols_named("secret") == []
    assert reader.file("odd.zzz").reason == reasons.UNKNOWN_LANGUAGE


def test_worktrees_share_extractions_and_answer_about_two_branches(repository, pool, tmp_path):
    repository.build(pool)
    git(repository.folder, "worktree", "add", "-q", "-b", "branch", str(tmp_path / "tree"))
    branch = Repository(tmp_path / "tree")
    assert branch.store.place.database == repository.store.place.database
    branch.write("pkg/base.py", "def only_here():\n    return 1\n\n\ndef make():\n    pass\n")
    contents = count_of_contents(repository)
    branch.build(pool)
    assert count_of_contents(repository) == contents + 1
    first, second = repository.store.reader(), branch.store.reader()
    assert first.symbols_named("only_here") == []
    assert len(second.symbols_named("only_here")) == 1
    assert (first.symbols_named("make")[0].line, second.symbols_named("make")[0].line) == (1, 5)
    assert repository.callers("make") == branch.callers("make")
    assert len(first.symbols_named("use")) == len(second.symbols_named("use")) == 1
    assert first.similar_names("only_her") == []
    assert second.similar_names("only_her") == ["only_here"]


def test_a_worktree_that_is_gone_is_forgotten(repository, pool, tmp_path):
    git(repository.folder, "worktree", "add", "-q", "-b", "branch", str(tmp_path / "tree"))
    branch = Repository(tmp_path / "tree")
    branch.build(pool)
    store = branch.store
    git(repository.folder, "worktree", "remove", "--force", str(tmp_path / "tree"))
    repository.build(pool)
    with pytest.raises(NoMap):
        store.reader()


def count_of_contents(repository: Repository) -> int:
    with repository.store.writer() as writer:
        return len(writer.known_keys())


def test_the_map_is_found_from_any_folder(repository, pool):
    repository.build(pool)
    inner = Repository(repository.folder / "pkg")
    assert len(inner.store.reader().symbols_named("make")) == 1


def test_a_reader_sees_one_snapshot_while_the_next_is_published(repository, pool):
    repository.build(pool)
    reader = repository.store.reader()
    with reader.one_snapshot() as snapshot:
        repository.write("pkg/base.py", "def other_name(): pass\n")
        repository.build(pool)
        assert len(reader.symbols_named("make")) == 1
        assert reader.snapshot() == snapshot
    assert reader.symbols_named("make") == []


def test_readers_serve_other_threads(repository, pool):
    repository.build(pool)
    reader = repository.store.reader()
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(len(reader.symbols_named("make"))))
    thread.start()
    thread.join()
    assert found == [1]


def test_progress_tells_files_and_speed(repository):
    told: list[Progress] = []
    build_folder(repository.folder, told.append)
    extracted = [each for each in told if each.phase == "extract"]
    assert (extracted[0].done, extracted[-1].done, extracted[-1].total) == (0, 5, 5)
    assert extracted[-1].per_second > 0
    assert [each.phase for each in told if each.done == each.total][-1] == "publish"


def test_a_build_that_is_no_longer_wanted_publishes_nothing(repository, pool):
    repository.build(pool)
    repository.write("pkg/base.py", "def never(): pass\n")
    with pytest.raises(BuildStopped):
        repository.build(pool, cancelled=lambda: True)
    assert repository.store.reader().symbols_named("never") == []
    repository.build(pool)
    assert len(repository.store.reader().symbols_named("never")) == 1


def test_a_ranking_is_published_with_its_snapshot(repository, pool):
    def rank(graph):
        for symbol in graph.symbols:
            incoming = graph.targets.count(symbol)
            yield Metrics(symbol, incoming / 10, incoming, graph.sources.count(symbol))

    repository.build(pool, rank=rank)
    repository.write("pkg/new.py", "from pkg.base import make\n\nmake()\n")
    repository.build(pool, rank=rank)
    reader = repository.store.reader()
    make = reader.symbols_named("make")[0].id
    assert reader.metrics([make])[make].incoming == len(repository.callers("make")) == 4


def test_a_project_file_that_changes_concerns_all(repository, pool):
    repository.write("pyproject.toml", "[project]\nname = 'a'\n")
    repository.build(pool)
    repository.write("pyproject.toml", "[project]\nname = 'b'\n")
    repository.build(pool)
    assert "pkg/other.py" in repository.resolved


def test_a_file_whose_numbers_are_used_up_goes_on_as_another(repository, pool, monkeypatch):
    repository.build(pool)
    number = repository.store.reader().file("pkg/base.py").id
    monkeypatch.setattr("maia.codemap.indexing.numbering.MAX_NODES", 4)
    for version in range(4):
        repository.write("pkg/base.py", f"def make(): pass\n\n\ndef v{version}(): pass\n")
        repository.build(pool)
        assert repository.callers("make") == ["pkg/user.py:1", "pkg/user.py:5"]
        assert len(repository.store.reader().symbols_named(f"v{version}")) == 1
    assert repository.store.reader().file("pkg/base.py").id != number
    assert repository.paths().count("pkg/base.py") == 1
