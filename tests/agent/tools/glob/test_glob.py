import contextlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from maia.agent.contracts.errors import ToolFailure, ToolInputError

CASES = Path(__file__).parents[3] / "cases" / "tools"


@pytest.mark.parametrize(
    ("pattern", "files"),
    [
        ("*.py", ["a.py"]),
        ("**/*.py", ["a.py", "src/b.py", "src/deep/c.py"]),
        ("src/**", ["src/b.py", "src/deep/c.py", "src/d.ts"]),
        ("src/", ["src/b.py", "src/deep/c.py", "src/d.ts"]),
        ("src", ["src/b.py", "src/deep/c.py", "src/d.ts"]),
        ("src/*.{py,ts}", ["src/b.py", "src/d.ts"]),
        ("./src/*.ts", ["src/d.ts"]),
        ("src/[bc].py", ["src/b.py"]),
        ("src/?.ts", ["src/d.ts"]),
        ("**/.e*", [".env"]),
        ("src/../a.*", ["a.py"]),
        ("**/@(b|c).py", ["src/b.py", "src/deep/c.py"]),
        ("*", ["a.py", ".env"]),
    ],
)
async def test_patterns_find_files(glob, pattern, files):
    glob.touch("a.py", "src/b.py", "src/deep/c.py", "src/d.ts", ".env")
    assert await glob(pattern) == files


async def test_the_newest_come_first_and_equals_by_name(glob):
    glob.touch("old", "new", "b", "a")
    os.utime(glob.folder / "new", (20_000, 20_000))
    for name in ("a", "b"):
        os.utime(glob.folder / name, (5, 5))
    assert await glob("*") == ["new", "old", "a", "b"]


async def test_at_most_a_hundred_and_how_many_there_are(glob):
    glob.touch(*(f"{number:03}" for number in range(130)))
    found = await glob("*")
    assert found[:100] == [f"{number:03}" for number in range(100)]
    assert found[100:] == ["[100 of 130 files, newest first. A narrower pattern shows the rest.]"]


async def test_a_pattern_may_be_an_absolute_path_inside_or_outside(glob, tmp_path):
    glob.touch("src/a.py", "../other/b.py")
    assert await glob(f"{glob.folder}/src/*.py") == ["src/a.py"]
    outside = f"{tmp_path}/other/b.py"
    assert await glob(f"{tmp_path}/other/*.py") == [outside]
    assert await glob("../other/*.py") == [outside]
    assert await glob("*.py", path="../other") == [outside]
    assert await glob(f"{tmp_path}/nowhere/*.py") == [
        f'No file matches "{tmp_path}/nowhere/*.py" in {tmp_path}/nowhere.'
    ]


async def test_home_is_known(glob, home):
    (home / "x.py").touch()
    assert await glob("~/*.py") == [str(home / "x.py")]


async def test_brackets_are_names_when_no_class_matches(glob):
    glob.touch("app/[slug]/(shop)/page.tsx", "app/[...all]/x.tsx", "app/{x,y}.txt", "app/s/q.tsx")
    assert await glob("app/[slug]/**/page.tsx") == ["app/[slug]/(shop)/page.tsx"]
    assert await glob("app/[slug]/(shop)/page.tsx") == ["app/[slug]/(shop)/page.tsx"]
    assert await glob("app/[...all]/[a-z].tsx") == ["app/[...all]/x.tsx"]
    assert await glob("app/[slug]/*.tsx") == ["app/s/q.tsx"]
    assert await glob("app/{x,y}.txt") == ["app/{x,y}.txt"]


async def test_a_pattern_that_only_fits_deeper_says_so(glob):
    glob.touch("src/a.py", "src/b.py")
    assert await glob("*.py") == [
        'No file matches "*.py" in the launch folder. "**/*.py" matches 2 files there.'
    ]


async def test_ignored_files_are_left_out_and_said_when_nothing_else_matches(glob):
    glob.touch("a.js", "build/out.js", "node_modules/p/x.js", "kept/.hidden.js")
    (glob.folder / ".gitignore").write_text("build/\n")
    assert set(await glob("**/*.js")) == {"a.js", "kept/.hidden.js"}
    (line,) = await glob("build/*.js")
    assert "1 ignored files match" in line
    (line,) = await glob("node_modules/**/*.js")
    assert "1 ignored files match" in line
    assert await glob("*.js", path="build") == ["build/out.js"]


async def test_git_decides_in_a_repository(glob):
    glob.touch("a.log", "b.log", "c.txt")
    subprocess.run(["git", "init", "-q", glob.folder], check=True)  # noqa: ASYNC221  # a test may wait
    subprocess.run(["git", "-C", glob.folder, "add", "a.log"], check=True)  # noqa: ASYNC221  # as above
    (glob.folder / ".git" / "info" / "exclude").write_text("*.log\n")
    assert await glob("*") == ["a.log", "c.txt"]


