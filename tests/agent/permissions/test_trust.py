import json
from pathlib import Path

import pytest

from maia.agent.contracts.errors import SettingsError
from maia.agent.permissions.trust import TrustedFolders


@pytest.fixture
def trusted(tmp_path: Path) -> TrustedFolders:
    return TrustedFolders(tmp_path / "home" / ".maia" / "trust.json")


def test_a_folder_is_trusted_once_it_was_added_and_by_its_real_path(
    trusted: TrustedFolders, tmp_path: Path
) -> None:
    folder = tmp_path / "repo"
    folder.mkdir()
    (tmp_path / "link").symlink_to(folder)
    assert folder not in trusted
    trusted.add(tmp_path / "link")
    trusted.add(folder)
    assert folder in trusted
    assert tmp_path / "link" in trusted
    kept = json.loads((tmp_path / "home" / ".maia" / "trust.json").read_text())
    assert kept == {"folders": [str(folder.resolve())]}


def test_trust_is_not_of_what_lies_below_nor_of_the_folder_above(
    trusted: TrustedFolders, tmp_path: Path
) -> None:
    trusted.add(tmp_path / "repo")
    assert tmp_path / "repo" / "vendored" not in trusted
    assert tmp_path not in trusted


def test_trust_can_be_taken_back(trusted: TrustedFolders, tmp_path: Path) -> None:
    trusted.add(tmp_path)
    assert trusted.remove(tmp_path)
    assert tmp_path not in trusted
    assert not trusted.remove(tmp_path)


def test_the_folders_are_listed_in_the_order_they_were_trusted(
    trusted: TrustedFolders, tmp_path: Path
) -> None:
    assert trusted.folders() == ()
    trusted.add(tmp_path / "b")
    trusted.add(tmp_path / "a")
    assert trusted.folders() == (str(tmp_path / "b"), str(tmp_path / "a"))


@pytest.mark.parametrize("content", ["{oops", "[]", '{"folders": 3}', "\x00"])
def test_a_broken_list_trusts_nothing_and_is_not_overwritten(tmp_path: Path, content: str) -> None:
    path = tmp_path / "trust.json"
    path.write_text(content)
    trusted = TrustedFolders(path)
    assert tmp_path not in trusted
    with pytest.raises(SettingsError):
        trusted.add(tmp_path)
    assert path.read_text() == content


def test_a_no_is_remembered_and_taken_back_by_a_yes(
    trusted: TrustedFolders, tmp_path: Path
) -> None:
    assert not trusted.was_declined(tmp_path)
    trusted.decline(tmp_path)
    assert trusted.was_declined(tmp_path)
    assert tmp_path not in trusted
    trusted.add(tmp_path)
    assert tmp_path in trusted
    assert not trusted.was_declined(tmp_path)
