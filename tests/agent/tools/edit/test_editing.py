import time

import pytest

from maia.agent.contracts.errors import ToolFailure
from maia.agent.tools.edit.editing import Edited, Editor
from maia.agent.tools.edit.requests import EditRequest
from maia.workspace.decoding import UTF_8, Encoding

GENEROUS = 10.0  # seconds: a guard against quadratic work, not a measure


def edited(raw: str, old: str, new: str, *, replace_all: bool = False) -> Edited:
    return Editor("f.txt", UTF_8, "en").edit(raw, (EditRequest(old, new, replace_all),))


def failure(raw: str, old: str, new: str = "NEW", *, replace_all: bool = False) -> str:
    with pytest.raises(ToolFailure) as caught:
        edited(raw, old, new, replace_all=replace_all)
    return caught.value.text


def test_the_new_text_goes_in_byte_for_byte() -> None:
    new = r"$1 \1 \g<0> {x} %s $& \n" + "\t "
    assert edited("a OLD b\n", "OLD", new).raw == f"a {new} b\n"


def test_each_line_keeps_its_own_end_in_a_mixed_file() -> None:
    raw = "a\nb\r\nc\nd\r\n"
    assert edited(raw, "a\nb\nc\n", "a\nx\nb\nC\n").raw == "a\nx\nb\r\nC\nd\r\n"


def test_lines_that_replace_others_take_their_ends_one_by_one() -> None:
    assert edited("a\nb\r\nc\n", "a\nb\nc\n", "x\ny\nz\n").raw == "x\ny\r\nz\n"


def test_an_explicit_crlf_is_kept_as_written() -> None:
    assert edited("a\nb\n", "a\nb", "a\r\nb\r\nc").raw == "a\r\nb\r\nc\n"


def test_a_file_taken_for_crlf_stays_lf() -> None:
    assert edited("a\nb\n", "a\r\nb", "a\r\nx\r\nb").raw == "a\nx\nb\n"


def test_line_ends_alone_can_be_changed() -> None:
    assert edited("a\r\nb\r\n", "a\r\n", "a\n").raw == "a\nb\r\n"
    assert edited("a\nb\n", "a\nb\n", "a\r\nb\r\n").raw == "a\r\nb\r\n"
    assert "nothing to change" in failure("a\nb\n", "a\r\n", "a\n")


def test_a_place_found_by_lookalikes_keeps_the_rest_of_its_characters() -> None:
    done = edited(
        "say “hi” to\u00a0all – now\n", 'say "hi" to all - now', 'say "hi" to all - later'
    )
    assert done.raw == "say “hi” to\u00a0all – later\n"
    assert done.manners == ("lookalike",)


def test_composed_and_decomposed_accents_match() -> None:
    assert (
        edited("le cafe\u0301 noir\n", "le café noir", "le café blanc").raw
        == "le cafe\u0301 blanc\n"
    )
    assert (
        edited("le café noir\n", "le cafe\u0301 noir", "le cafe\u0301 blanc").raw
        == "le café blanc\n"
    )


def test_a_decomposed_accent_that_is_itself_replaced_goes_whole() -> None:
    assert edited("cafe\u0301\n", "café", "cafés").raw == "cafe\u0301s\n"
    assert edited("cafe\u0301\n", "café", "cafe").raw == "cafe\n"


def test_blanks_at_the_end_of_other_lines_stay() -> None:
    assert edited("a  \nb\t\nc\n", "a\nb\nc", "a\nb\nd").raw == "a  \nb\t\nd\n"


def test_two_lookalike_places_are_ambiguous() -> None:
    said = failure("a\u00a0b\nx\na\u202fb\n", "a b")
    assert "2 places" in said
    assert "line 1" in said
    assert "line 3" in said


def test_the_exact_place_wins_over_lookalikes() -> None:
    assert edited("a\u00a0b\na b\n", "a b", "c").raw == "a\u00a0b\nc\n"


