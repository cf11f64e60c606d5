"""The cases of tests/cases/tools that are about Read, Write and Edit."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.tools import ToolOutcome
from maia.agent.tools.edit import EditTool
from maia.agent.tools.ledger import FileLedger
from maia.agent.tools.read import ReadTool
from maia.agent.tools.write import WriteTool
from maia.testing.tool_bench import ToolBench

CASES = Path(__file__).parents[2] / "cases" / "tools"
DEADLINE = 5.0  # seconds, as the case says


class Tools:
    """The three tools with one ledger, in a copy of a case."""

    def __init__(self, folder: Path) -> None:
        ledger = FileLedger()
        self.folder = folder
        self._bench = ToolBench(folder)
        self._tools = {
            "Read": ReadTool(ledger),
            "Write": WriteTool(ledger),
            "Edit": EditTool(ledger),
        }

    async def call(self, tool: str, **arguments: Any) -> ToolOutcome:
        async with asyncio.timeout(DEADLINE):
            return await self._bench.call(self._tools[tool], **arguments)

    async def step(self, step: dict[str, str]) -> ToolOutcome:
        names = {"file": "path", "old": "old_string", "new": "new_string", "content": "content"}
        arguments = {names[key]: value for key, value in step.items() if key in names}
        return await self.call(step["tool"], **arguments)


def steps_of(case: str) -> list[dict[str, str]]:
    return json.loads((CASES / case / "steps.json").read_text())


def build(case: str, folder: Path) -> None:
    script = str(CASES / case / "build.py")
    subprocess.run([sys.executable, script, str(folder)], check=True, timeout=30)


@pytest.fixture
def case_folder(tmp_path: Path):
    def copy(case: str) -> Tools:
        for source in (CASES / case).iterdir():
            shutil.copyfile(source, tmp_path / source.name)
        return Tools(tmp_path)

    return copy


async def test_b01_line_ends_stay(case_folder) -> None:
    tools = case_folder("B01")
    first, second, third = steps_of("B01")
    for step in (first, second):
        outcome = await tools.step(step)
        assert not outcome.is_error
        assert (tools.folder / step["file"]).read_bytes() == step["want"].encode()
        lines = outcome.display[0].diff.split("\n")
        assert sum(line.startswith(("+", "-")) for line in lines) <= 2
    assert not (await tools.step(third)).is_error
    assert (tools.folder / "mixed.txt").read_bytes() == b"ONE\r\nTWO\nthree\r\nfo\rur\n"


async def test_b03_older_encodings_stay(case_folder) -> None:
    tools = case_folder("B03")
    menu, note, settings, write = steps_of("B03")
    before = {each["file"]: (tools.folder / each["file"]).read_bytes() for each in (menu, note)}
    for step in (menu, note):
        assert not (await tools.step(step)).is_error
        after = (tools.folder / step["file"]).read_bytes()
        old, new = step["old"].encode(), step["new"].encode()
        assert after == before[step["file"]].replace(old, new)
        assert b"\xef\xbf\xbd" not in after
    await tools.step(settings)
    assert (tools.folder / "set.ini").read_bytes() == "a=1\r\n名=前\r\n設定=値\r\n".encode("cp932")
    written = await tools.step(write)
    assert not written.is_error
    assert "Windows-1252" in written.content


async def test_b05_blanks_are_told_apart(case_folder) -> None:
    tools = case_folder("B05")
    read, tab, spaces, page = steps_of("B05")
    assert "     2\t\t@echo one\n" in (await tools.step(read)).content
    assert not (await tools.step(tab)).is_error
    assert (tools.folder / "Makefile").read_text() == tab["want"]
    failed = await tools.step(spaces)
    assert failed.is_error
    assert "2 tab(s)" in failed.content
    assert "line 3" in failed.content
    assert (tools.folder / "Makefile").read_text() == tab["want"]
    assert not (await tools.step(page)).is_error
    assert (tools.folder / "doc.md").read_text() == "see page\u00a0ten first\nplain line\n"


async def test_b07_the_end_of_the_file_stays(case_folder) -> None:
    tools = case_folder("B07")
    *edits, fill, read_empty, read_none = steps_of("B07")
    assert "is empty" in (await tools.step(read_empty)).content
    for step in edits:
        assert not (await tools.step(step)).is_error
        assert (tools.folder / step["file"]).read_bytes() == step["want"].encode()
    assert not (await tools.step(fill)).is_error
    assert (tools.folder / "empty.txt").read_bytes() == b"first\n"
    shown = (await tools.step(read_none)).content
    assert shown.startswith("     1\tRED\n     2\tgreen\n     3\tblue\n     4\tgrey\n\n")


async def test_b11_what_is_no_text_file_is_named_and_never_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "b11"
    build("B11", folder)
    want = json.loads((CASES / "B11" / "want.json").read_text())
    tools = Tools(folder)
    for name in [*want["read_error"], "/dev/zero", "/dev/stdin", "/proc/self/mem"]:
        if name == "noread.txt" and os.geteuid() == 0:
            continue  # root may read it; test_files.py reads such a file as another user
        outcome = await tools.call("Read", path=name)
        assert outcome.is_error
        assert len(outcome.content) < 200
    for name, word in want["read_named"].items():
        assert word in (await tools.call("Read", path=name)).content
    for name in want["write_error"]:
        assert (await tools.call("Write", path=name, content="x")).is_error


async def test_b13_odd_names_are_read_exactly(tmp_path: Path) -> None:
    folder = tmp_path / "b13"
    build("B13", folder)
    tools = Tools(folder)
    want = {
        "Shot 2025-03-09 at 7.41.22 PM.txt": ("     1\tnarrow", "looks the same"),
        "twin 1.txt": ("     1\tspace twin", ""),
        "twin\u00a01.txt": ("     1\tnbsp twin", ""),
        "caf\u00e9.txt": ("     1\tnfd", "looks the same"),
        "-rf.txt": ("     1\tcargo --release -> x", ""),
        "star*.txt": ("     1\tstar", ""),
        "line\nbreak.txt": ("     1\tnewline name", ""),
        "app/[slug]/(shop)/page.tsx": ("     1\texport const n = -77", ""),
    }
    for name, (line, said) in want.items():
        outcome = await tools.call("Read", path=name)
        assert not outcome.is_error
        assert line in outcome.content
        assert ("looks the same" in outcome.content) == bool(said)
    assert (await tools.call("Read", path="twin\u202f1.txt")).is_error
