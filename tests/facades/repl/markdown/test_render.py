"""Blocks as lines of a terminal."""

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from maia.facades.repl.answer import LiveAnswer, render_answer
from maia.facades.repl.markdown import code as code_module
from maia.facades.repl.markdown import render
from maia.facades.repl.markdown.blocks import Block
from maia.facades.repl.markdown.render import render_block
from maia.facades.repl.style import Style

PLAIN, COLOURED = Style(colour=False), Style(colour=True)
SGR = re.compile(r"\x1b\[[0-9;]*m")


def shown(text: str, width: int = 40) -> str:
    return render_block(text, width, PLAIN)


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        ("# Title\n", "Title\n"),
        ("a *b* **c** `d` ~~e~~\n", "a b c d e\n"),
        ("one\ntwo\n", "one two\n"),
        ("one  \ntwo\n", "one\ntwo\n"),
        ("- a\n- b\n", "• a\n• b\n"),
        ("- a\n\n- b\n", "• a\n\n• b\n"),
        ("3. c\n4. d\n", "3. c\n4. d\n"),
        ("9. i\n10. j\n", " 9. i\n10. j\n"),
        ("- a\n  - b\n    - c\n", "• a\n  • b\n    • c\n"),
        ("- [x] done\n", "• [x] done\n"),
        ("> a\n> b\n", "│ a b\n"),
        ("```\nx = 1\n\ny\n```\n", "  x = 1\n\n  y\n"),
        ("    indented\n", "  indented\n"),
        ("[text](https://a.b/c)\n", "text (https://a.b/c)\n"),
        ("[https://a.b](https://a.b)\n", "https://a.b\n"),
        ("[https://good.com](https://evil.com)\n", "https://good.com (https://evil.com)\n"),
        ("![cat](cat.png)\n", "[cat] (cat.png)\n"),
        ("<b>not html</b>\n", "<b>not html</b>\n"),
        ("---\n", "─" * 40 + "\n"),
        ("| a | b |\n|---|--:|\n| 1 | 22 |\n", "a │  b\n──┼───\n1 │ 22\n"),
    ],
)
def test_each_construct_has_its_lines(raw: str, lines: str) -> None:
    assert shown(raw) == lines


def test_lines_are_wrapped_between_words_by_what_they_take_on_the_screen() -> None:
    assert shown("日本語 のテキスト and", 10) == "日本語\nのテキスト\nand\n"
    assert shown("- aaaa bbbb cccc\n", 11) == "• aaaa bbbb\n  cccc\n"


def test_a_table_that_is_too_wide_wraps_its_cells() -> None:
    text = shown("| name | what it is |\n|---|---|\n| x | a rather long text here |\n", 24)
    assert text == (
        "name │ what it is\n─────┼──────────────────\nx    │ a rather long\n     │ text here\n"
    )


def test_a_table_of_too_many_columns_becomes_lines() -> None:
    head = "|" + "a|" * 9
    assert shown(f"{head}\n{'|' + '-|' * 9}\n{'|' + 'b|' * 9}\n", 20) == "a\n" * 9 + "b\n" * 9


def test_code_has_colours_and_each_line_ends_its_own() -> None:
    text = render_block('```python\ndef f():\n    """x\n    y"""\n```\n', 40, COLOURED)
    assert SGR.sub("", text) == '  def f():\n      """x\n      y"""\n'
    for line in text.splitlines():
        assert line.count("\x1b[0m") * 2 == line.count("\x1b[")


def test_an_unknown_language_is_shown_without_colours() -> None:
    assert render_block("```klingon\nqapla'\n```\n", 40, COLOURED) == "  qapla'\n"


def test_a_fence_that_goes_on_keeps_its_language_and_loses_its_end() -> None:
    text = render_block(Block("return 1\n```\n", "```python\n"), 40, COLOURED)
    assert SGR.sub("", text) == "  return 1\n"
    assert text != SGR.sub("", text)


def test_a_table_that_goes_on_has_its_head_again() -> None:
    rest = Block("| 2 | 4 |\n", "| n | square |\n|---|---|\n")
    assert render_block(rest, 40, PLAIN) == shown("| n | square |\n|---|---|\n| 2 | 4 |\n")


