import os
import stat
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.display import FileDiff
from maia.agent.tools.edit import EditTool
from maia.agent.tools.file_access import WHOLE_FILE_BYTES
from maia.agent.tools.ledger import FileLedger
from maia.agent.tools.read import ReadTool
from maia.testing.tool_bench import ToolBench


@pytest.fixture
def bench(tmp_path: Path) -> ToolBench:
    return ToolBench(tmp_path)


@pytest.fixture
def ledger() -> FileLedger:
    return FileLedger()


@pytest.fixture
def tool(ledger: FileLedger) -> EditTool:
    return EditTool(ledger)


async def test_an_edit_reports_the_changed_lines_and_shows_the_diff(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    (tmp_path / "f.py").write_text("a = 1\nb = 2\n")
    done = await bench.call(tool, path="f.py", old_string="b = 2", new_string="b = 3")
    assert not done.is_error
    assert done.content == (
        "Edited f.py: 1 replacement(s), +1 -1 lines.\n@@ -1,2 +1,2 @@\n a = 1\n-b = 2\n+b = 3"
    )
    assert done.display == (FileDiff("f.py", "@@ -1,2 +1,2 @@\n a = 1\n-b = 2\n+b = 3"),)
    assert bench.changed == [tmp_path / "f.py"]
    assert (tmp_path / "f.py").read_text() == "a = 1\nb = 3\n"


@pytest.mark.parametrize(
    "arguments",
    [
        {"old": "x", "new": "y"},
        {"old_str": "x", "new_str": "y"},
        {"oldText": "x", "newText": "y"},
        {"search": "x", "replace": "y"},
        {"old_string": "x", "new_string": "y", "replace_all": "false", "edits": []},
        {"edits": [{"old_string": "x", "new_string": "y"}]},
        {"edits": {"old_string": "x", "new_string": "y"}},
        {"edits": '[{"old_string": "x", "new_string": "y"}]'},
        {"old_string": "", "new_string": "", "edits": [{"old_string": "x", "new_string": "y"}]},
        {"old_string": "x", "new_string": "y", "edits": ""},
        {"edits": [{"oldText": "x", "newText": "z"}, {"old": "z", "new": "y"}]},
    ],
)
@pytest.mark.parametrize("path", ["path", "file_path"])
async def test_models_write_parameters_in_many_ways(
    bench: ToolBench, tool: EditTool, tmp_path: Path, path: str, arguments: dict[str, Any]
) -> None:
    (tmp_path / "f").write_text("x\n")
    done = await bench.call(tool, **{path: "f"}, **arguments)
    assert not done.is_error, done.content
    assert (tmp_path / "f").read_text() == "y\n"


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"path": "f"},
        {"path": "f", "old_string": "x"},
        {"path": "f", "old_string": 3, "new_string": "y"},
        {"path": "f", "old_string": "x", "new_string": "y", "replace_all": "maybe"},
        {"path": "f", "edits": "x"},
        {"path": "f", "edits": ["x"]},
        {"path": "f", "edits": [{"old_string": "x"}]},
        {"path": ["f"], "old_string": "x", "new_string": "y"},
    ],
)
async def test_unusable_parameters_are_named(
    bench: ToolBench, tool: EditTool, tmp_path: Path, arguments: dict[str, Any]
) -> None:
    (tmp_path / "f").write_text("x\n")
    done = await bench.call(tool, **arguments)
    assert done.is_error
    assert "Parameters received" in done.content
    assert (tmp_path / "f").read_text() == "x\n"


