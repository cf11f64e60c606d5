"""The banner at each width, as golden bytes. UPDATE_GOLDEN=1 writes them again."""

import binascii
import os
import re
import runpy
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from maia.facades.repl.banner.banner import banner
from maia.facades.repl.style import Depth, Style
from maia.i18n import Catalogue, Language

ROOT = Path(__file__).resolve().parents[4]
GOLDEN = ROOT / "tests" / "golden" / "banner"
SGR = re.compile(r"\x1b\[[0-9;]*m")
BLOCKS = re.compile("[▀▄█]")
NO_COLOUR, ALL_COLOURS = Style(colour=False), Style(colour=True)

LANGUAGES: tuple[Language, Language] = ("en", "fr")
CASES: list[tuple[Language, int, str]] = [
    *((lang, columns, "") for lang in LANGUAGES for columns in (24, 25, 57, 58, 80, 160)),
    *((lang, columns, "plain") for lang in LANGUAGES for columns in (24, 80)),
    ("en", 80, "256"),
    ("en", 80, "16"),
]
STYLES: dict[str, Style] = {
    "": ALL_COLOURS,
    "plain": NO_COLOUR,
    "256": Style(colour=True, depth=8),
    "16": Style(colour=True, depth=4),
}


def drawn(
    columns: int, style: Style = ALL_COLOURS, language: Language = "en", **values: str
) -> str:
    values = {"version": "1.2.3", "folder": "/home/zoé/projets/maia", "model": "m/big"} | values
    return banner(columns, style, Catalogue(language), **values)


def golden(language: Language, columns: int, how: str) -> str:
    return ".".join(part for part in (str(columns), how, language, "txt") if part)


def lines(text: str) -> list[str]:
    assert text.endswith("\n")
    return SGR.sub("", text)[:-1].split("\n")


@pytest.mark.parametrize(("language", "columns", "how"), CASES)
def test_each_banner_is_as_its_golden_bytes(language: Language, columns: int, how: str) -> None:
    found = drawn(columns, STYLES[how], language).encode()
    file = GOLDEN / golden(language, columns, how)
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_bytes(found)
    assert found == file.read_bytes()


def test_there_is_no_golden_without_a_case() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {golden(*case) for case in CASES}


@given(
    st.integers(-1, 200),
    st.sampled_from([0, 4, 8, 24]),
    st.sampled_from(["en", "fr"]),
    st.text(alphabet="ab/é日本 🦉\x1b[\u202e\n", max_size=80),
)
def test_no_line_is_wider_than_the_terminal(
    columns: int, depth: Depth, language: Language, name: str
) -> None:
    style = Style(colour=depth > 0, depth=depth)
    text = drawn(columns, style, language, version=name, folder=f"/{name}", model=name)
    assert max(get_cwidth(line) for line in lines(text)) <= max(1, columns)


def test_the_owl_is_there_from_58_columns_on_and_the_large_letters_from_25_on() -> None:
    assert [len(lines(drawn(columns))) for columns in (58, 80, 160)] == [20] * 3
    assert BLOCKS.search(SGR.sub("", drawn(25)))
    assert len(lines(drawn(46))) < len(lines(drawn(57))) < 20
    assert not BLOCKS.search(drawn(24))
    assert lines(drawn(24))[:3] == [
        "╔══════════════════════╗",
        "║         Maia         ║",
        "╚══════════════════════╝",
    ]


def test_every_line_ends_the_colours_that_it_began() -> None:
    for columns in (24, 57, 80):
        for line in drawn(columns).split("\n"):
            assert len(SGR.findall(line)) == 2 * line.count("\x1b[0m")


def test_the_letters_are_twice_as_large_where_that_fits() -> None:
    rows = [row for row, line in enumerate(lines(drawn(47))) if BLOCKS.search(line)]
    assert rows == list(range(8))
    rows = [row for row, line in enumerate(lines(drawn(46))) if BLOCKS.search(line)]
    assert rows == list(range(4))


def test_below_25_columns_the_name_is_in_the_middle_of_a_frame_while_that_fits() -> None:
    assert [lines(drawn(columns))[0] for columns in (7, 6, 5, 3, 1, 0)] == [
        "╔═════╗",
        "╔════╗",
        "Maia",
        "Mai",
        "M",
        "M",
    ]
    assert lines(drawn(7))[1] == "║Maia ║"


def test_without_colours_there_is_no_picture_and_the_letters_have_no_shadow() -> None:
    assert lines(drawn(46, NO_COLOUR, "fr")) == [
        "█▄ ▄█         ▀",
        "█ █ █  ▀▀▀▄  ▀█    ▀▀▀▄",
        "█   █ ▄▀▀▀█   █   ▄▀▀▀█",
        "▀   ▀  ▀▀▀▀  ▀▀▀   ▀▀▀▀",
        "",
        "Assistant IA en ligne de commande, pour vos",
        "modèles de langage.",
        "Un seul agent, plusieurs modèles",
        "",
        "MAIA 1.2.3",
        "Modèle : m/big",
        "Dossier de travail : /home/zoé/projets/maia",
    ]
    assert not any("\x1b" in drawn(columns, NO_COLOUR) for columns in (24, 57, 80))


def test_with_sixteen_colours_there_is_no_picture() -> None:
    text = drawn(80, Style(colour=True, depth=4))
    assert "38;" not in text
    assert len(lines(text)) < 20
    assert lines(text)[0].startswith("██▄     ██▄")


def test_a_long_folder_shows_its_end_on_a_line_of_its_own() -> None:
    text = drawn(30, NO_COLOUR, folder="/srv/very/long/way/to/the/project")
    assert lines(text)[-2:] == ["Working directory:", "…/very/long/way/to/the/project"]


def test_without_a_model_none_is_named() -> None:
    assert "Model" not in drawn(80, model="")


def test_a_name_that_would_act_on_the_terminal_is_shown_by_its_codes() -> None:
    text = drawn(80, NO_COLOUR, folder="/a\x1b[31mb\u202ec\nd", model="x\x07")
    assert r"/a\x1b[31mb\u202ec\nd" in text
    assert r"x\x07" in text


def test_the_picture_is_what_its_script_draws(tmp_path: Path) -> None:
    fresh = tmp_path / "image.py"
    subprocess.run([sys.executable, ROOT / "tools" / "banner_image.py", fresh], check=True)
    committed = ROOT / "src" / "maia" / "facades" / "repl" / "banner" / "image.py"
    assert rgba(fresh) == rgba(committed)


def rgba(module: Path) -> bytes:
    """Unpacked: another zlib may pack the same pixels in other bytes."""
    names = runpy.run_path(str(module))
    data = zlib.decompress(binascii.a2b_base64(names["PACKED"]))
    assert len(data) == 4 * names["SIDE"] ** 2
    return data
