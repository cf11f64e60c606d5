"""Which file an `#include` means."""

import json

import pytest

from maia.codemap.model import Extraction, Import
from maia.codemap.resolve.modules.c import CModules
from maia.codemap.resolve.modules.port import External, Files
from maia.codemap.resolve.program import Program


def found(importer: str, module: str, *others: str, **texts: str) -> str | None:
    """The path of the file, `outside NAME`, or None."""
    paths = [importer, *others]
    files = [(number, path, Extraction("c", 1)) for number, path in enumerate(paths)]
    read = {f"{name}.json": text for name, text in texts.items()}
    program = Program.of(files, read.get)
    match CModules(program).find(0, Import(module, "*", "", 1, 1)):
        case Files(positions=(position,)):
            return program.files[position].path
        case External(name=name):
            return f"outside {name}"
        case _:
            return None


@pytest.mark.parametrize(
    ("module", "others", "want"),
    [
        ("x.h", ("src/x.h", "x.h"), "src/x.h"),
        ("../x.h", ("x.h", "src/x.h"), "x.h"),
        ("sub/x.h", ("src/sub/x.h",), "src/sub/x.h"),
        ("x.h", ("include/x.h",), "include/x.h"),
        ("x.h", ("inc/x.h",), "inc/x.h"),
        ("x.h", ("x.h",), "x.h"),
        ("x.h", ("deep/down/x.h",), "deep/down/x.h"),
        ("x.h", ("one/x.h", "two/x.h"), "outside x.h"),
        ("<lib/x.h>", ("include/lib/x.h",), "include/lib/x.h"),
        ("<lib/x.h>", ("deep/include/lib/x.h",), "deep/include/lib/x.h"),
        ("<x.h>", ("src/x.h",), "src/x.h"),
        ("<x.h>", ("deep/x.h",), "outside x.h"),
        ("<string.h>", ("src/string.h",), "outside string.h"),
        ("<string.h>", ("include/string.h",), "include/string.h"),
        ("<vector>", (), "outside vector"),
        ("gone.h", (), "outside gone.h"),
    ],
)
def test_where_an_include_is_found(module: str, others: tuple[str, ...], want: str) -> None:
    assert found("src/main.c", module, *others) == want


def test_a_file_that_is_there_and_not_read_is_not_outside() -> None:
    assert found("main.c", "table.json", table="{}") is None


@pytest.mark.parametrize("option", ["-I/home/me/repo/vendor", "-I../vendor", "-isystem ../vendor"])
def test_what_the_compiler_was_told(option: str) -> None:
    entry = {
        "directory": "/home/me/repo/build",
        "command": f"cc {option} -c main.c",
        "file": "main.c",
    }
    told = json.dumps([entry])
    others = ("vendor/x.h", "other/x.h")
    assert found("main.c", "<x.h>", *others, compile_commands=told) == "vendor/x.h"


@pytest.mark.parametrize("text", ["", "{", "3", "[3]", '[{"arguments": 3}]'])
def test_a_damaged_database_says_nothing(text: str) -> None:
    assert found("main.c", "x.h", "x.h", compile_commands=text) == "x.h"
