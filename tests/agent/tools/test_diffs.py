import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maia.agent.tools.diffs import diff_texts


def test_equal_texts_have_no_diff() -> None:
    assert diff_texts("a\n", "a\n").text == ""


def test_a_missing_final_newline_is_said() -> None:
    diff = diff_texts("a", "a\n")
    assert diff.text == "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a"


def test_changed_line_ends_are_visible_and_kept_ones_are_not() -> None:
    assert diff_texts("a\r\nb\r\n", "a\r\nc\r\n").text == "@@ -1,2 +1,2 @@\n a\n-b\n+c"
    assert diff_texts("a\r\n", "a\n").text == "@@ -1,1 +1,1 @@\n-a␍\n+a"


def test_a_long_diff_is_cut_and_says_so() -> None:
    diff = diff_texts("", "x\n" * 100, limit=10)
    assert not diff.complete
    assert len(diff.text.split("\n")) == 10
    assert (diff.added, diff.removed) == (100, 0)


def test_a_huge_line_is_clipped() -> None:
    diff = diff_texts("", "x" * 1_000_000 + "\n")
    assert not diff.complete
    assert len(diff.text) < 2000


def test_a_change_far_larger_than_can_be_aligned_is_one_block() -> None:
    before = "".join(f"{n}\n" for n in range(9000))
    diff = diff_texts("head\n" + before, "head\n" + before.replace("\n", "x\n"), limit=20_000)
    assert (diff.added, diff.removed) == (9000, 9000)
    assert diff.text.startswith("@@ -1,9001 +1,9001 @@\n head\n-0\n")


lines = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=12)


@settings(max_examples=25, deadline=None)
@given(lines, lines, st.booleans(), st.booleans())
def test_patch_makes_the_new_text_from_the_diff(
    tmp_path_factory: pytest.TempPathFactory, old: list[str], new: list[str], x: bool, y: bool
) -> None:
    before = "\n".join(old) + ("\n" if x and old else "")
    after = "\n".join(new) + ("\n" if y and new else "")
    folder: Path = tmp_path_factory.mktemp("diff")
    (folder / "f").write_text(before)
    diff = diff_texts(before, after).text
    if not diff:
        assert before == after
        return
    (folder / "p").write_text(f"--- a/f\n+++ b/f\n{diff}\n")
    subprocess.run(
        ["git", "apply", "--unidiff-zero", "--whitespace=nowarn", "p"],
        cwd=folder,
        check=True,
        timeout=30,
    )
    assert (folder / "f").read_text() == after
