import json
import os
import socket
import struct
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.messages import ImageBlock
from maia.agent.tools.edit import EditTool
from maia.agent.tools.file_access import WHOLE_FILE_BYTES
from maia.agent.tools.ledger import FileLedger
from maia.agent.tools.read import ReadTool
from maia.agent.tools.read.media import IMAGE_BYTES, IMAGE_PIXELS
from maia.agent.tools.read.page import LINE_CHARACTERS, PAGE_CHARACTERS
from maia.testing.tool_bench import ToolBench


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PNG = (
    b"\x89PNG\r\n\x1a\n"
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(b"\0\0"))
    + chunk(b"IEND", b"")
)
JPEG = (
    b"\xff\xd8\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0"
    b"\xff\xda\0\x08\x01\x01\0\0\x3f\0\x12\xff\xd9"
)
GIF = b"GIF89a\x01\0\x01\0\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0\x3b"
WEBP = b"RIFF\x12\0\0\0WEBPVP8L\x05\0\0\0\x2f\0\0\0\0\0"


@pytest.fixture
def bench(tmp_path: Path) -> ToolBench:
    return ToolBench(tmp_path)


@pytest.fixture
def ledger() -> FileLedger:
    return FileLedger()


@pytest.fixture
def tool(ledger: FileLedger) -> ReadTool:
    return ReadTool(ledger)


async def shown(bench: ToolBench, tool: ReadTool, **arguments: Any) -> str:
    outcome = await bench.call(tool, **arguments)
    assert not outcome.is_error, outcome.content
    return outcome.content


async def refused(bench: ToolBench, tool: ReadTool, **arguments: Any) -> str:
    outcome = await bench.call(tool, **arguments)
    assert outcome.is_error, outcome.content
    return outcome.content