async def test_several_edits_are_all_made_or_none(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("a\nb\n")
    edits = [{"old_string": "a", "new_string": "1"}, {"old_string": "zz", "new_string": "2"}]
    failed = await bench.call(tool, path="f", edits=edits)
    assert failed.is_error
    assert (tmp_path / "f").read_text() == "a\nb\n"
    edits[1]["old_string"] = "b"
    assert not (await bench.call(tool, path="f", edits=edits)).is_error
    assert (tmp_path / "f").read_text() == "1\n2\n"


async def test_replace_all_changes_every_place(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("x x\nx\n")
    done = await bench.call(tool, path="f", old_string="x", new_string="y", replace_all=True)
    assert "3 replacement(s)" in done.content
    assert (tmp_path / "f").read_text() == "y y\ny\n"


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfname = \xc3\xa9\r\nx\r\n",
        b"\xff\xfe" + "name = é\r\nx\r\n".encode("utf-16-le"),
        "name = é\r\nx\r\n".encode("cp1252"),
        b"name = \xc3\xa9\xc3\xa8 \xff\r\nx\r\n",
    ],
)
async def test_encoding_mark_line_ends_and_mode_stay(
    bench: ToolBench, tool: EditTool, tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "f"
    path.write_bytes(data)
    path.chmod(0o754)
    done = await bench.call(tool, path="f", old_string="name", new_string="NAME")
    assert not done.is_error, done.content
    expected = data.replace(b"name", b"NAME").replace(b"n\0a\0m\0e\0", b"N\0A\0M\0E\0")
    assert path.read_bytes() == expected
    assert stat.S_IMODE(path.stat().st_mode) == 0o754


async def test_a_link_is_edited_through(bench: ToolBench, tool: EditTool, tmp_path: Path) -> None:
    (tmp_path / "real").write_text("x\n")
    (tmp_path / "link").symlink_to("real")
    await bench.call(tool, path="link", old_string="x", new_string="y")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "y\n"


async def test_a_file_that_changed_since_it_was_read_is_refused_with_the_change(
    bench: ToolBench, tool: EditTool, ledger: FileLedger, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("a\nb\nc\n")
    await bench.call(ReadTool(ledger), path="f")
    (tmp_path / "f").write_text("a\nB\nc\n")
    failed = await bench.call(tool, path="f", old_string="c", new_string="C")
    assert failed.is_error
    assert "-b\n+B" in failed.content
    assert (tmp_path / "f").read_text() == "a\nB\nc\n"
    again = await bench.call(tool, path="f", old_string="c", new_string="C")
    assert not again.is_error
    assert (tmp_path / "f").read_text() == "a\nB\nC\n"


async def test_a_file_that_was_only_touched_is_as_it_was_read(
    bench: ToolBench, tool: EditTool, ledger: FileLedger, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("a\n")
    await bench.call(ReadTool(ledger), path="f")
    os.utime(tmp_path / "f", (1, 1))
    assert not (await bench.call(tool, path="f", old_string="a", new_string="b")).is_error
    assert not (await bench.call(tool, path="f", old_string="b", new_string="c")).is_error


async def test_an_empty_old_string_creates_or_fills_but_never_overwrites(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    made = await bench.call(tool, path="new/f", old_string="", new_string="first\n")
    assert "Created" in made.content
    assert isinstance(made.display[0], FileDiff)
    assert made.display[0].created
    assert (tmp_path / "new" / "f").read_text() == "first\n"
    (tmp_path / "empty").touch()
    filled = await bench.call(tool, path="empty", old_string="", new_string="x")
    assert "was empty" in filled.content
    refused = await bench.call(tool, path="empty", old_string="", new_string="y")
    assert refused.is_error
    assert (tmp_path / "empty").read_text() == "x"


async def test_a_missing_file_is_named_with_what_may_be_meant(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "views.py").write_text("x\n")
    failed = await bench.call(tool, path="views.py", old_string="x", new_string="y")
    assert failed.is_error
    assert "src/views.py" in failed.content


async def test_what_cannot_be_edited_is_said(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    (tmp_path / "dir").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "bin").write_bytes(b"x\0y")
    (tmp_path / "ro").write_text("x\n")
    (tmp_path / "ro").chmod(0o444)
    with (tmp_path / "big").open("wb") as file:
        file.truncate(WHOLE_FILE_BYTES + 1)
    for name, word in {
        "dir": "directory",
        "pipe": "pipe",
        "bin": "binary",
        "ro": "read-only",
        "big": "20000000",
        "/dev/null": "device",
        "nul\0name": "no file can have this name",
    }.items():
        failed = await bench.call(tool, path=name, old_string="x", new_string="y")
        assert failed.is_error
        assert word in failed.content
    assert (tmp_path / "ro").read_text() == "x\n"


async def test_french_is_spoken_where_it_is_the_language(tool: EditTool, tmp_path: Path) -> None:
    (tmp_path / "f").write_text("x\n")
    failed = await ToolBench(tmp_path, language="fr").call(
        tool, path="f", old_string="zzz", new_string="y"
    )
    assert failed.content.startswith("old_string est introuvable dans f.")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"path": "a b"}, "a b"),
        ({"file_path": "f"}, "f"),
        ({}, ""),
        ({"path": 3}, ""),
        ({"path": None}, ""),
    ],
)
def test_a_call_is_described_by_its_path(
    tool: EditTool, arguments: dict[str, Any], line: str
) -> None:
    assert tool.describe(arguments) == line


