"""The command `maguyva` as a person types it, and as a program reads it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Maguyva = Callable[..., Any]


@pytest.fixture
def indexed(maguyva: Maguyva) -> Maguyva:
    maguyva("index")
    return maguyva


def test_without_a_map_it_says_what_to_do(maguyva: Maguyva, project: Path) -> None:
    done = maguyva("symbol", "Shelf", code=3)
    assert done.stderr == f"There is no map of {project} yet: run `maguyva index {project}`.\n"
    assert done.stdout == ""


def test_index_says_what_it_found(maguyva: Maguyva, project: Path) -> None:
    said = maguyva("index").stdout
    assert said.startswith(f"{project}: 5 files, 4 symbols, ")
    report = maguyva("index", "--json")
    assert report["snapshot"]["files"] == 5
    assert report["report"]["read"] == 0


def test_symbol_is_exact(indexed: Maguyva) -> None:
    assert indexed("symbol", "Shelf").stdout == "shop/shelf.py:4  class  Shelf  class Shelf\n"
    assert indexed("symbol", "Shelf.put").stdout.startswith("shop/shelf.py:5  method  Shelf.put")
    missing = indexed("symbol", "Shelv", code=1)
    assert (missing.stdout, missing.stderr) == ("", "Nothing is called Shelv here.\n")
    assert indexed("symbol", "shelf", "--exact", "--json", code=1)["symbols"] == []


def test_similar_names_only_when_they_are_asked_for(indexed: Maguyva) -> None:
    found = indexed("symbol", "Shelv", "--similar", "--json")
    assert found["similar"] is True
    assert [each["definition"]["name"] for each in found["symbols"]] == ["Shelf"]


def test_refs_say_where_by_whom_and_how_surely(indexed: Maguyva) -> None:
    lines = indexed("refs", "Shelf.put").stdout.splitlines()
    assert lines == ["shop/cart.py:6:11  call  fill  → Shelf.put  type 0.90"]
    outside = indexed("refs", "os.path.join", "--json")
    assert outside["defined"] is False
    assert [(each["path"], each["line"], each["how"]) for each in outside["uses"]] == [
        ("shop/shelf.py", 6, "external")
    ]
    assert "is defined and not used" in indexed("refs", "test_fill", code=1).stderr
    assert indexed("refs", "Shelf", "--kind", "new", "--json")["uses"][0]["kind"] == "new"


def test_deps_go_both_ways(indexed: Maguyva) -> None:
    onto = indexed("deps", "shop/cart.py", "--json")["steps"]
    assert {each["place"]["name"] for each in onto} >= {"Shelf", "Shelf.put", "shop/shelf.py"}
    back = indexed("deps", "Shelf", "--direction", "dependents", "--depth", "2", "--json")["steps"]
    assert [(each["place"]["name"], each["depth"]) for each in back if each["depth"] == 2]


def test_impact_names_the_tests(indexed: Maguyva) -> None:
    found = indexed("impact", "Shelf.put", "--json")
    assert found["files"] == ["shop/cart.py"]
    assert [test["path"] for test in found["tests"]] == ["tests/test_cart.py"]
    assert "tests/test_cart.py" in indexed("impact", "shop/shelf.py").stdout


def test_outline_and_file(indexed: Maguyva, project: Path) -> None:
    said = indexed("outline", "shop/shelf.py").stdout
    assert said == "     4  class Shelf\n     5    def put(self, thing)\n"
    assert indexed("file", "shop/shelf.py:4-5").stdout == (
        "     4  class Shelf:\n     5      def put(self, thing):\n"
    )
    assert "has 6 lines" in indexed("file", "shop/shelf.py:90", code=1).stderr
    assert "is not on the map" in indexed("outline", "nowhere.py", code=1).stderr


def test_what_changed_is_seen_at_once_and_marked_without_a_refresh(
    indexed: Maguyva, project: Path
) -> None:
    (project / "shop/shelf.py").write_text("class Rack:\n    pass\n", encoding="utf-8")
    assert indexed("symbol", "Shelf", "--no-refresh").stdout.startswith("shop/shelf.py:4 *  class")
    assert indexed("symbol", "Rack").stdout == "shop/shelf.py:1  class  Rack  class Rack\n"
    assert indexed("symbol", "Shelf", code=1).stdout == ""
    left = indexed("refs", "Shelf").stdout
    assert left == "shop/cart.py:5:13  call  fill  → Shelf  unknown 0.00\n"


def test_status_says_what_is_only_text_and_why(indexed: Maguyva) -> None:
    said = indexed("status", "--files").stdout
    assert "shop/cart.py" in said
    (text,) = (line for line in said.splitlines() if line.startswith("notes.txt"))
    assert "no symbols are told for this language" in text
    counts = indexed("status", "--json")["languages"]
    assert [(each["status"], each["files"]) for each in counts if each["language"] == "python"] == [
        ("parsed", 4)
    ]


def test_languages_are_all_told(maguyva: Maguyva) -> None:
    found = maguyva("languages", "--json")
    assert len(found["languages"]) >= 280
    assert found["counts"]["full"] + found["counts"]["symbols"] + found["counts"]["text"] == len(
        found["languages"]
    )
    assert "python" in [each["language"] for each in found["languages"] if each["level"] == "full"]


@pytest.mark.parametrize("command", ["overview", "graph"])
def test_the_whole_is_drawn(indexed: Maguyva, command: str) -> None:
    assert "shop" in indexed(command).stdout


def test_a_damaged_map_is_said_and_built_anew(indexed: Maguyva, project: Path) -> None:
    (database,) = (project.parent / "cache").glob("*.db")
    database.write_bytes(b"not a database at all" * 500)
    assert "run `maguyva index`" in indexed("symbol", "Shelf", "--no-refresh", code=3).stderr
    assert "was built anew" in indexed("index").stderr
    assert indexed("symbol", "Shelf").stdout.startswith("shop/shelf.py:4")


def test_french_and_wrong_use(maguyva: Maguyva) -> None:
    done = maguyva("symbol", "X", code=3, LANG="fr_FR.UTF-8", LC_ALL="fr_FR.UTF-8")
    assert "Il n'y a pas encore de carte" in done.stderr
    maguyva("impact", "X", "--depth", "0", code=2)
    maguyva("nonsense", code=2)
    assert "There is no folder" in maguyva("index", "missing", code=2).stderr


def test_outside_of_git_the_map_is_found_from_the_folders_below(
    maguyva: Maguyva, tmp_path: Path
) -> None:
    (tmp_path / "plain" / "deep").mkdir(parents=True)
    (tmp_path / "plain" / "a.py").write_text("def f(): ...\n", encoding="utf-8")
    maguyva("index", str(tmp_path / "plain"))
    deep = str(tmp_path / "plain" / "deep")
    assert maguyva("symbol", "f", "--folder", deep).stdout == "a.py:1  function  f  def f()\n"
    assert "no map of" in maguyva("symbol", "f", "--folder", str(tmp_path), code=3).stderr


def test_nothing_that_is_shown_acts_on_the_terminal(maguyva: Maguyva, project: Path) -> None:
    (project / "evil.py").write_text(
        "def f():\n\treturn '\x1b[2J\u202e \x9b1m'\n", encoding="utf-8"
    )
    maguyva("index")
    shown = maguyva("file", "evil.py:2").stdout
    assert shown == "     2  \treturn '\\x1b[2J\\u202e \\x9b1m'\n"
    assert maguyva("symbol", "f\x1b[31m", code=1).stderr == "Nothing is called f\\x1b[31m here.\n"