async def test_lines_have_a_number_in_six_columns_and_a_tab(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("\tone\n\n  two \n")
    assert await shown(bench, tool, path="f") == "     1\t\tone\n     2\t\n     3\t  two "


async def test_only_line_feeds_end_lines(bench: ToolBench, tool: ReadTool, tmp_path: Path) -> None:
    (tmp_path / "f").write_text("a\u2028b\x0cc\x85d\n", newline="")
    assert await shown(bench, tool, path="f") == "     1\ta\u2028b\x0cc\x85d"


async def test_a_part_says_what_it_is_and_how_to_go_on(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("".join(f"l{n}\n" for n in range(1, 11)))
    part = await shown(bench, tool, path="f", offset=3, limit=2)
    assert part == "     3\tl3\n     4\tl4\n\n[Lines 3-4 of 10; more with offset=5.]"
    end = await shown(bench, tool, path="f", offset="9")
    assert end == "     9\tl9\n    10\tl10\n\n[Lines 9-10 of 10.]"
    assert (await shown(bench, tool, path="f", offset=0, limit=1)).startswith("     1\tl1\n")


async def test_the_default_is_2000_lines(bench: ToolBench, tool: ReadTool, tmp_path: Path) -> None:
    (tmp_path / "f").write_text("x\n" * 2001)
    assert (await shown(bench, tool, path="f")).endswith(
        "[Lines 1-2000 of 2001; more with offset=2001.]"
    )


async def test_nothing_at_an_offset_is_an_error(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("x\n")
    assert "1 line(s)" in await refused(bench, tool, path="f", offset=2)


@pytest.mark.parametrize(
    "arguments", [{"offset": -1}, {"limit": 0}, {"offset": "x"}, {"limit": 1.5}]
)
async def test_unusable_parameters_are_named(
    bench: ToolBench, tool: ReadTool, tmp_path: Path, arguments: dict[str, Any]
) -> None:
    (tmp_path / "f").write_text("x\n")
    assert "Parameters received: path (string)" in await refused(bench, tool, path="f", **arguments)


async def test_an_empty_file_says_so(bench: ToolBench, tool: ReadTool, tmp_path: Path) -> None:
    (tmp_path / "f").touch()
    assert "is empty" in await shown(bench, tool, path="f")


async def test_line_ends_and_a_missing_last_one_are_noted(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_bytes(b"a\r\nb\r\n")
    assert await shown(bench, tool, path="f") == "     1\ta\n     2\tb\n\n[Line ends: CRLF.]"
    (tmp_path / "f").write_bytes(b"a\r\nb\nc")
    text = await shown(bench, tool, path="f")
    assert "mixed" in text
    assert "No newline" in text


async def test_an_older_encoding_is_shown_and_named(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_bytes("設定=値\n".encode("cp932"))
    assert await shown(bench, tool, path="f") == (
        "     1\t設定=値\n\n[Encoding: Shift_JIS (cp932) (guessed).]"
    )
    (tmp_path / "f").write_bytes(b"\xff\xfe" + "é\n".encode("utf-16-le"))
    assert "UTF-16 LE" in await shown(bench, tool, path="f")


async def test_invalid_bytes_are_shown_and_the_result_is_valid_text(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_bytes("é è ê\n".encode() + b"\xff\n")
    text = await shown(bench, tool, path="f")
    assert "     2\t\\xff" in text
    text.encode()


async def test_a_long_line_is_clipped_and_says_by_how_much(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("a\n" + "x" * (LINE_CHARACTERS + 7) + "\nb\n")
    text = await shown(bench, tool, path="f")
    assert "x" * LINE_CHARACTERS + "…[7 more characters" in text
    assert f"sed -n 2p FILE | cut -c{LINE_CHARACTERS + 1}-" in text
    assert text.endswith("     3\tb")


async def test_the_whole_result_is_bounded(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text(("x" * 1500 + "\n") * 1000)
    text = await shown(bench, tool, path="f")
    assert len(text) < PAGE_CHARACTERS + 200
    assert "[Lines 1-66 of 1000; more with offset=67.]" in text


@pytest.mark.parametrize(
    ("data", "told"),
    [(b"a\0b", "binary file (3 bytes)"), (b"%PDF-1.7\n\0", "PDF, 10 bytes"), (b"\x7fELF\0", "ELF")],
)
async def test_a_binary_file_is_named_with_its_size(
    bench: ToolBench, tool: ReadTool, tmp_path: Path, data: bytes, told: str
) -> None:
    (tmp_path / "f").write_bytes(data)
    assert told in await refused(bench, tool, path="f")


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (PNG, "image/png"),
        (JPEG, "image/jpeg"),
        (GIF, "image/gif"),
        (WEBP, "image/webp"),
    ],
)
async def test_an_image_is_given_to_a_model_that_takes_it(
    tool: ReadTool, tmp_path: Path, data: bytes, media_type: str
) -> None:
    (tmp_path / "picture").write_bytes(data)
    bench = ToolBench(tmp_path, takes_images=True)
    outcome = await bench.call(tool, path="picture")
    assert not outcome.is_error
    (image,) = outcome.images
    assert isinstance(image, ImageBlock)
    assert image.media_type == media_type
    assert bench.blobs.get(image.blob) == data


async def test_an_image_is_only_named_where_the_model_does_not_take_it(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "p.png").write_bytes(PNG)
    assert "does not take images" in await refused(bench, tool, path="p.png")


async def test_a_huge_image_is_refused(tool: ReadTool, tmp_path: Path) -> None:
    (tmp_path / "p.png").write_bytes(PNG + bytes(IMAGE_BYTES))
    bench = ToolBench(tmp_path, takes_images=True)
    assert str(IMAGE_BYTES) in await refused(bench, tool, path="p.png")
    assert bench.blobs.data == {}


async def test_a_notebook_is_shown_by_cells_without_base64(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title\n", "text"]},
        {
            "cell_type": "code",
            "source": "plot()",
            "outputs": [
                {"output_type": "stream", "text": ["done\n"]},
                {
                    "output_type": "display_data",
                    "data": {"image/png": "A" * 9000, "text/plain": "<Figure>"},
                },
                {"output_type": "error", "ename": "ValueError", "evalue": "\x1b[31mbad\x1b[0m"},
                {"output_type": "stream", "text": "y" * 5000},
            ],
        },
        "nonsense",
    ]
    (tmp_path / "n.ipynb").write_text(json.dumps({"cells": cells}))
    text = await shown(bench, tool, path="n.ipynb")
    assert "     1\t[cell 1: markdown]\n     2\t# Title\n     3\ttext\n" in text
    assert "\tplot()" in text
    assert "\tdone" in text
    assert "\t<Figure>" in text
    assert "[image/png, 9000 characters, not shown]" in text
    assert "ValueError: bad" in text
    assert "3000 more characters of output" in text
    assert "AAAA" not in text
    assert "Notebook" in text


@pytest.mark.parametrize("text", ["{not json", "[1]", "{}", "[" * 20_000])
async def test_a_broken_notebook_is_shown_as_text(
    bench: ToolBench, tool: ReadTool, tmp_path: Path, text: str
) -> None:
    (tmp_path / "n.ipynb").write_text(text + "\n")
    assert (await shown(bench, tool, path="n.ipynb")).startswith("     1\t" + text[:100])


async def test_what_is_no_regular_file_is_named_at_once(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("sock")
        for name, word in {
            "pipe": "named pipe",
            "sock": "socket",
            "zero": "device",
            "/dev/zero": "device",
            "/dev/stdin": "device",
            "/dev/fd/0": "device",
            "/proc/self/mem": "Input/output error",
        }.items():
            assert word in await refused(bench, tool, path=name)


async def test_a_directory_lists_its_entries(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "dir" / "sub").mkdir(parents=True)
    (tmp_path / "dir" / "a.txt").touch()
    assert "(2 entries): a.txt, sub/" in await refused(bench, tool, path="dir")
    (tmp_path / "many").mkdir()
    for number in range(250):
        (tmp_path / "many" / f"{number:03}").touch()
    said = await refused(bench, tool, path="many")
    assert "199, … (the first 200" in said
    assert "(250 entries)" in said
    assert "it is empty" in await refused(bench, tool, path="dir/sub")


async def test_a_file_of_proc_without_a_size_is_read(bench: ToolBench, tool: ReadTool) -> None:
    assert "Name:" in await shown(bench, tool, path="/proc/self/status")


async def test_a_missing_file_names_near_ones(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "README.md").write_text("x\n")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "app.py").write_text("x\n")
    assert "README.md?" in await refused(bench, tool, path="readme.md")
    assert "src/app.py?" in await refused(bench, tool, path="lib/app.py")
    assert await refused(bench, tool, path="zzz/qqq") == "zzz/qqq does not exist."
    assert "does not exist" in await refused(bench, tool, path="README.md/below")


async def test_reading_tells_the_ledger_what_was_seen(
    bench: ToolBench, tool: ReadTool, ledger: FileLedger, tmp_path: Path
) -> None:
    (tmp_path / "f").write_text("a\nb\n")
    await shown(bench, tool, path="f", limit=1)
    assert ledger.change(tmp_path / "f", b"a\nb\n") is None
    assert ledger.change(tmp_path / "f", b"a\nc\n") is not None


def sparse(path: Path, size: int, *parts: tuple[int, bytes]) -> None:
    with path.open("wb") as file:
        for offset, data in parts:
            file.seek(offset)
            file.write(data)
        file.truncate(size)


async def test_a_huge_file_is_read_by_range_in_little_memory(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    with (tmp_path / "log").open("wb") as file:
        for start in range(0, 1_500_000, 10_000):
            file.write(
                b"".join(b"line %d of the log, in full\n" % n for n in range(start, start + 10_000))
            )
    size = (tmp_path / "log").stat().st_size
    assert size > WHOLE_FILE_BYTES * 2
    tracemalloc.start()
    try:
        text = await shown(bench, tool, path="log", offset=1_400_001, limit=2)
        assert tracemalloc.get_traced_memory()[1] < 16_000_000
    finally:
        tracemalloc.stop()
    assert text == (
        "1400001\tline 1400000 of the log, in full\n1400002\tline 1400001 of the log, in full\n\n"
        f"[Lines 1400001-1400002 of a file of {size} bytes; more with offset=1400003.]"
    )
    end = await shown(bench, tool, path="log", offset=1_499_999)
    assert end.endswith(f"[Lines 1499999-1500000: the end of a file of {size} bytes.]")
    assert "has 1500000 line(s)" in await refused(bench, tool, path="log", offset=1_500_001)
    first = await shown(bench, tool, path="log", limit=1)
    assert first.startswith("     1\tline 0 of the log, in full\n")


async def test_a_sparse_file_of_2_gb_is_binary_at_once(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    sparse(tmp_path / "disk", 2 << 30)
    assert str(2 << 30) in await refused(bench, tool, path="disk")


async def test_a_huge_line_of_a_huge_file_is_clipped(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_bytes("é".encode() * (WHOLE_FILE_BYTES // 2 + 10) + b"\nend")
    text = await shown(bench, tool, path="f")
    first, second = text.split("\n")[:2]
    assert first.startswith("     1\t" + "é" * LINE_CHARACTERS + "…[")
    assert str(WHOLE_FILE_BYTES + 20 - 2 * LINE_CHARACTERS) + " more bytes" in first
    assert second == "     2\tend"


async def test_what_is_not_utf_8_far_into_a_huge_file_is_shown(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_bytes(b"plain text\n" * 2_000_000 + b"caf\xe9\n")
    text = await shown(bench, tool, path="f", offset=2_000_001)
    assert text.startswith("2000001\tcaf\\xe9\n")


async def test_a_huge_wide_file_is_refused_with_a_way_out(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "f").write_bytes(b"\xff\xfe" + "line\n".encode("utf-16-le") * 2_100_000)
    assert "iconv" in await refused(bench, tool, path="f")


async def test_a_name_that_is_not_utf_8_gives_a_valid_result(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.txt")).write_text("needle\n")
    assert await shown(bench, tool, path="bad\udcff.txt") == "     1\tneedle"
    said = await refused(bench, tool, path="bad\udcfe.txt")
    said.encode()
    assert "bad\\xfe.txt" in said


def test_a_call_is_described_by_its_path(tool: ReadTool) -> None:
    assert tool.describe({"file_path": "bad\udcff"}) == "bad\\xff"
    assert tool.describe({}) == ""
    assert tool.kind == "read"
    assert tool.default_permission == "auto"


async def test_an_image_that_a_provider_would_refuse_is_never_given(
    tool: ReadTool, tmp_path: Path
) -> None:
    bench = ToolBench(tmp_path, takes_images=True)
    (tmp_path / "cut.png").write_bytes(PNG[:40])
    assert "cut short or broken" in await refused(bench, tool, path="cut.png")
    wide = (IMAGE_PIXELS + 1).to_bytes(4, "big")
    (tmp_path / "wide.png").write_bytes(PNG.replace(bytes((0, 0, 0, 1)), wide, 1))
    assert "8001 x 1 pixels" in await refused(bench, tool, path="wide.png")
    assert bench.blobs.data == {}


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
async def test_utf_16_without_a_mark_is_named_with_a_way_to_see_it(
    bench: ToolBench, tool: ReadTool, tmp_path: Path, codec: str
) -> None:
    (tmp_path / "f").write_bytes("[section]\r\nkey=1\r\n".encode(codec))
    assert f"iconv -f {codec[:-3].upper()}{codec[-2:].upper()}" in await refused(
        bench, tool, path="f"
    )


async def test_a_mark_alone_and_a_notebook_without_cells_are_empty_and_no_error(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "mark").write_bytes(b"\xef\xbb\xbf")
    assert (await shown(bench, tool, path="mark")).startswith("mark has no text (3 bytes).")
    (tmp_path / "n.ipynb").write_text('{"cells": []}')
    assert await shown(bench, tool, path="n.ipynb") == "n.ipynb is a notebook without cells."


async def test_the_hole_of_a_sparse_file_gives_no_nul_characters(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    with (tmp_path / "sparse").open("wb") as file:
        file.write(b"hello\n" * 12_000)
        file.truncate(WHOLE_FILE_BYTES + 1)
    content = await shown(bench, tool, path="sparse", offset=12_000)
    assert content.startswith(" 12000\thello\n 12001\t␀␀␀")
    assert "\0" not in content


async def test_a_name_is_read_as_it_is_printed(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / os.fsdecode(b"bad\xff.txt")).write_text("byte\n")
    (tmp_path / "new\nline.txt").write_text("line\n")
    assert await shown(bench, tool, path=r"bad\xff.txt") == "     1\tbyte"
    assert await shown(bench, tool, path=r"new\nline.txt") == "     1\tline"
    (tmp_path / r"bad\xff.txt").write_text("exact\n")
    assert await shown(bench, tool, path=r"bad\xff.txt") == "     1\texact"


async def test_a_link_that_leads_nowhere_says_where_it_leads(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "dangling").symlink_to("gone/file.txt")
    (tmp_path / "loop").symlink_to("loop")
    said = await refused(bench, tool, path="dangling")
    assert said == "dangling is a link to gone/file.txt, which does not exist."
    assert "leads back to itself" in await refused(bench, tool, path="loop")


async def test_no_path_makes_a_long_answer_or_breaks(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    (tmp_path / "s.txt").write_text("x")
    for path in ("a\0b", "a\ud800b", "x/" * 100_000, "n" * 300, "s.txt/below", "/proc/1/fd/0"):
        assert tool.lock_key({"path": path}, tmp_path) is None or len(path) < 4096
        assert len(await refused(bench, tool, path=path)) < 5_000


async def test_a_directory_of_long_names_is_listed_within_bounds(
    bench: ToolBench, tool: ReadTool, tmp_path: Path
) -> None:
    for number in range(60):
        (tmp_path / f"{number:03}{'n' * 240}").touch()
    said = await refused(bench, tool, path=".")
    assert len(said) < 9_000
    assert "the first 32;" in said


async def test_a_name_that_looks_the_same_can_be_told_apart_in_a_suggestion(
    bench: ToolBench, tmp_path: Path
) -> None:
    (tmp_path / "cafe\u0301.txt").write_text("x\n")
    failed = await bench.call(
        EditTool(FileLedger()), path="caf\u00e9.txt", old_string="x", new_string="y"
    )
    assert r'in JSON: "cafe\u0301.txt"' in failed.content
