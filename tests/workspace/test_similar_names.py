import os
from pathlib import Path

import pytest

from maia.workspace.discovery import printable
from maia.workspace.similar_names import entries, lookalike, path_as_printed, similar_paths


def test_the_one_name_that_looks_alike_is_found(tmp_path: Path) -> None:
    (tmp_path / "Shot 7.41\u202fPM.txt").write_text("x")
    assert lookalike(tmp_path / "Shot 7.41 PM.txt") == tmp_path / "Shot 7.41\u202fPM.txt"


def test_a_folder_on_the_way_may_look_alike_too(tmp_path: Path) -> None:
    (tmp_path / "cafe\u0301").mkdir()
    (tmp_path / "cafe\u0301" / "menu.txt").write_text("x")
    assert lookalike(tmp_path / "café" / "menu.txt") == tmp_path / "cafe\u0301" / "menu.txt"


def test_among_two_that_look_alike_none_is_chosen(tmp_path: Path) -> None:
    (tmp_path / "a\u00a0b").write_text("1")
    (tmp_path / "a\u202fb").write_text("2")
    assert lookalike(tmp_path / "a b") is None


def test_another_case_is_suggested_but_never_taken(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("x")
    assert lookalike(tmp_path / "readme.md") is None
    assert similar_paths(tmp_path / "readme.md", tmp_path) == [tmp_path / "README.md"]


def test_the_same_name_elsewhere_and_close_names_are_suggested(tmp_path: Path) -> None:
    (tmp_path / "src" / "deep").mkdir(parents=True)
    (tmp_path / "src" / "deep" / "views.py").write_text("x")
    (tmp_path / "src" / "view.py").write_text("x")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "views.py").write_text("x")
    found = similar_paths(tmp_path / "src" / "views.py", tmp_path)
    assert found == [tmp_path / "src" / "deep" / "views.py", tmp_path / "src" / "view.py"]


def test_nothing_is_suggested_where_there_is_nothing(tmp_path: Path) -> None:
    assert similar_paths(tmp_path / "no" / "such", tmp_path) == []
    assert lookalike(tmp_path / "no" / "such") is None


def test_entries_mark_folders(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "a").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    assert entries(tmp_path) == ["a", "b/", "loop"]


@pytest.mark.parametrize("name", [b"bad\xff.txt", b"new\nline.txt", "zero\u200bwidth".encode()])
def test_a_name_is_found_as_it_is_printed(tmp_path: Path, name: bytes) -> None:
    real = tmp_path / os.fsdecode(name)
    real.mkdir()
    (real / "inside").write_text("x")
    assert path_as_printed(tmp_path / printable(real.name) / "inside") == real / "inside"


def test_the_exact_name_wins_over_one_that_is_printed_so(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"bad\xff")).write_text("byte")
    (tmp_path / r"bad\xff").write_text("text")
    assert path_as_printed(tmp_path / r"bad\xff") == tmp_path / r"bad\xff"
    (tmp_path / r"bad\xff").unlink()
    assert path_as_printed(tmp_path / "bad" / "xff") is None
    assert path_as_printed(tmp_path / r"bad\xfe") is None


def test_of_two_names_that_are_printed_alike_none_is_chosen(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a\nb\\nc").write_text("1")
    (tmp_path / "d" / "a\\nb\nc").write_text("2")
    assert path_as_printed(tmp_path / "d" / "a\\nb\\nc") is None


def test_other_case_folders_and_backslashes_are_suggested(tmp_path: Path) -> None:
    (tmp_path / "src" / "Views").mkdir(parents=True)
    (tmp_path / "src" / "app.py").write_text("x")
    assert similar_paths(tmp_path / "SRC" / "App.py", tmp_path) == [tmp_path / "src" / "app.py"]
    assert similar_paths(tmp_path / "src\\app.py", tmp_path) == [tmp_path / "src" / "app.py"]
    assert similar_paths(tmp_path / "views", tmp_path) == [tmp_path / "src" / "Views"]


def test_what_is_not_there_is_never_suggested_for_itself(tmp_path: Path) -> None:
    (tmp_path / "dangling").symlink_to("nowhere")
    assert similar_paths(tmp_path / "dangling", tmp_path) == []
