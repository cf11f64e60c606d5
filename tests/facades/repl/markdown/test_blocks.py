"""Blocks out of a stream: each given once, when nothing can change it any more."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from maia.facades.repl.markdown.blocks import (
    LONGEST_CODE,
    LONGEST_LIST,
    LONGEST_TEXT,
    Block,
    BlockSplitter,
)

DOCUMENT = """# Title
Text of a
paragraph.

- one
- two

  more of two
  ```py
  x = 1

  y = 2
  ```
- three

After.

```python
def f():

    return 1
```
| a | b |
|---|---|
| 1 | 2 |

> quote
"""


def split(*pieces: str) -> list[str]:
    splitter = BlockSplitter()
    found = [block for piece in pieces for block in splitter.push(piece)]
    return [block.text for block in [*found, *splitter.finish()]]


def test_a_document_is_split_at_its_blocks() -> None:
    assert split(DOCUMENT) == [
        "# Title\n",
        "Text of a\nparagraph.\n\n",
        "- one\n- two\n\n  more of two\n  ```py\n  x = 1\n\n  y = 2\n  ```\n- three\n\n",
        "After.\n\n",
        "```python\ndef f():\n\n    return 1\n```\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n",
        "> quote\n",
    ]


@given(st.lists(st.integers(0, len(DOCUMENT)), max_size=12))
def test_any_pieces_give_the_same_blocks(cuts: list[int]) -> None:
    places = [0, *sorted(cuts), len(DOCUMENT)]
    pieces = [DOCUMENT[start:end] for start, end in itertools.pairwise(places)]
    assert split(*pieces) == split(DOCUMENT)


@given(st.text(alphabet="a`~#-1. >|\n\t*", max_size=200))
def test_all_blocks_together_are_what_came_in(text: str) -> None:
    assert "".join(split(text)) == text


def test_what_is_not_finished_is_open_and_only_that() -> None:
    splitter = BlockSplitter()
    splitter.push("done\n\nstill ")
    splitter.push("open")
    assert splitter.open == "still open"


def test_a_paragraph_waits_for_its_blank_line_and_a_heading_does_not() -> None:
    splitter = BlockSplitter()
    assert splitter.push("text\n") == []
    assert splitter.push("\n") == [Block("text\n\n")]
    assert splitter.push("## Next\n") == [Block("## Next\n")]


def test_a_long_fence_is_given_in_parts_that_know_how_it_began() -> None:
    splitter = BlockSplitter()
    splitter.push("```py\n")
    parts = [block for n in range(250) for block in splitter.push(f"line {n}\n")]
    parts += splitter.push("```\n")
    assert [block.opening for block in parts] == ["", "```py\n", "```py\n"]
    assert len(parts[0].text.splitlines()) == LONGEST_CODE
    assert parts[-1].text.endswith("line 249\n```\n")
    assert splitter.push("after\n\n") == [Block("after\n\n")]


def test_what_is_open_stays_short_however_long_the_code_is() -> None:
    splitter = BlockSplitter()
    splitter.push("```py\n")
    longest = 0
    for n in range(5_000):
        splitter.push(f"line {n}\n")
        longest = max(longest, splitter.open.count("\n"))
    assert longest < LONGEST_CODE


def test_a_long_list_is_given_between_two_items() -> None:
    items = "".join(f"- item {n}\n" for n in range(LONGEST_LIST + 50))
    first, second = split(items)
    assert len(first.splitlines()) == LONGEST_LIST
    assert second.startswith(f"- item {LONGEST_LIST}\n")


HEAD = "| n | square |\n|---|---|\n"


@pytest.mark.parametrize("after", ["", "\n", "# title\n", "```py\n", "- item\n"])
def test_a_long_table_is_given_in_parts_that_know_its_head(after: str) -> None:
    rows = [f"| {n} | {n * n} |\n" for n in range(2 * LONGEST_TEXT)]
    splitter = BlockSplitter()
    parts = splitter.push(HEAD + "".join(rows) + after) + splitter.finish()
    table = [block for block in parts if block.text.startswith("|")]
    assert [block.opening for block in table] == ["", HEAD, HEAD]
    assert all(len(block.text.splitlines()) <= LONGEST_TEXT for block in table)
    assert "".join(block.text for block in parts) == HEAD + "".join(rows) + after
    assert not any(block.opening for block in parts if block not in table)


def test_a_paragraph_without_end_is_given_in_parts() -> None:
    lines = [f"line {n}\n" for n in range(LONGEST_TEXT + 5)]
    assert split("".join(lines)) == ["".join(lines[:LONGEST_TEXT]), "".join(lines[LONGEST_TEXT:])]


@pytest.mark.parametrize("fence", ["````", "~~~"])
def test_a_fence_is_closed_by_one_that_is_as_long_and_of_its_kind(fence: str) -> None:
    text = f"{fence}\n```\nx\n```\n{fence}\n"
    assert split(text) == [text]


def test_a_fence_in_the_text_of_code_does_not_close_it() -> None:
    code = '```python\ndef f():\n    """\n    ```\n    x\n    ```\n    """\n```\n'
    assert split(code, "after\n") == [code, "after\n"]
    item = "- a\n  ```python\n      ```\n\n      x\n  ```\n"
    assert split(item + "- b\n\n", "after\n") == [item + "- b\n\n", "after\n"]


def test_a_fence_in_an_item_may_be_closed_where_the_item_begins() -> None:
    text = "1. a\n\n   ```\n   x\n\n```\n\n"
    assert split(text, "after\n") == [text, "after\n"]


SNIPPETS = [
    "# Title",
    "Title\n===",
    "text\nmore text",
    "- a\n- b\n\n  more\n\n  ```\n  x\n\n  y\n  ```",
    "1. a\n   - b\n\n     c\n2. d",
    "```py\n# x\n\n- y\n    ```\n```",
    "~~~~\n```\n~~~~",
    "> a\n> - b\nlazy",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "---",
    "* * *",
    "**bold** [x](y) 1. no list",
]


@given(st.lists(st.sampled_from(SNIPPETS), max_size=8))
def test_its_blocks_mean_what_the_whole_text_means(snippets: list[str]) -> None:
    text = "".join(f"{snippet}\n\n" for snippet in snippets)
    kinds = [kind for block in split(text) for kind in kinds_of(block)]
    assert kinds == kinds_of(text)


def kinds_of(text: str) -> list[tuple[str, str]]:
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    return [(token.type, token.content) for token in tokens]


def test_a_number_in_a_paragraph_begins_no_list() -> None:
    assert split("The year was\n1984. It rained.\n\n") == ["The year was\n1984. It rained.\n\n"]


def test_backticks_in_a_line_are_no_fence() -> None:
    assert split("```x``` is code\n\nnext") == ["```x``` is code\n\n", "next"]
