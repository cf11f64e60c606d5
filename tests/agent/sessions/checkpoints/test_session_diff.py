import pytest

from maia.agent.sessions.checkpoints import differences
from maia.i18n import en, fr


@pytest.fixture(autouse=True)
def _begun(bench):
    bench.kept.begin(1, "hello")


def notes(change):
    assert all(key in en.SENTENCES and key in fr.SENTENCES for key in change.notes)
    return change.notes


def change(bench, before, after, name="a"):
    bench.path(name).write_bytes(before if isinstance(before, bytes) else before.encode())
    bench.write(name, after)
    return bench.changed(name)


def test_binary_content_is_said_not_shown(bench):
    found = change(bench, b"\0\1\2", b"\0\1\3")
    assert (found.diff, notes(found)) == ("", ("checkpoint.binary",))


def test_content_that_was_not_kept_is_said(bench):
    found = change(bench, b"x" * 1_001, "small")
    assert (found.diff, notes(found)) == ("", ("checkpoint.too_large",))
    found = change(bench, "small", b"x" * 1_001, name="b")
    assert (found.diff, notes(found)) == ("", ("checkpoint.too_large",))


def test_a_content_that_is_gone_is_said(bench):
    change(bench, "A", "B")
    for path in bench.store.folder.glob("blobs/*/*"):
        path.unlink()
    assert notes(bench.changed("a")) == ("checkpoint.gone",)


def test_a_long_difference_is_cut_and_quickly_made(bench, monkeypatch):
    monkeypatch.setattr(differences, "MOST_LINES", 5)
    monkeypatch.setattr(differences, "_ALIGNED_LINES", 3)
    found = change(bench, "".join(f"{n}\n" for n in range(9)), "x\n" * 9)
    assert found.diff == "@@ -1,9 +1,9 @@\n-0\n-1\n-2\n-3"
    assert notes(found) == ("checkpoint.cut",)


def test_one_changed_line_of_a_long_file_is_shown_alone(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(differences, "_ALIGNED_LINES", 10)
    lines = [f"{n}\n" for n in range(100)]
    found = change(bench, "".join(lines), "".join([*lines[:50], "x\n", *lines[51:]]))
    assert found.diff == "@@ -48,7 +48,7 @@\n 47\n 48\n 49\n-50\n+x\n 51\n 52\n 53"
    assert notes(found) == ()


def test_files_that_are_as_they_were_are_left_out(bench):
    bench.path("a").write_text("A")
    bench.write("a", "B")
    bench.write("a", "A")
    bench.write("made", "x")
    bench.path("made").unlink()
    assert bench.kept.session_diff() == ()


def test_the_difference_is_from_before_the_session_to_now(bench):
    bench.path("a").write_text("one\ntwo\nthree\n")
    bench.write("a", "one\n2\nthree\n")
    bench.kept.begin(2, "more")
    bench.write("a", "one\n2\n3\n")
    bench.path("a").write_text("1\n2\n3\n")
    bench.again()
    (found,) = bench.kept.session_diff()
    assert found.path == str(bench.path("a"))
    assert found.diff == "@@ -1,3 +1,3 @@\n-one\n-two\n-three\n+1\n+2\n+3"


def test_made_and_deleted_files_are_told(bench):
    bench.write("made", "new\n")
    bench.write("empty", "")
    bench.path("gone").write_text("old\n")
    bench.kept.before_change(bench.path("gone"))
    bench.path("gone").unlink()
    bench.kept.after_change(bench.path("gone"))
    made, empty, gone = (bench.changed(name) for name in ("made", "empty", "gone"))
    assert (made.diff, notes(made)) == ("@@ -0,0 +1,1 @@\n+new", ("checkpoint.created",))
    assert (empty.diff, notes(empty)) == ("", ("checkpoint.created",))
    assert (gone.diff, notes(gone)) == ("@@ -1,1 +0,0 @@\n-old", ("checkpoint.deleted",))


def test_the_end_of_the_last_line_counts(bench):
    found = change(bench, "a\n", "a")
    assert found.diff == "@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file"


def test_line_ends_are_shown_only_where_nothing_else_changed(bench):
    assert change(bench, "a\r\nb\r\n", "a\r\nc\r\n").diff == "@@ -1,2 +1,2 @@\n a\n-b\n+c"
    found = change(bench, "a\r\n", "a\n", name="b")
    assert found.diff == "@@ -1,1 +1,1 @@\n-a␍\n+a"


def test_what_no_line_can_show_is_said(bench):
    found = change(bench, "\ufeffa\n", "a\n")
    assert (found.diff, notes(found)) == ("", ("checkpoint.unseen",))


def test_modes_and_links_are_told(bench):
    bench.path("script").write_text("a\n")
    bench.kept.before_change(bench.path("script"))
    bench.path("script").chmod(0o755)
    bench.path("link").symlink_to("a")
    bench.kept.before_change(bench.path("link"))
    bench.path("link").unlink()
    bench.path("link").symlink_to("b")
    assert notes(bench.changed("script")) == ("checkpoint.mode",)
    assert notes(bench.changed("link")) == ("checkpoint.is_link",)
