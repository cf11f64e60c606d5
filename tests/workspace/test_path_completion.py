import asyncio
import os
import subprocess
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maia.workspace import path_completion
from maia.workspace.path_completion import KEPT_SECONDS, PathFinder


def write(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x\n")


def make_repository(folder):
    subprocess.run(["git", "init", "-q", folder], check=True)


class Clock:
    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def finder(project, home):
    return PathFinder(project, home)


async def test_a_folder_that_is_not_there_offers_nothing(tmp_path, home):
    finder = PathFinder(tmp_path / "gone", home)
    assert await finder.find("a") == await finder.find("") == await finder.find("./") == []


async def test_files_and_the_folders_around_them_are_found(project, finder):
    write(project, "src/deep/main.py", "README.md")
    assert await finder.find("") == ["README.md", "src/", "src/deep/", "src/deep/main.py"]
    assert await finder.find("dp") == ["src/deep/", "src/deep/main.py"]


@pytest.mark.parametrize("with_git", [True, False])
async def test_what_is_ignored_is_not_offered(project, finder, with_git):
    write(project, "kept.py", "build/made.py", "node_modules/x/made.py")
    (project / ".gitignore").write_text("build/\n")
    if with_git:
        make_repository(project)
    assert await finder.find("py") == ["kept.py"]


@pytest.mark.parametrize(
    "name",
    [
        "a\x1b[2Jb.py",
        "a\nb.py",
        "a\x07.py",
        "a\u202eyp.py",
        "a\u200b.py",
        "a\u00a0b.py",
        "a\x9b2J.py",
    ],
)
async def test_a_name_that_acts_on_a_terminal_or_hides_something_is_never_offered(
    project, finder, name
):
    write(project, name, f"in_{name}_folder/ape.py", "apply.py")
    assert await finder.find("") == await finder.find("ap") == ["apply.py"]
    assert await finder.find("./") == await finder.find("./a") == ["./apply.py"]


async def test_a_name_that_is_not_utf8_is_left_out(project, finder):
    write(project, "good.py")
    write(project, os.fsdecode(b"bad\xff.py"))
    assert await finder.find("py") == ["good.py"]
    assert await finder.find("./") == ["./good.py"]


async def test_a_folder_called_like_the_home_is_left_out(project, finder):
    write(project, "~/secret.py", "other.py")
    assert await finder.find("py") == ["other.py"]
    assert finder.entries("") == ["other.py"]


async def test_a_beginning_lists_a_folder_by_the_beginning_of_names(project, finder, home):
    write(project, "src/main.py", "src/made/x", "src/domain.py", "src/.hidden")
    write(project.parent, "beside.md")
    write(home, "notes/today.md")
    assert await finder.find("./src/ma") == ["./src/made/", "./src/main.py"]
    assert await finder.find("./src/") == ["./src/domain.py", "./src/made/", "./src/main.py"]
    assert await finder.find("./src/.") == ["./src/.hidden"]
    assert await finder.find("../be") == ["../beside.md"]
    assert await finder.find("~/n") == ["~/notes/"]
    assert await finder.find("~/notes/") == ["~/notes/today.md"]
    assert await finder.find(f"{project}/s") == [f"{project}/src/"]
    assert await finder.find(f"{project}/src/ma") == [
        f"{project}/src/made/",
        f"{project}/src/main.py",
    ]


async def test_the_root_is_a_folder_like_others(finder):
    assert "/tmp/" in await finder.find("/tm")


async def test_what_is_ignored_can_still_be_reached_by_its_beginning(project, finder):
    write(project, "build/made.py")
    (project / ".gitignore").write_text("build/\n")
    assert await finder.find("./b") == ["./build/"]


async def test_capitals_of_a_beginning_count_only_where_some_are_typed(project, finder):
    write(project, "README.md", "readme.txt")
    assert await finder.find("./re") == ["./README.md", "./readme.txt"]
    assert await finder.find("./RE") == ["./README.md"]


@pytest.mark.parametrize(
    "query", ["./gone/x", "/\0", "./\ud800", "../" * 500, "./README.md/x", "~x/"]
)
async def test_a_beginning_that_leads_nowhere_offers_nothing(project, finder, query):
    write(project, "README.md")
    (project / "loop").symlink_to("loop")
    found = await finder.find(query)
    assert "README" not in str(found)


async def test_links_that_lead_in_circles_are_named_and_not_entered(project, finder):
    (project / "loop").symlink_to("loop")
    (project / "up").symlink_to(".")
    write(project, "a.py")
    assert await finder.find("./") == ["./a.py", "./loop", "./up/"]
    assert await finder.find("") == ["a.py"]


async def test_the_list_is_kept_for_some_seconds(project, home):
    clock = Clock()
    finder = PathFinder(project, home, now=clock)
    write(project, "old.py")
    assert await finder.find("py") == ["old.py"]
    write(project, "new.py")
    clock.time += KEPT_SECONDS
    assert await finder.find("py") == ["old.py"]
    clock.time += 1
    assert await finder.find("py") == ["new.py", "old.py"]


async def test_an_older_list_is_used_while_a_new_one_takes_long(project, home, monkeypatch):
    clock = Clock()
    finder = PathFinder(project, home, now=clock)
    write(project, "old.py")
    await finder.find("py")
    go_on = threading.Event()
    plain = path_completion.Discovery

    def slow(*arguments, **options):
        go_on.wait(20)
        return plain(*arguments, **options)

    monkeypatch.setattr(path_completion, "Discovery", slow)
    monkeypatch.setattr(path_completion, "PATIENCE_SECONDS", 0.001)
    write(project, "new.py")
    clock.time += KEPT_SECONDS + 1
    assert await finder.find("py") == ["old.py"]
    go_on.set()
    monkeypatch.setattr(path_completion, "PATIENCE_SECONDS", 20)
    assert await finder.find("py") == ["new.py", "old.py"]


async def test_a_lookup_that_nobody_waits_for_stops_the_listing(project, home, monkeypatch):
    write(project, "a.py")
    finder = PathFinder(project, home)
    started, ended = threading.Event(), threading.Event()

    class Endless:
        def __init__(self, _folder, *, cancelled):
            self._cancelled = cancelled

        def files(self):
            started.set()
            while not self._cancelled():
                pass
            ended.set()
            yield from ()

    plain = path_completion.Discovery
    monkeypatch.setattr(path_completion, "Discovery", Endless)
    monkeypatch.setattr(path_completion, "LISTING_SECONDS", 60)
    lookup = asyncio.create_task(finder.find("py"))
    await asyncio.to_thread(started.wait, 20)
    lookup.cancel()
    with pytest.raises(asyncio.CancelledError):
        await lookup
    assert await asyncio.to_thread(ended.wait, 20)
    monkeypatch.setattr(path_completion, "Discovery", plain)
    assert await finder.find("py") == ["a.py"]


async def test_a_lookup_that_is_given_up_leaves_the_listing_to_another(project, finder):
    write(project, "a.py")
    first, second = (asyncio.create_task(finder.find("py")) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == ["a.py"]


async def test_a_huge_folder_is_completed_in_its_first_part(project, finder, monkeypatch):
    write(project, *(f"f{number}.py" for number in range(30)))
    monkeypatch.setattr(path_completion, "MOST_PATHS", 10)
    assert len(await finder.find("")) == 10


async def test_a_folder_that_takes_too_long_is_completed_as_far_as_it_was_read(
    project, finder, monkeypatch
):
    write(project, "a.py")
    monkeypatch.setattr(path_completion, "LISTING_SECONDS", -1.0)
    assert await finder.find("") == []


@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(name=st.text(min_size=1, max_size=20).filter(lambda name: name not in {".", ".."}))
def test_each_name_that_shows_what_it_is_is_found_by_itself(tmp_path_factory, home, name):
    folder = tmp_path_factory.mktemp("odd")
    try:
        write(folder, name.replace("/", "_"))
    except (OSError, ValueError):  # no file can have it
        return
    (shown,) = (path.name for path in folder.iterdir())
    found = asyncio.run(PathFinder(folder, home).find(shown[:50]))
    assert found in ([shown], [])
    if shown.isascii() and shown.isprintable() and shown != "~":
        assert found == [shown] or shown.startswith(("~/", "/", "./", "../"))
