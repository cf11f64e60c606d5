import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from maia.agent.contracts.errors import ToolFailure, ToolInputError
from maia.agent.tools.grep.ripgrep import MIN_FILES, files_with

CASES = Path(__file__).parents[3] / "cases" / "tools"


def build(case, folder):
    subprocess.run([sys.executable, CASES / case / "build.py", folder], check=True)


@pytest.fixture
def unprivileged(grep, request):
    """A launch folder without the rights that root has whatever a mode says."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        Path(name).chmod(0o777)
        folder = Path(name) / "project"
        folder.mkdir()
        if hasattr(request, "param"):
            build(request.param, folder)
        if os.geteuid() == 0:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, 65534, 65534, follow_symlinks=False)
            os.seteuid(65534)
            stack.callback(os.seteuid, 0)
        yield type(grep)(folder)
        stack.close()
        for path in folder.iterdir():
            if path.is_dir():
                path.chmod(0o700)


async def test_files_with_matches_is_the_default(grep):
    grep.write(**{"a.py": "import os\n", "src/b.py": "x\nimport os\n", "c.py": "nothing\n"})
    assert await grep("import os") == ["a.py", "src/b.py"]


async def test_content_gives_path_line_and_text(grep):
    grep.write(**{"a.py": "one\ntwo\r\nthree two\n", "b.txt": "two"})
    found = await grep("two", output_mode="content")
    assert found == ["a.py:2:two", "a.py:3:three two", "b.txt:1:two"]
    assert (await grep("two", output_mode="content", **{"-n": False}))[0] == "a.py:two"


async def test_count_counts_lines_a_file(grep):
    grep.write(a="x x\nx\n", b="x\n", c="y\n")
    assert await grep("x", output_mode="count") == ["a:2", "b:1", "[3 matches in 2 files]"]


async def test_case_counts_unless_it_is_said_not_to(grep):
    grep.write(a="Needle\n", b="Éa\nBREA\u212a\n")
    assert (await grep("needle"))[0].startswith("No match")
    assert await grep("needle", **{"-i": True}) == ["a"]
    assert await grep("éA", **{"-i": True}) == ["b"]
    assert await grep("break", **{"-i": True}) == ["b"]


async def test_context_is_marked_merged_and_separated(grep):
    lines = [f"l{number}" for number in range(1, 13)]
    lines[2] = lines[4] = lines[10] = "hit"
    grep.write(a="\n".join(lines) + "\n", b="hit\nend\n")
    assert await grep("hit", output_mode="content", **{"-C": 1}) == [
        *("a-2-l2", "a:3:hit", "a-4-l4", "a:5:hit", "a-6-l6", "--"),
        *("a-10-l10", "a:11:hit", "a-12-l12", "--", "b:1:hit", "b-2-end"),
    ]
    assert await grep("l12", **{"-B": 2}) == ["a-10-l10", "a-11-hit", "a:12:l12"]
    assert await grep("l1$", **{"-A": 1}) == ["a:1:l1", "a-2-l2"]


async def test_the_limit_is_said_and_zero_means_none(grep):
    grep.write(a="x\n" * 300)
    found = await grep("x", output_mode="content")
    assert (len(found), found[-1]) == (251, "[Stopped at head_limit 250: there is more.]")
    assert len(await grep("x", output_mode="content", head_limit=0)) == 300
    assert len(await grep("x", output_mode="content", head_limit=300)) == 300
    grep.write(a="x\n" * 250)
    assert len(await grep("x", output_mode="content")) == 250


async def test_a_result_has_a_cap_whatever_the_limit(grep):
    grep.write(a=("x" * 400 + "\n") * 1000)
    found = await grep("x", output_mode="content", head_limit=0)
    assert found[-1].startswith("[Cut at 30000 characters")
    assert sum(map(len, found)) < 31_000


async def test_a_long_line_is_cut_around_its_match(grep):
    grep.write(a="a" * 3000 + "needle" + "b" * 3000 + "\n")
    (found,) = await grep("needle", output_mode="content")
    text = found.removeprefix("a:1:")
    assert len(text) == 500
    assert "needle" in text
    assert text[0] == text[-1] == "…"


async def test_one_file_can_be_named_whether_it_is_ignored_or_not(grep):
    grep.write(**{".gitignore": "*.log\n", "a.log": "x\n"})
    assert await grep("x", path="a.log") == ["a.log"]
    assert (await grep("x", glob="*.log"))[0].startswith("No file to search")


@pytest.mark.parametrize(
    ("glob", "files"),
    [
        ("*.ts", ["a.ts", "src/b.ts"]),
        ("src/**", ["src/b.ts", "src/c.tsx"]),
        ("src/*.ts", ["src/b.ts"]),
        ("*.{ts,tsx}", ["a.ts", "src/b.ts", "src/c.tsx"]),
        ("*.tsx,*.md", ["d.md", "src/c.tsx"]),
        ("!*.ts", ["d.md", "src/c.tsx"]),
        ("./a.ts", ["a.ts"]),
        ("src/", ["src/b.ts", "src/c.tsx"]),
        ("src", ["src/b.ts", "src/c.tsx"]),
        ("!src", ["a.ts", "d.md"]),
        ("*.{md}", ["d.md"]),
        ("src/*", ["src/b.ts", "src/c.tsx"]),
    ],
)
async def test_glob_is_read_as_models_write_it(grep, glob, files):
    grep.write(**{"a.ts": "x", "src/b.ts": "x", "src/c.tsx": "x", "d.md": "x"})
    assert await grep("x", glob=glob) == files


async def test_a_glob_may_start_at_the_searched_or_the_launch_folder(grep):
    grep.write(**{"src/deep/a.ts": "x", "src/b.ts": "x"})
    assert await grep("x", path="src", glob="src/deep/*.ts") == ["src/deep/a.ts"]
    assert await grep("x", path="src", glob="deep/*.ts") == ["src/deep/a.ts"]


async def test_other_encodings_are_searched_as_text(grep):
    grep.write(
        **{
            "utf16.txt": "\ufeffDéjà vu\r\n".encode("utf-16-le"),
            "utf16be.txt": "\ufeffDéjà vu\r\n".encode("utf-16-be"),
            "utf8bom.txt": "\ufeffDéjà vu\n".encode(),
            "latin.txt": "Le café du Déjà vu, à côté de l'église\n".encode("latin-1"),
        }
    )
    assert len(await grep("Déjà vu")) == 4
    assert len(await grep("j. vu", output_mode="content")) == 4
    assert (await grep("vu$", path="utf16.txt", output_mode="content")) == ["utf16.txt:1:Déjà vu"]
    assert await grep("^Déjà", path="utf8bom.txt") == ["utf8bom.txt"]


async def test_what_was_not_searched_is_said(unprivileged):
    unprivileged.write(**{"big.txt": "x\n" * 1_000_001, "a.txt": "x\n", "no.txt": "x\n"})
    (unprivileged.folder / "no.txt").chmod(0)
    assert await unprivileged("x") == [
        "a.txt",
        "[Not searched, larger than 2 MB: big.txt; use grep in Bash for them]",
        "[Not readable: no.txt]",
    ]
    assert await unprivileged("x", path="big.txt") == [
        "[Not searched, larger than 2 MB: big.txt; use grep in Bash for them]"
    ]


async def test_binary_files_are_passed_over_and_named_when_asked_for(grep):
    grep.write(**{"a.bin": b"needle\0\1\2", "b.txt": "needle"})
    assert await grep("needle") == ["b.txt"]
    assert await grep("needle", path="a.bin") == ["a.bin is not text: it cannot be searched."]


async def test_lines_that_cannot_be_decoded_can_still_be_sent(grep):
    grep.write(a="été naïf œuvre ".encode() * 20 + b"\xff needle\n")
    found = await grep("needle", output_mode="content")
    json.dumps(found).encode()
    assert found[0].encode().endswith("\ufffd needle".encode())


async def test_an_invalid_pattern_is_explained(grep):
    with pytest.raises(ToolInputError) as caught:
        await grep("foo(bar")
    assert "position" in caught.value.text
    assert r"foo\(bar" in caught.value.text


async def test_a_pattern_without_end_is_an_error_and_not_a_wait(grep):
    grep.write(a="a" * 60 + "b")
    with pytest.raises(ToolFailure, match="too long"):
        await grep(r"(a|aa)+$")


async def test_a_line_break_and_an_escaped_bar_are_explained_when_nothing_is_found(grep):
    grep.write(a="x\n")
    assert "|" in (await grep(r"foo\|bar"))[0]
    assert "line by line" in (await grep(r"foo\nbar"))[0]


@pytest.mark.parametrize("kind", ["missing", "pipe"])
async def test_a_place_that_cannot_be_searched_is_named(grep, kind):
    if kind == "pipe":
        os.mkfifo(grep.folder / "pipe")
    with pytest.raises(ToolFailure, match=kind if kind == "pipe" else "missing does not exist"):
        await grep("x", path=kind)


async def test_a_missing_pattern_lists_what_was_received(grep):
    with pytest.raises(ToolInputError, match=r'"pattern".*path \(string\)'):
        await grep.tool.execute({"path": "."}, grep.context)


async def test_the_answer_is_in_the_language_of_the_context(grep):
    grep.write(a="x")
    assert await grep("y", language="fr") == ["Aucune correspondance dans 1 fichiers."]


async def test_a_cancelled_search_stops(grep):
    grep.write(**{f"{number}": "aaaa\n" * 20_000 for number in range(50)})
    task = asyncio.create_task(grep(r"(a|b|c|d)+\d"))
    await asyncio.sleep(0.05)
    task.cancel()
    async with asyncio.timeout(20):
        with pytest.raises(asyncio.CancelledError):
            await task


def test_describe_never_raises(grep):
    for arguments in ({}, {"pattern": 3, "path": None}, {"pattern": "a\nb\udcff", "path": "x"}):
        assert "\n" not in grep.tool.describe(arguments)


@pytest.mark.parametrize("unprivileged", ["B09"], indirect=True)
async def test_case_b09_links_and_locked_folders(unprivileged):
    want = json.loads((CASES / "B09" / "want.json").read_text())
    found = await unprivileged("needle")
    assert found[:-1] == want["grep_files"]
    assert found[-1] == "[Not readable: denied.txt, locked/]"


@pytest.mark.parametrize("unprivileged", ["B11"], indirect=True)
async def test_case_b11_only_text_files_are_searched(unprivileged):
    want = json.loads((CASES / "B11" / "want.json").read_text())
    async with asyncio.timeout(5):
        found = await unprivileged("needle")
    assert found == [*want["grep_files"], "[Not readable: noread.txt]"]


async def test_case_b13_odd_patterns_and_names(grep):
    build("B13", grep.folder)
    for step in json.loads((CASES / "B13" / "steps.json").read_text()):
        if step["tool"] == "Grep":
            found = await grep(step["pattern"])
            if "want_files" in step:
                assert len(found) == step["want_files"], step
            else:
                assert found == [r"bad\xff.txt"]
            json.dumps(found).encode()
    slug = "app/[slug]/(shop)/page.tsx"
    assert await grep("-77", path="app/[slug]") == [slug]
    assert await grep("-77", glob="app/[slug]/**/*.tsx") == [slug]


RIPGREP = shutil.which("rg") or shutil.which("rg", path=str(Path(sys.executable).parent))
needs_ripgrep = pytest.mark.skipif(RIPGREP is None, reason="ripgrep is not installed")


@needs_ripgrep
async def test_results_are_the_same_with_and_without_ripgrep(grep, monkeypatch, tmp_path):
    texts = {
        "utf16": "\ufefffoo needle bar\n".encode("utf-16-le"),
        "utf16be": "\ufeffNEEDLE->x\n".encode("utf-16-be"),
        "latin": "caf\xe9 needle \xe0 c\xf4t\xe9 de l'\xe9glise\n".encode("latin-1"),
        "binary": b"needle\0",
        "-dash": b"--release needle\n",
        "big": b"needle\n" * 300_000,
        "odd\nname": b"needle",
        ".hidden/x": b"needle",
        "crlf": b"a needle\r\nb\r\n",
    }
    grep.write(**texts, **{f"many/{number}": "nothing here\n" for number in range(MIN_FILES)})
    (grep.folder / os.fsdecode(b"bad\xff")).write_text("needle")
    grep.write(**{".rgignore": "*\n", ".ignore": "*\n"})
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "rg").write_text(f'#!/bin/sh\ntouch {tmp_path}/ran\nexec {RIPGREP} "$@"\n')
    (tmp_path / "bin" / "rg").chmod(0o755)
    without = f"{tmp_path}/empty"
    patterns = ["needle", "NEEDLE", r"n\w+le->", "--release", "->", "e$", "nothing|needle", "é"]
    for pattern in patterns:
        for options in ({}, {"-i": True}, {"output_mode": "content"}, {"output_mode": "count"}):
            monkeypatch.setenv("PATH", f"{tmp_path}/bin:/usr/bin:/bin")
            fast = await grep(pattern, **options)
            monkeypatch.setenv("PATH", without)
            assert await grep(pattern, **options) == fast, (pattern, options)
    assert (tmp_path / "ran").exists()


@needs_ripgrep
def test_ripgrep_leaves_files_out_and_knows_nothing_when_one_is_gone(grep):
    grep.write(a="needle", b="nothing", c="\ufeffNeedle".encode("utf-16-be").decode("latin-1"))
    grep.write(c="\ufeffneedle".encode("utf-16-be"))

    def ask(*names):
        forms = (b"needle", b"n\0e\0e\0d\0l\0e")
        root = os.fsencode(grep.folder)
        return files_with(RIPGREP, root, names, forms, ignore_case=False, cancelled=lambda: False)

    assert ask(b"a", b"b", b"c") == {b"a", b"c"}
    assert ask(b"a", b"gone") is None


@needs_ripgrep
def test_the_persons_ripgrep_settings_do_not_count(grep, monkeypatch, tmp_path):
    (tmp_path / "rc").write_text("--max-count=0\n--glob=!*\n")
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(tmp_path / "rc"))
    grep.write(a="needle")
    root = os.fsencode(grep.folder)
    found = files_with(
        RIPGREP, root, [b"a"], [b"needle"], ignore_case=False, cancelled=lambda: False
    )
    assert found == {b"a"}


def test_a_broken_ripgrep_is_no_answer(grep, tmp_path):
    fake = tmp_path / "rg"
    fake.write_text("#!/bin/sh\nexit 2\n")
    fake.chmod(0o755)
    root = os.fsencode(grep.folder)
    for program in (fake, tmp_path / "none"):
        assert (
            files_with(
                str(program), root, [b"a"], [b"x"], ignore_case=False, cancelled=lambda: False
            )
            is None
        )


async def test_immense_numbers_are_no_fault(grep):
    grep.write(a="x\ny\n")
    lines = ["a:1:x", "a-2-y"]
    assert await grep("x", **{"-A": 10**30, "head_limit": 10**30}) == lines


async def test_empty_parameters_are_those_not_given(grep):
    grep.write(a="x\n")
    empty = dict.fromkeys(("path", "glob", "output_mode", "-i", "-n", "-A", "-C", "head_limit"), "")
    assert await grep("x", **empty) == ["a"]


async def test_slashes_around_a_pattern_are_explained_when_nothing_is_found(grep):
    grep.write(a="needle\n")
    (said,) = await grep("/needle/i")
    assert "without slashes around it" in said


async def test_a_place_is_named_as_it_is_printed_and_a_near_one_suggested(grep):
    grep.write(**{os.fsdecode(b"bad\xff.txt"): "x\n", "src/a": "x\n"})
    assert await grep("x", path=r"bad\xff.txt") == [r"bad\xff.txt"]
    with pytest.raises(ToolFailure, match="Did you mean: src"):
        await grep("x", path="SRC")


async def test_a_fault_in_a_long_pattern_is_told_in_short(grep):
    with pytest.raises(ToolInputError) as error:
        await grep("(" + "[a]" * 3000)
    assert len(error.value.text) < 300


async def test_a_carriage_return_is_left_out_before_a_line_feed_only(grep):
    grep.write(a=b"one\r\ntwo\r", b=b"one\rtwo")
    assert await grep("one$", output_mode="content") == ["a:1:one"]
    assert await grep("two$") == ["b"]
    assert await grep("tw.$") == ["b"]
    assert await grep("[t]wo\\r$") == ["a"]


async def test_files_that_may_not_be_shown_are_left_out_and_counted(grep):
    grep.write(**{".env": "KEY=needle\n", "a.txt": "needle\n", "sub/.env": "needle\n"})
    grep.context = replace(grep.context, may_show=lambda path: path.name != ".env")
    assert await grep("needle") == [
        "a.txt",
        "[Left out by the permission rules on Read: 2 file(s)]",
    ]
