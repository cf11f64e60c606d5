from pathlib import Path

from maia.workspace.similar_names import entries, lookalike, similar_paths


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
