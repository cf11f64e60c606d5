from pathlib import Path

import pytest

from maia.agent.contracts.errors import ToolFailure
from maia.agent.tools.ledger import KEPT_BYTES, KEPT_FILE_BYTES, FileLedger


def test_an_unseen_file_and_an_unchanged_one_are_no_change(tmp_path: Path) -> None:
    ledger = FileLedger()
    assert ledger.change(tmp_path / "f", b"x") is None
    ledger.saw(tmp_path / "f", b"x")
    assert ledger.change(tmp_path / "f", b"x") is None


def test_a_change_is_told_as_a_diff(tmp_path: Path) -> None:
    ledger = FileLedger()
    ledger.saw(tmp_path / "f", b"one\ntwo\nthree\n")
    change = ledger.change(tmp_path / "f", b"one\n2\nthree\n")
    assert change is not None
    assert change.complete
    assert change.diff == "@@ -1,3 +1,3 @@\n one\n-two\n+2\n three"


def test_a_file_has_one_entry_whatever_link_leads_to_it(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"x")
    (tmp_path / "link").symlink_to("f")
    ledger = FileLedger()
    ledger.saw(tmp_path / "link", b"x")
    assert ledger.change(tmp_path / "f", b"y") is not None


def test_a_refusal_that_shows_the_whole_change_counts_as_seeing_it(tmp_path: Path) -> None:
    ledger = FileLedger()
    ledger.saw(tmp_path / "f", b"a\n")
    with pytest.raises(ToolFailure) as caught:
        ledger.refuse_change(tmp_path / "f", b"b\n", "f", "en")
    assert "-a\n+b" in caught.value.text
    ledger.refuse_change(tmp_path / "f", b"b\n", "f", "en")


def test_a_large_change_is_shown_in_part_and_must_be_read(tmp_path: Path) -> None:
    ledger = FileLedger()
    ledger.saw(tmp_path / "f", b"a\n" * 500)
    for _ in range(2):
        with pytest.raises(ToolFailure) as caught:
            ledger.refuse_change(tmp_path / "f", b"b\n" * 500, "f", "en")
        assert "read the file again" in caught.value.text
        assert len(caught.value.text) < 7000


def test_only_the_hash_of_a_large_file_is_kept(tmp_path: Path) -> None:
    ledger = FileLedger()
    ledger.saw(tmp_path / "f", b"a" * (KEPT_FILE_BYTES + 1))
    change = ledger.change(tmp_path / "f", b"b")
    assert change is not None
    assert (change.diff, change.complete) == ("", False)


def test_content_kept_is_bounded_in_total_and_every_hash_stays(tmp_path: Path) -> None:
    ledger = FileLedger()
    for number in range(12):
        ledger.saw(tmp_path / str(number), bytes([65 + number]) * KEPT_FILE_BYTES)
    assert sum(map(len, ledger._contents.values())) == ledger._kept <= KEPT_BYTES
    assert all(ledger.change(tmp_path / str(number), b"new") for number in range(12))


def test_a_change_of_encoding_alone_is_a_change(tmp_path: Path) -> None:
    ledger = FileLedger()
    ledger.saw(tmp_path / "f", "é".encode())
    assert ledger.change(tmp_path / "f", b"\xef\xbb\xbf" + "é".encode()) is not None
