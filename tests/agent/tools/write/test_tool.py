import contextlib
import os
import stat
import tempfile
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.display import FileDiff
from maia.agent.tools.edit import EditTool
from maia.agent.tools.file_access import WHOLE_FILE_BYTES
from maia.agent.tools.ledger import FileLedger
from maia.agent.tools.read import ReadTool
from maia.agent.tools.write import WriteTool
from maia.testing.tool_bench import ToolBench


@pytest.fixture
def bench(tmp_path: Path) -> ToolBench:
    return ToolBench(tmp_path)


@pytest.fixture
def ledger() -> FileLedger:
    return FileLedger()


@pytest.fixture
def tool(ledger: FileLedger) -> WriteTool:
    return WriteTool(ledger)


async def test_a_new_file_is_created_with_its_folders(
    bench: ToolBench, tool: WriteTool, tmp_path: Path
) -> None:
    done = await bench.call(tool, path="a/b/f.txt", content="é\nx")
    assert done.content == "Created a/b/f.txt: 2 lines, 4 bytes."
    assert done.display == (
        FileDiff(
            "a/b/f.txt", "@@ -0,0 +1,2 @@\n+é\n+x\n\\ No newline at end of file", created=True
        ),
    )
    assert bench.changed == [tmp_path / "a" / "b" / "f.txt"]
    assert (tmp_path / "a" / "b" / "f.txt").read_bytes() == "é\nx".encode()


async def test_an_overwritten_file_keeps_its_mode_and_its_link(
    bench: ToolBench, tool: WriteTool, tmp_path: Path
) -> None:
    (tmp_path / "real").write_text("old\n")
    (tmp_path / "real").chmod(0o750)
    (tmp_path / "link").symlink_to("real")
    done = await bench.call(tool, path="link", content="new\n")
    assert done.content == "Overwrote link: 1 lines, 4 bytes (+1 -1 lines)."
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new\n"
    assert stat.S_IMODE((tmp_path / "real").stat().st_mode) == 0o750


@pytest.mark.parametrize(
    "name", ["content", "contents", "text", "file_text", "file_content", "data", "body"]
)
async def test_content_has_many_names(
    bench: ToolBench, tool: WriteTool, tmp_path: Path, name: str
) -> None:
    assert not (await bench.call(tool, file_path="f", **{name: "x"})).is_error
    assert (tmp_path / "f").read_text() == "x"


async def test_a_list_of_strings_is_joined(
    bench: ToolBench, tool: WriteTool, tmp_path: Path
) -> None:
    await bench.call(tool, path="f", content=["a", "b", ""])
    assert (tmp_path / "f").read_text() == "a\nb\n"


async def test_empty_content_is_content(bench: ToolBench, tool: WriteTool, tmp_path: Path) -> None:
    done = await bench.call(tool, path="f", content="")
    assert done.content == "Created f: 0 lines, 0 bytes."
    assert (tmp_path / "f").read_bytes() == b""


@pytest.mark.parametrize(
    "arguments", [{}, {"content": {"a": 1}}, {"content": 3}, {"content": ["a", 1]}]
)
async def test_missing_content_lists_what_was_received(
    tool: WriteTool, tmp_path: Path, arguments: dict[str, Any]
) -> None:
    done = await ToolBench(tmp_path, language="fr").call(tool, path="f", **arguments)
    assert done.is_error
    assert done.content.startswith('Paramètre "content" manquant ou invalide (')
    assert "Paramètres reçus : path (string)" in done.content
    assert not (tmp_path / "f").exists()


