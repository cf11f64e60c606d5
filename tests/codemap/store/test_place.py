import subprocess
from pathlib import Path

from maia.codemap.store.place import cache_folder, map_place

CACHE = {"MAGUYVA_CACHE": "/cache"}


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)


def repository(folder: Path) -> Path:
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "x")
    return folder


def test_the_cache_is_where_the_environment_says(home):
    assert cache_folder({"MAGUYVA_CACHE": "/a", "XDG_CACHE_HOME": "/b"}) == Path("/a")
    assert cache_folder({"XDG_CACHE_HOME": "/b"}) == Path("/b/maguyva")
    assert cache_folder({}) == home / ".cache/maguyva"


def test_the_file_bears_a_name_that_people_know(tmp_path):
    top = repository(tmp_path / "My project!")
    name = map_place(top, CACHE).database.name
    assert name.startswith("My-project-")
    assert name.endswith(".db")


def test_every_folder_of_a_work_tree_has_the_same_place(tmp_path):
    top = repository(tmp_path / "repo")
    (top / "a/b").mkdir(parents=True)
    assert map_place(top / "a/b", CACHE) == map_place(top, CACHE)
    assert map_place(top / "a/b", CACHE).root == top


def test_work_trees_share_a_file_and_have_their_own_root(tmp_path):
    top = repository(tmp_path / "repo")
    git(top, "worktree", "add", "-q", str(tmp_path / "other"))
    one, other = map_place(top, CACHE), map_place(tmp_path / "other", CACHE)
    assert one.database == other.database
    assert (one.root, other.root) == (top, tmp_path / "other")


def test_two_repositories_of_one_name_have_two_files(tmp_path):
    (tmp_path / "x").mkdir()
    (tmp_path / "y").mkdir()
    one, other = repository(tmp_path / "x/repo"), repository(tmp_path / "y/repo")
    assert map_place(one, CACHE).database != map_place(other, CACHE).database


def test_a_link_to_a_folder_leads_to_its_place(tmp_path):
    (tmp_path / "plain").mkdir()
    (tmp_path / "link").symlink_to("plain")
    assert map_place(tmp_path / "link", CACHE) == map_place(tmp_path / "plain", CACHE)


def test_a_git_file_that_leads_nowhere_is_a_repository_of_its_own(tmp_path):
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / ".git").write_text("nonsense\n")
    assert map_place(folder, CACHE).root == folder