@pytest.mark.parametrize(("path", "said"), [("none", "does not exist"), ("a", "is not a folder")])
async def test_a_path_that_is_no_folder_is_named(glob, path, said):
    glob.touch("a")
    with pytest.raises(ToolFailure, match=f"{path} {said}"):
        await glob("*", path=path)


@pytest.mark.parametrize("arguments", [{}, {"pattern": ""}, {"pattern": 3, "path": "x"}])
async def test_a_missing_pattern_is_refused(glob, arguments):
    with pytest.raises(ToolInputError, match="pattern"):
        await glob.tool.execute(arguments, glob.context)


async def test_braces_that_explode_are_refused(glob):
    with pytest.raises(ToolInputError, match="1000"):
        await glob("{a,b}" * 12)


async def test_the_answer_is_in_the_language_of_the_context(glob):
    assert await glob("x", language="fr") == [
        'Aucun fichier ne correspond à "x" dans le dossier de lancement.'
    ]


def test_describe_never_raises(glob):
    for arguments in ({}, {"pattern": None, "path": 3}, {"pattern": "a\nb\udcff"}):
        assert "\n" not in glob.tool.describe(arguments)


async def test_case_b09_links_do_not_multiply_files(glob):
    subprocess.run([sys.executable, CASES / "B09" / "build.py", glob.folder], check=True)  # noqa: ASYNC221  # a test may wait
    want = json.loads((CASES / "B09" / "want.json").read_text())
    found = await glob("**/*.txt")
    listed = sorted(name for name in found if not name.startswith(("[", "locked/")))
    (glob.folder / "locked").chmod(0o700)
    assert [name for name in listed if name not in want["glob_may_also_list"]] == want["glob"]


async def test_case_b13_odd_names(glob):
    subprocess.run([sys.executable, CASES / "B13" / "build.py", glob.folder], check=True)  # noqa: ASYNC221  # a test may wait
    for step in json.loads((CASES / "B13" / "steps.json").read_text()):
        if step["tool"] == "Glob":
            assert await glob(step["pattern"]) == [step["want_file"]]
    found = await glob("**")
    json.dumps(found).encode()
    assert {r"bad\xff.txt", r"line\nbreak.txt", "-rf.txt", "star*.txt"} <= set(found)
    assert await glob("star*.txt") == ["star*.txt"]
    assert await glob("{x,y}.txt") == ["{x,y}.txt"]


async def test_a_listing_that_has_no_end_is_cut_short_and_says_so(glob, monkeypatch):
    glob.touch("a", "b")
    monkeypatch.setattr("maia.agent.tools.glob.tool.LISTING_SECONDS", -1.0)
    assert (await glob("*"))[-1].startswith("[The listing was cut short")


async def test_the_whole_result_is_bounded_whatever_the_names(glob):
    deep = "/".join(["n" * 200] * 4)
    glob.touch(*(f"{deep}/{number:03}" for number in range(100)))
    found = await glob("**")
    assert len("\n".join(found)) < 31_000
    assert (
        found[-1]
        == f"[{len(found) - 1} of 100 files, newest first. A narrower pattern shows the rest.]"
    )


@pytest.mark.parametrize("folder", ["/n\0l", "/" + "n" * 300, "/lone\ud800", "/dev/null"])
async def test_a_pattern_below_what_cannot_be_a_folder_matches_nothing(glob, folder):
    (said,) = await glob(f"{folder}/*.py")
    assert said.startswith("No file matches")
    assert len(said) < 800
    json.dumps(said).encode()


async def test_a_pattern_below_a_locked_folder_is_a_failure(glob):
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        (Path(name) / "locked" / "sub").mkdir(parents=True)
        Path(name).chmod(0o755)
        (Path(name) / "locked").chmod(0)
        stack.callback((Path(name) / "locked").chmod, 0o700)
        if os.geteuid() == 0:
            os.seteuid(65534)
            stack.callback(os.seteuid, 0)
        with pytest.raises(ToolFailure, match="permission denied"):
            await glob(f"{name}/locked/sub/*.py")
        found = await type(glob)(Path(name))("*", path="locked")
        assert found[-1] == "[Not readable: locked/]"


async def test_an_overlong_pattern_is_refused(glob):
    with pytest.raises(ToolInputError, match="4096"):
        await glob("a" * 5000)


async def test_an_empty_path_is_the_launch_folder(glob):
    glob.touch("a")
    assert await glob("*", path="") == ["a"]


async def test_a_folder_is_named_as_it_is_printed_and_a_near_one_suggested(glob):
    glob.touch("src/a", os.fsdecode(b"bad\xff/b"))
    assert await glob("*", path=r"bad\xff") == [r"bad\xff/b"]
    with pytest.raises(ToolFailure, match="Did you mean: src"):
        await glob("*", path="Src")


async def test_a_brace_with_one_choice_is_that_choice_unless_it_is_a_name(glob):
    glob.touch("a.py", "x{py}")
    assert await glob("*.{py}") == ["a.py"]
    assert await glob("x{py}") == ["x{py}"]