async def test_a_file_with_crlf_throughout_keeps_it(
    bench: ToolBench, tool: WriteTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_bytes(b"a\r\nb\r\n")
    done = await bench.call(tool, path="f", content="x\ny\n")
    assert (tmp_path / "f").read_bytes() == b"x\r\ny\r\n"
    assert "CRLF" in done.content


@pytest.mark.parametrize(
    ("before", "content"),
    [(b"a\r\nb\n", "x\ny\n"), (b"a\n", "x\r\ny\n"), (b"a\r\nb\r\n", "x\r\ny\n")],
)
async def test_other_line_ends_are_written_as_they_are(
    bench: ToolBench, tool: WriteTool, tmp_path: Path, before: bytes, content: str
) -> None:
    (tmp_path / "f").write_bytes(before)
    await bench.call(tool, path="f", content=content)
    assert (tmp_path / "f").read_bytes() == content.encode()


async def test_an_older_encoding_is_kept_where_it_can_be(
    bench: ToolBench, tool: WriteTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_bytes("déjà\n".encode("cp1252"))
    kept = await bench.call(tool, path="f", content="été\n")
    assert (tmp_path / "f").read_bytes() == "été\n".encode("cp1252")
    assert "Windows-1252" in kept.content
    changed = await bench.call(tool, path="f", content="→ été\n")
    assert (tmp_path / "f").read_bytes() == "→ été\n".encode()
    assert "UTF-8; the file was Windows-1252" in changed.content


@pytest.mark.parametrize("content", ["new\n", "\ufeffnew\n"])
async def test_a_mark_stays_and_is_not_doubled(
    bench: ToolBench, tool: WriteTool, tmp_path: Path, content: str
) -> None:
    (tmp_path / "f").write_bytes(b"\xef\xbb\xbfold\n")
    done = await bench.call(tool, path="f", content=content)
    assert (tmp_path / "f").read_bytes() == b"\xef\xbb\xbfnew\n"
    assert "UTF-8 with BOM" in done.content


async def test_a_lone_surrogate_cannot_be_written(
    bench: ToolBench, tool: WriteTool, tmp_path: Path
) -> None:
    done = await bench.call(tool, path="f", content="a\ud83d")
    assert done.is_error
    assert "U+D83D" in done.content
    assert not (tmp_path / "f").exists()


async def test_the_same_content_is_said_and_not_written(
    bench: ToolBench, tool: WriteTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("x\n")
    inode = (tmp_path / "f").stat().st_ino
    done = await bench.call(tool, path="f", content="x\n")
    assert "already" in done.content
    assert not done.is_error
    assert bench.changed == []
    assert (tmp_path / "f").stat().st_ino == inode


async def test_a_file_that_changed_since_it_was_read_is_refused(
    bench: ToolBench, tool: WriteTool, ledger: FileLedger, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("a\n")
    await bench.call(ReadTool(ledger), path="f")
    (tmp_path / "f").write_text("theirs\n")
    failed = await bench.call(tool, path="f", content="mine\n")
    assert failed.is_error
    assert "+theirs" in failed.content
    assert (tmp_path / "f").read_text() == "theirs\n"


async def test_what_was_just_written_can_be_edited_and_written_again(
    bench: ToolBench, tool: WriteTool, ledger: FileLedger, tmp_path: Path
) -> None:
    await bench.call(tool, path="f", content="a\n")
    await bench.call(EditTool(ledger), path="f", old_string="a", new_string="b")
    assert not (await bench.call(tool, path="f", content="c\n")).is_error
    (tmp_path / "f").unlink()
    assert "Created" in (await bench.call(tool, path="f", content="d\n")).content


async def test_what_cannot_be_written_is_said_and_left_alone(
    bench: ToolBench, tool: WriteTool, tmp_path: Path
) -> None:
    (tmp_path / "dir").mkdir()
    (tmp_path / "plain.txt").write_text("x")
    (tmp_path / "ro").write_text("x")
    (tmp_path / "ro").chmod(0o444)
    os.mkfifo(tmp_path / "pipe")
    for name, word in {
        "dir": "directory",
        "plain.txt/child.txt": "file, not a directory",
        "ro": "permission denied",
        "pipe": "pipe",
        "/dev/null": "device",
        "x" * 300: "too long",
        "lone\ud800": "no file can have this name",
    }.items():
        failed = await bench.call(tool, path=name, content="new")
        assert failed.is_error
        assert word in failed.content, failed.content
    assert sorted(each.name for each in tmp_path.iterdir()) == ["dir", "pipe", "plain.txt", "ro"]


async def test_a_file_too_large_to_load_can_still_be_replaced(
    bench: ToolBench, tool: WriteTool, tmp_path: Path
) -> None:
    with (tmp_path / "big").open("wb") as file:
        file.truncate(WHOLE_FILE_BYTES + 1)
    done = await bench.call(tool, path="big", content="x\n")
    assert done.content == "Overwrote big: 1 lines, 2 bytes."


def test_a_call_is_described_by_its_path(tool: WriteTool) -> None:
    assert tool.describe({"path": "x"}) == "x"
    assert tool.describe({"path": {}}) == ""
    assert tool.kind == "edit"
    assert tool.default_permission == "ask"


async def test_a_name_with_a_final_slash_makes_no_file(
    bench: ToolBench, tool: WriteTool, tmp_path: Path
) -> None:
    failed = await bench.call(tool, path="new/", content="x")
    assert failed.is_error
    assert "names a directory" in failed.content
    failed = await bench.call(EditTool(FileLedger()), path="new/", old_string="", new_string="x")
    assert failed.is_error
    assert list(tmp_path.iterdir()) == []


async def test_a_nul_is_written_and_said(bench: ToolBench, tool: WriteTool, tmp_path: Path) -> None:
    done = await bench.call(tool, path="f", content="a\0b")
    assert "counts as binary" in done.content
    assert (tmp_path / "f").read_bytes() == b"a\0b"


async def test_a_folder_that_may_not_be_written_is_named(tool: WriteTool) -> None:
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        (folder / "sub").mkdir()
        (folder / "sub" / "f").write_text("old")
        (folder / "sub" / "f").chmod(0o666)
        (folder / "sub").chmod(0o555)
        stack.callback((folder / "sub").chmod, 0o755)
        folder.chmod(0o555)
        stack.callback(folder.chmod, 0o755)
        if os.geteuid() == 0:
            os.seteuid(65534)
            stack.callback(os.seteuid, 0)
        bench = ToolBench(folder)
        for path, where in {"sub/f": "sub", "sub/new": "sub", "x/y/new": "."}.items():
            failed = await bench.call(tool, path=path, content="new")
            assert failed.is_error
            assert f"nothing may be created in {where}." in failed.content
        assert (folder / "sub" / "f").read_text() == "old"
        assert list((folder / "sub").iterdir()) == [folder / "sub" / "f"]
