"""Typing into the live screen: keys of 15.5, type-ahead, pastes."""

import asyncio
import contextlib

import pytest
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.history import InMemoryHistory

from maia.facades.repl.leaving import LeaveError

from .on_screen import PLACEHOLDER, on_screen

UP, DOWN, LEFT, HOME = "\x1b[A", "\x1b[B", "\x1b[D", "\x01"
CTRL_C, CTRL_D, ENTER, ESCAPE = "\x03", "\x04", "\r", "\x1b"
BACKSPACE = "\x7f"
START, END = "\x1b[200~", "\x1b[201~"


@contextlib.asynccontextmanager
async def reading(**options):
    """A screen that waits for a request, and the request."""
    async with on_screen(**options) as bench:
        request = asyncio.create_task(bench.screen.read_request(PLACEHOLDER))
        await bench.sees(PLACEHOLDER)
        yield bench, request
        request.cancel()


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("hello\r", "hello"),
        ("one\x1b\rtwo\r", "one\ntwo"),
        ("one\ntwo\r", "one\ntwo"),
        ("one\\\rtwo\r", "one\ntwo"),
        ("world\x01hello \r", "hello world"),
        ("a\x01b\x05c\r", "bac"),
        ("ab\x1b[D\x1b[DX\r", "Xab"),
        ("one two\x17\x17three\r", "three"),
        ("one two\x15three\r", "three"),
        ("\r  \r\rx\r", "  x"),
        ("日本\x7f語\r", "日語"),
        ("tab\there\r", "tabhere"),
        (f"{START}one\r\ntwo\x07{END}!\r", "one\ntwo\\x07!"),
        ("drop\x03kept\r", "kept"),
        ("ab\x01\x04\r", "b"),
    ],
)
async def test_it_sends_what_the_keys_say(typed, sent):
    async with reading() as (bench, request):
        bench.type(typed)
        assert await request == sent


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
async def test_ctrl_c_and_ctrl_d_in_an_empty_zone_leave(key):
    async with reading() as (bench, request):
        bench.type(key)
        with pytest.raises(LeaveError):
            await request


async def test_ctrl_c_clears_what_is_typed_before_it_leaves():
    async with reading() as (bench, request):
        bench.type("a draft")
        await bench.sees("a draft")
        bench.type(CTRL_C)
        await bench.sees(PLACEHOLDER)
        assert not request.done()


async def test_the_arrows_walk_through_history_and_multi_line_text():
    history = InMemoryHistory()
    for text in ("older", "one\ntwo"):
        history.append_string(text)
    async with reading(history=history) as (bench, request):
        bench.type(UP)
        await bench.sees("two")
        bench.type(UP + HOME + "X")
        await bench.sees("Xone")
        bench.type(UP)
        await bench.sees("older")
        bench.type(ENTER)
        assert await request == "older"
        assert history.get_strings() == ["older", "one\ntwo", "older"]


async def test_ctrl_r_searches_the_history():
    history = InMemoryHistory()
    for text in ("list the files", "run the tests", "explain it"):
        history.append_string(text)
    async with reading(history=history) as (bench, request):
        bench.type("\x12files")
        await bench.sees("list the files")
        bench.type(ENTER)
        await bench.sees_no("Search")
        bench.type(ENTER)
        assert await request == "list the files"


async def test_what_is_typed_during_a_turn_is_queued_and_served_in_order():
    async with on_screen() as bench:
        await bench.sees("Working")
        bench.type("first\rsecond\r")
        await bench.sees("❯ second")
        rows = bench.seen.rows
        assert rows.index("❯ first") < rows.index("❯ second") < rows.index("❯ Working")
        assert await bench.screen.read_request(PLACEHOLDER) == "first"
        await bench.sees_no("first")
        assert await bench.screen.read_request(PLACEHOLDER) == "second"


async def test_up_in_an_empty_zone_takes_the_last_queued_request_back():
    async with on_screen() as bench:
        bench.type("first\rsecond\r")
        await bench.sees("❯ second")
        bench.type(f"{UP}!{ENTER}")
        await bench.sees("❯ second!")
        assert [await bench.screen.read_request("") for _ in range(2)] == ["first", "second!"]