@pytest.mark.parametrize(
    "evil",
    ["\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "a\rb", "\u202eabc", "`\x1b[31m`", "[x](\x1b[1m)"],
)
def test_nothing_of_the_model_acts_on_the_terminal(evil: str) -> None:
    for raw in (evil, f"```\n{evil}\n```", f"- {evil}", f"| {evil} |\n|---|\n", f"# {evil}"):
        text = SGR.sub("", render_block(raw, 40, COLOURED))
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        ("a&#x202e;b &#13;c &#x200f;d\n", "a\\u202eb \\x0dc \\u200fd\n"),
        ("[a&#x202e;b](https://c.d)\n", "a\\u202eb (https://c.d)\n"),
        ("- a&#12;b\n", "• a\\x0cb\n"),
        ("| &rlm;a |\n|---|\n", "\\u200fa\n───────\n"),
    ],
)
def test_a_character_that_is_written_as_an_entity_does_not_act_either(raw: str, lines: str) -> None:
    assert shown(raw) == lines


def test_what_defines_a_link_is_shown_since_its_use_is_in_another_block() -> None:
    assert shown("[1]: https://a.b/c\n") == "[1]: https://a.b/c\n"


def test_no_text_is_lost_however_deep_it_is_nested() -> None:
    assert shown(">" * 12 + " deep\n", 60) == "│ " * 12 + "deep\n"
    for marks in ("> " * 200, "- " * 200):
        assert shown(f"{marks}deep\n", 20).endswith("deep\n")


def test_what_is_nested_deeper_than_the_terminal_is_wide_gets_no_indent_of_its_own() -> None:
    assert shown(">>>>>>> a b c\n", 10) == "│ │ │ a b\n│ │ │ c\n"
    assert shown("123456789. abc\n", 10) == "123456789.\nabc\n"


@pytest.mark.parametrize("code", ["a" * 9_000, "a.\n" * 5_000, ("x" * 300 + "\n") * 90])
def test_code_that_is_too_long_for_its_lexer_has_no_colours(code: str) -> None:
    text = render_block(f"```make\n{code}\n```\n", 40, COLOURED)
    assert "\x1b" not in text
    assert "".join(text.split()) == "".join(code.split())


def test_a_lexer_that_takes_too_long_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr(code_module, "_SECONDS", -1)
    assert render_block("```python\ndef f(): 1\n```\n", 40, COLOURED) == "  def f(): 1\n"


@given(st.text(alphabet="ab *_`#>-1.|\n[]()日😀é~\t&#;", max_size=120), st.integers(10, 300))
def test_whatever_comes_no_line_is_wider_than_the_terminal_but_code(raw: str, width: int) -> None:
    text = render_block(raw, width, PLAIN)
    assert text == "" or text.endswith("\n")
    if "```" in raw or "~~~" in raw or "    " in raw.expandtabs(4):
        return
    assert all(get_cwidth(line) <= width for line in text.split("\n"))


def test_what_cannot_be_formatted_is_shown_as_it_was_written(monkeypatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(render._Renderer, "block", broken)
    assert render_block("**x** \x1b[31m", 40, PLAIN) == "**x** \n"


def test_blocks_of_an_answer_stand_apart() -> None:
    assert render_answer("# A\nb\n\n- c\n", 40, PLAIN, markdown=True) == "A\n\nb\n\n• c\n"


def test_without_markdown_an_answer_is_as_it_was_written() -> None:
    assert render_answer("# A\n**b**", 40, PLAIN, markdown=False) == "# A\n**b**"


def test_the_blocks_that_are_given_are_the_same_however_the_text_arrives() -> None:
    text = "# A\n\n- b\n- c\n\n```py\nx\n```\nend"
    answer = LiveAnswer(PLAIN, lambda: 40, markdown=True)
    streamed = "".join(answer.push(sign) for sign in text) + answer.finish()
    assert streamed == render_answer(text, 40, PLAIN, markdown=True)


def test_importing_what_draws_loads_no_library() -> None:
    code = (
        "import sys, maia.facades.repl.answer, maia.facades.repl.banner.banner; print(*sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert not {"markdown_it", "pygments", "prompt_toolkit", "rich"} & set(said.stdout.split())