def test_all_names_of_a_file_have_one_lock(tool: EditTool, tmp_path: Path) -> None:
    (tmp_path / "f").touch()
    (tmp_path / "link").symlink_to("f")
    locks = {
        tool.lock_key({"path": name}, tmp_path)
        for name in ("f", "./f", "link", str(tmp_path / "f"))
    }
    assert locks == {f"file:{tmp_path / 'f'}"}
    assert tool.lock_key({}, tmp_path) is None
    assert tool.lock_key({"path": "nul\0"}, tmp_path) is None


async def test_edits_beside_an_old_string_are_never_dropped_in_silence(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("a b\n")
    edits = [{"old_string": "a", "new_string": "A"}]
    failed = await bench.call(tool, path="f", old_string="b", new_string="B", edits=edits)
    assert failed.is_error
    assert "Put every edit into edits" in failed.content
    assert (tmp_path / "f").read_text() == "a b\n"
    done = await bench.call(tool, path="f", old_string="a", new_string="A", edits=edits)
    assert not done.is_error
    assert (tmp_path / "f").read_text() == "A b\n"


async def test_an_unusable_edit_among_several_is_named(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("a b\n")
    edits = [{"old_string": "a", "new_string": "A"}, {"old_string": "b"}]
    failed = await bench.call(tool, path="f", edits=edits)
    assert failed.content.startswith('Edit 2 of 2: Parameter "new_string" is missing')


async def test_a_nul_is_written_and_the_file_said_to_be_binary(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("a\n")
    done = await bench.call(tool, path="f", old_string="a", new_string="a\0")
    assert "counts as binary" in done.content
    assert (tmp_path / "f").read_bytes() == b"a\0\n"
    made = await bench.call(tool, path="new", old_string="", new_string="\0")
    assert "counts as binary" in made.content


async def test_half_a_character_is_named_as_such(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("a\n")
    for arguments in ({"path": "f", "old_string": "a"}, {"path": "new", "old_string": ""}):
        failed = await bench.call(tool, **arguments, new_string="\ud83d")
        assert failed.content.startswith("new_string holds U+D83D, half of a character")
    assert not (tmp_path / "new").exists()


async def test_other_names_of_a_hard_linked_file_are_said_to_keep_the_old_content(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("a\n")
    (tmp_path / "g").hardlink_to(tmp_path / "f")
    done = await bench.call(tool, path="f", old_string="a", new_string="b")
    assert "f had 1 more names (hard links)" in done.content
    assert (tmp_path / "g").read_text() == "a\n"
    done = await bench.call(tool, path="f", old_string="b", new_string="c")
    assert "hard links" not in done.content


async def test_a_file_is_edited_under_the_name_that_is_printed(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    real = tmp_path / os.fsdecode(b"bad\xff.txt")
    real.write_text("a\n")
    done = await bench.call(tool, path=r"bad\xff.txt", old_string="a", new_string="b")
    assert done.content.startswith(r"Edited bad\xff.txt:")
    assert real.read_text() == "b\n"
    assert bench.changed == [real]


async def test_a_name_with_a_line_break_stays_on_one_line(
    bench: ToolBench, tool: EditTool, tmp_path: Path
) -> None:
    (tmp_path / "a\nb").write_text("x\n")
    done = await bench.call(tool, path="a\nb", old_string="x", new_string="y")
    assert done.content.startswith(r"Edited a\nb: 1 replacement(s)")