async def test_queued_requests_are_drawn_without_control_characters():
    async with on_screen() as bench:
        bench.type(f"{START}a\x9b2Jb\nc\u202e{END}\r")
        await bench.sees("❯ ab c\\u202e")


async def test_a_request_sent_as_its_reader_goes_away_is_not_lost():
    async with reading() as (bench, request):
        bench.screen._requests.buffer.insert_text("kept")
        bench.screen._requests.submit()
        request.cancel()
        await asyncio.wait([request])
        assert await bench.screen.read_request("") == "kept"


async def test_ten_thousand_pasted_lines_are_one_word_that_is_sent_whole():
    pasted = "".join(f"line {number}\n" for number in range(10_000))
    async with reading() as (bench, request):
        paste = asyncio.to_thread(bench.type, f"{START}{pasted}{END}")  # more than a pipe holds
        await paste
        await bench.sees("[pasted 10000 lines]")
        bench.type(" please\r")
        assert await request == f"{pasted} please"


async def test_the_placeholder_of_a_paste_is_deleted_whole_or_unfolded():
    pasted = "".join(f"line {number}\n" for number in range(20))
    async with reading() as (bench, request):
        bench.type(f"{START}{pasted}{END}")
        await bench.sees("[pasted 20 lines]")
        bench.type(BACKSPACE)
        await bench.sees(PLACEHOLDER)
        bench.type(f"{START}{pasted}{END}\x18\x10")
        await bench.sees("line 19")
        bench.type(f"{BACKSPACE}!\r")
        assert await request == pasted[:-1] + "!"


async def test_a_pasted_end_mark_sends_nothing():
    async with reading() as (bench, request):
        bench.type(f"{START}echo{END}\rrm -rf /\r{END}")
        await bench.sees("rm -rf /")
        assert not request.done()


async def test_the_zone_grows_to_a_third_of_the_screen():
    async with reading(rows=15) as (bench, _request):
        bench.type("".join(f"row{number}\n" for number in range(9)) + "end")
        await bench.sees("end")
        assert sum("row" in row or "end" in row for row in bench.seen.rows) == 5


class Paths(Completer):
    def get_completions(self, document, complete_event):
        word = document.get_word_before_cursor(WORD=True)
        if word.startswith("@"):
            for path in ("@src/main.py", "@src/bad\x1b[2Jname"):
                yield Completion(path, -len(word), display_meta="a\x07file")


async def test_completions_are_listed_harmless_above_the_zone_and_enter_takes_one():
    async with reading(completer=Paths()) as (bench, request):
        bench.type("see @s")
        await bench.sees("@src/main.py")
        rows = bench.seen.text
        assert "@src/badname" in rows
        assert "a\\x07file" in rows
        bench.type(f"\t{ENTER}")
        await bench.sees_no("a\\x07file")
        assert not request.done()
        bench.type(ENTER)
        assert await request == "see @src/main.py"


async def test_escape_closes_the_completions():
    async with reading(completer=Paths()) as (bench, _request):
        bench.type("@")
        await bench.sees("a\\x07file")
        bench.type(ESCAPE)
        await bench.sees_no("a\\x07file")


async def test_the_editor_gets_the_whole_text_and_gives_another():
    seen = []

    async def edit(text):
        seen.append(text)
        return "from the editor\n"

    pasted = "x\n" * 20
    async with reading(open_editor=edit) as (bench, request):
        bench.type(f"{START}{pasted}{END}\x18\x05")
        await bench.sees("from the editor")
        bench.type(ENTER)
        assert await request == "from the editor"
        assert seen == [pasted]


async def test_an_editor_that_fails_is_told_and_the_text_is_kept():
    async def edit(text):
        raise OSError("no such\x1b[2J editor")

    async with reading(open_editor=edit) as (bench, request):
        bench.type("draft\x18\x05")
        await bench.sees("The editor could not be used: no such editor")
        bench.type(ENTER)
        assert await request == "draft"