def test_a_uniform_shift_of_indentation_is_matched_and_the_new_text_shifted() -> None:
    raw = "class A:\n    def f(self):\n        return 1\n"
    done = edited(raw, "def f(self):\n    return 1\n", "def f(self):\n    x = 1\n\n    return x\n")
    assert done.raw == "class A:\n    def f(self):\n        x = 1\n\n        return x\n"
    assert done.manners == ("indentation",)


def test_an_indentation_too_deep_is_shifted_back() -> None:
    done = edited("if a:\n  b\n  c\n", "    b\n    c\n", "    b\n      d\n    c\n")
    assert done.raw == "if a:\n  b\n    d\n  c\n"


def test_a_shift_in_a_crlf_file_keeps_its_ends() -> None:
    done = edited("if a:\r\n\tb\r\n\tc\r\n", "\t\tb\n\t\tc\n", "\t\tb\n\t\tx\n\t\tc\n")
    assert done.raw == "if a:\r\n\tb\r\n\tx\r\n\tc\r\n"


def test_tabs_are_never_turned_into_spaces_or_mixed_with_them() -> None:
    raw = "all:\n\tone\n\t\ttwo\n"
    assert "2 tab(s)" in failure(raw, "    one\n        two\n", "    one\n")
    # The shift would fit, but the new text would mix both kinds in one indentation.
    assert "Nearest" in failure("x:\n\ta\n\tb\n", "a\nb\n", "a\n    c\nb\n")


def test_shifted_places_that_are_not_unique_are_listed() -> None:
    said = failure("  a\n  b\nx\n    a\n    b\n", "      a\n      b\n", "      c\n")
    assert "another indentation" in said
    assert "line 1" in said
    assert "line 4" in said


def test_line_numbers_of_read_are_recognised() -> None:
    said = failure("alpha\nbeta\n", "     1\talpha\n     2\tbeta\n")
    assert "line numbers" in said
    assert edited("     1\tx\n", "     1\tx", "y").raw == "y\n"


def test_every_place_is_listed_with_context_when_ambiguous() -> None:
    raw = "def f():\n    return 1\n\ndef g():\n    return 1\n"
    said = failure(raw, "    return 1")
    assert "2 places" in said
    assert "line 2: `    return 1`, after `def f():`" in said
    assert "line 5: `    return 1`, after `def g():`" in said
    assert "replace_all" in said


def test_a_list_of_many_places_is_bounded() -> None:
    said = failure("x = 1\n" * 5000, "x = 1")
    assert "5000 places" in said
    assert "4980 more" in said
    assert len(said) < 3000


def test_overlapping_places_are_ambiguous() -> None:
    assert "2 places" in failure("aaa\n", "aa")


@pytest.mark.parametrize(
    ("raw", "old", "told"),
    [
        ("all:\n\tx\n", "all:\n        x\n", ["line 2", "1 tab(s)", "8 space(s)"]),
        ("a\u00a0b c\n", "a b d", ["U+00A0"]),
        (
            "total = width * height\n",
            "total = width * hieght",
            ["`total = width * height`", "hieght"],
        ),
        (
            "if x:\n    foo(a, b)\n    bar()\n",
            "if x:\n    foo(a)\n    bar()\n",
            ["line 2", "foo(a, b)"],
        ),
        ("Foo bar baz\n", "foo bar baz", ["`Foo bar baz`"]),
        ("one\ntwo\nthree\nfour\n", "two\nfour", ["only in the file: `three`"]),
        ("one\ntwo\nthree\n", "one\ntwo\nextra\nthree", ["only in old_string: `extra`"]),
        ("a\rb c d\n", "ab c d", ["\\r"]),
    ],
)
def test_the_nearest_text_is_shown_with_what_differs(raw: str, old: str, told: list[str]) -> None:
    said = failure(raw, old)
    assert "not found" in said
    for each in told:
        assert each in said


def test_a_final_newline_that_is_not_there_is_named() -> None:
    assert "without one" in failure("a\nlast", "last\n")


def test_escapes_written_twice_are_named() -> None:
    assert "two characters" in failure("a\n\tb\n", "a\\n\\tb")


def test_where_a_long_line_departs_is_shown() -> None:
    raw = "var a=" + ",".join(str(n) for n in range(5000)) + ";\n"
    said = failure(raw, raw[:9000] + "XYZ" + raw[9003:9500])
    assert "first 9000 characters are at line 1" in said
    assert len(said) < 1000


def test_nothing_alike_is_said_as_such() -> None:
    assert "Nothing in the file resembles it" in failure("alpha\nbeta\n", "zzzz qqqq")


def test_an_absent_text_is_explained_fast_in_a_large_file() -> None:
    raw = "".join(f"    value_{n} = compute({n}, 'some argument')\n" for n in range(45_000))
    assert len(raw) > 2_000_000
    began = time.monotonic()
    said = failure(raw, "    value_31000 = compute(31000, 'another argument')\n    next\n")
    assert "31001" in said
    assert time.monotonic() - began < GENEROUS


@pytest.mark.parametrize(
    ("raw", "old"),
    [
        ("a" * 2_000_000, "a" * 5_000 + "b"),
        ("x\n" * 500_000, "x\n" * 5_000 + "y\n"),
        (" " * 1_000_000 + "\n", " " * 5_000 + "x\n"),
        ("\t\n" * 500_000, " \n" * 5_000 + "x"),
        ("e\u0301" * 300_000, "é" * 1_000 + "x"),
        ("(" * 500_000, "[" * 5_000),
        ("ab " * 500_000, "ba " * 10_000),
        (
            "".join(f"{n % 7}\n" for n in range(500_000)),
            "".join(f"{n % 5}\n" for n in range(5_000)),
        ),
    ],
)
def test_hostile_texts_take_no_unbounded_time(raw: str, old: str) -> None:
    began = time.monotonic()
    said = failure(raw, old)
    assert len(said) < 10_000
    assert time.monotonic() - began < GENEROUS


def test_several_edits_apply_in_order_each_on_the_result_before() -> None:
    edits = (EditRequest("a", "b", False), EditRequest("b\nc", "d", False))
    assert Editor("f", UTF_8, "en").edit("a\nc\n", edits).raw == "d\n"


def test_a_failing_edit_among_several_is_named() -> None:
    edits = (EditRequest("a", "b", False), EditRequest("zzz", "d", False))
    with pytest.raises(ToolFailure) as caught:
        Editor("f", UTF_8, "en").edit("a\n", edits)
    assert caught.value.text.startswith("Edit 2 of 2: ")
    assert caught.value.text.endswith("Nothing was written.")


def test_edits_that_undo_each_other_are_no_change() -> None:
    edits = (EditRequest("a", "b", False), EditRequest("b", "a", False))
    with pytest.raises(ToolFailure, match="nothing to change"):
        Editor("f", UTF_8, "en").edit("a\n", edits)


def test_what_the_encoding_lacks_is_refused() -> None:
    latin = Encoding("cp1252", "Windows-1252")
    with pytest.raises(ToolFailure) as caught:
        Editor("f", latin, "fr").edit("a\n", (EditRequest("a", "→", False),))
    assert "U+2192 RIGHTWARDS ARROW" in caught.value.text
    assert "Windows-1252" in caught.value.text


def test_a_raw_byte_cannot_be_smuggled_in_as_a_surrogate() -> None:
    assert "U+DCFF" in failure("a\n", "a", "\udcff") or "byte FF" in failure("a\n", "a", "\udcff")


def test_replace_all_in_a_large_file_takes_no_unbounded_time() -> None:
    began = time.monotonic()
    done = edited("ab\r\n" * 200_000, "ab\n", "c\nd\n", replace_all=True)
    assert done.count == 200_000
    assert done.raw == "c\r\nd\r\n" * 200_000
    assert time.monotonic() - began < GENEROUS


def test_the_count_of_overlapping_places_is_that_of_the_list() -> None:
    with pytest.raises(ToolFailure) as failure:
        edited("aaaa", "aa", "b")
    assert failure.value.text.startswith("old_string is at 3 places")
    assert failure.value.text.count("- line 1") == 3
